"""Walk: the delay before a step, and the steps."""

from hardware.sensors_and_commands import JointCommand
from hsm.chart import facts
from hsm.chart.leaves import (
    FREEZE,
    KEYFRAME_PHASE,
    KICK_PHASE,
    PREVIEW_WALK,
    WALK_DELAY_PHASE,
    WALK_EMERGENCY_STAND,
    WALK_EMERGENCY_STEP,
    WALK_STARTING,
    WALK_STEPPING,
    WALK_STOPPING,
)
from hsm.states.components import Components
from hsm.states.state import Cause, CycleInput, State, implements
from hsm.states.state_parameters import StateParameters
from motions.limbs.overlay import FreeLimbs
from motions.perception.state import MotionFeedback, RobotState
from motions.requests import Motion
from motions.walking.step import StepEnd, StepKind

_NO_WALK = (KEYFRAME_PHASE, FREEZE, KICK_PHASE, PREVIEW_WALK)
"""States that may leave the feet where a walk would not."""
_GOING = (StepKind.STARTING, StepKind.STEPPING)
"""Kinds of steps that walk to a requested place."""


class _WalkState(State):
    """Base of the delay and the steps: the walking engine moves the robot."""

    free = FreeLimbs.ALL

    def __init__(self, components: Components, parameters: StateParameters) -> None:
        super().__init__(components, parameters)
        self._engine = components.walking

    def update(self, inputs: CycleInput) -> None:
        """Advance the delay or step."""
        self._engine.update(inputs.robot)

    def kick(self, inputs: CycleInput, *, prepared: bool = False) -> int:
        """Return at the end of a step whether the next one can execute or prepare the kick.

        Args:
            inputs: The inputs of this cycle.
            prepared: The step that ends has prepared the kick.
        """
        robot = inputs.robot
        asks = self._components.errand.kicks_in_walk(robot) if robot.contact else ()
        start = self._components.walk_kicks.look(asks, robot, prepared=prepared)
        if start.kick is not None:
            return facts.KICK_STEP_READY
        return facts.PRESTEP_READY if start.pre_step is not None else 0

    @property
    def feedback(self) -> MotionFeedback:
        """Return that the robot is walking; in a delay, that the hips move over standing soles."""
        return self._engine.feedback

    def step(self, inputs: CycleInput) -> JointCommand:
        """Return the joint command of this cycle."""
        return self._engine.command()


@implements(WALK_DELAY_PHASE)
class WalkDelayPhase(_WalkState):
    """Hold the feet and stretch the next swing leg; done when the delay has elapsed."""

    def enter(self, inputs: CycleInput, cause: Cause) -> None:
        """Begin the delay before the next step."""
        source = self._components.errand.source
        self._engine.begin_delay(inputs.request, inputs.robot, inputs.last, source=source)

    def status(self, inputs: CycleInput) -> int:
        """Return `done` after the delay, whether the next step is the first, and if it can kick."""
        delay = self._engine.delay
        first = facts.FIRST_STEP if delay is not None and delay.first else 0
        if not self._engine.done:
            return first
        # The delay may have waited for the kick: it is too late for a step that prepares it.
        kicks = 0 if first else self.kick(inputs) & facts.KICK_STEP_READY
        return first | facts.DONE | kicks

    def account(self) -> str:
        """Return the duration of the delay and whether it is over, in words."""
        delay = self._engine.delay
        if delay is None:
            return ""
        return f"delay of {delay.time * 1e3:.0f} ms {'over' if self._engine.done else 'goes on'}"


@implements(WALK_STARTING, kind=StepKind.STARTING)
@implements(WALK_STEPPING, kind=StepKind.STEPPING)
@implements(WALK_STOPPING, kind=StepKind.STOPPING)
@implements(WALK_EMERGENCY_STAND, kind=StepKind.EMERGENCY_STAND)
@implements(WALK_EMERGENCY_STEP, kind=StepKind.EMERGENCY_STEP)
class WalkStep(_WalkState):
    """One step of the given kind; done when it ends. Announces a walk without progress."""

    def __init__(
        self, components: Components, parameters: StateParameters, *, kind: StepKind
    ) -> None:
        super().__init__(components, parameters)
        self._kind = kind

    def enter(self, inputs: CycleInput, cause: Cause) -> None:
        """Plan the step and begin it from the commanded feet."""
        errand = self._components.errand
        self._engine.begin_step(
            self._kind,
            inputs.request,
            inputs.robot,
            inputs.last,
            source=errand.closing if self._kind is StepKind.STOPPING else errand.source,
            after_other_motion=any(cause.source in state for state in _NO_WALK),
        )
        progress = self._engine.planner.progress
        if progress.stalled:
            self._components.no_headway.update(inputs.robot.time, progress.said)
        still = self._engine.joints.still
        if still.joints:
            self._components.slow.update(inputs.robot.time, still.said)

    def update(self, inputs: CycleInput) -> None:
        """Advance the step; a step to a rolling ball may be retargeted."""
        super().update(inputs)
        engine, source = self._engine, self._components.errand.source
        running = engine.running
        if self._kind not in _GOING or running is None or source is None:
            return
        step = source.renewed(running, engine.limits, inputs.robot)
        if step is not None:
            engine.renew_step(step)

    def status(self, inputs: CycleInput) -> int:
        """Return `done` at the end of the step, with the facts about its end and the next step."""
        engine, running = self._engine, self._engine.running
        diving = inputs.request.motion is Motion.DIVE
        if not engine.done:
            # A jump may cut the step, so the feet are tested before its end.
            if diving:
                return facts.FEET_CLOSED if engine.feet_closed(inputs.last, dive=True) else 0
            return facts.KICK_IN_STEP if self._becomes_kick(inputs.robot) else 0
        return (
            facts.DONE
            | (facts.FEET_CLOSED if engine.feet_closed(inputs.last, dive=diving) else 0)
            | (facts.UNSHIFTED if running is not None and running.unshifted(inputs.robot) else 0)
            | (facts.STILL_ABORT if engine.end in (StepEnd.QUIET, StepEnd.STUCK) else 0)
            | self.kick(inputs)  # before `_must_wait`: it sets whether to wait for a ball
            | (facts.DELAY_DUE if self._must_wait(inputs) else 0)
        )

    def _becomes_kick(self, robot: RobotState) -> bool:
        """Return whether the running step can still become a kick; only a regular one can."""
        if self._kind is not StepKind.STEPPING or not robot.contact:
            return False
        asks = self._components.errand.kicks_in_walk(robot)
        return bool(asks) and self._components.walk_kicks.look_inside(asks, robot).kick is not None

    def _must_wait(self, inputs: CycleInput) -> bool:
        """Return whether the next step must be delayed; a stop never is.

        It is delayed after a lateral push, or until a ball has rolled to where it can be kicked.
        """
        components = self._components
        return components.errand.open and (
            self._engine.delay_due(inputs.robot) or components.walk_kicks.waits
        )

    def account(self) -> str:
        """Return why and after what time the step ended, in words."""
        running, kicks = self._engine.running, self._components.walk_kicks
        if running is None:
            return ""
        foot = running.swing.name.lower()
        if running.end is None:
            becomes = kicks.start.kick is not None
            after = f"after {running.lasted * 1e3:.0f} ms"
            return f"{foot} step becomes the kick step {after}" if becomes else ""
        parts = (
            f"{foot} step ended by {running.end.value} after {running.lasted * 1e3:.0f} ms",
            kicks.choice,
            f"no kick: {kicks.said}" if kicks.said else "",
        )
        return "; ".join(part for part in parts if part)
