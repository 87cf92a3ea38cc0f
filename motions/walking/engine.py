"""The walking engine: begins delays and steps, runs them, and turns them into joint commands.

It owns no state machine. The walk's states call `begin_delay` or `begin_step` when they are
entered, `update` once per cycle before the facts are read, and `command` for the joints. What is
done stands in the modules that are named here; the engine says in which order.
"""

from collections.abc import Sequence
from dataclasses import replace

from hardware.frames import JointCommand
from hardware.limbs import LEG
from hardware.nao import Nao, Side
from motions.perception.state import MotionFeedback, RobotState
from motions.requests import MotionRequest
from motions.stiffness import stiffness_of
from motions.walking.balance.adjustment import StepAdjustment
from motions.walking.balance.ankle_strategy import AnkleStrategyBalance
from motions.walking.balance.arms import ArmsElsewhere
from motions.walking.balance.back_catch import BackCatchStep
from motions.walking.balance.capture import CaptureStep
from motions.walking.balance.delay_trigger import delay_share
from motions.walking.balance.gyro import GyroBalance
from motions.walking.balance.hip_strategy import HipStrategyBalance
from motions.walking.balance.hips import lean_back
from motions.walking.balance.knee_hip import add_knee_hip
from motions.walking.balance.knee_hip_rescue import KneeHipRescueBalance
from motions.walking.balance.lean import LeanCompensation
from motions.walking.balance.levelling import SoleLevelling
from motions.walking.balance.pendulum import Excess
from motions.walking.configuration import WalkingParameters
from motions.walking.gait import Gait
from motions.walking.hip_height import HipHeightBySpeed
from motions.walking.joints.following import JointFollowing
from motions.walking.joints.resets import reset_joints
from motions.walking.limits import StepLimits
from motions.walking.parameters import SpeedProfile
from motions.walking.placement import FeetPlacement
from motions.walking.planner import Before, StepPlanner, next_swing
from motions.walking.rhythm.early_end import EarlyEnd
from motions.walking.rhythm.learner import LiftDurationLearner
from motions.walking.running_delay import RunningDelay
from motions.walking.running_step import RunningStep
from motions.walking.step import StepEnd, StepKind
from motions.walking.trajectories import FeetOffsets
from motions.walking.wear import speeds_for


