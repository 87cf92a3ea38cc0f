"""The walking engine: starts walk delays and steps, advances them and computes joint commands.

The walk's states call `begin_delay` or `begin_step` on entry, `update` once per cycle before the
facts are read, and `command` to get the joint command. `planning` chooses the step, `rhythm` times
it and `gait` moves the feet; every correction of the plan is a term (`terms/order.py`).
"""

from hardware.robots.model import RobotModel, Side
from hardware.sensors_and_commands import JointCommand
from motions.perception.state import MotionFeedback, RobotState
from motions.requests import MotionRequest
from motions.stiffness import stiffness_of
from motions.walking.built_terms import built_terms
from motions.walking.configuration import WalkingParameters
from motions.walking.gait import Gait
from motions.walking.joints.sole_trim import SoleTrim
from motions.walking.joints.tracking import JointTracking
from motions.walking.learnt import taught_by
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
from motions.walking.terms.gyro_filter import GyroFilter
from motions.walking.terms.pendulum import DcmError
from motions.walking.terms.term import WalkState
from motions.walking.trajectories import FeetOffsets


class WalkingEngine:
    """Plans and executes steps on behalf of the walk's states.

    Attributes:
        dimensions: Dimensions of the robot.
        placement: Converts foot offsets to joint angles and back; shared with standing.
        planner: Plans the steps.
        gyros: Filtered gyros; shared with standing, so its filter state survives the transitions.
        joints: Tracks how well the joints follow their requests.
        walk: State shared by the terms: the running step or delay, the DCM error.
        terms: The active terms, in the order in which they act.
    """

    def __init__(
        self,
        model: RobotModel,
        parameters: WalkingParameters,
        profile: SpeedProfile,
        soles: SoleTrim | None = None,
    ) -> None:
        """Create the engine; `soles` is the trim shared with standing, if any."""
        self._model = model
        self._soles, self.dimensions = soles, model.dimensions
        self.placement = FeetPlacement(model, parameters.stance, parameters.arms)
        self._last_steps: dict[Side, RunningStep] = {}  # by swing foot
        self.gyros = GyroFilter(parameters.balance)
        p = parameters
        self.joints = JointTracking(p.requests, p.play_measure, p.sag, p.still_joints, model)
        self._use(parameters, profile)

    def _use(self, parameters: WalkingParameters, profile: SpeedProfile) -> None:
        """Build everything that only the walk uses, from its parameters."""
        model, hip_offset = self._model, self.dimensions.hip_offset_y
        self._parameters = parameters
        self.planner = StepPlanner(model, parameters, profile)
        self._gait = Gait(parameters.step, parameters.residuals, hip_offset)
        error = DcmError(parameters.pendulum, parameters.step, hip_offset)
        self.walk = WalkState(model.legs, self.gyros, error, self.joints)
        self.terms = built_terms(model, parameters, profile, self._soles, self.walk)

    def change(self, parameters: WalkingParameters, profile: SpeedProfile) -> None:
        """Use other parameters, with equal groups `SHARED`; call while another motion runs."""
        planner, terms, error = self.planner, self.terms, self.walk.dcm_error
        self._use(parameters, profile)
        self.joints.change(parameters.requests, parameters.sag, parameters.still_joints)
        self.planner.learn_from(planner)
        self.terms.learn_from(terms)
        taught_by(error, self.walk.dcm_error)

    @property
    def running(self) -> RunningStep | None:
        """Return the running or most recent step; None before the first."""
        return self.walk.running

    @property
    def delay(self) -> RunningDelay | None:
        """Return the running walk delay; None if there is none."""
        return self.walk.delay

    def reset(self) -> None:
        """Discard the walk's state: the next step starts from standing or another motion."""
        self.walk.reset()
        self._last_steps.clear()
        self.planner.reset()
        self.joints.reset()
        self.terms.reset()

    def delay_due(self, state: RobotState) -> bool:
        """Return whether a sideways push requires a delay before the next step."""
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
        """Start a delay that holds the feet and stretches the next swing leg before a step."""
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
        return delay_share(trigger, pendulum, state, swing, self.dimensions)

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
        """Plan a step and start it from where the last command left the joints.

        Args:
            kind: Role of the step.
            request: Requested walking speed; stopping steps ignore it.
            state: Current state of the robot.
            last: The last command.
            source: Chooses the step's target instead of the requested speed.
            after_other_motion: The feet were left by a get-up or the like; the step closes them.
        """
        # A robot that walks on immediately has not stood still yet.
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
        """Start a kicking step from where the last command left the joints.

        Args:
            kick: The step; its kicking foot is the next swing foot.
            request: The motion request that led to the kick.
            state: Current state of the robot.
            last: The last command.
        """
        self._look_back(state)
        start = self._feet_of(last)
        self.terms.request(request, state)
        self._begin(self.planner.plan_kick(kick, state, start), state, last)

    def renew_step(self, step: Step) -> None:
        """Change the target of the running step; without easing, so change it little per cycle."""
        if self.running is not None:
            self.planner.renew(step, self.running)

    def turn_into_kick(self, kick: KickStep, last: JointCommand) -> None:
        """Turn the running step into a kicking step, from where the last command left the feet."""
        if self.running is not None and self.running.swing is kick.swing:
            feet = self._feet_of(last)
            self.planner.turn_into_kick(kick, self.running, feet)
            self._gait.go_on_from(self.running, feet)

    def renew_kick_step(self, kick: KickStep) -> None:
        """Continue the running kicking step through new points, because the ball has moved."""
        if self.running is not None:
            self.planner.renew_kick(kick, self.running)

    def gives_up_kick(self, last: JointCommand) -> bool:
        """Abort a kick if the robot falls towards the kicking foot; return whether it did."""
        running, error = self.running, self.walk.dcm_error
        if running is None or not must_abort(self._parameters.kick_abort, running, error):
            return False
        self.planner.abort_kick(running)
        self._gait.go_on_from(running, self._feet_of(last))
        return True

    def _look_back(self, state: RobotState, *, after_other_motion: bool = False) -> StepHistory:
        """Learn from the finished step and return the history for planning the next one."""
        delay, finished = self.walk.delay, self.running
        if finished is not None and not finished.unshifted(state):
            self.gyros.restart(state)
        self.planner.look_back(finished, self.joints, state, self.walk.lean)
        swing = delay.swing if delay is not None else None
        return StepHistory(swing=swing, step=finished, other_motion=after_other_motion)

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
        """Start the step from the measured joints where that helps it."""
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
        """Advance the running delay or step by one cycle; call before the facts are read."""
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
        """Return this cycle's joint command for the running delay or step.

        Args:
            in_air: The robot has been picked up: the legs get a low stiffness.

        Raises:
            RuntimeError: If neither a delay nor a step has started.
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
            soft = stiff.swing_ankle if running.kick is None else running.kick.style.ankle
            ankle = self._model.legs[running.swing].ankle_pitch
            stiffness[ankle] = min(stiffness[ankle], soft)
        return tuple(stiffness)

    @property
    def limits(self) -> StepLimits:
        """Return the limits of the next step."""
        return self.planner.limits

    @property
    def step_duration(self) -> float:
        """Return the planned duration of a step, s."""
        return self._parameters.step.duration

    @property
    def delay_duration(self) -> float:
        """Return the duration of a walk delay, s; 0 if delays are switched off."""
        delay = self._parameters.delay
        return delay.duration if delay.active else 0.0

    @property
    def feedback(self) -> MotionFeedback:
        """Return the feedback about the walk for perception."""
        delays = self.delay is not None
        return MotionFeedback(walking=not delays and self.running is not None, sways=delays)

    @property
    def done(self) -> bool:
        """Return whether the running delay or step has ended."""
        if self.delay is not None:
            return self.delay.over(self._parameters.delay)
        return self.running is not None and self.running.end is not None

    @property
    def end(self) -> StepEnd | None:
        """Return why the last step ended."""
        return self.running.end if self.running is not None else None

    def feet_closed(self, last: JointCommand, *, dive: bool = False) -> bool:
        """Return whether the feet are close enough to the stance to leave the walk.

        Args:
            last: The last command.
            dive: Whether a dive follows, which tolerates feet further apart than standing does.
        """
        limits, running = self._parameters.limits, self.running
        if dive:
            closed = limits.closed_for_dive
        elif running is not None and running.kind is StepKind.STOPPING:
            if not running.teaches:
                return False  # after a kick, one step damps only part of the swing
            closed = limits.closed_after_stop
        else:
            closed = limits.closed
        return self._feet_of(last).within(closed.distance, closed.side, closed.turn)

    def _feet_of(self, last: JointCommand) -> FeetOffsets:
        """Return the feet from which the step after this command is planned."""
        joints = self.terms.planned_joints(self.joints.sag.asked(last.positions))
        return self.terms.planned_feet(self.placement.offsets(joints))
