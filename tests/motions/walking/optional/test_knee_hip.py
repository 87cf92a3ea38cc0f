"""Knee and hip of the support leg support the ankle against a pitch rate of the torso."""

from dataclasses import replace

import pytest

from hardware.robots.model import RobotModel, Side
from hardware.robots.nao import JOINT_COUNT, Joint
from motions.kinematics.nao_legs import sole_poses
from motions.walking.configuration import WalkingParameters
from motions.walking.optional.knee_hip import KneeHipFeedback, KneeHipParameters
from tests.fakes import STANCE
from tests.motions.walking.stepper import a_step, seen

LEGS = {
    Side.LEFT: (Joint.L_HIP_PITCH, Joint.L_KNEE_PITCH),
    Side.RIGHT: (Joint.R_HIP_PITCH, Joint.R_KNEE_PITCH),
}


@pytest.fixture
def parameters(walking: WalkingParameters) -> KneeHipParameters:
    return replace(walking.knee_hip, gain=0.01, limit=0.03)


@pytest.mark.parametrize("support", Side)
@pytest.mark.parametrize(
    ("rate", "angle"), [(1.0, 0.01), (-2.0, -0.02), (0.0, 0.0), (9.0, 0.03), (-9.0, -0.03)]
)
def test_hip_and_knee_of_the_support_leg_turn_by_the_gain_up_to_the_limit(
    parameters: KneeHipParameters, support: Side, rate: float, angle: float
) -> None:
    joints = [0.0] * JOINT_COUNT
    KneeHipFeedback(parameters).joints(joints, seen(a_step(support.other), rate=rate))
    for joint in Joint:
        assert joints[joint] == pytest.approx(angle if joint in LEGS[support] else 0.0)


@pytest.mark.parametrize("rate", [2.0, -2.0])
def test_the_sole_presses_in_the_direction_of_the_turn(
    nao: RobotModel, parameters: KneeHipParameters, rate: float
) -> None:
    """In the torso frame, the sole of a robot that tips forward turns its toes down."""
    joints = list(STANCE)
    KneeHipFeedback(parameters).joints(joints, seen(a_step(Side.RIGHT), rate=rate))
    before, after = sole_poses(STANCE, nao.dimensions)[0], sole_poses(joints, nao.dimensions)[0]
    assert (after.pitch - before.pitch) * rate > 0.0
