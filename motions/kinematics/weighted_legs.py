"""Legs whose hips follow the weight: both soles are given, and where the centre of mass shall be.

The body is most of the mass, so that moving the hips by what the centre of mass is off leaves about
a quarter of the error.
"""

from hardware.robots.model import RobotModel
from hardware.units import FlatPoint
from motions.kinematics.com import CentreOfMass
from motions.kinematics.geometry import Pose3
from motions.kinematics.robot_legs import legs_of


class WeightedLegs:
    """The legs of a robot, and the weight that they carry; all poses in one frame on the floor.

    Attributes:
        soles: Where both are commanded, left first, in the frame of the hips.
    """

    def __init__(self, model: RobotModel, clip: float = 0.0) -> None:
        """Keep the robot.

        Args:
            model: The robot.
            clip: How much too long a leg may be before soles count as unreachable, m.
        """
        self._model = model
        self._clip = clip
        self._legs = legs_of(model)
        self._com = CentreOfMass(model)
        self.soles = (Pose3(), Pose3())

    def solve(self, joints: list[float], hips: Pose3, left: Pose3, right: Pose3) -> bool:
        """Set the legs, rad, in place; return whether they are long enough.

        Args:
            joints: Targets of all joints, in wire order, rad.
            hips: Where the hips are.
            left: Where the left sole is.
            right: Where the right one is.
        """
        back = hips.inverse()
        self.soles = (back @ left, back @ right)
        solution = self._legs.solve(*self.soles, clip=self._clip)
        for joint, angle in zip(self._model.leg_joints, solution.angles, strict=True):
            joints[joint] = angle
        return solution.reachable

    def centre(self, joints: list[float], hips: Pose3) -> FlatPoint:
        """Return where the centre of mass is with these joints, m; arguments as of `solve`."""
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
        """Set the legs, and return the hips moved for it and whether the legs are long enough.

        Args:
            joints: As of `solve`.
            hips: Where they are at first.
            left: As of `solve`.
            right: As of `solve`.
            wanted: Where the centre of mass shall be, m.
            rounds: How often the hips are moved.
        """
        for _ in range(rounds):
            self.solve(joints, hips, left, right)
            x, y = self.centre(joints, hips)
            hips = Pose3(hips.x + wanted[0] - x, hips.y + wanted[1] - y, hips.z, hips.rotation)
        return hips, self.solve(joints, hips, left, right)
