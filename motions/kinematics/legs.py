"""Interface of the leg kinematics: soles from joints and joints from soles.

Poses are those of the soles (below the ankle axes, on the ground) in the hip frame.
"""

from collections.abc import Sequence
from typing import Protocol

from hardware.cycle_data import cycle_data
from motions.kinematics.geometry import Pose3


@cycle_data
class LegSolution:
    """Joint angles that place both soles.

    Attributes:
        angles: Angles of `RobotModel.leg_joints`, in that order, rad. For soles out of reach the
            leg is stretched towards them. Joint limits are not applied.
        reachable: Whether both legs are long enough, including the allowed clip.
    """

    angles: tuple[float, ...]
    reachable: bool


class LegKinematics(Protocol):
    """Leg kinematics of a robot type."""

    def solve(self, left: Pose3, right: Pose3, *, clip: float = 0.0) -> LegSolution:
        """Return the leg angles that place both soles.

        Args:
            left: Left sole in the hip frame.
            right: Right sole, likewise.
            clip: Distance by which a sole may be too far away before it counts as unreachable, m.
        """

    def soles(self, positions: Sequence[float]) -> tuple[Pose3, Pose3]:
        """Return the poses of the left and the right sole in the hip frame.

        Args:
            positions: Joint angles, in wire order, rad.
        """
