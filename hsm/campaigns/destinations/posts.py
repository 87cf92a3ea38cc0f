"""Obstacles on the path of a walk to a pose, static or crossing as the robot passes."""

import math
from typing import Final

import numpy as np

from hardware.props import Cylinder, along
from hsm.campaigns.streams import Stream, stream
from hsm.errors import HsmError
from motions.kinematics.geometry import Pose2
from motions.sight import Circle

ROOM: Final = 0.5
"""Least distance between posts, and from either end of the path while the robot is there, m."""
_TRIES: Final = 1000
"""Number of draws without room for all posts after which all are drawn again ..."""
_ROUNDS: Final = 20
"""... and number of times that this is done before it is given up."""
_PACE: Final = 0.2
"""m/s: approximate average speed of the robot, including its turns."""
_HEAD_ON: Final = math.radians(45.0)
"""Crossing posts come from within this angle of straight ahead, so that they are in view, rad."""
_AT_END: Final = 4.0
"""s: time before and after its arrival for which the robot counts as near its target."""


def drawn_posts(
    number: int, target: Pose2, count: int, speed: float, setting_out: float
) -> tuple[Cylinder, ...]:
    """Return posts on or beside the path, with room at both its ends.

    Args:
        number: Number of the trial.
        target: Target in the robot's frame, reached by a straight path.
        count: Number of posts.
        speed: Speed of the posts, which cross the path about when the robot passes, m/s.
        setting_out: Time at which the robot sets out, s.

    Raises:
        HsmError: If there is no room for so many posts on so short a path.
    """
    rng = stream(number, Stream.POSTS)
    way = math.hypot(target.x, target.y)
    posts: list[Cylinder] = []
    crossings: list[tuple[float, float]] = []
    tries = 0
    while len(posts) < count:
        tries += 1
        if tries == _ROUNDS * _TRIES:
            raise HsmError(
                f"no room for {count} posts on a path of {way:g} m: each needs {ROOM:g} m to its "
                "neighbours and to both ends; ask for fewer posts or a longer path"
            )
        if tries % _TRIES == 0:
            posts.clear()  # the posts so far leave no room for another one
            crossings.clear()
        along, aside, radius = rng.uniform((0.0, -0.3, 0.04), (1.0, 0.3, 0.12)).tolist()
        c, s = target.x / way, target.y / way
        x, y = along * target.x - aside * s, along * target.y + aside * c
        ends = math.hypot(x, y), math.hypot(x - target.x, y - target.y)
        apart = [math.hypot(x - one, y - other) for one, other in crossings]
        if min(ends) <= ROOM or min(apart, default=ROOM) < ROOM:
            continue
        post = Cylinder(x, y, radius)
        if speed > 0.0:
            post = _moving(rng, post, target, speed, setting_out + along * way / _PACE)
            if not _leaves_room(post, target, setting_out, setting_out + way / _PACE):
                continue
        posts.append(post)
        crossings.append((x, y))
    return tuple(posts)


def circle_at(post: Cylinder, time: float) -> Circle:
    """Return a post as a circle at a time after the start, s."""
    return Circle(*post.at(time), post.radius, *post.velocity)


def _moving(
    rng: np.random.Generator, post: Cylinder, target: Pose2, speed: float, meets: float
) -> Cylinder:
    """Return a post that approaches the robot and is at the given position at a time, s."""
    ahead = math.atan2(target.y, target.x)
    to = ahead + math.pi + rng.uniform(-_HEAD_ON, _HEAD_ON)
    back_x, back_y = along(to, speed * meets)
    return Cylinder(
        post.x - back_x,
        post.y - back_y,
        post.radius,
        speed=speed,
        direction=math.remainder(to, 2.0 * math.pi),
    )


def _leaves_room(post: Cylinder, target: Pose2, setting_out: float, arrival: float) -> bool:
    """Return whether a post keeps away from start and target while the robot is there."""
    start = (0.0, setting_out, 0.0, 0.0)
    end = (arrival - _AT_END, arrival + _AT_END, target.x, target.y)
    for begin, until, x, y in (start, end):
        for time in np.linspace(begin, until, 20).tolist():
            if math.dist(post.at(time), (x, y)) <= ROOM:
                return False
    return True
