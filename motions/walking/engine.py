"""The walking engine: begins delays and steps, runs them, and turns them into joint commands.

It owns no state machine. The walk's states call `begin_delay` or `begin_step` when they are
entered, `update` once per cycle before the facts are read, and `command` for the joints.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hardware.frames import CYCLE, JointCommand
from hardware.nao import ARM_JOINTS, HAND_JOINTS, HEAD_JOINTS, Joint, Nao, Side
from motions.perception.state import MotionFeedback, RobotState
from motions.requests import MotionRequest
from motions.walking.balance.adjustment import StepAdjustment
from motions.walking.balance.arms import ArmsElsewhere
from motions.walking.balance.capture import CaptureStep
from motions.walking.balance.delay_trigger import delay_share
from motions.walking.balance.gyro import GyroBalance
from motions.walking.balance.knee_hip import add_knee_hip
from motions.walking.balance.knee_hip_rescue import KneeHipRescueBalance
from motions.walking.balance.lean import LeanCompensation
from motions.walking.configuration import WalkingParameters
from motions.walking.gait import Gait, delayed_feet
from motions.walking.hip_height import HipHeightBySpeed
from motions.walking.joints.legs import LEG
from motions.walking.joints.offset import JointPlayOffset
from motions.walking.joints.play import JointPlay
from motions.walking.joints.requests import SentRequests
from motions.walking.joints.resets import reset_joints
from motions.walking.joints.speed import JointSpeedControl
from motions.walking.limits import StepLimits
from motions.walking.parameters import SpeedProfile, Stiffness
from motions.walking.placement import FeetPlacement
from motions.walking.planner import Before, StepPlanner, next_swing
from motions.walking.rhythm.learner import LiftDurationLearner
from motions.walking.rhythm.prediction import switch_is_coming
from motions.walking.rhythm.stuck import StuckDetector
from motions.walking.running_step import RunningStep
from motions.walking.step import StepEnd, StepKind
from motions.walking.trajectories import FeetOffsets
from motions.walking.wear import speeds_for


@dataclass(slots=True)
class RunningDelay:
    """State of a running walk delay.

    Attributes:
        swing: The foot that will swing.
        start: Feet when the delay began.
        share: Share of the full stretch.
        first: The step to come is the first one.
        time: Since the beginning, s.
    """

    swing: Side
    start: FeetOffsets
    share: float
    first: bool
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
        adjustment: What the feet have beyond their plan when it is active instead of `capture`.
        planner: Plans the steps.
        sent: The joint targets of the last cycles.
        play: How worn the joints are.
        joint_speed: Slows joints down that would push into a fall.
        play_offset: Keeps joints from moving towards where they hang already.
        running: The running step; None before the first.
        delay: The running walk delay; None outside.
        last_duration: How long the last finished step took, s; 0 before the first.
    """

    def __init__(self, nao: Nao, parameters: WalkingParameters, profile: SpeedProfile) -> None:
        self._parameters = parameters
        dimensions = nao.dimensions
        self._dimensions = dimensions
        self.placement = FeetPlacement(dimensions, parameters.stance, parameters.arms)
        self.balance = GyroBalance(parameters.balance)
        self.planner = StepPlanner(dimensions, parameters, profile)
        self._gait = Gait(parameters.step, parameters.residuals, dimensions.hip_offset_y)
        self.lean = LeanCompensation(parameters.lean)
        self.capture = CaptureStep(parameters.capture, parameters.step, dimensions.hip_offset_y)
        self.adjustment = self._make_adjustment(profile)
        self.rescue = KneeHipRescueBalance(parameters.knee_hip_rescue, dimensions)
        self.arms = ArmsElsewhere(parameters.arm_compensation, nao)
        self.hip_height = HipHeightBySpeed(parameters.hip_height)
        self.learner = LiftDurationLearner(parameters.lift_learner, parameters.step.duration)
        self._stuck = StuckDetector(parameters.stuck)
        self.sent = SentRequests(parameters.requests)
        self.play = JointPlay(parameters.play_measure)
        self.joint_speed = JointSpeedControl(parameters.joint_speed, dimensions)
        self.play_offset = JointPlayOffset(parameters.play_offset)
        self._profile = profile
        self.running: RunningStep | None = None
        self.delay: RunningDelay | None = None
        self.last_duration = 0.0

    def _make_adjustment(self, profile: SpeedProfile) -> StepAdjustment:
        """Return the step adjustment: it may use the margin that the walk leaves to it."""
        parameters, dimensions = self._parameters, self._dimensions
        wide = parameters.adjustment.reach
        furthest = replace(
            profile,
            forward=wide.forward,
            backward=wide.backward,
            side=wide.side,
            reach_margin=(0.0, 0.0),
        )
        reach = StepLimits(dimensions, parameters, furthest).reach
        return StepAdjustment(parameters.adjustment, parameters.stance, dimensions.sole, reach)

    @property
    def limits(self) -> StepLimits:
        """Return what the next step may be."""
        return self.planner.limits

    def reset(self) -> None:
        """Forget the walk so far: the next step follows from standing or another motion."""
        self.running = None
        self.delay = None
        self.sent.clear()
        self.joint_speed.reset()
        self.play_offset.reset()
        self.lean.reset()
        self.adjustment.reset()
        self.rescue.reset()
        self.arms.reset()
        self.hip_height.reset()
        self.planner.reset()

    def begin_delay(self, request: MotionRequest, state: RobotState, last: JointCommand) -> None:
        """Hold the feet and stretch the coming swing leg, before a step."""
        before = self.running
        first = before is None
        swing = (
            self.planner.first_swing(request, state)
            if before is None
            else next_swing(before, state)
        )
        share = self._parameters.delay.start_share if first else self._delay_share(swing, state)
        self.delay = RunningDelay(swing, self._feet_of(last), share, first)
        self.joint_speed.reset()

    def delay_due(self, state: RobotState) -> bool:
        """Return whether the step after the finished one must be delayed: a push to the side."""
        running = self.running
        known = state.contact and state.imu_alive
        if running is None or running.end is None or not known:
            return False
        return self._delay_share(next_swing(running, state), state) > 0.0

    def _delay_share(self, swing: Side, state: RobotState) -> float:
        trigger = self._parameters.delay_trigger
        return delay_share(trigger, state, swing, self._dimensions) if trigger.active else 0.0

    def begin_step(
        self,
        kind: StepKind,
        request: MotionRequest,
        state: RobotState,
        last: JointCommand,
        *,
        after_other_motion: bool = False,
    ) -> None:
        """Plan a step and begin it where the last command left the joints.

        Args:
            kind: Role of the step.
            request: The speed to walk at; steps that stop ignore it.
            state: The robot now.
            last: The last command.
            after_other_motion: The feet come from a get-up or the like: the step closes them.
        """
        before = Before(
            swing=self.delay.swing if self.delay is not None else None,
            step=self.running,
            other_motion=after_other_motion,
        )
        start = self._feet_of(last)
        if self.running is not None:
            self._learn_from(self.running, state)
        if self._parameters.slow_when_worn.active:
            profile = self._profile
            self.limits.allow(speeds_for(profile.fastest, profile.worn, self.play.quality))
        if self._parameters.adjustment.active:
            self.adjustment.finish(state.time)
            factor = self.adjustment.caution.speed_factor
            request = replace(request, forward=request.forward * factor)
        self.running = self.planner.plan(kind, request, state, start, before)
        self.delay = None
        if self._parameters.joint_resets.active and not after_other_motion:
            self._reset_joints(self.running, state, last)
        self._gait.begin(self.running)
        self.capture.begin()
        if self._parameters.adjustment.active:
            self.adjustment.begin(state, self.running)
        self.rescue.begin(self.running.step.x)

    def _learn_from(self, finished: RunningStep, state: RobotState) -> None:
        """Take what the finished step has shown into the next one."""
        parameters = self._parameters
        if parameters.balance.restart.active and not self.unshifted(state):
            self.balance.restart(state)
        if parameters.lift_learner.active:
            play = self.play
            self.learner.learn(finished.step, finished.time, quality=play.quality, known=play.known)
            self.planner.lift_speed = self.learner.speed

    def _reset_joints(self, running: RunningStep, state: RobotState, last: JointCommand) -> None:
        """Begin the step where the joints are, as far as that helps it."""
        end = self._gait.end(running)
        self.hip_height.apply(end)
        joints = reset_joints(
            self._parameters.joint_resets,
            self._upright(last.positions),
            self._upright(state.positions),
            self.placement.joints(end),
            running.swing,
        )
        running.start = self.placement.offsets(joints)
        self.hip_height.remove(running.start)

    def update(self, state: RobotState) -> None:
        """Advance the running delay or step by one cycle, before the facts are read."""
        if self.delay is not None:
            self.delay.time += CYCLE
        elif self.running is not None:
            # A torso that leans on purpose is upright to whatever answers a lean.
            upright = (
                replace(state, pitch=state.pitch + self.arms.tilt) if self.arms.tilt else state
            )
            self.running.advance(upright, self._parameters.ends, self._parameters.slow_down)
            self._end_otherwise(state, self.running)
            self.lean.update(state, self.arms.tilt)
            self._follow_joints(state, self.running)
            if self._parameters.capture.active:
                self.capture.update(state, self.running)
            if self._parameters.adjustment.active:
                self.adjustment.update(state, self.running)
            if self._parameters.knee_hip_rescue.active:
                self._rescue(state, self.running)
            if self.running.end is not None:
                self.last_duration = self.running.time

    def _end_otherwise(self, state: RobotState, running: RunningStep) -> None:
        """End the step where its own conditions do not: before the switch, or without one."""
        parameters = self._parameters
        late = running.time - running.duration
        stuck = parameters.stuck.active and self._stuck.update(state, running.swing, late)
        if running.end is not None:
            return
        if (
            parameters.switch_prediction.active
            and running.time > parameters.ends.earliest * running.duration
            and switch_is_coming(
                parameters.switch_prediction, state.support, running.step, running.swing
            )
        ):
            running.end = StepEnd.PREDICTED
        elif stuck and running.kind in (StepKind.STEPPING, StepKind.STOPPING):
            running.end = StepEnd.STUCK

    def _rescue(self, state: RobotState, running: RunningStep) -> None:
        """Let knee and hip answer a disturbance."""
        self.rescue.update(
            state,
            running.swing.other,
            self.balance.pitch_rate,
            caught=self.capture.forward + self.adjustment.swing,
            late=running.time > running.duration,
        )

    def _follow_joints(self, state: RobotState, running: RunningStep) -> None:
        """Let the joints' components see how the joints follow their requests."""
        parameters, executed = self._parameters, self.sent.executed
        self.play.update(state.positions, executed)
        if parameters.joint_speed.active:
            self.joint_speed.update(state, executed, running.swing.other, self.play.quality)
        if parameters.play_offset.active:
            self.play_offset.update(state.positions, executed)
        if parameters.arm_compensation.active:
            self.arms.update(state, executed)
        if parameters.hip_height.active:
            self.hip_height.update(self.limits.share(running.step))

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

    def unshifted(self, state: RobotState) -> bool:
        """Return whether the step ended without the weight on the foot that has swung."""
        running = self.running
        if running is None or running.end is None or not state.contact:
            return False
        if running.end is StepEnd.PREDICTED:
            return False
        return state.support.side is not running.swing

    def _feet_of(self, last: JointCommand) -> FeetOffsets:
        """Return where a command has put the feet, what was added to the plan taken out again."""
        feet = self.placement.offsets(self._upright(last.positions))
        self.hip_height.remove(feet)
        return feet

    def _upright(self, positions: Sequence[float]) -> Sequence[float]:
        """Return joints, (25,), rad, as they would be with an upright torso."""
        return self.arms.without(self.lean.without(positions))

    @property
    def feedback(self) -> MotionFeedback:
        """Return what perception should know of the walk."""
        if self.delay is not None or self.running is None:
            return MotionFeedback(walking=False, support=None)
        return MotionFeedback(walking=True, support=self.running.swing.other)

    def feet_closed(self, last: JointCommand) -> bool:
        """Return whether the walk may be left to standing from where the feet are."""
        running = self.running
        if running is not None and running.kind is StepKind.STOPPING and not running.hip_shift:
            return True
        limits = self._parameters.limits
        feet = self._feet_of(last)
        return (
            all(
                abs(foot.forward) < limits.closed and abs(foot.side) < limits.closed_side
                for foot in (feet.left, feet.right)
            )
            and abs(feet.turn) < limits.closed_turn
        )

    def command(self, *, in_air: bool = False) -> JointCommand:
        """Return the joint command of this cycle for the running delay or step.

        Args:
            in_air: A person holds the robot: the legs are soft.

        Raises:
            RuntimeError: If neither a delay nor a step has begun.
        """
        parameters = self._parameters
        stiff = parameters.stiffness
        stiffness = stiffness_of(stiff, stiff.in_air if in_air else stiff.legs)
        if self.delay is not None:
            delay = self.delay
            feet = delayed_feet(
                parameters.delay, delay.start, delay.swing, delay.share, delay.time + CYCLE
            )
            support = delay.swing.other
        elif self.running is not None:
            feet = self._gait.feet(self.running)
            self.capture.apply(feet, self.running)
            if parameters.adjustment.active:
                self.adjustment.apply(feet, self.running, self.arms.tilt)
            support = self.running.swing.other
            ankle = LEG[self.running.swing].ankle_pitch
            stiffness[ankle] = min(stiffness[ankle], stiff.swing_ankle)
        else:
            raise RuntimeError("no step has begun; call begin_step before command")
        self.hip_height.apply(feet)
        joints = self.placement.joints(feet)
        self.lean.apply(joints)
        self.arms.apply(joints)
        if self.delay is None and parameters.joint_speed.active:
            self.joint_speed.apply(joints, support)
        planned = tuple(joints)
        joints[LEG[support].ankle_pitch] += self.balance.ankle_pitch
        if parameters.knee_hip.active:
            rate = self.balance.strength * self.balance.pitch_rate
            add_knee_hip(parameters.knee_hip, joints, support, rate)
        if parameters.knee_hip_rescue.active:
            self.rescue.apply(joints)
        if self.running is not None and parameters.play_offset.active:
            progress = self.running.time / self.running.duration
            self.play_offset.apply(joints, planned, support, progress)
        self.sent.append(joints)
        return JointCommand(tuple(joints), tuple(stiffness))
