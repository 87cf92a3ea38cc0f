"""Brings a robot to rest without any code of the control cycle, which has just failed.

The joints move from the measured angles, along a cosine, into a squat that is held at reduced
stiffness, because a limp robot tips over. A robot that already tilts too far is damped in its
posture, which softens the fall. If no cycle takes over again, the stiffness fades to zero.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from itertools import chain, repeat
from typing import Annotated

from hardware.robots.model import RobotModel, Side
from hardware.sensors_and_commands import JointCommand, SensorFrame
from hardware.units import Cycles, Milliseconds, Percent, PositiveAngle, PositiveMilliseconds, Unit


@dataclass(frozen=True, slots=True)
class WatchdogParameters:
    """Thresholds and motions of the watchdog.

    Attributes:
        silent_after: Time without a heartbeat after which the cycle counts as hung, s.
        reconnect_after: Delay from the end of the cycle's process to the new connection, s.
        sit_down: Duration of sitting down, s.
        stiffness: Stiffness while sitting down, 0..1.
        tilted_above: Tilt of the torso above which the robot is damped instead, rad.
        tilted_after: Number of consecutive frames above that tilt.
        damped: Stiffness while damped, 0..1.
        damped_for: Duration of damping, s.
        sitting: Stiffness of the seated robot, 0..1.
        limp_for: Time over which the stiffness fades to zero, s.
        legs: Joint angles of the left leg in the squat, from hip yaw to ankle roll, rad.
        arms: Joint angles of the left arm in the squat, from the shoulder down, rad.
    """

    silent_after: PositiveMilliseconds
    reconnect_after: Milliseconds
    sit_down: PositiveMilliseconds
    stiffness: Percent
    tilted_above: PositiveAngle
    tilted_after: Cycles
    damped: Percent
    damped_for: Milliseconds
    sitting: Percent
    limp_for: PositiveMilliseconds
    legs: Annotated[tuple[float, float, float, float, float, float], Unit("deg")]
    arms: Annotated[tuple[float, ...], Unit("deg")]


class Rescue(Enum):
    """Phase of the rescue."""

    SITTING_DOWN = "sits down"
    SITS = "sits"
    DAMPED = "is damped"
    SINKS = "goes limp"
    LIMP = "is limp"


class Emergency:
    """Rescue of one robot: sits it down or damps it.

    Attributes:
        doing: Present phase.
    """

    def __init__(self, model: RobotModel, parameters: WatchdogParameters, *, ends: bool) -> None:
        """Prepare; with `ends` the robot finally goes limp, otherwise it may stay seated."""
        self._cycle = model.cycle
        self._parameters = parameters
        self._model = model
        self._target = _sitting(model, parameters)
        self._legs = model.leg_joints
        self._ends = ends
        self._start: tuple[float, ...] | None = None
        self._held: tuple[float, ...] = ()
        self._for = 0.0
        self._stiffness = 0.0
        self._last: JointCommand | None = None
        self._tilted = 0
        self.doing = Rescue.SITTING_DOWN

    @property
    def over(self) -> bool:
        """Return whether the robot is at rest."""
        return self.doing is Rescue.LIMP or (self.doing is Rescue.SITS and not self._ends)

    def command(self, frame: SensorFrame | None) -> JointCommand | None:
        """Return the command of this cycle: without a frame the last one, None before the first."""
        if frame is not None:
            self._last = self._next(frame)
        return self._last

    def _next(self, frame: SensorFrame) -> JointCommand:
        """Return the next command; without frames no time passes, or the motion would jump."""
        self._for += self._cycle
        positions = self._believed(frame.positions)
        if self._start is None:
            self._start = positions
            if all(frame.stiffness[joint] <= 0.0 for joint in self._legs):  # not so for NaN
                self._begin(Rescue.LIMP)  # it lies or sits already and must not be moved
        self._go_on(frame)
        if self.doing in (Rescue.SITTING_DOWN, Rescue.SITS):
            share = 1.0
            if self.doing is Rescue.SITTING_DOWN:
                share = 0.5 - 0.5 * math.cos(math.pi * self._for / self._parameters.sit_down)
            way = zip(self._start, self._target, strict=True)
            positions = tuple(begin + share * (end - begin) for begin, end in way)
        return JointCommand(positions, (self._now(),) * len(positions))

    def _go_on(self, frame: SensorFrame) -> None:
        """Enter the next phase if its condition holds."""
        parameters, ended = self._parameters, self._for
        self._tilted = self._tilted + 1 if frame.tilt > parameters.tilted_above else 0
        match self.doing:
            case Rescue.SITTING_DOWN | Rescue.SITS if self._tilted >= parameters.tilted_after:
                self._begin(Rescue.DAMPED)
            case Rescue.SITTING_DOWN if ended >= parameters.sit_down:
                self._begin(Rescue.SITS)
            case Rescue.SITS if self._ends:
                self._begin(Rescue.SINKS)
            case Rescue.DAMPED if ended >= parameters.damped_for:
                self._begin(Rescue.SINKS)
            case Rescue.SINKS if ended >= parameters.limp_for:
                self._begin(Rescue.LIMP)

    def _now(self) -> float:
        """Return the stiffness of this cycle."""
        parameters = self._parameters
        match self.doing:
            case Rescue.SITTING_DOWN:
                self._stiffness = parameters.stiffness
            case Rescue.SITS:
                self._stiffness = parameters.sitting
            case Rescue.DAMPED:
                self._stiffness = parameters.damped
            case Rescue.SINKS:
                return self._stiffness * max(0.0, 1.0 - self._for / parameters.limp_for)
            case Rescue.LIMP:
                return 0.0
        return self._stiffness

    def _begin(self, what: Rescue) -> None:
        self.doing, self._for = what, 0.0

    def _believed(self, positions: tuple[float, ...]) -> tuple[float, ...]:
        """Return the measured angles, clipped to the joint limits.

        An angle that is not finite is replaced by the last finite one, or by the target.
        """
        before = self._held or self._target
        known = (
            angle if math.isfinite(angle) else last
            for angle, last in zip(positions, before, strict=True)
        )
        self._held = _within(self._model, known)
        return self._held


def _sitting(model: RobotModel, parameters: WatchdogParameters) -> tuple[float, ...]:
    angles = [0.0] * len(model.names)
    left = dict(zip(model.legs[Side.LEFT], parameters.legs, strict=True))
    left |= dict(zip(model.arms[Side.LEFT], parameters.arms, strict=False))
    for joint, angle in left.items():
        angles[joint] = angle
        partner, sign = model.mirror[joint]
        if partner != joint:
            angles[partner] = sign * angle
    return _within(model, angles)


def _within(model: RobotModel, angles: Iterable[float]) -> tuple[float, ...]:
    """Return angles clipped to their joint limits, and hand openings clipped to 0..1."""
    limits = chain(((spec.min, spec.max) for spec in model.specs), repeat((0.0, 1.0)))
    return tuple(
        min(most, max(least, angle)) for angle, (least, most) in zip(angles, limits, strict=False)
    )
