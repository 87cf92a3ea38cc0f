"""The walking engine: plans steps, runs them, and turns them into joint commands.

It owns no state machine. The walk's states call `begin_delay` or `begin_step` when they are
entered, `update` once per cycle before the facts are read, and `command` for the joints.
"""

from dataclasses import dataclass

from hardware.frames import CYCLE, JointCommand
from hardware.nao import ARM_JOINTS, HAND_JOINTS, HEAD_JOINTS, Joint, Nao, Side
from motions.perception.state import MotionFeedback, RobotState
from motions.requests import MotionRequest
from motions.walking.balance import GyroBalance
from motions.walking.gait import Gait, closing_step, delayed_feet, lift_duration
from motions.walking.limits import StepLimits
from motions.walking.parameters import SpeedProfile, Stiffness, WalkingParameters
from motions.walking.placement import FeetPlacement
from motions.walking.running_step import RunningStep
from motions.walking.step import Step, StepEnd, StepKind
from motions.walking.trajectories import FeetOffsets, clamp

_ANKLE_PITCH = {Side.LEFT: Joint.L_ANKLE_PITCH, Side.RIGHT: Joint.R_ANKLE_PITCH}


@dataclass(slots=True)
class RunningDelay:
    """State of a running walk delay.

    Attributes:
        swing: The foot that will swing.
        start: Feet when the delay began.
        share: Share of the full stretch.
        time: Since the beginning, s.
    """

    swing: Side
    start: FeetOffsets
    share: float
    time: float = 0.0


def stiffness_of(parameters: Stiffness, legs: float) -> list[float]:
    """Return the stiffness of all joints, (25,), with that of the legs given."""
    stiffness = [legs] * len(Joint)
    for joint in HEAD_JOINTS:
        stiffness[joint] = parameters.head
    for joint in ARM_JOINTS + HAND_JOINTS:
        stiffness[joint] = parameters.arms
    return stiffness


