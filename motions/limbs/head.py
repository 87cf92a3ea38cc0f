"""The head: it looks where it is wished to, softly, and never further than its shell allows."""

import math
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Gt

from hardware.robots.eyes import HeadCamera
from hardware.robots.model import RobotModel
from hardware.units import (
    Angle,
    Milliseconds,
    PositiveAngularSpeed,
    PositiveLength,
    PositiveRatio,
    Unit,
    UnsignedLength,
)
from motions.kinematics.geometry import Pose2, angle_difference
from motions.limbs.gaze import Gaze
from motions.limbs.tracked_point import carried, in_hips
from motions.limbs.wishes import CameraChoice, HeadMode, HeadWish
from motions.perception.state import RobotState
from motions.scalars import clamp

Acceleration = Annotated[float, Unit("deg_per_s2"), Gt(0.0)]
_THERE = 1e-6
"""The head has arrived, rad: below what its encoders tell."""


@dataclass(frozen=True, slots=True)
class HeadParameters:
    """Everything in `config/head.yaml`.

    Attributes:
        acceleration: At most, with ground contact, rad/s2.
        in_air: The same without, rad/s2.
        braking: Share of the acceleration that is used to stop.
        own_speed: At most, on the way back to what the motion itself does with the head, rad/s.
        stop_and_go: From one rest to the next, s.
        lower_above: Tilt that the upper camera needs, above which the lower one looks, rad.
        upper_below: ... and below which the upper one looks again.
        shoulder: Radius of a shoulder that hides what is behind it, m.
        ball_height: Height of the middle of the ball, m.

    Raises:
        ValueError: If the cameras would take turns at one tilt.
    """

    acceleration: Acceleration
    in_air: Acceleration
    braking: PositiveRatio
    own_speed: PositiveAngularSpeed
    stop_and_go: Annotated[Milliseconds, Gt(0.0)]
    lower_above: Angle
    upper_below: Angle
    shoulder: UnsignedLength
    ball_height: PositiveLength

    def __post_init__(self) -> None:
        if not self.upper_below < self.lower_above:
            raise ValueError("'upper_below' must be less than 'lower_above'")


