"""Sits a robot down, or lets it sink, with nothing of the control cycle: that has just failed.

From the measured angles, sine-shaped, then without stiffness. A robot that tilts too far to sit is
held softly where it is, so that it falls without breaking, and is then let go too.
"""

import math
from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from annotated_types import Gt

from hardware.frames import JointCommand, SensorFrame
from hardware.robots.model import RobotModel, Side
from hardware.units import Milliseconds, Percent, PositiveAngle, Unit

_Duration = Annotated[float, Unit("ms"), Gt(0.0)]


@dataclass(frozen=True, slots=True)
class WatchdogParameters:
    """When the watchdog acts, and what it does.

    Attributes:
        silent_after: Without a command for so long, the cycle counts as hung, s.
        reconnect_after: From the end of the cycle's process to the new connection, s.
        sit_down: Duration of the way down, s.
        stiffness: Meanwhile, percent.
        tilted_above: Tilt of the torso beyond which it is damped instead, rad.
        damped: Stiffness then, percent.
        damped_for: For so long, s.
        limp_for: How long it is told to be limp at the end, s.
        legs: Joints of a leg that sits, from the hip yaw to the ankle roll, rad.
        arms: Joints of a left arm meanwhile, from the shoulder down, rad.
    """

    silent_after: _Duration
    reconnect_after: Milliseconds
    sit_down: _Duration
    stiffness: Percent
    tilted_above: PositiveAngle
    damped: Percent
    damped_for: Milliseconds
    limp_for: Milliseconds
    legs: Annotated[tuple[float, float, float, float, float, float], Unit("deg")]
    arms: Annotated[tuple[float, ...], Unit("deg")]


class Rescue(Enum):
    """What is being done."""

    SITTING_DOWN = "sits down"
    DAMPED = "damped"
    LIMP = "limp"
    DONE = "done"


class Emergency:
    """Brings one robot to rest.

    Attributes:
        doing: What is being done.
    """

    def __init__(self, model: RobotModel, parameters: WatchdogParameters) -> None:
        self._cycle = model.cycle
        self._parameters = parameters
        self._target = _sitting(model, parameters)
        self._legs = model.leg_joints
        self._start: tuple[float, ...] | None = None
        self._held: tuple[float, ...] = ()
        self._for = 0.0
        self.doing = Rescue.SITTING_DOWN

    def command(self, frame: SensorFrame | None) -> JointCommand | None:
        """Return what to send in this cycle; None if there is nothing to answer.

        Args:
            frame: What the robot sent; None when no frame came.
        """
        self._for += self._cycle
        if frame is None:
            return None
        positions = self._believed(frame.positions)
        if self._start is None:
            self._start = positions
            if not any(frame.stiffness[joint] > 0.0 for joint in self._legs):
                self._begin(Rescue.LIMP)  # it lies or sits already: nothing may lift it up
        if self.doing is Rescue.SITTING_DOWN and _tilt(frame) > self._parameters.tilted_above:
            self._begin(Rescue.DAMPED)
        return self._go_on(positions)

    def _go_on(self, positions: tuple[float, ...]) -> JointCommand:
        parameters, count = self._parameters, len(positions)
        match self.doing:
            case Rescue.SITTING_DOWN:
                if self._for < parameters.sit_down:
                    share = 0.5 - 0.5 * math.cos(math.pi * self._for / parameters.sit_down)
                    assert self._start is not None
                    way = zip(self._start, self._target, strict=True)
                    return JointCommand(
                        tuple(begin + share * (end - begin) for begin, end in way),
                        (0.01 * parameters.stiffness,) * count,
                    )
                self._begin(Rescue.LIMP)
            case Rescue.DAMPED:
                if self._for < parameters.damped_for:
                    return JointCommand(positions, (0.01 * parameters.damped,) * count)
                self._begin(Rescue.LIMP)
            case Rescue.LIMP:
                if self._for >= parameters.limp_for:
                    self._begin(Rescue.DONE)
            case Rescue.DONE:
                pass
        return JointCommand(positions, (0.0,) * count)

    def _begin(self, what: Rescue) -> None:
        self.doing, self._for = what, 0.0

    def _believed(self, positions: tuple[float, ...]) -> tuple[float, ...]:
        """Return the measured angles; where one is none, the last one or the one to go to."""
        before = self._held or self._target
        self._held = tuple(
            angle if math.isfinite(angle) else last
            for angle, last in zip(positions, before, strict=True)
        )
        return self._held


def _tilt(frame: SensorFrame) -> float:
    """Return the angle between torso and vertical, rad; by the robot's own filter if it lives."""
    roll, pitch = frame.angles
    if math.isfinite(roll + pitch):
        return math.acos(max(-1.0, min(1.0, math.cos(roll) * math.cos(pitch))))
    x, y, z = frame.accelerometer
    return math.atan2(math.hypot(x, y), z) if math.isfinite(x + y + z) else 0.0


def _sitting(model: RobotModel, parameters: WatchdogParameters) -> tuple[float, ...]:
    angles = [0.0] * len(model.names)
    left = dict(zip(model.legs[Side.LEFT], parameters.legs, strict=True))
    left |= dict(zip(model.arms[Side.LEFT], parameters.arms, strict=False))
    for joint, angle in left.items():
        angles[joint] = angle
        partner, sign = model.mirror[joint]
        if partner != joint:
            angles[partner] = sign * angle
    return tuple(
        min(model.specs[joint].max, max(model.specs[joint].min, angle))
        if joint < len(model.specs)
        else angle
        for joint, angle in enumerate(angles)
    )
