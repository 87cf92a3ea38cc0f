"""Whole-body inverse kinematics for planned feet and centre of mass."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from hardware.robots.model import RobotModel, Side
from motions.kinematics.geometry import Pose2, Pose3, rotation_from_rpy
from motions.kinematics.sole_tilt import Tilt
from motions.kinematics.weighted_legs import WeightedLegs
from motions.locomotion.preview.parameters import BodyPlacementParameters
from motions.scalars import toward

_ROUNDS: Final = 1
"""It leaves about a quarter of the error, and the next cycle continues from there."""


@dataclass(slots=True)
class FootPlace:
    """A foot over the floor of the plan.

    Attributes:
        pose: Pose on the floor, m and rad.
        height: Height above the floor, m.
    """

    pose: Pose2
    height: float = 0.0


class BodyPlacement:
    """Places the hips so that the centre of mass reaches its target.

    Attributes:
        hip: Position of the hips on the floor of the plan, m.
        height: Height of the hips above the soles, m.
    """

    def __init__(self, model: RobotModel, parameters: BodyPlacementParameters, clip: float) -> None:
        """Keep the robot.

        Args:
            model: The robot.
            parameters: Placement of the body.
            clip: Tolerated excess of the leg length, m.
        """
        self._parameters = parameters
        self._legs = WeightedLegs(model, clip)
        dimensions = model.dimensions
        self._hip_offset = dimensions.hip_offset_y
        self._ankle = dimensions.foot_height
        self._reach = parameters.stretch * (dimensions.thigh + dimensions.tibia)
        self.hip = (0.0, 0.0)
        self.height = parameters.hip_height

    def begin(self, hip: tuple[float, float], height: float) -> None:
        """Begin with the present position and height of the hips, m."""
        self.hip = hip
        self.height = height

    def place(
        self,
        joints: list[float],
        left: FootPlace,
        right: FootPlace,
        com: tuple[float, float],
        lean: Tilt,
        longest: float,
        cycle: float,
        move: Callable[[Pose3, Pose3, float], tuple[Pose3, Pose3]],
    ) -> None:
        """Set the leg joints, rad, in place.

        Args:
            joints: Targets of all joints; arms and head contribute to the centre of mass.
            left: Left foot.
            right: Right foot.
            com: Target of the centre of mass on the floor, m.
            lean: Lean of the torso.
            longest: Length of the longest known step, forward or backward, m.
            cycle: Time since the last command, s.
            move: Maps the planned feet and the heading between them, rad, to the commanded feet.
        """
        highest = self._highest(left, right, longest)
        self.height = toward(self.height, highest, self._parameters.sink * cycle)
        turn = (left.pose.inverse() @ right.pose).heading
        heading = left.pose.heading + 0.5 * turn
        rotation = rotation_from_rpy(lean.roll, lean.pitch, heading)
        planned = [
            Pose3(
                foot.pose.x,
                foot.pose.y,
                foot.height,
                rotation_from_rpy(0.0, 0.0, foot.pose.heading),
            )
            for foot in (left, right)
        ]
        soles = move(planned[0], planned[1], heading)
        hips = Pose3(*self.hip, self.height, rotation)
        hips, _ = self._legs.balance(joints, hips, soles[0], soles[1], com, _ROUNDS)
        self.hip = (hips.x, hips.y)

    @property
    def soles(self) -> tuple[Pose3, Pose3]:
        """Return the commanded soles, left first, in the frame of the hips."""
        return self._legs.soles

    def _highest(self, left: FootPlace, right: FootPlace, longest: float) -> float:
        """Return the largest height of the hips at which both legs are long enough, m.

        For long steps the hips stay lower throughout: sinking at the end of each step and rising in
        the next would drive knees and hips faster than their motors.
        """
        own = self._parameters
        height = own.hip_height - own.long_share * max(0.0, longest - own.long_from)
        for side, foot in ((Side.LEFT, left), (Side.RIGHT, right)):
            # The hip joint of that side in the axes of the foot, whose heading the torso shares.
            seen = foot.pose.inverse() @ Pose2(*self.hip)
            away = math.hypot(seen.x, seen.y + side.sign * self._hip_offset)
            room = self._reach * self._reach - away * away
            if room > 0.0:
                height = min(height, foot.height + self._ankle + math.sqrt(room))
        return height
