"""World model: sightings of ball, obstacles and own pose, kept in the odometry frame.

In the odometry frame nothing has to be updated in cycles without sightings, because odometry tracks
the robot's motion. The robot's pose on the field is smoothed at the robot, not at the field's
origin, whose distance would amplify heading errors. Odometry does not measure how far the robot
falls or is carried, so the first sighting of its pose afterwards counts in full. A sighting from
the future, from too long ago, or older than the one already known (pictures of two cameras may
overtake each other) is refused, and the previous knowledge is kept.
"""

import logging
import math
from dataclasses import dataclass, replace

from hardware.units import PositiveAcceleration, PositiveLength, Ratio, Time
from motions.kinematics.geometry import Pose2, rotate_flat
from motions.scalars import clamp, kalman_share
from motions.sight import Circle, SeenBall, SeenObstacles, SeenPose, Sighting

_LOG = logging.getLogger("motions")


@dataclass(frozen=True, slots=True)
class WorldParameters:
    """Parameters of the world model.

    Attributes:
        oldest: Age above which a received sighting is refused, s.
        kept: Time after which anything not seen again is forgotten, s.
        kept_moving: The same for a moving obstacle, which may have turned, s.
        ball_deceleration: Deceleration of a rolling ball, m/s2.
        pose_noise: Standard deviation of a sighted pose along each axis, m.
        drift: Standard deviation of odometry per distance, where turns count by `turn_arm`.
        turn_arm: Radius of the circle on which a turn counts as distance, m.
        least_share: Lower limit of a sighted pose's weight, however long the robot has stood.
    """

    oldest: Time
    kept: Time
    kept_moving: Time
    ball_deceleration: PositiveAcceleration
    pose_noise: PositiveLength
    drift: Ratio
    turn_arm: PositiveLength
    least_share: Ratio


@dataclass(frozen=True, slots=True)
class RollingBall:
    """A rolling or resting ball, in the odometry frame or, by `seen_from`, in another one.

    Attributes:
        time: Time of position and velocity, s.
        x: Position along x, m.
        y: Position along y, m.
        vx: Velocity along x, m/s.
        vy: Velocity along y, m/s.
        deceleration: Deceleration while it rolls, m/s2.
    """

    time: float
    x: float
    y: float
    vx: float
    vy: float
    deceleration: float

    def at(self, time: float) -> "RollingBall":
        """Return the ball at another time, s, after rolling until it has come to rest."""
        speed = math.hypot(self.vx, self.vy)
        if speed <= 0.0:
            return RollingBall(time, self.x, self.y, 0.0, 0.0, self.deceleration)
        rolled = clamp(time - self.time, 0.0, speed / self.deceleration)
        way = rolled - 0.5 * self.deceleration * rolled * rolled / speed
        left = 1.0 - self.deceleration * rolled / speed
        return RollingBall(
            time,
            self.x + way * self.vx,
            self.y + way * self.vy,
            left * self.vx,
            left * self.vy,
            self.deceleration,
        )

    def time_to_roll(self, distance: float) -> float:
        """Return the time to roll a distance >= 0, m, in s; infinite if it stops before."""
        speed = math.hypot(self.vx, self.vy)
        square = speed * speed - 2.0 * self.deceleration * distance
        return math.inf if square < 0.0 else (speed - math.sqrt(square)) / self.deceleration

    def passes(self, x: float, y: float) -> bool:
        """Return whether it will roll as far as its nearest point to a place, m."""
        ahead = self.vx * (x - self.x) + self.vy * (y - self.y)
        speed = math.hypot(self.vx, self.vy)
        return ahead > 0.0 and math.isfinite(self.time_to_roll(ahead / speed))

    def seen_from(self, frame: Pose2) -> "RollingBall":
        """Return the ball in another frame, given by its pose in the present one."""
        place = frame.inverse() @ Pose2(self.x, self.y)
        vx, vy = rotate_flat(self.vx, self.vy, -frame.heading)
        return RollingBall(self.time, place.x, place.y, vx, vy, self.deceleration)


@dataclass(frozen=True, slots=True)
class World:
    """Knowledge about the world, in the odometry frame.

    Attributes:
        ball: The ball as last seen; None if unknown.
        obstacles: Obstacles as last seen; `obstacles_at` moves them to the present.
        obstacles_time: Time of that sighting, s; None before the first.
        field: Pose of the field's origin; None if the robot's pose on the field is unknown.
        field_time: Time of the last sighting of the robot's pose, s; None before the first.
        refused: Number of refused sightings.
        refusal: The last refusal with its reason; None before the first.
    """

    ball: RollingBall | None = None
    obstacles: tuple[Circle, ...] = ()
    obstacles_time: float | None = None
    field: Pose2 | None = None
    field_time: float | None = None
    refused: int = 0
    refusal: str | None = None

    def obstacles_at(self, time: float) -> tuple[Circle, ...]:
        """Return the obstacles at a time, s, extrapolating moving ones."""
        if self.obstacles_time is None:
            return self.obstacles
        age = time - self.obstacles_time
        return tuple(each.after(age) for each in self.obstacles)


