"""Joints of a robot whose centre of mass is to be over a place beside the foot that stands."""

from hardware.robots.model import RobotModel, Side
from hardware.units import Point
from motions.kinematics.com import CentreOfMass
from motions.kinematics.geometry import Pose3, rotation_from_rpy
from motions.kinematics.robot_legs import legs_of

_ROUNDS = 2
"""The torso is most of the mass: each round leaves a seventh of the error, and so does a cycle."""


class SingleSupport:
    """Places the upright torso so that the centre of mass is where it is wanted.

    Everything is seen from the sole that stands, flat on the ground.
    """

    def __init__(self, model: RobotModel, hip_height: float) -> None:
        """Keep the robot.

        Args:
            model: The robot.
            hip_height: Hip joints above the sole, m.
        """
        self._model = model
        self._legs = legs_of(model)
        self._com = CentreOfMass(model)
        self._height = hip_height
        self._hip = (0.0, 0.0)

    def place_hip(self, x: float, y: float) -> None:
        """Begin with the hips at a place, m."""
        self._hip = (x, y)

    def centre(self, joints: list[float]) -> tuple[float, float]:
        """Return where the centre of mass is with the joints of this cycle, m."""
        com = self._com.of(joints)
        return self._hip[0] + com[0], self._hip[1] + com[1]

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
        x, y = self._hip
        toes, edge = tilt
        roll = standing.other.sign * edge
        still = Pose3(-x, -y, -self._height)
        free = Pose3(
            foot[0] - x, foot[1] - y, foot[2] - self._height, rotation_from_rpy(roll, toes, 0.0)
        )
        left, right = (still, free) if standing is Side.LEFT else (free, still)
        solution = self._legs.solve(left, right)
        for joint, angle in zip(self._model.leg_joints, solution.angles, strict=True):
            joints[joint] = angle
        return solution.reachable

    def balance(
        self,
        joints: list[float],
        standing: Side,
        foot: Point,
        tilt: tuple[float, float],
        wanted: tuple[float, float],
    ) -> bool:
        """Move the hips until the centre of mass is where it is wanted; arguments as of `solve`.

        Args:
            joints: As there.
            standing: As there.
            foot: As there.
            tilt: As there.
            wanted: Place of the centre of mass, m.
        """
        for _ in range(_ROUNDS):
            self.solve(joints, standing, foot, tilt)
            x, y = self.centre(joints)
            self._hip = (self._hip[0] + wanted[0] - x, self._hip[1] + wanted[1] - y)
        return self.solve(joints, standing, foot, tilt)