class WalkingEngine:
    """Steps for the walk's states.

    Attributes:
        placement: Foot offsets to joints, shared with standing.
        planner: Plans the steps.
        learner: How long the swing foot stays up.
        balance: Gyro feedback, shared with standing, so that its filter survives both.
        lean: Takes the mean lean out.
        arms: Leans the torso against arms that are elsewhere.
        excess: By how much the robot falls.
        capture: Where the swing foot must land when the robot falls.
        levelling: Keeps the soles level while the torso tilts.
        ankle_strategy: Presses the support sole where the robot falls.
        hip_strategy: Throws the body towards a fall to the side that no step can catch.
        adjustment: What the feet have beyond their plan when it is active instead of `capture`.
        back_catch: Whips the swing foot back when the robot tips backward.
        rescue: Lets knees and hips answer a disturbance.
        hip_height: How far the hips are above the stance.
        joints: How the joints follow their requests.
        running: The running step, or the last one; None before the first.
        delay: The running walk delay; None outside.
    """

    def __init__(self, nao: Nao, parameters: WalkingParameters, profile: SpeedProfile) -> None:
        dimensions = nao.dimensions
        self._parameters = parameters
        self._profile = profile
        self._dimensions = dimensions
        self.placement = FeetPlacement(dimensions, parameters.stance, parameters.arms)
        self.planner = StepPlanner(dimensions, parameters, profile)
        self._gait = Gait(parameters.step, parameters.residuals, dimensions.hip_offset_y)
        self._early_end = EarlyEnd(parameters.switch_prediction, parameters.stuck)
        self.learner = LiftDurationLearner(parameters.lift_learner, parameters.step.duration)
        self.balance = GyroBalance(parameters.balance)
        self.lean = LeanCompensation(parameters.lean)
        self.arms = ArmsElsewhere(parameters.arm_compensation, nao)
        pendulum, hip_offset = parameters.pendulum, dimensions.hip_offset_y
        self.excess = Excess(pendulum, parameters.step, hip_offset)
        self.capture = CaptureStep(parameters.capture, pendulum)
        self.levelling = SoleLevelling(parameters.levelling, hip_offset)
        self.ankle_strategy = AnkleStrategyBalance(parameters.ankle_strategy)
        self.hip_strategy = HipStrategyBalance(parameters.hip_strategy)
        furthest = StepLimits(dimensions, parameters, parameters.adjustment.reach.of(profile)).reach
        self.adjustment = StepAdjustment(
            parameters.adjustment, parameters.stance, dimensions.sole, furthest
        )
        self.back_catch = BackCatchStep(parameters.back_catch, dimensions.sole)
        self.rescue = KneeHipRescueBalance(parameters.knee_hip_rescue, dimensions)
        self.hip_height = HipHeightBySpeed(parameters.hip_height)
        self.joints = JointFollowing(
            parameters.requests,
            parameters.play_measure,
            parameters.joint_speed,
            parameters.play_offset,
            dimensions,
        )
        self.running: RunningStep | None = None
        self.delay: RunningDelay | None = None

    def reset(self) -> None:
        """Forget the walk so far: the next step follows from standing or another motion."""
        self.running = None
        self.delay = None
        self.planner.reset()
        self.lean.reset()
        self.arms.reset()
        self.hip_strategy.reset()
        self.ankle_strategy.reset()
        self.adjustment.reset()
        self.rescue.reset()
        self.hip_height.reset()
        self.joints.reset()

    def delay_due(self, state: RobotState) -> bool:
        """Return whether the step after the finished one must be delayed: a push to the side."""
        running = self.running
        known = state.contact and state.imu_alive
        if running is None or running.end is None or not known:
            return False
        return self._delay_share(next_swing(running, state), state) > 0.0

    def begin_delay(self, request: MotionRequest, state: RobotState, last: JointCommand) -> None:
        """Hold the feet and stretch the coming swing leg, before a step."""
        before = self.running
        if before is None:
            swing = self.planner.first_swing(request, state)
            share = self._parameters.delay.start_share
        else:
            swing = next_swing(before, state)
            share = self._delay_share(swing, state)
        self.delay = RunningDelay(swing, self._feet_of(last), share, first=before is None)
        self.joints.begin_delay()

    def _delay_share(self, swing: Side, state: RobotState) -> float:
        trigger = self._parameters.delay_trigger
        if not (trigger.active and self._parameters.delay.active):
            return 0.0
        return delay_share(trigger, self._parameters.pendulum, state, swing, self._dimensions)

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
        request = self._allowed(request, state)
        self.delay = None
        self.running = running = self.planner.plan(kind, request, state, start, before)
        if self._parameters.joint_resets.active and not after_other_motion:
            self._reset_joints(running, state, last)
        self._gait.begin(running)
        self.excess.begin()
        self.capture.begin()
        if self._parameters.adjustment.active:
            self.adjustment.begin(state, running)
        self.back_catch.begin()
        self.rescue.begin(running.step.x)

    def _learn_from(self, finished: RunningStep, state: RobotState) -> None:
        """Take what the finished step has shown into the next one."""
        parameters, play = self._parameters, self.joints.play
        if parameters.balance.restart.active and not finished.unshifted(state):
            self.balance.restart(state)
        if parameters.lift_learner.active:
            self.learner.learn(
                finished.step, finished.lasted, quality=play.quality, known=play.known
            )
            self.planner.lift_speed = self.learner.speed

    def _allowed(self, request: MotionRequest, state: RobotState) -> MotionRequest:
        """Return what the next step may do of a request: a worn or staggering robot goes slowly."""
        if self._parameters.slow_when_worn.active:
            fastest, worn = self._profile.fastest, self._profile.worn
            self.limits.allow(speeds_for(fastest, worn, self.joints.play.quality))
        if self._parameters.adjustment.active:
            self.adjustment.finish(state.time)
            factor = self.adjustment.caution.speed_factor
            request = replace(request, forward=request.forward * factor)
        return request

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
            self.delay.advance()
        elif self.running is not None:
            self._advance(state, self.running)
            self._look(state, self.running)

    def _advance(self, state: RobotState, running: RunningStep) -> None:
        """Move the step on and decide whether it is over."""
        parameters, tilt = self._parameters, self.arms.tilt
        # A torso that leans on purpose is upright to whatever answers a lean.
        upright = replace(state, pitch=state.pitch + tilt) if tilt else state
        running.advance(upright, parameters.ends, parameters.slow_down)
        running.end = self._early_end.find(state, running, parameters.ends.earliest)

    def _look(self, state: RobotState, running: RunningStep) -> None:
        """Let everything that keeps the robot upright see this cycle of the step."""
        parameters, support = self._parameters, running.support
        self.lean.update(state, self.arms.tilt)
        self.joints.update(state, support)
        if parameters.arm_compensation.active:
            self.arms.update(state, self.joints.sent.executed)
        if parameters.hip_height.active:
            self.hip_height.update(self.limits.share(running.step))
        self.excess.update(state, running)
        if parameters.capture.active and state.contact:  # in the air nothing is to be caught
            self.capture.update(self.excess, running)
        if parameters.levelling.active:
            self.levelling.update(state)
        if parameters.ankle_strategy.active:
            self.ankle_strategy.update(self.excess, running)
        if parameters.hip_strategy.active:
            self.hip_strategy.update(self.excess, running)
        if parameters.adjustment.active:
            self.adjustment.update(state, running)
        if parameters.back_catch.active:
            rate = self.balance.pitch_rate
            self.back_catch.update(state, running, self.excess.forward, rate)
        if parameters.knee_hip_rescue.active:
            caught = self.capture.forward + self.adjustment.swing
            rate = self.balance.pitch_rate
            self.rescue.update(state, support, rate, caught=caught, late=running.late)

    def command(self, *, in_air: bool = False) -> JointCommand:
        """Return the joint command of this cycle for the running delay or step.

        Args:
            in_air: A person holds the robot: the legs are soft.

        Raises:
            RuntimeError: If neither a delay nor a step has begun.
        """
        delay, running = self.delay, self.running
        if delay is not None:
            feet, support = delay.feet(self._parameters.delay), delay.support
        elif running is not None:
            feet, support = self._feet(running), running.support
        else:
            raise RuntimeError("no step has begun; call begin_step before command")
        self.hip_height.apply(feet)
        joints = self.placement.joints(feet)
        lean_back(joints, self._leant_back)
        if delay is None:
            self.back_catch.turn_knee(joints, support.other)
            self.joints.slow_down(joints, support)
        # After it: what balances the robot is not slowed down.
        self.hip_strategy.apply(joints)
        self.ankle_strategy.apply(joints)
        planned = tuple(joints)
        self._press(joints, support)
        if running is not None:
            self.joints.keep_back(joints, planned, support, running.time / running.duration)
        self.joints.sent.append(joints)
        return JointCommand(tuple(joints), self._stiffness(in_air=in_air))

    def _feet(self, running: RunningStep) -> FeetOffsets:
        """Return the feet of the running step, and what keeps the robot upright on them."""
        feet = self._gait.feet(running)
        if self._parameters.capture.active:
            self.capture.apply(feet, running)
        if self._parameters.levelling.active:
            self.levelling.apply(feet, running, 1.0 - self.back_catch.strength)
        if self._parameters.adjustment.active:
            self.adjustment.apply(feet, running, self.arms.tilt)
        self.back_catch.apply(feet, running)
        return feet

    def _press(self, joints: list[float], support: Side) -> None:
        """Let the support leg press against the torso's motion; changes the targets in place."""
        parameters, balance = self._parameters, self.balance
        joints[LEG[support].ankle_pitch] += balance.ankle_pitch
        if parameters.knee_hip.active:
            rate = balance.strength * balance.pitch_rate
            add_knee_hip(parameters.knee_hip, joints, support, rate)
        if parameters.knee_hip_rescue.active:
            self.rescue.apply(joints)

    def _stiffness(self, *, in_air: bool) -> tuple[float, ...]:
        stiff = self._parameters.stiffness
        stiffness = stiffness_of(stiff, stiff.in_air if in_air else stiff.legs)
        if self.delay is None and self.running is not None:
            ankle = LEG[self.running.swing].ankle_pitch
            stiffness[ankle] = min(stiffness[ankle], stiff.swing_ankle)
        return tuple(stiffness)

    @property
    def limits(self) -> StepLimits:
        """Return what the next step may be."""
        return self.planner.limits

    @property
    def feedback(self) -> MotionFeedback:
        """Return what perception should know of the walk."""
        if self.delay is not None or self.running is None:
            return MotionFeedback(walking=False, support=None)
        return MotionFeedback(walking=True, support=self.running.support)

    @property
    def done(self) -> bool:
        """Return whether the running delay or step is over."""
        if self.delay is not None:
            return self.delay.over(self._parameters.delay)
        return self.running is not None and self.running.end is not None

    @property
    def end(self) -> StepEnd | None:
        """Return why the last step ended."""
        return self.running.end if self.running is not None else None

    def unshifted(self, state: RobotState) -> bool:
        """Return whether the step ended without the weight on the foot that has swung."""
        return self.running is not None and self.running.unshifted(state)

    def feet_closed(self, last: JointCommand, *, dive: bool = False) -> bool:
        """Return whether the walk may be left from where the feet are.

        Args:
            last: The last command.
            dive: For a dive, which begins from feet further apart than standing does.
        """
        limits, running = self._parameters.limits, self.running
        if dive:
            closed = limits.closed_for_dive
        elif running is not None and running.kind is StepKind.STOPPING:
            closed = limits.closed_after_stop
        else:
            closed = limits.closed
        return self._feet_of(last).within(closed.distance, closed.side, closed.turn)

    def _feet_of(self, last: JointCommand) -> FeetOffsets:
        """Return where a command has put the feet, what was added to the plan taken out again."""
        feet = self.placement.offsets(self._upright(last.positions))
        self.hip_height.remove(feet)
        return feet

    def _upright(self, positions: Sequence[float]) -> Sequence[float]:
        """Return joints, (25,), rad, as they would be with an upright torso."""
        joints = list(positions)
        self.ankle_strategy.remove(joints)
        self.hip_strategy.remove(joints)
        lean_back(joints, -self._leant_back)
        return joints

    @property
    def _leant_back(self) -> float:
        """Return by how much the hips lean the torso back, rad."""
        return self.arms.tilt - self.lean.pitch
