"""Legs fold until one of their joints reaches its limit, and no further."""

import pytest

from hardware.robots.model import RobotModel
from motions.kinematics.folded_legs import lowest_hips
from motions.kinematics.geometry import Pose3
from motions.kinematics.robot_legs import legs_of


def beyond(model: RobotModel, height: float, forward: float) -> list[str]:
    """Return the names of the leg joints that would exceed their limits."""
    y = model.dimensions.hip_offset_y
    soles = Pose3(-forward, y, -height), Pose3(-forward, -y, -height)
    angles = legs_of(model).solve(*soles).angles
    return [
        model.names[joint]
        for joint, angle in zip(model.leg_joints, angles, strict=True)
        if not model.specs[joint].min <= angle <= model.specs[joint].max
    ]


@pytest.mark.parametrize("forward", [0.0, 0.012, 0.05])
def test_the_lowest_hips_are_where_a_joint_reaches_its_limit(
    nao: RobotModel, forward: float
) -> None:
    lowest = lowest_hips(nao, forward)
    assert not beyond(nao, lowest, forward)
    assert beyond(nao, lowest - 0.0002, forward)


def test_hips_that_are_further_forward_cannot_go_as_low_because_of_the_ankles(
    nao: RobotModel,
) -> None:
    assert lowest_hips(nao, 0.05) > lowest_hips(nao, 0.0) + 0.02
    ends = beyond(nao, lowest_hips(nao, 0.05) - 0.0002, 0.05)
    assert ends and all(name.endswith("ankle_pitch") for name in ends)
