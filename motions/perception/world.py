"""What is known of the world outside the robot: sightings, kept where odometry carries them on.

Everything is kept in the frame of the odometry, so that nothing has to be done in cycles in which
nothing is seen: where the robot is now, odometry knows. The own place on the field is smoothed as
the place of the robot, not of the field's origin, whose distance would make errors of direction
large. A sighting from the future or from too long ago is refused, and so is one that a later one
has overtaken on its way, as pictures of two cameras may: what was known holds.
"""

import logging
import math
from dataclasses import dataclass, replace

from hardware.units import PositiveAcceleration, PositiveLength, Ratio, Time
from motions.kinematics.geometry import Pose2
from motions.scalars import clamp, kalman_share
from motions.sight import Circle, SeenBall, SeenObstacles, SeenPose, Sighting

_LOG = logging.getLogger("motions")


@dataclass(frozen=True, slots=True)
class WorldParameters:
    """How sightings are kept.

    Attributes:
        oldest: Sightings that are older when they come are refused, s.
        kept: What has not been seen for so long is forgotten, s ...
        kept_moving: ... an obstacle that moves after so long, s: it may have turned.
        ball_deceleration: Of a ball that rolls, m/s2.
        pose_noise: Deviation of a sighting of the own place along each axis, m.
        drift: Deviation of odometry per way, and per turn at `turn_arm`.
        turn_arm: A turn counts as a way on a circle of this radius, m.
        least_share: Of a new own pose that counts, however long the robot has stood.
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
    """A ball, in the odometry's frame.

    Attributes:
        time: At which it was there, s.
        x: m.
        y: m.
        vx: m/s.
        vy: m/s.
        deceleration: While it rolls, m/s2.
    """

    time: float
    x: float
    y: float
    vx: float
    vy: float
    deceleration: float

    def at(self, time: float) -> "RollingBall":
        """Return the ball at another time, s; it stays where it has come to rest."""
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

    def seen_from(self, frame: Pose2) -> "RollingBall":
        """Return the ball in another frame, given in the one that it is in now."""
        place = frame.inverse() @ Pose2(self.x, self.y)
        c, s = math.cos(frame.heading), math.sin(frame.heading)
        vx, vy = c * self.vx + s * self.vy, c * self.vy - s * self.vx
        return RollingBall(self.time, place.x, place.y, vx, vy, self.deceleration)


@dataclass(frozen=True, slots=True)
class World:
    """What is known of the world, in the odometry's frame.

    Attributes:
        ball: As it was seen last; None if none is known.
        obstacles: As they were seen last; `obstacles_at` says where those are that move.
        obstacles_time: When that was, s; None before the first.
        field: Pose of the field's origin; None if the own place is not known.
        field_time: When the own place was seen last, s; None before the first.
        refused: How many sightings were refused.
        refusal: Which was the last of them, and why; None before the first.
    """

    ball: RollingBall | None = None
    obstacles: tuple[Circle, ...] = ()
    obstacles_time: float | None = None
    field: Pose2 | None = None
    field_time: float | None = None
    refused: int = 0
    refusal: str | None = None

    def obstacles_at(self, time: float) -> tuple[Circle, ...]:
        """Return the obstacles at a time, s: those that were seen to move go on."""
        if self.obstacles_time is None:
            return self.obstacles
        age = time - self.obstacles_time
        return tuple(each.after(age) for each in self.obstacles)


class WorldModel:
    """Takes in sightings.

    Attributes:
        world: What is known.
    """

    def __init__(self, parameters: WorldParameters) -> None:
        self._parameters = parameters
        self._variance = math.inf
        self._seen_from = Pose2()
        self.world = World()

    def update(self, sight: Sighting | None, time: float) -> World:
        """Return what is known now.

        Args:
            sight: What came in this cycle; None if nothing did.
            time: Frame time, s.
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
        if located is not None and located < oldest:
            self._variance = math.inf  # odometry goes on alone; the next sighting counts fully
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
        """Return whether something was seen neither in the future nor too long ago.

        Args:
            what: It is, in a word.
            seen: When, s.
            now: Frame time, s.
            known: When what is known of it was seen, s; None if nothing is.
        """
        oldest = self._parameters.oldest
        if not 0.0 <= now - seen <= oldest:
            must = f"it must be 0 to {oldest:g} s ago"
        elif known is not None and seen < known:
            must = f"one of {known:.3f} s came before it"
        else:
            return True
        why = f"{what}.time {seen:.3f} s was refused at {now:.3f} s: {must}"
        count = self.world.refused + 1
        self.world = replace(self.world, refused=count, refusal=why)
        if count & (count - 1) == 0:  # the 1st, 2nd, 4th, 8th ... is told
            _LOG.warning(
                "sight.%s (%d so far); what was known holds. "
                "Stamp pictures with the time of the frame they belong to, and send the latest.",
                why,
                count,
            )
        return False

    def _ball(self, seen: SeenBall) -> RollingBall:
        place = seen.odometry @ Pose2(seen.x, seen.y)
        c, s = math.cos(seen.odometry.heading), math.sin(seen.odometry.heading)
        return RollingBall(
            seen.time,
            place.x,
            place.y,
            c * seen.vx - s * seen.vy,
            s * seen.vx + c * seen.vy,
            self._parameters.ball_deceleration,
        )

    def _located(self, field: Pose2 | None, seen: SeenPose) -> Pose2:
        """Return the field's origin after the own place was seen.

        A Kalman filter of one number: odometry makes the own place less certain by its way, a
        sighting more certain. Odometry errs alike from picture to picture, by a share of the way:
        so the squares of ways add up, and what is left of its error does not depend on how many
        pictures there are.
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
