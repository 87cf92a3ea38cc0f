"""How the first step is lifted: standing still, a robot has no swing yet that a full lift needs.

Three forms. The full lift after a walk delay (`active: false` or `lift_ratio: 1`): B-Human 2025,
the default here. Half the lift, up to the full one for the widest side step: B-Human 2023. Less
than a third of the lift and no translation (`translates: false`): rUNSWift.
"""

from dataclasses import dataclass

from hardware.units import Ratio
from motions.walking.step import Step


@dataclass(frozen=True, slots=True)
class FirstStepParameters:
    """The first step.

    Attributes:
        active: The first step differs from the others.
        lift_ratio: Its lift when it goes straight, as a share.
        translates: It goes where it is asked; otherwise it only lifts.
    """

    active: bool
    lift_ratio: Ratio
    translates: bool


def first_lift(parameters: FirstStepParameters, side: float) -> float:
    """Return the factor on the lift of the first step.

    Args:
        parameters: Of the first step.
        side: Its way sideways as a share of the widest step, 0..1.
    """
    if not parameters.active:
        return 1.0
    return parameters.lift_ratio + (1.0 - parameters.lift_ratio) * side


def first_target(parameters: FirstStepParameters, step: Step) -> Step:
    """Return the target of the first step: the asked one, or none."""
    return step if parameters.translates or not parameters.active else Step()
