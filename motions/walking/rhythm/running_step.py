"""A step while it runs: its clocks, what freezes them, and when it is over.

Three clocks: `time` decides when the step ends, `forward_time` moves the feet forward and turns
them, `side_time` moves them sideways. Only the first never stops.
"""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Gt, Le

from hardware.robots.model import Side
from hardware.units import (
    Angle,
    AngularSpeed,
    Milliseconds,
    PositiveAngle,
    Ratio,
    Unit,
    UnsignedLength,
)
from motions.perception.state import FootSupport, RobotState
from motions.scalars import clamp
from motions.walking.over_sole import past_middle
from motions.walking.step import Step, StepEnd, StepKind
from motions.walking.swing_path import KickStep, SwingPath
from motions.walking.trajectories import FeetOffsets, FootOffset


@dataclass(frozen=True, slots=True)
class StepAbortParameters:
    """A step ends early when the swing foot carries the robot.

    Attributes:
        active: It does.
        after: Time after which the wrong support foot counts, s.
        balance: Balance towards the swing foot from which it carries: with less both feet do, and
            the weight is on its way.
        cycles: So many cycles of it, one after the other, abort the step.
    """

    active: bool
    after: Milliseconds
    balance: Ratio
    cycles: Annotated[int, Unit(""), Ge(1)]


@dataclass(frozen=True, slots=True)
class StepFreezeParameters:
    """A swing foot that carries weight is not moved on, only lowered.

    Attributes:
        active: It is not.
        from_phase: From this share of the planned duration on.
    """

    active: bool
    from_phase: Ratio


@dataclass(frozen=True, slots=True)
class StepStuckParameters:
    """A late step ends when the torso has stayed over the support foot.

    Both feet are down, nothing moves the weight, and waiting changes nothing: the unloaded foot
    has to be lifted once more.

    Attributes:
        active: It does.
        after: Time of both, swing foot loaded and torso not swinging to it, s.
        still: The torso swings to that foot when it rolls there faster than this, rad/s.
    """

    active: bool
    after: Milliseconds
    still: AngularSpeed


@dataclass(frozen=True, slots=True)
class WeightPassedParameters:
    """A late step ends when the centre of mass swings past the middle of the feet.

    Cells at the end of their range, dead ones and soles on edges can tell the foot that is left as
    the one that carries; joints and attitude know better then.

    Attributes:
        active: It does.
        from_phase: From this multiple of the planned duration on: before it the cells are to tell.
        beyond: Past the middle by this, m.
    """

    active: bool
    from_phase: Annotated[float, Unit(""), Gt(1.0), Le(100.0)]
    beyond: UnsignedLength


@dataclass(frozen=True, slots=True)
class StepEndParameters:
    """When a step is over.

    Attributes:
        earliest: Share of the planned duration before which no support switch ends the step.
        latest: Multiple of it at which the step ends in any case.
        quiet_time: A step that is late ends when the gyros were still for this long, s.
        passed: What a centre of mass does that the cells do not tell.
        stuck: What a torso does that stays over the support foot.
        abort: What the wrong support foot does.
        freeze: What a loaded swing foot does.
    """

    earliest: Ratio
    latest: Annotated[float, Unit(""), Gt(1.0), Le(100.0)]
    quiet_time: Milliseconds
    passed: WeightPassedParameters
    stuck: StepStuckParameters
    abort: StepAbortParameters
    freeze: StepFreezeParameters


@dataclass(frozen=True, slots=True)
class SlowDownParameters:
    """Less forward interpolation while the torso leans back.

    Attributes:
        active: A lean slows the step down.
        from_pitch: Torso pitch at which it begins, rad (negative leans back).
        range: Further pitch until the full effect, rad.
        factor: Share of the speed that is taken away at the full effect.
    """

    active: bool
    from_pitch: Angle
    range: PositiveAngle
    factor: Ratio


