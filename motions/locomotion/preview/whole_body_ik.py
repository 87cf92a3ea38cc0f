"""Joints of a robot whose feet and centre of mass are where the plan has them."""

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
"""It leaves about a quarter of the error, and the next cycle goes on from there."""


@dataclass(slots=True)
class FootPlace:
    """A foot over the floor of the plan.

    Attributes:
        pose: m and rad.
        height: m.
    """

    pose: Pose2
    height: float = 0.0


class BodyPlacement:
    """Finds the hips under which the centre of mass is where it is wanted.

    Attributes:
        hip: Place of the hips on the floor of the plan, m.
        height: Of the hips over the soles, m.
    """

    def __init__(self, model: RobotModel, parameters: BodyPlacementParameters, clip: float) -> None:
        """Keep the robot.

        Args:
            model: The robot.
            parameters: See there.
            clip: How much too long a leg may be, m.
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
        """Begin with the hips where they are, m."""
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
        move: Callable[[Pose3, Pose3, float], tuple[Pose3, Pose3]] | None = None,
    ) -> None:
        """Set the legs, rad, in place.

        Args:
            joints: Targets of all joints; those of arms and head count for the centre of mass.
            left: Left foot.
            right: Right foot.
            com: Where the centre of mass shall be on the floor, m.
            lean: Of the torso.
            longest: Of the steps that are known, forward or backward, m.
            cycle: Time since the last command, s.
            move: From where both feet are planned and the heading between them, rad, to where they
                are commanded; as planned if None.
        """
        highest = self._highest(left, right, longest)
        self.height = toward(self.height, highest, self._parameters.sink * cycle)
        turn = (left.pose.inverse() @ right.pose).heading
        heading = left.pose.heading + 0.5 * turn
        rotation = rotation_from_rpy(lean.roll, lean.pitch, heading)
        soles = [
            Pose3(
                foot.pose.x,
                foot.pose.y,
                foot.height,
                rotation_from_rpy(0.0, 0.0, foot.pose.heading),
            )
            for foot in (left, right)
        ]
        if move is not None:
            soles = list(move(soles[0], soles[1], heading))
        hips = Pose3(*self.hip, self.height, rotation)
        hips, _ = self._legs.balance(joints, hips, soles[0], soles[1], com, _ROUNDS)
        self.hip = (hips.x, hips.y)

    @property
    def soles(self) -> tuple[Pose3, Pose3]:
        """Return where both are commanded, left first, in the frame of the hips."""
        return self._legs.soles

    def _highest(self, left: FootPlace, right: FootPlace, longest: float) -> float:
        """Return the height of the hips at which both legs are long enough, m.

        Before long steps they are lower than one step needs: hips that sank at the end of each and
        rose in the next one would drive knees and hips faster than their motors.
        """
        own = self._parameters
        height = own.hip_height - own.long_share * max(0.0, longest - own.long_from)
        for side, foot in ((Side.LEFT, left), (Side.RIGHT, right)):
            # The hip joint of that side, in the axes of the foot; a torso turns as far as its feet.
            seen = foot.pose.inverse() @ Pose2(*self.hip)
            away = math.hypot(seen.x, seen.y + side.sign * self._hip_offset)
            room = self._reach * self._reach - away * away
            if room > 0.0:
                height = min(height, foot.height + self._ankle + math.sqrt(room))
        return height
