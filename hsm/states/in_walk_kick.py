"""InWalkKick: the step that prepares a kick in the walk, and the step that kicks."""

from hsm.chart import facts
from hsm.chart.leaves import IN_WALK_KICK_KICK_STEP, IN_WALK_KICK_PRE_STEP
from hsm.states.state import Moment, behind
from hsm.states.walk import WalkStep
from motions.walking.step import StepKind


@behind(IN_WALK_KICK_PRE_STEP, kind=StepKind.STEPPING)
class PreparingStep(WalkStep):
    """Place the support foot beside the ball; says at its end whether the kick can follow."""

    def status(self, moment: Moment) -> int:
        """Return `done` at the end of the step."""
        return facts.DONE if self._engine.done else 0


@behind(IN_WALK_KICK_KICK_STEP, kind=StepKind.STEPPING)
class KickingStep(WalkStep):
    """Swing the foot through the ball; at its end it is a step as any other."""
