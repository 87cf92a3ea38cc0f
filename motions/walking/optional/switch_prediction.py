"""Support switch prediction: a step ends when the weight is about to have shifted.

A command takes some cycles to take effect. If the pressure under the soles predicts that the
support will have switched by then, the step may already end. This does not apply to backward walks,
where the heels touch early and the pressure shifts back again.

Source: predicted support switch of the B-Human code release 2023.
"""

import math
from dataclasses import dataclass

from hardware.units import UnsignedAngle
from motions.perception.state import FootSupport
from motions.walking.rhythm.running_step import RunningStep


@dataclass(frozen=True, slots=True)
class SwitchPredictionParameters:
    """Parameters of the support switch prediction.

    Attributes:
        active: Whether a step may end before the support has switched.
        widest: Largest angle of the step's direction from straight ahead, rad.
    """

    active: bool
    widest: UnsignedAngle


def switch_is_coming(
    parameters: SwitchPredictionParameters,
    support: FootSupport,
    running: RunningStep,
    earliest: float,
) -> bool:
    """Return whether the weight is about to shift onto the swing foot.

    Args:
        parameters: Parameters of the prediction.
        support: Foot support of this cycle.
        running: The running step.
        earliest: Share of its duration before which no switch is accepted; nor is one in a kick,
            whose foot is on its way through the ball.
    """
    if not parameters.active or running.kicks or running.time <= earliest * running.duration:
        return False
    if not support.predicted_switch or support.side is running.swing:
        return False
    return abs(math.atan2(running.step.y, running.step.x)) < parameters.widest
