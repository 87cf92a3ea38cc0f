"""Head motion: looks where it is wished to, with limited acceleration and within its limits."""

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
"""Tolerance of the goal, rad: below the resolution of the encoders."""


@dataclass(frozen=True, slots=True)
class HeadParameters:
    """Parameters in `config/head.yaml`.

    Attributes:
        acceleration: Largest acceleration with ground contact, rad/s2.
        in_air: The same without ground contact, rad/s2.
        braking: Share of the acceleration that is used to stop.
        own_speed: Largest speed of the return to the motion's own head angles, rad/s.
        stop_and_go: Period of the rests, s.
        lower_above: Tilt required by the upper camera above which the lower one is used, rad.
        upper_below: Tilt below which the upper one is used again, rad.
        shoulder: Radius of a shoulder, which hides points behind it, m.
        ball_height: Height of the ball's centre, m.

    Raises:
        ValueError: If `upper_below` is not less than `lower_above`.
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
        active: Whether the head follows a wish or is returning.
        angles: Last commanded pan and tilt, rad; valid while active.
        goal: Pan and tilt to move to, rad.
        target: Point to look at, in the hip frame, m; None in mode `angles` or without a ball.
    """

    def __init__(self, model: RobotModel, parameters: HeadParameters) -> None:
        self._cycle, self._eyes = model.cycle, model.eyes
        self._joints = model.head
        self._gaze = Gaze(model)
        self._parameters = parameters
        self.angles = self.goal = (0.0, 0.0)
        self.reset()

    def reset(self) -> None:
        """Release the head to the running motion."""
        self.active = False
        self.target: tuple[float, float, float] | None = None
        self._time = 0.0
        self._velocity = (0.0, 0.0)
        self._lower = False

    def in_view(self, robot: RobotState) -> bool:
        """Return whether a camera currently sees the target."""
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
            wish: The wish; None returns to the motion's own angles.
            robot: The robot now.
            asked: Odometry when the wish arrived.
            own: The motion's own pan and tilt, rad.
            last: Last commanded pan and tilt, rad.
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
        """Return the wished pan and tilt before they are limited, rad."""
        if wish.mode is HeadMode.ANGLES:
            self.target = None
            turned = 0.0
            if wish.keep_direction:
                turned = angle_difference(robot.odometry.heading, asked.heading)
            return wish.pan - turned, wish.tilt
        if wish.mode is HeadMode.TARGET:
            assert wish.target is not None  # ensured by the wish
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
        """Return pan and tilt for a point, with the chosen or the better camera."""
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
        """Return whether a camera sees the point past the shoulders within the head's limits."""
        angles = self._within(*wished)
        return self._gaze.in_view(point, camera, *angles) and not self._gaze.hidden(
            point, camera, *angles, self._parameters.shoulder
        )

    def _within(self, pan: float, tilt: float) -> tuple[float, float]:
        """Return the wished angles, clipped to the head's limits."""
        most = self._eyes.furthest
        pan = clamp(math.remainder(pan, 2.0 * math.pi), -most, most)
        return pan, clamp(tilt, *self._eyes.tilts(pan))

    def _move(self, speed: float, acceleration: float) -> None:
        """Move straight towards the goal by one cycle, at a speed that allows stopping there."""
        (pan, tilt), (to_pan, to_tilt), cycle = self.angles, self.goal, self._cycle
        way = to_pan - pan, to_tilt - tilt
        distance = math.hypot(*way)
        # The speed from which braking after this cycle ends at the goal.
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
        """Return the angles within the head's limits, or no further outside than before."""
        (before, nod), most = self.angles, self._eyes.furthest
        low, high = self._eyes.tilts(before)
        above, below = max(low - nod, 0.0), max(nod - high, 0.0)
        pan = clamp(pan, -max(most, abs(before)), max(most, abs(before)))
        low, high = self._eyes.tilts(pan)
        return pan, clamp(tilt, low - above, high + below)
