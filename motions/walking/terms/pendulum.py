"""By how much the robot falls: its divergent component of motion beyond an undisturbed step's.

The torso on the support foot is taken as a linear inverted pendulum of constant height. Its
divergent component of motion (DCM, position plus velocity over the pendulum's rate) tells where
the robot would have to stand to come to rest. In an undisturbed step the DCM follows a known
course; what it has beyond that is what a push has done, and grows with the pendulum's rate.

What every step over a foot has forward is no push: wrong zeros of joints and a wrong attitude put
the robot elsewhere than it believes. It would press a sole on its edge in every step, and move
every swing foot; so what is usual is left out, beyond a band.

Frames: `level` at the support sole, x forward and y left, m.

Source of the model: the capture point of the linear inverted pendulum (Pratt et al. 2006); of its
use in a step: the difference to the nominal step, which needs no model of the servos.
"""

import math
from dataclasses import dataclass

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
    """The walking robot as a pendulum.

    Attributes:
        height: Height of the centre of mass over the sole, m.
        centre_forward: Centre of mass in front of the support sole's origin at mid-step, m.
        turning_side: Distance of the centre of mass from the support sole where it turns back, m.
        low_pass: Share of the old value in the velocity filter.
        delay: Time until the joints have followed a command, s.
        settling: So long after a landing the soles are no place to measure from, s.
        recovery: Time constant with which the torso regains the speed that a landing takes, s.
        usual_share: Share of a step in what is usual over its support foot.
        usual_band: What is usual forward is only left out beyond this, m.
        usual_limit: At most so much is left out, m.
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
        """Return how fast the divergent component grows, 1/s."""
        return math.sqrt(GRAVITY / self.height)


_Level = tuple[float, float]
"""Forward and left in the level frame at the support sole, m."""

_RHYTHMIC = (StepKind.STEPPING, StepKind.STOPPING, StepKind.KICKING)
"""Steps with a course from their beginning."""
_FROM_REST = (StepKind.STARTING, StepKind.EMERGENCY_STAND)
"""Steps that begin at rest: their torso has a course once it should have turned back."""


class DcmError:
    """What the DCM has beyond its course.

    Attributes:
        forward: m.
        side: Towards the swing foot; negative is over the support foot's outer edge, m.
        outward: Over the support foot's outer edge, beyond where an undisturbed step turns back, m.
        returning: By how much the torso swings back faster than an undisturbed one at the same
            place, whenever that is there: speed over the pendulum's rate, m.
        usual: What steps over each foot have forward on average, m: wrong zeros of joints and a
            wrong attitude look like a fall, in every step.
    """

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
        """Forget the walk so far: a robot that fell in it stands by now, and its fall is not usual.

        What is usual over each foot stays known: the robot is the same.
        """
        self._last: _Level | None = None
        self._velocity: _Level = (0.0, 0.0)
        self._seen: tuple[Side, float, int] | None = None
        self.forward = self.side = self.outward = self.returning = 0.0

    def begin(self) -> None:
        """Begin a step: the support foot is a new one, and on the other side."""
        self._learn()
        self._last = None
        self.side = -self.side

    def _learn(self) -> None:
        """Take what the finished step had forward on average into what is usual over its foot."""
        own, seen, self._seen = self._parameters, self._seen, None
        if seen is not None:
            foot, total, cycles = seen
            most = own.usual_limit + own.usual_band
            mean = clamp(total / cycles, -most, most)
            self.usual[foot] += own.usual_share * (mean - self.usual[foot])

    def update(self, state: RobotState, running: RunningStep) -> None:
        """Compare the robot with an undisturbed step.

        Without contact it is no pendulum; without an inertial unit nobody knows how it swings.
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
        # Both are counted from the support sole towards the swing foot.
        aside = support.sign * (course[1] - place[1])
        back = support.sign * (course_speed[1] - speed[1])
        if from_rest:
            # Whoever has not swung far enough to turn back by itself is only pressed back.
            self.side = min(aside + back - inside, 0.0) if running.phase > 0.5 else 0.0
            self.forward = self.outward = self.returning = 0.0
            return
        self.side = aside + back - inside
        # Who swings back late does not fall outwards: from mid-step on, where it turned counts.
        self.outward = -self.side - max(inside - turning, 0.0)
        # Energy: a pendulum that turns back at x0 has (speed / rate)^2 = x^2 - x0^2 on its way at
        # x. What this one is faster by, an undisturbed step does not have.
        self.returning = back - math.sqrt(max(aside**2 - turning**2, 0.0))
        if running.time < self._parameters.settling:
            return  # the landing shakes it forward and backward; sideways every cycle counts
        error = place[0] + speed[0] - course[0] - course_speed[0]
        self.forward = error - beyond(self.usual[support], self._parameters.usual_band)
        if running.kind is StepKind.STEPPING and running.teaches:
            _, total, cycles = self._seen or (support, 0.0, 0)
            self._seen = support, total + error, cycles + 1

    def _look(self, state: RobotState, support: Side) -> tuple[_Level, _Level]:
        """Return the centre of mass's place, and its speed over the pendulum's rate."""
        sole = state.sole(support)
        # From the sole, because the foot is what stands still; turned level, because the pendulum
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
        """Return how far inside the support sole the DCM is as the torso swings sideways, m.

        It swings like a pendulum that turns back over mid-step.
        """
        # From the turning point on x = x0 cosh(rate t) and x' / rate = x0 sinh(rate t); their sum,
        # the DCM, is x0 exp(rate t), before it too, with t < 0. Later than planned it grows no
        # more.
        middle = 0.5 * running.duration
        time = min(running.time, running.duration)
        return self._parameters.turning_side * math.exp(self._rate * (time - middle))

    def _course(self, running: RunningStep) -> tuple[_Level, _Level]:
        """Return place and speed likewise of an undisturbed step, without its swing sideways.

        The torso follows the support foot's command, a few cycles late.
        """
        shape, support = self._shape, running.start.of(running.support)
        end = running.planned_end(shape.support_share, self._hip_offset).of(running.support)
        delay = self._parameters.delay
        ahead, aside = running.duration - shape.lead, running.duration - shape.side_lead
        # The hips move over the support sole by minus its offset, which goes evenly from where the
        # step found it to its share of the step; way / (time * rate) is a speed over the rate.
        forward = _course_of(support.forward, end.forward, (running.forward_time - delay) / ahead)
        side = _course_of(support.side, end.side, (running.side_time - delay) / aside)
        regained = self._regained(running.time - delay)
        return (
            (self._parameters.centre_forward - forward[0], -side[0]),
            (-regained * forward[1] / (ahead * self._rate), -side[1] / (aside * self._rate)),
        )

    def _regained(self, time: float) -> float:
        """Return the share of its speed that the torso has a time after a landing, s.

        The landing stops it for a moment: its speed comes back with a time constant, or at once.
        """
        if time <= 0.0:
            return 0.0
        recovery = self._parameters.recovery
        return 1.0 - math.exp(-time / recovery) if recovery > 0.0 else 1.0


def _course_of(begin: float, end: float, share: float) -> tuple[float, float]:
    """Return place and way per duration of a linear motion at a share of its time."""
    if share >= 1.0:
        return end, 0.0
    if share <= 0.0:
        return begin, 0.0
    return begin + (end - begin) * share, end - begin
