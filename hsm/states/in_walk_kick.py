"""InWalkKick: the step that prepares a kick in the walk, and the step that kicks."""

from hsm.chart import facts
from hsm.chart.leaves import IN_WALK_KICK_KICK_STEP, IN_WALK_KICK_PRE_STEP
from hsm.states.state import Cause, CycleInput, implements
from hsm.states.walk import WalkStep
from motions.walking.planning.step_source import GivenStep
from motions.walking.step import StepKind


@implements(IN_WALK_KICK_PRE_STEP, kind=StepKind.STEPPING)
class PreparingStep(WalkStep):
    """Place the support foot beside the ball; at its end, report whether the kick can follow."""

    def enter(self, inputs: CycleInput, cause: Cause) -> None:
        """Begin the planned pre-step."""
        step = self._components.walk_kicks.start.pre_step
        source = None if step is None else GivenStep(step)  # without one, only close the feet
        self._engine.begin_step(
            self._kind, inputs.request, inputs.robot, inputs.last, source=source
        )

    def status(self, inputs: CycleInput) -> int:
        """Return `done` at the end of the step, and whether the next one can kick."""
        if not self._engine.done:
            return 0
        kicks = self.kick(inputs, prepared=True) & facts.KICK_STEP_READY
        if not kicks:
            self._components.kick_memory.last = inputs.robot.time
        return facts.DONE | kicks


@implements(IN_WALK_KICK_KICK_STEP, kind=StepKind.KICKING)
class KickingStep(WalkStep):
    """Swing the foot through the ball; the step then ends like any other."""

    _gave_up = False

    def enter(self, inputs: CycleInput, cause: Cause) -> None:
        """Begin the planned kick step, or turn the running step into it.

        Without a planned kick, only close the feet.
        """
        self._gave_up = False
        aimed, engine = self._components.walk_kicks.start.kick, self._engine
        if aimed is None:
            engine.begin_step(StepKind.STOPPING, inputs.request, inputs.robot, inputs.last)
            return
        self._components.kick_memory.swings(self._components.walk_kicks.name, inputs.robot.time)
        if cause.event == "kick_in_step":
            engine.turn_into_kick(aimed.step, inputs.last)
        else:
            engine.begin_kick_step(aimed.step, inputs.request, inputs.robot, inputs.last)

    def update(self, inputs: CycleInput) -> None:
        """Advance the step: early on it follows the ball; it is given up if a fall is imminent."""
        super().update(inputs)
        robot, components, engine = inputs.robot, self._components, self._engine
        step = components.walk_kicks.renewed(components.errand.kicks_in_walk(robot), robot)
        if step is not None:
            engine.renew_kick_step(step)
        if engine.gives_up_kick(inputs.last):
            self._gave_up = True
        if engine.done and not self._gave_up:
            components.kick_memory.swung(robot.time)

    def account(self) -> str:
        """Return how the step ended, and whether its kick was given up, in words."""
        said = super().account()
        return (
            f"{said}; kick given up: the torso tipped towards the kicking foot"
            if self._gave_up
            else said
        )
