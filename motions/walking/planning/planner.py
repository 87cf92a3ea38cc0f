"""Planning of the next step: swing foot, target and lift."""

from dataclasses import dataclass

from hardware.robots.model import RobotModel, Side
from motions.kinematics.geometry import Pose2
from motions.perception.state import RobotState
from motions.requests import MotionRequest
from motions.scalars import clamp
from motions.walking.configuration import WalkingParameters
from motions.walking.gait import closing_step, lift_duration
from motions.walking.joints.tracking import JointTracking
from motions.walking.learnt import taught_by
from motions.walking.optional.first_step import first_lift, first_target
from motions.walking.optional.hip_shift import hip_shift
from motions.walking.optional.lift_learner import LiftDurationLearner
from motions.walking.parameters import SpeedProfile
from motions.walking.planning.heading_feedback import HeadingFeedback
from motions.walking.planning.lift_feedback import LiftFeedback
from motions.walking.planning.limits import StepLimits
from motions.walking.planning.progress import Progress
from motions.walking.planning.side_feedback import SideFeedback
from motions.walking.planning.step_length_feedback import StepLengthFeedback
from motions.walking.planning.step_made import step_made
from motions.walking.planning.step_source import StepSource
from motions.walking.planning.stumble import Stumble
from motions.walking.planning.wear import speeds_for
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.step import Step, StepEnd, StepKind
from motions.walking.swing_path import KickStep, SwingPath
from motions.walking.trajectories import FeetOffsets


@dataclass(frozen=True, slots=True)
class StepHistory:
    """What preceded the step that is being planned.

    Attributes:
        swing: Foot that must swing because a walk delay has stretched its leg; None if free.
        step: The previous step; None after another motion.
        other_motion: Whether that motion was not standing, so the feet may be anywhere.
    """

    swing: Side | None
    step: RunningStep | None
    other_motion: bool


