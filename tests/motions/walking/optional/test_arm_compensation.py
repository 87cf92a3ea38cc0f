"""Arms away from their command, on hand-made postures."""

import math

import pytest

from hardware.robots.model import RobotModel
from hardware.robots.nao import Joint
from motions.kinematics.com import CentreOfMass
from motions.perception.state import RobotState
from motions.walking.configuration import WalkingParameters
from motions.walking.optional.arm_compensation import ArmsElsewhere
from motions.walking.terms.hips import lean_back
from tests.fakes import NAO, STANCE, robot_state
from tests.motions.walking.stepper import seen


def posed(nao: RobotModel, shoulder_pitch: float) -> RobotState:
    """Return a robot in the stance with both arms at this pitch, deg: 90 down, 0 forward."""
    joints = list(STANCE)
    for joint in (Joint.L_SHOULDER_PITCH, Joint.R_SHOULDER_PITCH):
        joints[joint] = math.radians(shoulder_pitch)
    positions = tuple(joints)
    return robot_state(positions=positions, com=CentreOfMass(nao).of(positions))


def tilt_after(
    nao: RobotModel, walking: WalkingParameters, shoulder_pitch: float, cycles: int = 200
) -> float:
    """Return the tilt after some cycles, deg."""
    arms = ArmsElsewhere(walking.arm_compensation, nao)
    for _ in range(cycles):
        arms.update(posed(nao, shoulder_pitch), seen(executed=STANCE))
    return math.degrees(arms.tilt)


def test_the_torso_leans_back_against_arms_held_forward(
    nao: RobotModel, walking: WalkingParameters
) -> None:
    shift = posed(nao, 20.0).com[0] - posed(nao, 90.0).com[0]
    expected = math.degrees(walking.arm_compensation.gain * shift)
    limit = math.degrees(walking.arm_compensation.limit)
    assert shift > 0.015
    assert tilt_after(nao, walking, 20.0) == pytest.approx(min(expected, limit))


def test_arms_that_only_swing_late_are_not_compensated(
    nao: RobotModel, walking: WalkingParameters
) -> None:
    assert tilt_after(nao, walking, 75.0) == 0.0


def test_the_tilt_grows_gradually(nao: RobotModel, walking: WalkingParameters) -> None:
    parameters = walking.arm_compensation
    first = tilt_after(nao, walking, 0.0, cycles=1)
    assert first == pytest.approx(math.degrees(parameters.limit) * 0.012 / parameters.time)


def test_a_lean_of_the_hips_can_be_subtracted_again() -> None:
    joints = list(STANCE)
    lean_back(joints, NAO.legs, math.radians(5.0))
    for hip in (Joint.L_HIP_PITCH, Joint.R_HIP_PITCH):
        assert joints[hip] - STANCE[hip] == pytest.approx(math.radians(5.0))
    lean_back(joints, NAO.legs, math.radians(-5.0))
    assert joints == pytest.approx(STANCE)


def test_without_a_known_command_and_after_a_reset_there_is_no_tilt(
    nao: RobotModel, walking: WalkingParameters
) -> None:
    arms = ArmsElsewhere(walking.arm_compensation, nao)
    arms.update(posed(nao, 20.0), seen())
    assert arms.tilt == 0.0
    arms.update(posed(nao, 20.0), seen(executed=STANCE))
    assert arms.tilt > 0.0
    arms.reset()
    assert arms.tilt == 0.0


def test_the_torso_leans_forward_against_arms_held_behind(
    nao: RobotModel, walking: WalkingParameters
) -> None:
    shift = posed(nao, 115.0).com[0] - posed(nao, 90.0).com[0]
    assert shift < 0.0
    expected = math.degrees(walking.arm_compensation.gain * shift)
    assert tilt_after(nao, walking, 115.0) == pytest.approx(expected)
