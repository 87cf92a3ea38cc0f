"""Detects leg joints that do not move although commanded: a frozen encoder or a dead motor.

The measurements of such a joint are useless. The walk continues more slowly, and sag is no longer
learnt: a frozen encoder shows a large error that must not be compensated.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from annotated_types import Ge

from hardware.robots.model import RobotModel
from hardware.units import PositiveAngle, PositiveRatio, Unit


@dataclass(frozen=True, slots=True)
class StillJointParameters:
    """Detection of still joints, and the speed of the walk with them.

    Attributes:
        active: Whether joints are monitored.
        window: Number of cycles of walking in each judged window.
        told: Range of targets within the window above which a joint should have moved, rad.
        still: Range of measured angles below which such a joint counts as still, rad.
        share: Share of the profile's speeds that remains with a still joint.
    """

    active: bool
    window: Annotated[int, Unit("cycles"), Ge(1)]
    told: PositiveAngle
    still: PositiveAngle
    share: PositiveRatio

    def __post_init__(self) -> None:
        if not self.still < self.told:
            raise ValueError("'still' must be less than 'told'")


class StillJoints:
    """Monitors the motion of the leg joints.

    Attributes:
        joints: Still joints, as indices in wire order.
        said: Message that names them; empty if there are none.
    """

    learnt: ClassVar[tuple[str, ...]] = ("joints", "said")

    def __init__(self, parameters: StillJointParameters, model: RobotModel) -> None:
        self._parameters = parameters
        self._legs = model.leg_joints
        self._names = model.names
        self.joints: tuple[int, ...] = ()
        self.said = ""
        self._begin()

    @property
    def share(self) -> float:
        """Return the remaining share of the profile's speeds."""
        return self._parameters.share if self.joints else 1.0

    def update(self, measured: Sequence[float], executed: Sequence[float] | None) -> None:
        """Process one cycle of a step.

        Args:
            measured: Joint angles, in wire order, rad.
            executed: Targets that these angles should show, in wire order, rad; None while unknown.
        """
        if executed is None or not self._parameters.active:
            return
        for place, joint in enumerate(self._legs):
            angle, target = measured[joint], executed[joint]
            if angle < self._least[place]:
                self._least[place] = angle
            if angle > self._most[place]:
                self._most[place] = angle
            if target < self._lowest[place]:
                self._lowest[place] = target
            if target > self._highest[place]:
                self._highest[place] = target
        self._cycles += 1
        if self._cycles >= self._parameters.window:
            self._judge()
            self._begin()

    def _judge(self) -> None:
        told, still = self._parameters.told, self._parameters.still
        self.joints = tuple(
            joint
            for place, joint in enumerate(self._legs)
            if self._highest[place] - self._lowest[place] > told
            and self._most[place] - self._least[place] < still
        )
        names = " and ".join(self._names[joint] for joint in self.joints)
        self.said = f"{names}: no measured motion although commanded" if names else ""

    def _begin(self) -> None:
        count = len(self._legs)
        self._cycles = 0
        self._least, self._most = [math.inf] * count, [-math.inf] * count
        self._lowest, self._highest = [math.inf] * count, [-math.inf] * count