class Head:
    """Pan and tilt of one robot.

    Attributes:
        active: The head is wished somewhere, or on its way back.
        angles: Pan and tilt that were commanded last, rad; what counts while it is active.
        goal: Where they go, rad.
        target: What is looked at, in the hip frame, m; None with angles, or without a ball.
    """

    def __init__(self, model: RobotModel, parameters: HeadParameters) -> None:
        self._cycle, self._eyes = model.cycle, model.eyes
        self._joints = model.head
        self._gaze = Gaze(model)
        self._parameters = parameters
        self.angles = self.goal = (0.0, 0.0)
        self.reset()

    def reset(self) -> None:
        """Let go of the head: whoever has it now moves it."""
        self.active = False
        self.target: tuple[float, float, float] | None = None
        self._time = 0.0
        self._velocity = (0.0, 0.0)
        self._lower = False

    def in_view(self, robot: RobotState) -> bool:
        """Return whether what is looked at is in the picture of a camera now."""
        if self.target is None:
            return False
        pan, tilt = (robot.positions[joint] for joint in self._joints)
        cameras = (self._eyes.upper, self._eyes.lower)
        return any(self._gaze.in_view(self.target, camera, pan, tilt) for camera in cameras)

    def step(
        self,
        wish: HeadWish | None,
        robot: RobotState,
        *,
        asked: Pose2,
        own: tuple[float, float],
        last: tuple[float, float],
    ) -> tuple[float, float]:
        """Return pan and tilt of this cycle, rad.

        Args:
            wish: What is wished; None leads back to what the motion itself does.
            robot: The robot now.
            asked: Odometry when the wish came.
            own: What the motion itself does with the head.
            last: What was commanded last.
        """
        if not self.active:
            self.active, self.angles, self.goal = True, last, last
        if wish is None:
            self.target = None
            self.goal, speed = own, self._parameters.own_speed
        else:
            self._time += self._cycle
            self.goal, speed = self._within(*self._goal_of(wish, robot, asked)), wish.speed
            if wish.stop_and_go:
                turn = 2.0 * math.pi * self._time / self._parameters.stop_and_go
                speed *= 0.5 + 0.5 * math.cos(turn)
        self._move(
            speed, self._parameters.acceleration if robot.contact else self._parameters.in_air
        )
        if wish is None and self.angles == own:
            self.reset()
        return self.angles

    def _goal_of(self, wish: HeadWish, robot: RobotState, asked: Pose2) -> tuple[float, float]:
        """Return where pan and tilt are wished, whether they can go there or not."""
        if wish.mode is HeadMode.ANGLES:
            self.target = None
            turned = 0.0
            if wish.keep_direction:
                turned = angle_difference(robot.odometry.heading, asked.heading)
            return wish.pan - turned, wish.tilt
        if wish.mode is HeadMode.TARGET:
            assert wish.target is not None  # the wish has made sure
            point = carried(wish.target, asked, robot.odometry)
        elif (ball := robot.ball) is not None and math.isfinite(ball[0] + ball[1]):
            point = (*ball, self._parameters.ball_height)
        else:
            self.target = None
            return self.goal
        self.target = in_hips(point, robot)
        return self._looking_at(self.target, wish.camera)

    def _looking_at(
        self, point: tuple[float, float, float], choice: CameraChoice
    ) -> tuple[float, float]:
        """Return pan and tilt for a point, by the camera that is chosen or sees it better."""
        gaze, eyes, pan = self._gaze, self._eyes, self.angles[0]
        if choice is not CameraChoice.AUTO:
            camera = eyes.lower if choice is CameraChoice.LOWER else eyes.upper
            return gaze.angles(point, camera, pan)
        upper, lower = (gaze.angles(point, camera, pan) for camera in (eyes.upper, eyes.lower))
        threshold = self._parameters.upper_below if self._lower else self._parameters.lower_above
        self._lower = upper[1] > min(threshold, eyes.tilts(upper[0])[1])
        first, second = (eyes.upper, upper), (eyes.lower, lower)
        if self._lower:
            first, second = second, first
        if not self._sees(point, *first) and self._sees(point, *second):
            self._lower = not self._lower
        return lower if self._lower else upper

    def _sees(
        self, point: tuple[float, float, float], camera: HeadCamera, wished: tuple[float, float]
    ) -> bool:
        """Return whether a camera sees the point past the shoulders, as far as the head can go."""
        angles = self._within(*wished)
        return self._gaze.in_view(point, camera, *angles) and not self._gaze.hidden(
            point, camera, *angles, self._parameters.shoulder
        )

    def _within(self, pan: float, tilt: float) -> tuple[float, float]:
        """Return the angles of the head that come next to the wished ones."""
        most = self._eyes.furthest
        pan = clamp(math.remainder(pan, 2.0 * math.pi), -most, most)
        return pan, clamp(tilt, *self._eyes.tilts(pan))

    def _move(self, speed: float, acceleration: float) -> None:
        """Go on towards the goal by one cycle: straight, and so that the head can stop there."""
        (pan, tilt), (to_pan, to_tilt), cycle = self.angles, self.goal, self._cycle
        way = to_pan - pan, to_tilt - tilt
        distance = math.hypot(*way)
        # The speed from which braking ends at the goal, when this cycle has passed.
        brake = self._parameters.braking * acceleration
        wanted = min(speed, brake * (math.sqrt(cycle * cycle + 2.0 * distance / brake) - cycle))
        share = wanted / distance if distance > 0.0 else 0.0
        change = share * way[0] - self._velocity[0], share * way[1] - self._velocity[1]
        size, most = math.hypot(*change), acceleration * cycle
        if distance < _THERE and size <= most:
            self.angles, self._velocity = self.goal, (0.0, 0.0)
            return
        part = most / size if size > most else 1.0
        moved = (
            pan + cycle * (self._velocity[0] + part * change[0]),
            tilt + cycle * (self._velocity[1] + part * change[1]),
        )
        self.angles = self._inside(*moved)
        self._velocity = (self.angles[0] - pan) / cycle, (self.angles[1] - tilt) / cycle

    def _inside(self, pan: float, tilt: float) -> tuple[float, float]:
        """Return the angles within what the head may do, or no further outside than it was."""
        (before, nod), most = self.angles, self._eyes.furthest
        low, high = self._eyes.tilts(before)
        above, below = max(low - nod, 0.0), max(nod - high, 0.0)
        pan = clamp(pan, -max(most, abs(before)), max(most, abs(before)))
        low, high = self._eyes.tilts(pan)
        return pan, clamp(tilt, low - above, high + below)
