"""Motors give under the weight: the support leg is commanded beyond where it should be.

A servo holds a load only with an error, and its gear's play lies on the loaded side. A robot on one
leg so lets its pelvis hang to the other side and bends its knee, the swinging foot hangs lower than
it is planned, lands early and pushes the robot out over the support leg.
"""

from collections.abc import Mapping

from hardware.robots.model import RobotModel, Side
from motions.locomotion.preview.balance.parameters import SupportSagParameters


class Sag:
    """Commands support legs beyond where they should be."""

    def __init__(self, model: RobotModel, parameters: SupportSagParameters) -> None:
        self._model = model
        self._parameters = parameters

    def apply(self, joints: list[float], load: Mapping[Side, float]) -> None:
        """Add what the legs give, in place.

        Args:
            joints: rad.
            load: Share of the weight on each foot.
        """
        own = self._parameters
        for side, share in load.items():
            leg = self._model.legs[side]
            joints[leg.hip_roll] += side.sign * share * own.hip_roll
            joints[leg.knee_pitch] -= share * own.knee_pitch
            joints[leg.ankle_roll] += side.sign * share * own.ankle_roll
