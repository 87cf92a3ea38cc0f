"""The running step: its clocks, the conditions that freeze them, and its end.

Of its three clocks `time` decides when the step ends, `forward_time` moves the feet forward and
turns them, and `side_time` moves them sideways. Only the first never stops.
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
    """Abort of a step whose swing foot carries the robot.

    Attributes:
        active: Whether such a step is aborted.
        after: Time since the step began after which the wrong support foot counts, s.
        balance: Balance towards the swing foot above which that foot carries the robot; below, both
            feet do and the weight is shifting.
        cycles: Number of consecutive cycles after which the step is aborted.
    """

    active: bool
    after: Milliseconds
    balance: Ratio
    cycles: Annotated[int, Unit(""), Ge(1)]


@dataclass(frozen=True, slots=True)
class StepFreezeParameters:
    """Freeze of a swing foot that carries weight: it is only lowered, not moved on.

    Attributes:
        active: Whether the foot freezes.
        from_phase: Share of the planned duration from which on it may freeze.
    """

    active: bool
    from_phase: Ratio


@dataclass(frozen=True, slots=True)
class StepStuckParameters:
    """End of a late step whose torso stays over the support foot.

    Both feet are down and nothing shifts the weight, so waiting does not help: the unloaded foot
    has to be lifted once more.

    Attributes:
        active: Whether such a step ends.
        after: Time during which the swing foot is loaded without the torso swinging to it, s.
        still: Roll rate towards the swing foot above which the torso swings to it, rad/s.
    """

    active: bool
    after: Milliseconds
    still: AngularSpeed


@dataclass(frozen=True, slots=True)
class WeightPassedParameters:
    """End of a late step whose centre of mass swings past the middle of the feet.

    Saturated or dead pressure cells and soles on edges can report the unloaded foot as the support
    foot; joint angles and attitude are more reliable then.

    Attributes:
        active: Whether such a step ends.
        from_phase: Multiple of the planned duration from which on; before it the cells decide.
        beyond: Required distance past the middle, m.
    """

    active: bool
    from_phase: Annotated[float, Unit(""), Gt(1.0), Le(100.0)]
    beyond: UnsignedLength


@dataclass(frozen=True, slots=True)
class StepEndParameters:
    """Conditions that end a step.

    Attributes:
        earliest: Share of the planned duration before which no support switch ends the step.
        latest: Multiple of it at which the step ends in any case.
        quiet_time: Time without gyro motion after which a late step ends, s.
        passed: End by a weight shift that the pressure cells do not show.
        stuck: End of a step whose torso stays over the support foot.
        abort: Abort when the swing foot carries the robot.
        freeze: Freeze of a loaded swing foot.
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
    """Slow-down of the forward clock while the torso leans back.

    Attributes:
        active: Whether a lean slows the step down.
        from_pitch: Torso pitch at which the effect begins, rad; negative leans back.
        range: Further pitch until the full effect, rad.
        factor: Reduction of the clock's speed at the full effect, as a share.
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
        step: Target of the step, including learnt corrections.
        planned: Target of the step without these corrections.
        swing: The swing foot.
        start: Offsets of the feet when the step began.
        lift: Apex of the swing foot, m.
        duration: Planned duration, s.
        lift_duration: Time until the swing foot is down again, s.
        sole_rate: How fast the soles turn flat, rad/s.
        cycle: Length of the control cycle, s.
        extent: Largest component of the target as a share of its limit, 0..1.
        hip_shift: Both feet end this much further to the left, shared like a side step, m.
        path: Explicit path of the swing foot; None if it goes straight to its target.
        kick: The kick executed on that path; None if the step does not kick.
        teaches: Whether later steps learn from it.
        time: Time since the beginning, s, at the end of the cycle.
        forward_time: Clock of the forward motion and the turn, s.
        side_time: Clock of the side motion, s.
        wrong_cycles: Number of consecutive cycles for which the swing foot has carried the robot.
        hangs: Time for which the torso of a late step has not swung to the swing foot, s.
        frozen: Whether the swing foot carries too much weight to be moved.
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
        """Return the support foot."""
        return self.swing.other

    @property
    def phase(self) -> float:
        """Return the elapsed share of the planned duration; above 1 the step is late."""
        return self.time / self.duration

    @property
    def late(self) -> bool:
        """Return whether the step exceeds its planned duration."""
        return self.time > self.duration

    @property
    def no_landing_before(self) -> float:
        """Return the time before which contacts (the ball) neither end nor freeze the step, s."""
        return 0.0 if self.kick is None else self.kick.touched_until

    @property
    def kicks(self) -> bool:
        """Return whether the swing foot is still on its path through a ball."""
        return self.time < self.no_landing_before

    def planned_end(self, support_share: float, hip_offset: float) -> FeetOffsets:
        """Return the feet at the planned end of the step, with both soles flat on the ground.

        Forward, the hips are then midway between the feet; sideways, they have moved by the support
        foot's share.

        Args:
            support_share: Share of a side step made by the support foot.
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
        """Advance the clocks by one cycle and decide whether the step has ended.

        Args:
            state: Current state of the robot.
            tilt: Intentional backward tilt of the torso, rad; it does not count as a lean.
            ends: Conditions that end a step.
            slow_down: Effect of a lean on the forward clock.
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
        """Return the time since the cycle in which the step was planned, s.

        That of a finished step is for how long it was commanded: the cycle in which it ends already
        belongs to its successor.
        """
        return self.time - self.cycle

    @property
    def completed(self) -> bool:
        """Return whether this is a regular step that ended when the weight reached its swing foot.

        Steps that start or stop a walk or kick do not count, nor do steps that ended otherwise.
        """
        return self.kind is StepKind.STEPPING and self.end in (StepEnd.SWITCH, StepEnd.PASSED)

    def unshifted(self, state: RobotState) -> bool:
        """Return whether the step ended without the weight on its swing foot."""
        if self.end in (None, StepEnd.PREDICTED, StepEnd.PASSED) or not state.contact:
            return False
        return state.support.side is not self.swing

    def _pace(self, pitch: float, slow_down: SlowDownParameters) -> float:
        """Return the speed of the forward clock, 1 for real time.

        A backward step catches a torso that leans back, so it is never slowed down.
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
        """Return whether the torso rolls towards the swing foot faster than `still`, rad/s."""
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
            and (support.pressure(self.swing) or support.has_dead_cell(self.swing))
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
