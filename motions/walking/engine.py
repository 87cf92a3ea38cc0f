"""The walking engine: begins delays and steps, runs them, and turns them into joint commands.

The walk's states call `begin_delay` or `begin_step` when they are entered, `update` once per cycle
before the facts are read, and `command` for the joints. A step is planned (`planning`), lasts
(`rhythm`) and moves the feet (`gait`); what goes beyond the plan are terms (`terms/order.py`).
"""

from hardware.robots.model import RobotModel, Side
from hardware.sensors_and_commands import JointCommand
from motions.perception.state import MotionFeedback, RobotState
from motions.requests import MotionRequest
from motions.stiffness import stiffness_of
from motions.walking.configuration import WalkingParameters, active_terms
from motions.walking.gait import Gait
from motions.walking.joints.sole_trim import SoleTrim
from motions.walking.joints.tracking import JointTracking
from motions.walking.optional.joint_resets import reset_joints
from motions.walking.optional.switch_prediction import switch_is_coming
from motions.walking.parameters import SpeedProfile
from motions.walking.placement import FeetPlacement
from motions.walking.planning.limits import StepLimits
from motions.walking.planning.planner import StepHistory, StepPlanner, next_swing
from motions.walking.planning.step_source import StepSource
from motions.walking.rhythm.delay_trigger import delay_share
from motions.walking.rhythm.kick_abort import must_abort
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.rhythm.walk_delay import RunningDelay
from motions.walking.step import Step, StepEnd, StepKind
from motions.walking.swing_path import KickStep
from motions.walking.terms.active import ActiveTerms
from motions.walking.terms.gyro_filter import GyroBalance
from motions.walking.terms.pendulum import DcmError
from motions.walking.terms.term import TermContext, WalkState
from motions.walking.trajectories import FeetOffsets


