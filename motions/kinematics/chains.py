"""Forward kinematics and Jacobian of a limb along the links of the robot description.

The NAO's legs have a closed form (`nao_legs.py`); this module handles any chain of links.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hardware.robots.model import RobotModel
from hardware.units import Point
from motions.kinematics.geometry import IDENTITY, Pose3, multiply, rotate, rotation_about


class Chain:
    """Kinematic chain from the torso to the tip of a limb.

    Attributes:
        joints: Joints of the chain, from the torso outwards.
    """

    def __init__(self, model: RobotModel, tip: str, offset: Point = (0.0, 0.0, 0.0)) -> None:
        """Collect the links.

        Args:
            model: The robot model.
            tip: Name of the last link.
            offset: The limb's end in the frame of that link, m.
        """
        links = {link.name: link for link in model.links}
        way = []
        link = links[tip]
        while link.parent:
            way.append((model.names.index(link.joint), link.origin, _unit(link.axis)))
            link = links[link.parent]
        self._way = tuple(reversed(way))
        self._offset = offset
        self.joints = tuple(joint for joint, _, _ in self._way)

    def pose(self, positions: Sequence[float]) -> Pose3:
        """Return the pose of the limb's end in the torso frame.

        Args:
            positions: Joint angles, in wire order, rad.
        """
        return self._frames(positions)[0]

    def jacobian(self, positions: Sequence[float]) -> tuple[Pose3, NDArray[np.float64]]:
        """Return the pose of the limb's end in the torso frame, and its geometric Jacobian.

        The Jacobian has a column for each joint of the chain: the translation of the limb's end,
        m/rad, then its rotation, rad/rad.

        Args:
            positions: Joint angles, in wire order, rad.
        """
        pose, joints = self._frames(positions)
        origins, axes = (np.array(items) for items in zip(*joints, strict=True))
        # A joint moves the limb's end by axis x arm per radian.
        return pose, np.vstack((np.cross(axes, pose.position - origins).T, axes.T))

    def _frames(self, positions: Sequence[float]) -> tuple[Pose3, list[tuple[Point, Point]]]:
        """Return the limb's end and every joint's position and axis, in the torso frame."""
        x = y = z = 0.0
        rotation = IDENTITY
        joints = []
        for joint, origin, axis in self._way:
            dx, dy, dz = rotate(rotation, origin)
            x, y, z = x + dx, y + dy, z + dz
            joints.append(((x, y, z), rotate(rotation, axis)))
            rotation = multiply(rotation, rotation_about(axis, positions[joint]))
        dx, dy, dz = rotate(rotation, self._offset)
        return Pose3(x + dx, y + dy, z + dz, rotation), joints


def _unit(axis: Point) -> Point:
    length = sum(item * item for item in axis) ** 0.5
    return (axis[0] / length, axis[1] / length, axis[2] / length)
