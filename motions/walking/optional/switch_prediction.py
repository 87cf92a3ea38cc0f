"""Support switch prediction: the next step begins when the weight is about to have shifted.

A command needs some cycles until it is seen. When the pressure under the soles says that the
support will have changed by then, the step may end already. Not for a walk backwards: there the
heels touch early and the pressure goes back again.

Source: predicted support switch of the B-Human code release 2023.
"""

import math
from dataclasses import dataclass

from hardware.units import UnsignedAngle
from motions.perception.state import FootSupport
from motions.walking.rhythm.running_step import RunningStep


@dataclass(frozen=True, slots=True)
class SwitchPredictionParameters:
    """Support switch prediction.

    Attributes:
        active: A step may end before the support has switched.
        widest: Largest direction of the step from straight ahead, rad.
    """

    active: bool
    widest: UnsignedAngle


def switch_is_coming(
    parameters: SwitchPredictionParameters,
    support: FootSupport,
    running: RunningStep,
    earliest: float,
) -> bool:
    """Return whether the weight is about to shift onto the foot that swings.

    Args:
        parameters: Of the prediction.
        support: Foot support of this cycle.
        running: The step.
        earliest: Share of its duration before which no switch is believed.
    """
    if not parameters.active or running.time <= earliest * running.duration:
        return False
    if not support.predicted_switch or support.side is running.swing:
        return False
    return abs(math.atan2(running.step.y, running.step.x)) < parameters.widest
