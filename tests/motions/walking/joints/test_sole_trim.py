"""Known tilts of the soles are trimmed out of the joints, within limits of angle and speed."""

import pytest

from hardware.robots.model import RobotModel, Side
from motions.walking.configuration import WalkingParameters
from motions.walking.joints.sole_trim import SoleTrim
from tests.fakes import NAO


def known(walking: WalkingParameters, roll: float, pitch: float, cycles: int) -> SoleTrim:
    """Return a trim that has known the tilt of the left sole, rad, for some cycles."""
    trim = SoleTrim(walking.trim)
    trim.known[Side.LEFT].roll, trim.known[Side.LEFT].pitch = roll, pitch
    for _ in range(cycles):
        trim.update(NAO.cycle)
    return trim


def test_an_applied_trim_can_be_subtracted_again(
    nao: RobotModel, walking: WalkingParameters
) -> None:
    trim = known(walking, 0.03, -0.05, 200)
    joints = [0.0] * len(nao.names)
    trim.apply(joints, nao.legs)
    left = nao.legs[Side.LEFT]
    pitch = joints[left.hip_pitch] + joints[left.knee_pitch] + joints[left.ankle_pitch]
    assert pitch == pytest.approx(-0.05)
    assert joints[left.hip_roll] + joints[left.ankle_roll] == pytest.approx(0.03)
    trim.apply(joints, nao.legs, -1.0)
    assert joints == pytest.approx([0.0] * len(joints))


def test_a_tilt_beyond_the_limits_is_known_but_not_added(walking: WalkingParameters) -> None:
    trim = known(walking, 1.0, -1.0, 200)
    added = trim.added[Side.LEFT]
    assert added.roll == pytest.approx(walking.trim.roll_limit)
    assert added.pitch == pytest.approx(-walking.trim.pitch_limit)
    assert trim.known[Side.LEFT].roll == 1.0


def test_the_trim_is_added_at_its_speed_and_restarts_from_zero_in_a_new_walk(
    walking: WalkingParameters,
) -> None:
    trim = known(walking, 1.0, 0.0, 3)
    assert trim.added[Side.LEFT].roll == pytest.approx(3.0 * NAO.cycle * walking.trim.speed)
    trim.begin()
    assert trim.added[Side.LEFT].roll == 0.0
    assert trim.known[Side.LEFT].roll == 1.0
