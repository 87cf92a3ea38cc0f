"""Joint-position resets: a step starts from the measured joints where that helps it.

The joints lag behind their requests. When the support switches and the motion reverses, a lagging
joint is already closer to its new target than its request is. Starting from the measurement avoids
a detour and a dead time. The start always lies between the last request and the end of the new
step.

Source: joint-position resets of the B-Human code release 2025, with the end of the planned step in
place of its dry run.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from hardware.robots.model import Legs, Side
from hardware.units import PositiveAngle, UnsignedAngle
from motions.scalars import clamp


@dataclass(frozen=True, slots=True)
class JointResetParameters:
    """Parameters of the joint resets.

    Attributes:
        active: Whether steps start from measured joints; otherwise from the last request.
        full: Difference from which on it counts in full, rad; smaller ones may be play and count
            less.
        max_difference: Largest difference that is applied, rad.
    """

    active: bool
    full: PositiveAngle
    max_difference: UnsignedAngle


def reset_joints(
    parameters: JointResetParameters,
    requested: Sequence[float],
    measured: Sequence[float],
    planned: Sequence[float],
    legs: Legs,
    swing: Side,
) -> list[float]:
    """Return the joints, in wire order, rad, from which the step starts.

    Args:
        parameters: Parameters of the resets.
        requested: The last request, in wire order, rad.
        measured: Measured joint angles, in wire order, rad.
        planned: Joints at the end of the new step, in wire order, rad.
        legs: Legs of the robot.
        swing: The next swing foot.
    """
    joints = list(requested)
    leg, support = legs[swing], legs[swing.other]
    # The support leg's knee and ankle roll carry the robot: a jump there would kick it. The swing
    # knee bends and stretches within the step, so its end says nothing about its direction.
    for joint in (
        leg.hip_yaw,
        leg.hip_roll,
        leg.hip_pitch,
        leg.ankle_pitch,
        leg.ankle_roll,
        support.hip_roll,
        support.hip_pitch,
        support.ankle_pitch,
    ):
        request = requested[joint]
        low, high = min(request, planned[joint]), max(request, planned[joint])
        gap = clamp(measured[joint], low, high) - request
        if joint == support.ankle_pitch and gap < 0.0:
            continue  # raising the toes would let the robot fall forward
        gap = clamp(gap, -parameters.max_difference, parameters.max_difference)
        joints[joint] = request + gap * min(abs(gap) / parameters.full, 1.0)
    return joints
