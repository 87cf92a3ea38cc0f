"""The start of a trial with a ball at rest: the robot stands and looks at it."""

from collections.abc import Sequence

from hardware.props import Ball, Prop
from hsm.campaigns.context import TrialContext
from hsm.campaigns.walking.walking_trial import FallWatch
from hsm.simulated.simulation import Simulation
from motions.limbs.wishes import HeadMode, HeadWish
from motions.requests import MotionRequest

_LOOKS = 1.0
"""Duration of looking, s."""
_HEIGHT = 0.05
"""Height of the ball's centre above the floor, m."""


def face_ball(
    context: TrialContext, number: int, place: tuple[float, float], others: Sequence[Prop] = ()
) -> tuple[Simulation, FallWatch]:
    """Return a robot that has looked at a ball, and a watch on its falls.

    Args:
        context: Settings shared by the trials.
        number: Number of the trial.
        place: Position of the ball, m; the robot stands at the field's origin and faces along x.
        others: Objects on the field besides the ball.
    """
    simulation = context.simulation(number, props=(Ball(*place), *others), sight=True)
    watch = FallWatch(simulation.observed.torso_height)
    look = MotionRequest(head=HeadWish(HeadMode.TARGET, target=(*place, _HEIGHT)))
    while simulation.time < _LOOKS:
        simulation.step(look)
    return simulation, watch