class WalkingEngine:
    """Steps for the walk's states.

    Attributes:
        balance: Gyro feedback, shared with standing, so that its filter survives both.
        placement: Foot offsets to joints, shared with standing.
        limits: What the next step may be.
        running: The running step; None before the first.
        delay: The running walk delay; None outside.
        last_duration: How long the last finished step took, s; 0 before the first.
        stopping_steps: Stopping steps in a row.
    """

    def __init__(self, nao: Nao, parameters: WalkingParameters, profile: SpeedProfile) -> None:
        self._parameters = parameters
        dimensions = nao.dimensions
        self.placement = FeetPlacement(dimensions, parameters.stance, parameters.arms)
        self.balance = GyroBalance(parameters.balance)
        self.limits = StepLimits(dimensions, parameters, profile)
        self._gait = Gait(parameters.step, parameters.residuals, dimensions.hip_offset_y)
        self.running: RunningStep | None = None
        self.delay: RunningDelay | None = None
        self.last_duration = 0.0
        self.stopping_steps = 0
        self._last_step = Step()

    def reset(self) -> None:
        """Forget the walk so far: the next step follows from standing or another motion."""
        self.running = None
        self.delay = None
        self._last_step = Step()
        self.stopping_steps = 0

    def begin_delay(self, request: MotionRequest, state: RobotState, last: JointCommand) -> None:
        """Begin the walk delay before the first step."""
        start = self.placement.offsets(last.positions)
        swing = self.first_swing(request, state)
        self.delay = RunningDelay(swing, start, self._parameters.delay.start_share)

    def begin_step(
        self,
        kind: StepKind,
        request: MotionRequest,
        state: RobotState,
        last: JointCommand,
        *,
        after_get_up: bool = False,
    ) -> None:
        """Plan a step and begin it where the last command left the joints.

        Args:
            kind: Role of the step.
            request: The speed to walk at; ignored by a stopping step.
            state: The robot now.
            last: The last command.
            after_get_up: The feet come from another motion: the step closes them.
        """
        shape = self._parameters.step
        start = self.placement.offsets(last.positions)
        swing = self._choose_swing(kind, request, state)
        step = self._choose_step(kind, request, swing, start, after_get_up=after_get_up)
        widest = max(abs(step.y), abs(self._last_step.y))
        rates = self._parameters.residuals
        first = kind is StepKind.STARTING and not after_get_up
        self.running = RunningStep(
            kind=kind,
            step=self.limits.calibrated(step),
            swing=swing,
            start=start,
            lift=shape.lift * (self._first_lift(step) if first else 1.0),
            duration=shape.duration,
            lift_duration=lift_duration(shape, widest),
            sole_rate=rates.sole_after_get_up if after_get_up else rates.sole,
        )
        self.delay = None
        self._last_step = step
        self.stopping_steps = self.stopping_steps + 1 if kind is StepKind.STOPPING else 0
        self._gait.begin(self.running)

    def update(self, state: RobotState) -> None:
        """Advance the running delay or step by one cycle, before the facts are read."""
        if self.delay is not None:
            self.delay.time += CYCLE
        elif self.running is not None:
            self.running.advance(state, self._parameters.ends, self._parameters.slow_down)
            if self.running.end is not None:
                self.last_duration = self.running.time

    @property
    def done(self) -> bool:
        """Return whether the running delay or step is over."""
        if self.delay is not None:
            return self.delay.time >= self._parameters.delay.duration - 0.5 * CYCLE
        return self.running is not None and self.running.end is not None

    @property
    def end(self) -> StepEnd | None:
        """Return why the last step ended."""
        return self.running.end if self.running is not None else None

    @property
    def feedback(self) -> MotionFeedback:
        """Return what perception should know of the walk."""
        if self.delay is not None or self.running is None:
            return MotionFeedback(walking=False, support=None)
        return MotionFeedback(walking=True, support=self.running.swing.other)

    def feet_closed(self, last: JointCommand) -> bool:
        """Return whether the walk may be left to standing from where the feet are."""
        if self.running is not None and self.running.kind is StepKind.STOPPING:
            return True
        limits = self._parameters.limits
        feet = self.placement.offsets(last.positions)
        return (
            all(
                abs(foot.forward) < limits.closed and abs(foot.side) < limits.closed_side
                for foot in (feet.left, feet.right)
            )
            and abs(feet.turn) < limits.closed_turn
        )

    def command(self) -> JointCommand:
        """Return the joint command of this cycle for the running delay or step.

        Raises:
            RuntimeError: If neither a delay nor a step has begun.
        """
        stiffness = stiffness_of(self._parameters.stiffness, self._parameters.stiffness.legs)
        if self.delay is not None:
            delay = self.delay
            feet = delayed_feet(
                self._parameters.delay, delay.start, delay.swing, delay.share, delay.time + CYCLE
            )
            joints = self.placement.joints(feet)
            support = delay.swing.other
        elif self.running is not None:
            joints = self.placement.joints(self._gait.feet(self.running))
            support = self.running.swing.other
            stiffness[_ANKLE_PITCH[support.other]] = self._parameters.stiffness.swing_ankle
        else:
            raise RuntimeError("no step has begun; call begin_step before command")
        joints[_ANKLE_PITCH[support]] += self.balance.ankle_pitch
        return JointCommand(tuple(joints), tuple(stiffness))

    def first_swing(self, request: MotionRequest, state: RobotState) -> Side:
        """Return the foot that swings first: towards the side step, else the turn, else lighter."""
        wish = request.left if request.left != 0.0 else request.turn
        if wish != 0.0:
            return Side.LEFT if wish > 0.0 else Side.RIGHT
        return Side.RIGHT if state.support.balance > 0.0 else Side.LEFT

    def _choose_swing(self, kind: StepKind, request: MotionRequest, state: RobotState) -> Side:
        if self.delay is not None:
            return self.delay.swing
        if kind is StepKind.STARTING or self.running is None:
            return self.first_swing(request, state)
        return state.support.side.other

    def _choose_step(
        self,
        kind: StepKind,
        request: MotionRequest,
        swing: Side,
        start: FeetOffsets,
        *,
        after_get_up: bool,
    ) -> Step:
        if after_get_up:
            return closing_step(start, swing)
        if kind is StepKind.STOPPING or not request.wants_to_move:
            return Step()
        return self.limits.step(request, swing, self._last_step)

    def _first_lift(self, step: Step) -> float:
        """Return the share of the lift in a first step: less when it goes straight."""
        least = self._parameters.step.first_lift_ratio
        side = clamp(abs(step.y) / max(self.limits.reach.side, 1e-9), 0.0, 1.0)
        return least + (1.0 - least) * side