class WorldModel:
    """Fuses sightings into the world model.

    Attributes:
        world: The current knowledge.
    """

    def __init__(self, parameters: WorldParameters) -> None:
        self._parameters = parameters
        self._variance = math.inf
        self._displaced = -math.inf
        self._seen_from = Pose2()
        self.world = World()

    def update(self, sight: Sighting | None, time: float, *, displaced: bool = False) -> World:
        """Update the world model and return it.

        Args:
            sight: Sightings received in this cycle; None without any.
            time: Frame time, s.
            displaced: Whether the robot falls, lies or is carried, which odometry does not measure.
        """
        world = self.world
        if sight is None and world.ball is None and not world.obstacles and world.field is None:
            return world
        ball, obstacles, since = world.ball, world.obstacles, world.obstacles_time
        field, located = world.field, world.field_time
        if sight is not None:
            seen, circles, pose = sight.ball, sight.obstacles, sight.pose
            latest = None if ball is None else ball.time
            if seen is not None and self._accepts("ball", seen.time, time, latest):
                ball = self._ball(seen)
            if circles is not None and self._accepts("obstacles", circles.time, time, since):
                obstacles, since = _in_odometry(circles), circles.time
            if pose is not None and self._accepts("pose", pose.time, time, located):
                field, located = self._located(field, pose), pose.time
        oldest = time - self._parameters.kept
        if ball is not None and ball.time < oldest:
            ball = None
        if obstacles and since is not None and since < oldest:
            obstacles = ()
        turned = since is not None and since < time - self._parameters.kept_moving
        if turned and any(each.moves for each in obstacles):
            obstacles = tuple(each for each in obstacles if not each.moves)
        if displaced:
            self._displaced = time
        if located is not None and located <= max(oldest, self._displaced):
            self._variance = math.inf  # no longer certain; the next sighting counts in full
        if (
            ball is not world.ball
            or obstacles is not world.obstacles
            or field is not world.field
            or located != world.field_time
        ):
            self.world = replace(
                self.world,
                ball=ball,
                obstacles=obstacles,
                obstacles_time=since,
                field=field,
                field_time=located,
            )
        return self.world

    def _accepts(self, what: str, seen: float, now: float, known: float | None) -> bool:
        """Return whether a sighting is not from the future, too old or overtaken.

        Args:
            what: Name of the part.
            seen: Time of the sighting, s.
            now: Frame time, s.
            known: Time of the sighting already known, s; None without one.
        """
        oldest = self._parameters.oldest
        if not 0.0 <= now - seen <= oldest:
            must = f"it must be 0 to {oldest:g} s old"
        elif known is not None and seen < known:
            must = f"one of {known:.3f} s is already known"
        else:
            return True
        why = f"{what}.time {seen:.3f} s was refused at {now:.3f} s: {must}"
        count = self.world.refused + 1
        self.world = replace(self.world, refused=count, refusal=why)
        if count & (count - 1) == 0:  # log the 1st, 2nd, 4th, 8th ...
            _LOG.warning(
                "sight.%s (%d so far); the previous knowledge is kept. "
                "Stamp pictures with the time of the frame they belong to, and send the latest.",
                why,
                count,
            )
        return False

    def _ball(self, seen: SeenBall) -> RollingBall:
        place = seen.odometry @ Pose2(seen.x, seen.y)
        vx, vy = rotate_flat(seen.vx, seen.vy, seen.odometry.heading)
        deceleration = self._parameters.ball_deceleration
        return RollingBall(seen.time, place.x, place.y, vx, vy, deceleration)

    def _located(self, field: Pose2 | None, seen: SeenPose) -> Pose2:
        """Return the pose of the field's origin after a sighting of the robot's pose.

        A scalar Kalman filter: odometry increases the variance of the pose, a sighting reduces it.
        The error of odometry between pictures is proportional to the distance, so squared distances
        are added, which makes the remaining error independent of the number of pictures.
        """
        parameters, noise = self._parameters, self._parameters.pose_noise**2
        gone, self._seen_from = self._seen_from.inverse() @ seen.odometry, seen.odometry
        if field is None or math.isinf(self._variance):
            self._variance = noise
            return seen.odometry @ seen.pose.inverse()
        way = math.hypot(gone.x, gone.y) + parameters.turn_arm * abs(gone.heading)
        self._variance += (parameters.drift * way) ** 2
        share, self._variance = kalman_share(self._variance, noise, parameters.least_share)
        believed = field.inverse() @ seen.odometry
        off = believed.inverse() @ seen.pose
        pose = believed @ Pose2(share * off.x, share * off.y, share * off.heading)
        return seen.odometry @ pose.inverse()


def _in_odometry(seen: SeenObstacles) -> tuple[Circle, ...]:
    return tuple(circle.in_frame_of(seen.odometry) for circle in seen.circles)
