"""A standing sole is flat: a measured tilt is a joint error, which is learnt and removed."""

from dataclasses import replace

import pytest

from hardware.robots.model import RobotModel, Side
from hsm.control.assembly import load_settings
from hsm.settings.robot_file import load_robot
from motions.kinematics.geometry import Pose3, rotation_from_rpy
from motions.locomotion.preview.balance.parameters import TrimParameters
from motions.locomotion.preview.balance.trim import PreviewTrim
from motions.perception.state import RobotState
from tests.fakes import robot_state

_BOTH = dict.fromkeys(Side, 0.5)


@pytest.fixture(scope="module")
def model() -> RobotModel:
    return load_robot()


@pytest.fixture(scope="module")
def parameters() -> TrimParameters:
    return load_settings("normal").preview.trim


def _seen(roll: float, pitch: float) -> RobotState:
    """Return a robot whose left sole appears tilted."""
    tilted = Pose3(0.0, 0.0, 0.0, rotation_from_rpy(roll, pitch, 0.0))
    return robot_state(left_sole=tilted, right_sole=Pose3(0.0, 0.0, 0.0))


def _stood(trim: PreviewTrim, robot: RobotState, *, stands: bool = True) -> None:
    for _ in range(100):
        trim.update(robot, _BOTH, stands=stands)


def _applied(
    model: RobotModel, parameters: TrimParameters, robot: RobotState
) -> tuple[PreviewTrim, list[float]]:
    """Return the trim learnt from a standing robot, and what it adds to the joints."""
    trim = PreviewTrim(model, parameters)
    _stood(trim, robot)
    joints = [0.0] * len(model.names)
    trim.apply(joints)
    return trim, joints


def test_the_whole_tilt_is_removed_in_the_joints_of_that_leg(
    model: RobotModel, parameters: TrimParameters
) -> None:
    _, joints = _applied(model, parameters, _seen(0.03, -0.05))
    for side, roll, pitch in ((Side.LEFT, 0.03, -0.05), (Side.RIGHT, 0.0, 0.0)):
        leg = model.legs[side]
        pitched = sum(joints[j] for j in (leg.hip_pitch, leg.knee_pitch, leg.ankle_pitch))
        assert pitched == pytest.approx(pitch, rel=0.05, abs=1e-12)
        rolled = joints[leg.hip_roll] + joints[leg.ankle_roll]
        assert rolled == pytest.approx(roll, rel=0.05, abs=1e-12)


def test_the_trim_is_subtracted_from_commanded_joints(
    model: RobotModel, parameters: TrimParameters
) -> None:
    trim, joints = _applied(model, parameters, _seen(0.03, -0.05))
    assert trim.true(joints) == pytest.approx([0.0] * len(joints))


def test_nothing_is_learnt_once_a_foot_has_been_lifted(
    model: RobotModel, parameters: TrimParameters
) -> None:
    trim = PreviewTrim(model, parameters)
    _stood(trim, _seen(0.03, -0.05), stands=False)
    assert trim.true([0.0] * len(model.names)) == [0.0] * len(model.names)


def test_an_error_beyond_the_limit_is_removed_up_to_the_limit(
    model: RobotModel, parameters: TrimParameters
) -> None:
    _, joints = _applied(model, replace(parameters, roll_limit=0.01), _seen(0.03, 0.0))
    left = model.legs[Side.LEFT]
    assert joints[left.hip_roll] + joints[left.ankle_roll] == pytest.approx(0.01)


def test_common_and_differing_tilts_are_removed_by_their_own_shares_of_the_joints(
    model: RobotModel, parameters: TrimParameters
) -> None:
    left, right = model.legs[Side.LEFT], model.legs[Side.RIGHT]
    tilted = Pose3(0.0, 0.0, 0.0, rotation_from_rpy(0.0, 0.04, 0.0))
    _, alike = _applied(model, parameters, robot_state(left_sole=tilted, right_sole=tilted))
    back = Pose3(0.0, 0.0, 0.0, rotation_from_rpy(0.0, -0.04, 0.0))
    _, apart = _applied(model, parameters, robot_state(left_sole=tilted, right_sole=back))
    for joints, shares, sign in (
        (alike, parameters.shares, 1.0),
        (apart, parameters.differing, -1.0),
    ):
        assert joints[left.hip_pitch] == pytest.approx(shares.hip_pitch * 0.04, rel=0.05)
        assert joints[right.hip_pitch] == pytest.approx(sign * joints[left.hip_pitch])
        whole = [joints[j] for j in (left.hip_pitch, left.knee_pitch, left.ankle_pitch)]
        assert sum(whole) == pytest.approx(0.04, rel=0.05)
