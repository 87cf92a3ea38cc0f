"""Joint-position resets: a step begins where the joints are, wherever that helps the step.

The joints lag behind their request. When the support switches and the plan turns round, a joint
that has not yet gone the whole way back is already further on its new way than the request says.
Beginning there saves a swing back and a dead time. A joint is never put against the new plan: its
start lies between the last request and the end of the new step.

Source: joint-position resets of the B-Human code release 2025; with the end of the planned step
in place of its dry run.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from hardware.robots.model import Legs, Side
from hardware.units import PositiveAngle, UnsignedAngle
from motions.scalars import clamp


@dataclass(frozen=True, slots=True)
class JointResetParameters:
    """Where a step begins.

    Attributes:
        active: From the measured joints where that helps; otherwise from the last request.
        full: A difference from here on counts fully, smaller ones less, rad: play is no progress.
        max_difference: Largest difference that is taken over, rad.
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
    """Return the joints, in wire order, rad, from which the step begins.

    Args:
        parameters: Of the resets.
        requested: The last request, in wire order, rad.
        measured: Measured joint angles, in wire order, rad.
        planned: Joints at the end of the new step, in wire order, rad.
        legs: Of the robot.
        swing: The foot that will swing.
    """
    joints = list(requested)
    leg, support = legs[swing], legs[swing.other]
    # The support leg's knee and ankle roll carry the robot: a jump there would kick it. The swing
    # knee lifts and comes back within the step, so its end says nothing about its way.
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
            continue  # toes that are pulled up drop the robot forward
        gap = clamp(gap, -parameters.max_difference, parameters.max_difference)
        joints[joint] = request + gap * min(abs(gap) / parameters.full, 1.0)
    return joints
