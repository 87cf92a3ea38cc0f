"""The course of a robot, and the course it would have taken by following its requests exactly."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from hsm.control.speed_asked import speed_asked
from hsm.simulated.distance_walked import can_walk
from hsm.simulated.history import History
from motions.destinations import TargetFrame
from motions.kinematics.geometry import Pose2
from motions.requests import Motion, MotionRequest
from motions.walking.parameters import SpeedProfile

ERRANDS: Final = (
    Motion.WALK_TO, Motion.WALK_TO_BALL, Motion.KICK, Motion.DRIBBLE, Motion.INTERCEPT,
    Motion.OUT_OF_BALL_LINE, Motion.FREE_BALL, Motion.REPLAY_STEPS, Motion.PREVIEW,
)  # fmt: skip
"""Walks requested by a goal. The final pose of all but the first is unknown beforehand."""
LIES = math.radians(50.0)
"""A torso tilted further has no heading, rad."""
_OVER = 1.005
"""A speed above this multiple of the profile's is beyond it: the printed numbers differ."""


@dataclass(frozen=True, slots=True)
class CoursePose:
    """Pose of a robot with an unwrapped heading: one full turn is 360 degrees, not 0.

    Attributes:
        x: Forward of the start, m.
        y: To the left of the start, m.
        turned: Turn since the start, rad, including full turns.
    """

    x: float
    y: float
    turned: float

    def __str__(self) -> str:
        return f"{self.x:z.2f}, {self.y:z.2f} m, {math.degrees(self.turned):z.0f} deg"


@dataclass(frozen=True, slots=True)
class AskedCourse:
    """The course of a robot and the requested one, relative to its start.

    Attributes:
        places: Poses of the robot, one per row.
        asked: Requested poses; empty if no walk was requested, or one whose final pose is unknown
            beforehand.
        to_pose: Whether a pose was requested last: its heading counts, not the full turns.
    """

    places: tuple[CoursePose, ...]
    asked: tuple[CoursePose, ...]
    to_pose: bool = False

    def __str__(self) -> str:
        if not self.places:
            return ""
        end = self.places[-1]
        if not self.asked:
            return f"ends at {end}"
        asked = self.asked[-1]
        if self.to_pose:
            off = math.remainder(end.turned - asked.turned, math.tau)
            end = CoursePose(end.x, end.y, asked.turned + off)
        return f"ends at {end}; requested {asked}"


def asked_course(history: History) -> AskedCourse:
    """Return the true course of the robot and the requested one.

    Requested speeds are integrated as if reached at once and followed exactly, while the robot
    stands or walks; a target pose counts from the time of its request.
    """
    places = tuple(_places(history))
    requests = [request for _, request in history.requests]
    walks = any(map(any, _speeds(history))) or any(r.walk_to is not None for r in requests)
    unknown = any(request.motion in ERRANDS[1:] for request in requests)
    asked = tuple(_asked(history, places)) if walks and not unknown else ()
    walked = [request for request in requests if request.wants_to_move or request.walk_to]
    return AskedCourse(places, asked, bool(walked) and walked[-1].walk_to is not None)


def by_speed(history: History) -> list[bool]:
    """Return for every row whether the request sets the speed; with a goal, the robot does."""
    asked = [True] * len(history)
    for row, request in history.requests:
        asked[row:] = [request.motion not in ERRANDS] * (len(history) - row)
    return asked


def _speeds(history: History) -> Iterator[tuple[float, float, float]]:
    column = history.columns
    return zip(column["forward"], column["left"], column["turn"], strict=True)


def _places(history: History) -> Iterator[CoursePose]:
    column, turned = history.columns, 0.0
    if not len(history):
        return
    start = Pose2(column["x"][0], column["y"][0], column["heading"][0])
    before = start.heading
    names = ("x", "y", "heading", "true_roll", "true_pitch")
    for x, y, heading, roll, pitch in zip(*(column[name] for name in names), strict=True):
        # The heading is undefined while the robot lies; its change is added once it is upright.
        if max(abs(roll), abs(pitch)) < LIES:
            turned += math.remainder(heading - before, math.tau)
            before = heading
        here = start.inverse() @ Pose2(x, y, heading)
        yield CoursePose(here.x, here.y, turned)


def _asked(history: History, places: Sequence[CoursePose]) -> Iterator[CoursePose]:
    """Yield the requested pose of every row."""
    x = y = turned = 0.0
    wishes = dict(history.requests)
    before: MotionRequest | None = None
    upright, times = can_walk(history), history.columns["time"]
    for row, (forward, left, turn) in enumerate(_speeds(history)):
        wish = wishes.get(row)
        renewed = wish is not None and before is not None and wish.same_errand(before)
        before = wish or before
        if wish is not None and wish.walk_to is not None and not renewed:
            to = wish.walk_to
            begin = places[row] if to.frame is TargetFrame.ROBOT else CoursePose(0.0, 0.0, 0.0)
            end = Pose2(begin.x, begin.y, begin.turned) @ Pose2(to.x, to.y, to.heading)
            x, y, turned = end.x, end.y, begin.turned + to.heading
        seconds = times[row] - times[row - 1] if row else 0.0
        if upright[row] and seconds:
            middle = turned + 0.5 * turn * seconds
            c, s = math.cos(middle), math.sin(middle)
            x += (c * forward - s * left) * seconds
            y += (s * forward + c * left) * seconds
            turned += turn * seconds
        yield CoursePose(x, y, turned)


def beyond_profile(history: History) -> tuple[str, ...]:
    """Return a sentence for every requested speed beyond the profile of its time."""
    found: dict[str, None] = {}
    for row, request in history.requests:
        found.update(dict.fromkeys(beyond(request, history.profile_at(row))))
    return tuple(found)


def beyond(request: MotionRequest, profile: SpeedProfile) -> Iterator[str]:
    """Yield a sentence for every speed of a request that is beyond a profile."""
    forward, left, turn = speed_asked(request, profile)
    ahead = profile.forward if forward >= 0.0 else profile.backward
    for value, most, unit, way in (
        (abs(forward), ahead, "m/s", "forward" if forward >= 0.0 else "backward"),
        (abs(left), profile.side, "m/s", "to the side"),
        (abs(turn), profile.turn, "rad/s", "of turning"),
    ):
        if value > _OVER * most:
            yield f"{value:.2f} {unit} {way} requested, the profile allows {most:.2f}"
