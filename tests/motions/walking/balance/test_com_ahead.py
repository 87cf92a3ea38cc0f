"""Where the centre of mass will be over the ground."""

import math

import pytest

from hardware.nao import Nao, Side
from motions.kinematics.geometry import Pose3, rotation_from_rpy
from motions.perception.state import RobotState
from motions.walking.balance.com_ahead import com_ahead
from tests.fakes import robot_state

AHEAD = 0.036


def turning(pitch: float, rate: float) -> RobotState:
    """Return a robot whose centre of mass is 265 mm above flat soles that turn with it."""
    flat = rotation_from_rpy(0.0, 0.0, 0.0)
    return robot_state(
        pitch=pitch,
        gyro=(0.0, rate, 0.0),
        com=(0.0, 0.0, 0.035),
        left_sole=Pose3(-0.012, 0.05, -0.23, flat),
        right_sole=Pose3(-0.012, -0.05, -0.23, flat),
    )


def test_an_upright_robot_at_rest_keeps_its_centre_of_mass(nao: Nao) -> None:
    assert com_ahead(turning(0.0, 0.0), Side.LEFT, nao.dimensions.sole, AHEAD) == 0.0


def test_a_tilted_centre_of_mass_is_projected_along_gravity(nao: Nao) -> None:
    x = com_ahead(turning(0.1, 0.0), Side.LEFT, nao.dimensions.sole, AHEAD)
    assert x == pytest.approx(0.265 * math.tan(0.1))


@pytest.mark.parametrize("direction", [1.0, -1.0])
def test_a_turning_robot_is_looked_ahead_but_gravity_slows_it_down(
    nao: Nao, direction: float
) -> None:
    x = com_ahead(turning(0.0, direction), Side.LEFT, nao.dimensions.sole, AHEAD)
    assert 0.7 * 0.265 * AHEAD < direction * x < 0.265 * AHEAD


def test_beyond_its_toes_gravity_speeds_it_up(nao: Nao) -> None:
    sole = nao.dimensions.sole
    gained = com_ahead(turning(0.5, 1.0), Side.LEFT, sole, AHEAD)
    assert gained > 0.265 * math.tan(0.5 + AHEAD)


def test_a_turn_that_gravity_stops_does_not_come_back(nao: Nao) -> None:
    x = com_ahead(turning(0.0, 1e-4), Side.LEFT, nao.dimensions.sole, 0.2)
    assert x == pytest.approx(0.0, abs=1e-6)
