"""Support switch prediction: the next step begins when the weight is about to have shifted.

A command needs some cycles until it is seen. When the pressure under the soles says that the
support will have changed by then, the step may end already. Not for a walk backwards: there the
heels touch early and the pressure goes back again.

Source: predicted support switch of the B-Human code release 2023.
"""

import math
from dataclasses import dataclass

from hardware.robots.model import Side
from hardware.units import Angle
from motions.perception.state import FootSupport
from motions.walking.step import Step


@dataclass(frozen=True, slots=True)
class SwitchPredictionParameters:
    """Support switch prediction.

    Attributes:
        active: A step may end before the support has switched.
        widest: Largest direction of the step from straight ahead, rad.
    """

    active: bool
    widest: Angle


def switch_is_coming(
    parameters: SwitchPredictionParameters, support: FootSupport, step: Step, swing: Side
) -> bool:
    """Return whether the weight is about to shift onto the foot that swings.

    Args:
        parameters: Of the prediction.
        support: Foot support of this cycle.
        step: Target of the running step.
        swing: Its swing foot.
    """
    if not support.predicted_switch or support.side is swing:
        return False
    return abs(math.atan2(step.y, step.x)) < parameters.widest