class WalkingEngine:
    """Steps for the walk's states.

    Attributes:
        placement: Foot offsets to joints, shared with standing.
        planner: Plans the steps.
        balance: Gyro feedback, shared with standing, so that its filter survives both.
        joints: How the joints follow their requests.
        walk: What the terms see: the running step or delay, the robot's fall.
        terms: What goes beyond the plan, in its order.
    """

    def __init__(
        self,
        model: RobotModel,
        parameters: WalkingParameters,
        profile: SpeedProfile,
        soles: SoleTrim | None = None,
    ) -> None:
        """Know nothing yet; `soles` are those that standing trims too."""
        self._model = model
        self._parameters = parameters
        self._dimensions = dimensions = model.dimensions
        self.placement = FeetPlacement(model, parameters.stance, parameters.arms)
        self.planner = StepPlanner(model, parameters, profile)
        self._gait = Gait(parameters.step, parameters.residuals, dimensions.hip_offset_y)
        self._last_steps: dict[Side, RunningStep] = {}  # of either foot
        self.balance = GyroBalance(parameters.balance)
        self.joints = JointTracking(
            parameters.requests,
            parameters.play_measure,
            parameters.sag,
            parameters.still_joints,
            model,
        )
        error = DcmError(parameters.pendulum, parameters.step, dimensions.hip_offset_y)
        self.walk = WalkState(model.legs, self.balance, error, self.joints)
        context = TermContext(
            model,
            parameters.stance,
            parameters.pendulum,
            profile,
            reach=lambda other: StepLimits(model, parameters, other).reach,
            soles=soles,
        )
        self.terms = ActiveTerms(active_terms(parameters, context), self.walk)

    @property
    def running(self) -> RunningStep | None:
        """Return the running step, or the last one; None before the first."""
        return self.walk.running

    @property
    def delay(self) -> RunningDelay | None:
        """Return the running walk delay; None outside."""
        return self.walk.delay

    def reset(self) -> None:
        """Forget the walk so far: the next step follows from standing or another motion."""
        self.walk.reset()
        self._last_steps.clear()
        self.planner.reset()
        self.joints.reset()
        self.terms.reset()

    def delay_due(self, state: RobotState) -> bool:
        """Return whether the step after the finished one must be delayed: a push to the side."""
        running = self.running
        known = state.contact and state.imu_alive
        if running is None or running.end is None or not known:
            return False
        return self._delay_share(next_swing(running, state), state) > 0.0

    def begin_delay(
        self,
        request: MotionRequest,
        state: RobotState,
        last: JointCommand,
        *,
        source: StepSource | None = None,
    ) -> None:
        """Hold the feet and stretch the coming swing leg, before a step (`begin_step`)."""
        before = self.running
        if before is None:
            self.terms.stand(state)
            swing = self.planner.first_swing(request, state, source)
            share = self._parameters.delay.start_share
        else:
            swing = next_swing(before, state)
            share = self._delay_share(swing, state)
        self.walk.delay = RunningDelay(
            swing, self._feet_of(last), share, first=before is None, cycle=state.cycle
        )

    def _delay_share(self, swing: Side, state: RobotState) -> float:
        trigger, pendulum = self._parameters.delay_trigger, self._parameters.pendulum
        last = self._last_steps.get(swing)
        wide = last is not None and abs(last.planned.y) > trigger.aside
        if wide or not self._parameters.delay.active:
            return 0.0
        return delay_share(trigger, pendulum, state, swing, self._dimensions)

    def begin_step(
        self,
        kind: StepKind,
        request: MotionRequest,
        state: RobotState,
        last: JointCommand,
        *,
        source: StepSource | None = None,
        after_other_motion: bool = False,
    ) -> None:
        """Plan a step and begin it where the last command left the joints.

        Args:
            kind: Role of the step.
            request: The speed to walk at; steps that stop ignore it.
            state: The robot now.
            last: The last command.
            source: Says where the step goes, instead of a speed.
            after_other_motion: The feet come from a get-up or the like: the step closes them.
        """
        # Who walks on at once has not stood yet.
        if after_other_motion and not request.wants_to_move:
            self.terms.stand(state)
        before = self._look_back(state, after_other_motion=after_other_motion)
        start = self._feet_of(last)
        request = self.terms.request(request, state)
        running = self.planner.plan(kind, request, state, start, before, source)
        self._begin(running, state, last, resets=not after_other_motion)

    def begin_kick_step(
        self, kick: KickStep, request: MotionRequest, state: RobotState, last: JointCommand
    ) -> None:
        """Begin a step that kicks, where the last command left the joints.

        Args:
            kick: The step; its foot is the one that swings next.
            request: The wish behind it.
            state: The robot now.
            last: The last command.
        """
        before = self._look_back(state)
        start = self._feet_of(last)
        self.terms.request(request, state)
        self._begin(self.planner.plan_kick(kick, state, start, before), state, last)

    def renew_step(self, step: Step) -> None:
        """Let the running step go elsewhere, a little further in every cycle: it is not eased."""
        if self.running is not None:
            self.planner.renew(step, self.running)

    def turn_into_kick(self, kick: KickStep, last: JointCommand) -> None:
        """Let the running step become one that kicks, from where the last command left the feet."""
        if self.running is not None and self.running.swing is kick.swing:
            feet = self._feet_of(last)
            self.planner.turn_into_kick(kick, self.running, feet)
            self._gait.go_on_from(self.running, feet)

    def renew_kick_step(self, kick: KickStep) -> None:
        """Let the running kick step go on to other points: the ball is elsewhere."""
        if self.running is not None:
            self.planner.renew_kick(kick, self.running)

    def gives_up_kick(self, last: JointCommand) -> bool:
        """Return whether the robot falls to a foot that kicks; it comes down at once then."""
        running, error = self.running, self.walk.dcm_error
        if running is None or not must_abort(self._parameters.kick_abort, running, error):
            return False
        self.planner.abort_kick(running)
        self._gait.go_on_from(running, self._feet_of(last))
        return True

    def _look_back(self, state: RobotState, *, after_other_motion: bool = False) -> StepHistory:
        """Learn from the finished step, and return what went before the one that begins."""
        delay, finished = self.walk.delay, self.running
        if finished is not None and not finished.unshifted(state):
            self.balance.restart(state)
        self.planner.look_back(finished, self.joints, state)
        return StepHistory(
            swing=delay.swing if delay is not None else None,
            step=finished,
            other_motion=after_other_motion,
        )

    def _begin(
        self, running: RunningStep, state: RobotState, last: JointCommand, *, resets: bool = True
    ) -> None:
        walk, finished = self.walk, self.running
        walk.delay, walk.running = None, running
        self._last_steps[running.swing] = running
        if self._parameters.joint_resets.active and resets:
            self._reset_joints(running, state, last)
        self._gait.begin(running)
        walk.dcm_error.begin()
        self.joints.begin(finished, running.swing)
        self.terms.begin(state)

    def _reset_joints(self, running: RunningStep, state: RobotState, last: JointCommand) -> None:
        """Begin the step where the joints are, as far as that helps it."""
        end = self._gait.end(running)
        self.terms.feet(end, lasting=True)
        joints = reset_joints(
            self._parameters.joint_resets,
            self.terms.planned_joints(self.joints.sag.asked(last.positions)),
            self.terms.planned_joints(state.positions),
            self.placement.joints(end),
            self._model.legs,
            running.swing,
        )
        running.start = self.terms.planned_feet(self.placement.offsets(joints))

    def update(self, state: RobotState) -> None:
        """Advance the running delay or step by one cycle, before the facts are read."""
        walk = self.walk
        if walk.delay is not None:
            if not (walk.delay.first and self.terms.settle(state)):
                walk.delay.advance()
        elif walk.running is not None:
            running, own = walk.running, self._parameters
            running.advance(state, walk.tilt, own.ends, own.slow_down)
            prediction, early = own.switch_prediction, own.ends.earliest
            if running.end is None and switch_is_coming(prediction, state.support, running, early):
                running.end = StepEnd.PREDICTED
            walk.dcm_error.update(state, running)
            self.joints.update(state, walk.dcm_error, teaches=running.teaches)
            self.planner.progress.look(state, running)
            self.terms.update(state)

    def command(self, *, in_air: bool = False) -> JointCommand:
        """Return the joint command of this cycle for the running delay or step.

        Args:
            in_air: A person holds the robot: the legs are soft.

        Raises:
            RuntimeError: If neither a delay nor a step has begun.
        """
        walk = self.walk
        if walk.delay is not None:
            feet = walk.delay.feet(self._parameters.delay)
        else:
            feet = self._gait.feet(walk.step)
        self.terms.feet(feet, lasting=walk.delay is not None)
        joints = self.placement.joints(feet)
        self.terms.joints(joints)
        self.joints.send(joints)
        return JointCommand(tuple(joints), self._stiffness(in_air=in_air))

    def _stiffness(self, *, in_air: bool) -> tuple[float, ...]:
        stiff = self._parameters.stiffness
        stiffness = stiffness_of(self._model, stiff, stiff.in_air if in_air else stiff.legs)
        if self.delay is None and (running := self.running) is not None:
            soft = stiff.swing_ankle if running.kick is None else running.kick.ankle
            ankle = self._model.legs[running.swing].ankle_pitch
            stiffness[ankle] = min(stiffness[ankle], soft)
        return tuple(stiffness)

    @property
    def limits(self) -> StepLimits:
        """Return what the next step may be."""
        return self.planner.limits

    @property
    def step_duration(self) -> float:
        """Return how long a step is planned to last, s."""
        return self._parameters.step.duration

    @property
    def delay_duration(self) -> float:
        """Return by how much a step can be delayed, s."""
        delay = self._parameters.delay
        return delay.duration if delay.active else 0.0

    @property
    def feedback(self) -> MotionFeedback:
        """Return what perception should know of the walk."""
        delays = self.delay is not None
        return MotionFeedback(walking=not delays and self.running is not None, sways=delays)

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
            if not running.teaches:
                return False  # after a kick: one step takes out only a part of its swing
            closed = limits.closed_after_stop
        else:
            closed = limits.closed
        return self._feet_of(last).within(closed.distance, closed.side, closed.turn)

    def _feet_of(self, last: JointCommand) -> FeetOffsets:
        """Return the feet from which a step is planned after this command."""
        joints = self.terms.planned_joints(self.joints.sag.asked(last.positions))
        return self.terms.planned_feet(self.placement.offsets(joints))
