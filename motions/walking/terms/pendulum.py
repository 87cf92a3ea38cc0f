"""DCM error: deviation of the divergent component of motion from that of an undisturbed step.

The robot on its support foot is modelled as a linear inverted pendulum of constant height. Its
divergent component of motion (DCM, position plus velocity divided by the pendulum's rate) is the
point on which the robot would have to stand to come to rest. In an undisturbed step the DCM follows
a known course; the deviation from it is the effect of a push and grows at the pendulum's rate.

A forward error that recurs in every step over a foot is not a push but the effect of wrong joint
zeros and a wrong attitude. It would press the sole on its edge and move the swing foot in every
step, so the part of this usual error that exceeds a band is subtracted.

Frames: `level` at the support sole, x forward and y left, m.

Source of the model: the capture point of the linear inverted pendulum (Pratt et al. 2006). Using
the difference from the nominal step avoids a model of the servos.
"""

import math
from dataclasses import dataclass
from typing import ClassVar

from hardware.robots.model import Side
from hardware.sensors_and_commands import GRAVITY
from hardware.units import (
    Length,
    Milliseconds,
    Point,
    PositiveLength,
    Ratio,
    RatioBelowOne,
    UnsignedLength,
)
from motions.kinematics.geometry import rotate, rotation_from_rpy
from motions.perception.state import RobotState
from motions.scalars import beyond, clamp
from motions.walking.parameters import BodyHeight, LookAhead, StepShapeParameters
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.step import StepKind


@dataclass(frozen=True, slots=True)
class PendulumParameters:
    """Pendulum model of the walking robot.

    Attributes:
        height: Height of the centre of mass above the sole, m.
        centre_forward: Distance of the centre of mass in front of the support sole's origin at
            mid-step, m.
        turning_side: Sideways distance from the support sole to the centre of mass's turning point,
            m.
        low_pass: Share of the old value in the velocity filter.
        delay: Time until the joints have followed a command, s.
        settling: Time after a landing during which the forward error is not updated, s.
        recovery: Time constant with which the torso regains the speed lost in a landing, s.
        usual_share: Filter share of a step in the usual error over its support foot.
        usual_band: Part of the usual error that is not subtracted, m.
        usual_limit: Largest error that is subtracted, m.
    """

    height: BodyHeight
    centre_forward: Length
    turning_side: PositiveLength
    low_pass: RatioBelowOne
    delay: LookAhead
    settling: Milliseconds
    recovery: Milliseconds
    usual_share: Ratio
    usual_band: UnsignedLength
    usual_limit: UnsignedLength

    @property
    def rate(self) -> float:
        """Return the growth rate of the divergent component, 1/s."""
        return math.sqrt(GRAVITY / self.height)


_Level = tuple[float, float]
"""Forward and left in the level frame at the support sole, m."""

_RHYTHMIC = (StepKind.STEPPING, StepKind.STOPPING, StepKind.KICKING)
"""Steps with a nominal course from the beginning."""
_FROM_REST = (StepKind.STARTING, StepKind.EMERGENCY_STAND)
"""Steps that begin at rest: the nominal course applies from the planned turning point on."""


