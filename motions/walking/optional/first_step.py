"""Lift and target of the first step, before which a standing robot has no sideways swing.

There are three variants. The full lift after a walk delay (`active: false` or `lift_ratio: 1`):
B-Human 2025, the default here. Half the lift, up to the full one for the widest side step: B-Human
2023. Less than a third of the lift and no translation (`translates: false`): rUNSWift.
"""

from dataclasses import dataclass

from hardware.units import Ratio
from motions.walking.step import Step


@dataclass(frozen=True, slots=True)
class FirstStepParameters:
    """Parameters of the first step.

    Attributes:
        active: Whether the first step differs from the others.
        lift_ratio: Share of the lift when it goes straight.
        translates: Whether it moves to its target; otherwise the foot is only lifted.
    """

    active: bool
    lift_ratio: Ratio
    translates: bool


def first_lift(parameters: FirstStepParameters, side: float) -> float:
    """Return the factor on the lift of the first step.

    Args:
        parameters: Parameters of the first step.
        side: Its side length as a share of the widest step, 0..1.
    """
    if not parameters.active:
        return 1.0
    return parameters.lift_ratio + (1.0 - parameters.lift_ratio) * side


def first_target(parameters: FirstStepParameters, step: Step) -> Step:
    """Return the target of the first step: the requested one or zero."""
    return step if parameters.translates or not parameters.active else Step()