@dataclass(slots=True)
class RunningStep:
    """State of the running step.

    Attributes:
        kind: Role of the step.
        step: Its target, with what earlier steps have taught.
        planned: What the step was planned to be without that.
        swing: The swing foot.
        start: Offsets of the feet when the step began.
        lift: Apex of the swing foot, m.
        duration: Planned duration, s.
        lift_duration: Time until the swing foot is down again, s.
        sole_rate: How fast the soles turn flat, rad/s.
        cycle: Length of the control cycle, s.
        extent: Its length in its longest direction, as a share of what can be reached.
        hip_shift: Both feet end this much further to the left, shared like a side step, m.
        path: Way of a swing foot that has its own; None where it goes straight to its target.
        kick: How the foot kicks on that way; None if it does not.
        teaches: What it shows of the robot is taken into the steps to come.
        time: Since the beginning, s, at the end of the cycle.
        forward_time: Clock of the forward motion and the turn, s.
        side_time: Clock of the side motion, s.
        wrong_cycles: So many cycles the swing foot has carried the robot by now.
        hangs: So long a late step's torso has stayed between the feet, s.
        frozen: The swing foot carries too much to be moved.
        end: Why the step is over; None while it runs.
    """

    kind: StepKind
    step: Step
    swing: Side
    start: FeetOffsets
    lift: float
    duration: float
    lift_duration: float
    sole_rate: float
    cycle: float
    planned: Step = Step()
    extent: float = 0.0
    hip_shift: float = 0.0
    path: SwingPath | None = None
    kick: KickStep | None = None
    teaches: bool = True
    time: float = 0.0
    forward_time: float = 0.0
    side_time: float = 0.0
    wrong_cycles: int = 0
    hangs: float = 0.0
    frozen: bool = False
    end: StepEnd | None = None

    @property
    def support(self) -> Side:
        """Return the foot that stands."""
        return self.swing.other

    @property
    def phase(self) -> float:
        """Return which share of its planned duration has passed; beyond 1 it is late."""
        return self.time / self.duration

    @property
    def late(self) -> bool:
        """Return whether the step runs for longer than was planned."""
        return self.time > self.duration

    @property
    def no_landing_before(self) -> float:
        """Return when a touch may be the floor, s: an earlier one neither ends nor stops a step."""
        return 0.0 if self.kick is None else self.kick.touched_until

    @property
    def kicks(self) -> bool:
        """Return whether the swing foot is on its way through a ball."""
        return self.time < self.no_landing_before

    def planned_end(self, support_share: float, hip_offset: float) -> FeetOffsets:
        """Return the feet at its planned end, both soles flat on the ground.

        The hips are midway then: half of the way is in front of them, half behind; aside they have
        gone by the support's share.

        Args:
            support_share: Of a side step, that the support foot makes.
            hip_offset: Half the distance between the hip joints, m.
        """
        x, y = self.step.in_foot_offsets(self.swing, hip_offset)
        swing = FootOffset(0.5 * x, (1.0 - support_share) * (y + self.hip_shift))
        support = FootOffset(-0.5 * x, support_share * (self.hip_shift - y))
        left, right = (swing, support) if self.swing is Side.LEFT else (support, swing)
        return FeetOffsets(left, right, self.swing.sign * 0.5 * self.step.turn)

    def advance(
        self, state: RobotState, tilt: float, ends: StepEndParameters, slow_down: SlowDownParameters
    ) -> None:
        """Advance the clocks by one cycle and decide whether the step is over.

        Args:
            state: The robot now.
            tilt: By how much its torso leans back on purpose, rad: that is no lean to answer.
            ends: When a step is over.
            slow_down: What a lean does to the forward clock.
        """
        self.time += self.cycle
        phase = self.phase
        self.frozen = self._freezes(state.support, ends.freeze, phase)
        if not self.frozen:
            self.forward_time += self.cycle * self._pace(state.pitch + tilt, slow_down)
            self.side_time += self.cycle
        self._count_wrong_support(state.support, ends.abort)
        self._count_hanging(state, ends.stuck)
        self.end = self._find_end(state, ends, phase)

    @property
    def lasted(self) -> float:
        """Return how long a finished step was commanded, s.

        The cycle in which it ends is the first one of what follows.
        """
        return self.time - self.cycle

    @property
    def completed(self) -> bool:
        """Return whether it is a step on the way that ended when the weight came to its foot.

        Other steps begin a walk, stop it or kick; others end cut off, or without the weight.
        """
        return self.kind is StepKind.STEPPING and self.end in (StepEnd.SWITCH, StepEnd.PASSED)

    def unshifted(self, state: RobotState) -> bool:
        """Return whether the step ended without the weight on the foot that has swung."""
        if self.end in (None, StepEnd.PREDICTED, StepEnd.PASSED) or not state.contact:
            return False
        return state.support.side is not self.swing

    def _pace(self, pitch: float, slow_down: SlowDownParameters) -> float:
        """Return how fast the forward clock goes.

        A step back under a torso that leans back is what catches it: it is never slowed down.
        """
        if not slow_down.active or self.step.x < 0.0:
            return 1.0
        lean = clamp((slow_down.from_pitch - pitch) / slow_down.range, 0.0, 1.0)
        return 1.0 - slow_down.factor * lean

    def _freezes(self, support: FootSupport, freeze: StepFreezeParameters, phase: float) -> bool:
        if self.time < self.no_landing_before:
            return False
        return freeze.active and phase >= freeze.from_phase and support.pressure(self.swing)

    def _count_wrong_support(self, support: FootSupport, abort: StepAbortParameters) -> None:
        if not abort.active or self.time <= max(abort.after, self.no_landing_before):
            return
        carries = support.trusted and self.swing.sign * support.balance > abort.balance
        wrong = carries and support.side is self.swing
        self.wrong_cycles = self.wrong_cycles + 1 if wrong else 0

    def _swings_over(self, state: RobotState, still: float) -> bool:
        """Return whether the torso rolls to the swing foot; to the right is positive."""
        return -self.swing.sign * state.gyro[0] > still

    def _count_hanging(self, state: RobotState, stuck: StepStuckParameters) -> None:
        both = state.support.pressure(self.swing) and state.support.side is self.support
        hangs = self.late and both and not self._swings_over(state, stuck.still)
        self.hangs = self.hangs + self.cycle if hangs else 0.0

    def _find_end(self, state: RobotState, ends: StepEndParameters, phase: float) -> StepEnd | None:
        support = state.support
        if self.time < self.no_landing_before:
            return None
        if phase > ends.earliest and support.switched and support.side is self.swing:
            return StepEnd.SWITCH
        if self.wrong_cycles >= ends.abort.cycles:
            return StepEnd.ABORT
        passed = ends.passed
        if (
            passed.active
            and phase > passed.from_phase
            and support.pressure(self.swing)
            and self._swings_over(state, ends.stuck.still)
            and past_middle(state, self.swing) > passed.beyond
        ):
            return StepEnd.PASSED
        if ends.stuck.active and self.hangs >= ends.stuck.after:
            return StepEnd.STUCK
        if phase > 1.0 and state.imu_quiet_time >= ends.quiet_time:
            return StepEnd.QUIET
        if phase > ends.latest:
            return StepEnd.OVERTIME
        return None