class DcmError:
    """Deviation of the DCM from its nominal course.

    Attributes:
        forward: Forward error, m.
        side: Error towards the swing foot, m; negative towards the support foot's outer edge.
        outward: Error towards the support foot's outer edge, beyond the turning point of an
            undisturbed step, m.
        returning: Excess of the torso's return speed over that of an undisturbed step at the same
            place, divided by the pendulum's rate, m.
        usual: Mean forward error of steps over each foot, m; caused by wrong joint zeros and a
            wrong attitude.
    """

    learnt: ClassVar[tuple[str, ...]] = ("usual",)

    def __init__(
        self, parameters: PendulumParameters, shape: StepShapeParameters, hip_offset: float
    ) -> None:
        self._parameters = parameters
        self._shape = shape
        self._hip_offset = hip_offset
        self._rate = parameters.rate
        self.usual = {Side.LEFT: 0.0, Side.RIGHT: 0.0}
        self.reset()

    def reset(self) -> None:
        """Discard the errors and the unfinished mean: a fall must not count as usual.

        The usual error of each foot is kept, as the robot is the same.
        """
        self._last: _Level | None = None
        self._velocity: _Level = (0.0, 0.0)
        self._seen: tuple[Side, float, int] | None = None
        self.forward = self.side = self.outward = self.returning = 0.0

    def begin(self) -> None:
        """Start a step: the feet change their roles."""
        self._learn()
        self._last = None
        self.side = -self.side

    def _learn(self) -> None:
        """Update the usual error of a foot by the mean forward error of the finished step."""
        own, seen, self._seen = self._parameters, self._seen, None
        if seen is not None:
            foot, total, cycles = seen
            most = own.usual_limit + own.usual_band
            mean = clamp(total / cycles, -most, most)
            self.usual[foot] += own.usual_share * (mean - self.usual[foot])

    def update(self, state: RobotState, running: RunningStep) -> None:
        """Update the error from the robot's state.

        The error is zero without ground contact, where the robot is no pendulum, and without an
        inertial unit, where its swing is unknown.
        """
        from_rest = running.kind in _FROM_REST
        known = state.contact and not state.blind
        if not known or not (from_rest or running.kind in _RHYTHMIC):
            self._last = None
            self.forward = self.side = self.outward = self.returning = 0.0
            return
        support = running.support
        place, speed = self._look(state, support)
        course, course_speed = self._course(running)
        inside, turning = self._inside(running), self._parameters.turning_side
        # Both are measured from the support sole towards the swing foot.
        aside = support.sign * (course[1] - place[1])
        back = support.sign * (course_speed[1] - speed[1])
        if from_rest:
            # A robot that has not swung far enough to return by itself is only pressed back.
            self.side = min(aside + back - inside, 0.0) if running.phase > 0.5 else 0.0
            self.forward = self.outward = self.returning = 0.0
            return
        self.side = aside + back - inside
        # A late return is not an outward fall: from mid-step on, the turning point counts.
        self.outward = -self.side - max(inside - turning, 0.0)
        # Energy: a pendulum that turns back at x0 has (speed / rate)^2 = x^2 - x0^2 at x. This is
        # the speed of an undisturbed step.
        self.returning = back - math.sqrt(max(aside**2 - turning**2, 0.0))
        if running.time < self._parameters.settling:
            return  # the landing disturbs only the forward error, and sideways every cycle counts
        error = place[0] + speed[0] - course[0] - course_speed[0]
        self.forward = error - beyond(self.usual[support], self._parameters.usual_band)
        if running.kind is StepKind.STEPPING and running.teaches:
            _, total, cycles = self._seen or (support, 0.0, 0)
            self._seen = support, total + error, cycles + 1

    def _look(self, state: RobotState, support: Side) -> tuple[_Level, _Level]:
        """Return the centre of mass's position, and its velocity divided by the rate, m."""
        sole = state.sole(support)
        # Relative to the sole, because the foot is stationary; in level axes, because the pendulum
        # falls along gravity and not along the torso.
        arm: Point = (state.com[0] - sole.x, state.com[1] - sole.y, state.com[2] - sole.z)
        x, y, _ = rotate(rotation_from_rpy(state.roll, state.pitch, 0.0), arm)
        if self._last is not None:
            keep = self._parameters.low_pass
            change = (1.0 - keep) / state.cycle
            self._velocity = (
                keep * self._velocity[0] + change * (x - self._last[0]),
                keep * self._velocity[1] + change * (y - self._last[1]),
            )
        self._last = (x, y)
        return (x, y), (self._velocity[0] / self._rate, self._velocity[1] / self._rate)

    def _inside(self, running: RunningStep) -> float:
        """Return the nominal distance of the DCM inwards from the support sole, m.

        Sideways, the torso swings like a pendulum whose turning point is at mid-step.
        """
        # With t = 0 at the turning point, x = x0 cosh(rate t) and x' / rate = x0 sinh(rate t);
        # their sum, the DCM, is x0 exp(rate t). It stops growing at the end of the planned
        # duration.
        middle = 0.5 * running.duration
        time = min(running.time, running.duration)
        return self._parameters.turning_side * math.exp(self._rate * (time - middle))

    def _course(self, running: RunningStep) -> tuple[_Level, _Level]:
        """Return nominal position and velocity over rate, without the sideways swing, m.

        The torso follows the support foot's command with a delay of a few cycles.
        """
        shape, support = self._shape, running.start.of(running.support)
        end = running.planned_end(shape.support_share, self._hip_offset).of(running.support)
        delay = self._parameters.delay
        ahead, aside = running.duration - shape.lead, running.duration - shape.side_lead
        # The hips move relative to the support sole by minus its offset, which changes linearly
        # from its start to its planned end; distance / (time * rate) is a velocity over the rate.
        forward = _course_of(support.forward, end.forward, (running.forward_time - delay) / ahead)
        side = _course_of(support.side, end.side, (running.side_time - delay) / aside)
        regained = self._regained(running.time - delay)
        return (
            (self._parameters.centre_forward - forward[0], -side[0]),
            (-regained * forward[1] / (ahead * self._rate), -side[1] / (aside * self._rate)),
        )

    def _regained(self, time: float) -> float:
        """Return the share of its speed that the torso has regained a `time` after landing, s.

        The landing stops it briefly: the speed returns with a time constant, or at once if that is
        0.
        """
        if time <= 0.0:
            return 0.0
        recovery = self._parameters.recovery
        return 1.0 - math.exp(-time / recovery) if recovery > 0.0 else 1.0


def _course_of(begin: float, end: float, share: float) -> tuple[float, float]:
    """Return the position and the velocity, per duration, of a linear motion at a time share."""
    if share >= 1.0:
        return end, 0.0
    if share <= 0.0:
        return begin, 0.0
    return begin + (end - begin) * share, end - begin
