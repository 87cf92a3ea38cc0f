"""Joints of a robot whose centre of mass is to be over a place beside the foot that stands."""

from hardware.robots.model import RobotModel, Side
from hardware.units import FlatPoint, Point
from motions.kinematics.geometry import Pose3, rotation_from_rpy
from motions.kinematics.weighted_legs import WeightedLegs

_ROUNDS = 2
"""Each leaves about a quarter of the error, and the next cycle goes on from there."""


class OneFootPosture:
    """Places the upright torso so that the centre of mass is where it is wanted.

    Everything is seen from the sole that stands, flat on the ground.
    """

    def __init__(self, model: RobotModel, hip_height: float) -> None:
        """Keep the robot.

        Args:
            model: The robot.
            hip_height: Hip joints above the sole, m.
        """
        self._legs = WeightedLegs(model)
        self._hips = Pose3(0.0, 0.0, hip_height)

    def place_hip(self, x: float, y: float) -> None:
        """Begin with the hips at a place, m."""
        self._hips = Pose3(x, y, self._hips.z)

    def centre(self, joints: list[float]) -> FlatPoint:
        """Return where the centre of mass is with the joints of this cycle, m."""
        return self._legs.centre(joints, self._hips)

    def solve(
        self, joints: list[float], standing: Side, foot: Point, tilt: tuple[float, float]
    ) -> bool:
        """Set the legs for the hips where they are; return whether they are long enough.

        Args:
            joints: Targets of all joints, rad; changed in place.
            standing: The foot that stands.
            foot: Place of the other one, m.
            tilt: How far its toes point down, and how far its outer edge is raised, rad.
        """
        return self._legs.solve(joints, self._hips, *_soles(standing, foot, tilt))

    def balance(
        self,
        joints: list[float],
        standing: Side,
        foot: Point,
        tilt: tuple[float, float],
        wanted: FlatPoint,
    ) -> bool:
        """Move the hips until the centre of mass is where it is wanted; arguments as of `solve`.

        Args:
            joints: As there.
            standing: As there.
            foot: As there.
            tilt: As there.
            wanted: Place of the centre of mass, m.
        """
        soles = _soles(standing, foot, tilt)
        self._hips, reached = self._legs.balance(joints, self._hips, *soles, wanted, _ROUNDS)
        return reached


def _soles(standing: Side, foot: Point, tilt: tuple[float, float]) -> tuple[Pose3, Pose3]:
    """Return both soles, left first; arguments as of `OneFootPosture.solve`."""
    toes, edge = tilt
    still = Pose3()
    free = Pose3(*foot, rotation_from_rpy(standing.other.sign * edge, toes, 0.0))
    return (still, free) if standing is Side.LEFT else (free, still)