class StepPlanner:
    """Plans steps within their limits.

    Attributes:
        limits: Limits of a step.
        step_length: Feedback for the forward length of steps.
        aside: Feedback for the speed of walks sideways.
        lift: Feedback for the lift of the feet.
        heading: Feedback for the turn of steps.
        progress: Detects a lack of progress.
        stumble: Detects stumbles.
    """

    def __init__(
        self, model: RobotModel, parameters: WalkingParameters, profile: SpeedProfile
    ) -> None:
        self.limits = StepLimits(model, parameters, profile)
        self._parameters = parameters
        self._hip_offset = model.dimensions.hip_offset_y
        self._profile = profile
        self._last = Step()
        self._began, self._since = Pose2(), 0.0  # pose and time at which the last step began
        self._higher = 0.0
        self._learner = LiftDurationLearner(parameters.lift_learner, parameters.step.duration)
        self.step_length = StepLengthFeedback(parameters.step_length_feedback)
        self.aside = SideFeedback(parameters.side_feedback)
        self.lift = LiftFeedback(parameters.lift_feedback)
        self.heading = HeadingFeedback(parameters.heading_feedback)
        self.progress = Progress(parameters.progress)
        self.stumble = Stumble(parameters.stumble)

    def learn_from(self, other: "StepPlanner") -> None:
        """Take over what a planner with other parameters has learnt about the robot."""
        taught_by(other._learner, self._learner)
        taught_by(other.step_length, self.step_length)
        taught_by(other.aside, self.aside)
        taught_by(other.lift, self.lift)
        taught_by(other.heading, self.heading)
        taught_by(other.progress, self.progress)

    def reset(self) -> None:
        """Discard the last step: the next one accelerates from standing."""
        self._last = Step()
        self.heading.reset()
        self.aside.reset()
        self.progress.reset()
        self.stumble.reset()

    def look_back(
        self, finished: RunningStep | None, joints: JointTracking, state: RobotState, lean: float
    ) -> None:
        """Learn from the finished step and set the speed limits of the next one.

        Args:
            finished: The last step; None before the first.
            joints: Tracking of the joints.
            state: Current state of the robot.
            lean: Desired pitch of the torso in the last step, rad.
        """
        self._learn(state, finished, state.pitch - lean)
        play = joints.play
        self._higher = joints.sag.lift
        if finished is not None and finished.teaches:
            self._learner.learn(
                finished.step, finished.lasted, quality=play.quality, known=play.known
            )
        worn, hot = self._parameters.slow_when_worn, self._parameters.slow_when_hot
        speeds = self._profile.fastest
        if worn.active:
            speeds = speeds_for(speeds, self._profile.worn, play.quality)
        share = hot.share if hot.active and state.health.heat else 1.0
        speeds = speeds.times(min(share, joints.still.share))
        self.limits.allow(self.stumble.cut(speeds))

    def plan(
        self,
        kind: StepKind,
        request: MotionRequest,
        state: RobotState,
        start: FeetOffsets,
        before: StepHistory,
        source: StepSource | None = None,
    ) -> RunningStep:
        """Return the next step, at its beginning.

        Args:
            kind: Role of the step.
            request: Requested walking speed; stopping steps ignore it.
            state: Current state of the robot.
            start: Offsets of the feet after the last command.
            before: What preceded the step.
            source: Chooses the step's target instead of the requested speed.
        """
        shape, rates = self._parameters.step, self._parameters.residuals
        swing = self._swing(kind, request, state, before, source)
        step = self._step(kind, request, swing, start, before, state, source)
        widest = max(abs(step.y), abs(self._last.y))
        self._last = step
        target = self.step_length.corrected(self.limits.calibrated(step), placed=source is not None)
        target = self.aside.corrected(target, placed=source is not None)
        target = self.heading.corrected(target, aimed=source is not None and source.aimed)
        return RunningStep(
            kind=kind,
            step=target,
            swing=swing,
            start=start,
            lift=shape.lift * self._lift_factor(kind, step, before)
            + self.lift.lift
            + self.progress.lift
            + self._higher
            + (shape.numb_lift if state.support.has_dead_cell(swing) else 0.0),
            duration=shape.duration,
            lift_duration=lift_duration(shape, widest, self._learner.speed),
            sole_rate=rates.sole_after_get_up if before.other_motion else rates.sole,
            cycle=state.cycle,
            planned=step,
            extent=self.limits.share(target),
            hip_shift=self._hip_shift(state, start, before, swing, target.y),
            teaches=before.step is None or before.step.kind is not StepKind.KICKING,
            time=state.cycle,
            forward_time=state.cycle,
            side_time=state.cycle,
        )

    def plan_kick(self, kick: KickStep, state: RobotState, start: FeetOffsets) -> RunningStep:
        """Return a kicking step, at its beginning; no limits apply to it.

        Args:
            kick: The kicking step.
            state: Current state of the robot.
            start: Offsets of the feet after the last command.
        """
        running = RunningStep(
            kind=StepKind.KICKING,
            step=Step(),
            swing=kick.swing,
            start=start,
            lift=0.0,
            duration=kick.duration,
            lift_duration=kick.duration,
            sole_rate=self._parameters.residuals.sole,
            cycle=state.cycle,
            time=state.cycle,
            forward_time=state.cycle,
            side_time=state.cycle,
        )
        self.turn_into_kick(kick, running, start)
        return running

    def renew(self, step: Step, running: RunningStep) -> None:
        """Change the target of the running step, keeping its learnt corrections."""
        before, target = running.planned, running.step
        running.step = Step(target.x + step.x - before.x, target.y + step.y - before.y, target.turn)
        running.planned = self._last = step

    def turn_into_kick(self, kick: KickStep, running: RunningStep, feet: FeetOffsets) -> None:
        """Turn a running step into a kicking step.

        Args:
            kick: The kicking step; its kicking foot is the swing foot.
            running: The running step; modified in place.
            feet: Offsets of the feet after the last command.
        """
        self._last = step = kick.step(self._hip_offset)
        running.kind, running.step, running.planned = StepKind.KICKING, step, step
        running.lift = self._parameters.step.lift + kick.style.lift + self.progress.lift
        running.duration = running.lift_duration = kick.duration
        running.extent = self.limits.share(step)
        running.path = SwingPath.from_feet(
            feet,
            kick.swing,
            self._hip_offset,
            kick.points,
            max(kick.style.leaves, running.time - running.cycle),
        )
        running.kick, running.teaches = kick, False

    def renew_kick(self, kick: KickStep, running: RunningStep) -> None:
        """Continue a kicking step through other points."""
        if running.path is not None:
            running.path = running.path.redirected(kick.points)
            step = kick.step(self._hip_offset)
            self._last = running.step = running.planned = step

    def abort_kick(self, running: RunningStep) -> None:
        """Let a kicking foot land beside the other one within the duration of a regular step."""
        if running.kick is None or running.path is None:
            return
        running.duration = running.lift_duration = duration = self._parameters.step.duration
        running.kick = landing = running.kick.landing(duration)
        running.path = running.path.interrupted(running.time, landing.points)
        self._last = running.step = running.planned = Step()

    def _learn(self, state: RobotState, finished: RunningStep | None, tilt: float) -> None:
        """Pass the outcome of the last step to all learners; None if it must not be learnt from."""
        began, self._began = self._began, state.odometry
        since, self._since = self._since, state.time
        made = None
        if finished is not None and finished.teaches:
            made = step_made(finished, began, since, state)
        self.step_length.learn(made)
        self.aside.learn(made)
        self.lift.learn(made)
        self.heading.learn(made)
        self.progress.learn(made)
        self.stumble.learn(made, tilt)

    def _hip_shift(
        self, state: RobotState, start: FeetOffsets, before: StepHistory, swing: Side, side: float
    ) -> float:
        """Return the shift of the hips, m; never in two consecutive steps."""
        last, shift = before.step, self._parameters.hip_shift
        if not shift.active or not state.contact or last is None or last.hip_shift != 0.0:
            return 0.0
        apart = state.sole(Side.LEFT).y - state.sole(Side.RIGHT).y - 2.0 * self._hip_offset
        return hip_shift(shift, start, apart, swing, side)

    @staticmethod
    def first_swing(
        request: MotionRequest, state: RobotState, source: StepSource | None = None
    ) -> Side:
        """Return the first swing foot, by the side step, else the turn, else the lighter load."""
        if source is None:
            wish = request.left if request.left != 0.0 else request.turn
        else:
            wish = source.side(state)
        if wish != 0.0:
            return Side.LEFT if wish > 0.0 else Side.RIGHT
        return Side.RIGHT if state.support.balance > 0.0 else Side.LEFT

    def _is_rescue(self, kind: StepKind) -> bool:
        """Return whether the step is to free a stuck foot; if switched off, it is a zero step."""
        return kind is StepKind.EMERGENCY_STEP and self._parameters.emergency.active

    def _swing(
        self,
        kind: StepKind,
        request: MotionRequest,
        state: RobotState,
        before: StepHistory,
        source: StepSource | None,
    ) -> Side:
        if before.swing is not None:
            return before.swing
        if self._is_rescue(kind) and before.step is not None:
            return before.step.support
        if before.step is None:
            return self.first_swing(request, state, source)
        return next_swing(before.step, state)

    def _step(
        self,
        kind: StepKind,
        request: MotionRequest,
        swing: Side,
        start: FeetOffsets,
        before: StepHistory,
        state: RobotState,
        source: StepSource | None,
    ) -> Step:
        if self._is_rescue(kind):
            return Step(0.0, swing.sign * self._parameters.emergency.side, 0.0)
        if before.other_motion:
            return closing_step(start, swing)
        kick = None if before.step is None else before.step.kick
        share = 1.0 if kick is None else kick.style.goes_on
        closes = kind is StepKind.STOPPING and source is not None
        goes = closes or kind in (StepKind.STARTING, StepKind.STEPPING)
        if not goes or share == 0.0:
            return Step()
        if source is not None:
            step = source.step(swing, self._last, self.limits, state)
        elif request.wants_to_move:
            step = self.limits.step(self.progress.request(request), swing, self._last)
        else:
            return Step()
        if share < 1.0:
            step = Step(share * step.x, share * step.y, share * step.turn)
        return first_target(self._parameters.first_step, step) if before.step is None else step

    def _lift_factor(self, kind: StepKind, step: Step, before: StepHistory) -> float:
        """Return the factor on the lift; a straight first step is lifted less."""
        if self._is_rescue(kind):
            return self._parameters.emergency.lift_factor
        if kind is not StepKind.STARTING or before.other_motion:
            return 1.0
        side = clamp(abs(step.y) / self.limits.reach.side, 0.0, 1.0)
        return first_lift(self._parameters.first_step, side)


def next_swing(last: RunningStep, state: RobotState) -> Side:
    """Return the swing foot after a step: the one that is unloaded or about to be."""
    if last.end in (StepEnd.PREDICTED, StepEnd.PASSED):
        return last.support
    return state.support.side.other
