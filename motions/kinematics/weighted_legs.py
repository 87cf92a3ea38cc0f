"""Leg kinematics that move the hips to place the centre of mass over given soles.

The body has most of the mass, so moving the hips by the error of the centre of mass leaves about a
quarter of that error.
"""

from hardware.robots.model import RobotModel
from hardware.units import FlatPoint
from motions.kinematics.com import CentreOfMass
from motions.kinematics.geometry import Pose3
from motions.kinematics.robot_legs import legs_of


class WeightedLegs:
    """Legs and centre of mass of a robot; all poses are in one frame on the floor.

    Attributes:
        soles: Commanded poses of both soles, left first, in the hip frame.
    """

    def __init__(self, model: RobotModel, clip: float = 0.0) -> None:
        """Create the kinematics.

        Args:
            model: The robot model.
            clip: Distance by which a sole may be too far away before it counts as unreachable, m.
        """
        self._model = model
        self._clip = clip
        self._legs = legs_of(model)
        self._com = CentreOfMass(model)
        self.soles = (Pose3(), Pose3())

    def solve(self, joints: list[float], hips: Pose3, left: Pose3, right: Pose3) -> bool:
        """Set the leg targets, rad, in place; return whether the legs are long enough.

        Args:
            joints: Targets of all joints, in wire order, rad.
            hips: Pose of the hips.
            left: Pose of the left sole.
            right: Pose of the right sole.
        """
        back = hips.inverse()
        self.soles = (back @ left, back @ right)
        solution = self._legs.solve(*self.soles, clip=self._clip)
        for joint, angle in zip(self._model.leg_joints, solution.angles, strict=True):
            joints[joint] = angle
        return solution.reachable

    def centre(self, joints: list[float], hips: Pose3) -> FlatPoint:
        """Return the centre of mass for these joints, m; arguments as for `solve`."""
        x, y, _ = hips.apply(self._com.of(joints))
        return x, y

    def balance(
        self,
        joints: list[float],
        hips: Pose3,
        left: Pose3,
        right: Pose3,
        wanted: FlatPoint,
        rounds: int,
    ) -> tuple[Pose3, bool]:
        """Set the leg targets; return the moved hips and whether the legs are long enough.

        Args:
            joints: As for `solve`.
            hips: Initial pose of the hips.
            left: As for `solve`.
            right: As for `solve`.
            wanted: Desired centre of mass, m.
            rounds: Number of iterations that move the hips.
        """
        for _ in range(rounds):
            self.solve(joints, hips, left, right)
            x, y = self.centre(joints, hips)
            hips = Pose3(hips.x + wanted[0] - x, hips.y + wanted[1] - y, hips.z, hips.rotation)
        return hips, self.solve(joints, hips, left, right)
