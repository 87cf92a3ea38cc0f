"""Leg joints that place the centre of mass relative to the support foot."""

from hardware.robots.model import RobotModel, Side
from hardware.units import FlatPoint, Point
from motions.kinematics.geometry import Pose3, rotation_from_rpy
from motions.kinematics.weighted_legs import WeightedLegs

_ROUNDS = 2
"""Each leaves about a quarter of the error, and the next cycle continues from there."""


class OneFootPosture:
    """Places the upright torso so that the centre of mass reaches a target.

    All positions are relative to the support sole, which is flat on the ground.
    """

    def __init__(self, model: RobotModel, hip_height: float) -> None:
        """Keep the robot.

        Args:
            model: The robot.
            hip_height: Height of the hip joints above the sole, m.
        """
        self._legs = WeightedLegs(model)
        self._hips = Pose3(0.0, 0.0, hip_height)

    def place_hip(self, x: float, y: float) -> None:
        """Set the position of the hips, m."""
        self._hips = Pose3(x, y, self._hips.z)

    def centre(self, joints: list[float]) -> FlatPoint:
        """Return the centre of mass with the joints of this cycle, m."""
        return self._legs.centre(joints, self._hips)

    def solve(
        self, joints: list[float], standing: Side, foot: Point, tilt: tuple[float, float]
    ) -> bool:
        """Set the leg joints for the present hips; return whether the legs are long enough.

        Args:
            joints: Targets of all joints, rad; changed in place.
            standing: The support foot.
            foot: Position of the other foot, m.
            tilt: Angles by which its toes point down and its outer edge is raised, rad.
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
        """Move the hips towards the target of the centre of mass; arguments as of `solve`.

        Args:
            joints: As there.
            standing: As there.
            foot: As there.
            tilt: As there.
            wanted: Target of the centre of mass, m.
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
