"""Prediction of the centre of mass over the ground."""

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from hardware.robots.model import RobotModel, Side
from hardware.sensors_and_commands import CYCLE, GRAVITY
from motions.kinematics.geometry import Pose3, rotation_from_rpy
from motions.perception.state import RobotState
from motions.walking.com_ahead import com_ahead, pitch_ahead
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


def test_an_upright_robot_at_rest_keeps_its_centre_of_mass(nao: RobotModel) -> None:
    assert com_ahead(turning(0.0, 0.0), Side.LEFT, nao.dimensions.sole, AHEAD) == 0.0


def test_a_tilted_centre_of_mass_is_projected_along_gravity(nao: RobotModel) -> None:
    x = com_ahead(turning(0.1, 0.0), Side.LEFT, nao.dimensions.sole, AHEAD)
    assert x == pytest.approx(0.265 * math.tan(0.1))


@pytest.mark.parametrize("direction", [1.0, -1.0])
def test_gravity_slows_the_predicted_turn_of_a_robot_down(
    nao: RobotModel, direction: float
) -> None:
    x = com_ahead(turning(0.0, direction), Side.LEFT, nao.dimensions.sole, AHEAD)
    assert 0.7 * 0.265 * AHEAD < direction * x < 0.265 * AHEAD


def test_beyond_the_toes_gravity_speeds_the_predicted_turn_up(nao: RobotModel) -> None:
    sole = nao.dimensions.sole
    gained = com_ahead(turning(0.5, 1.0), Side.LEFT, sole, AHEAD)
    assert gained > 0.265 * math.tan(0.5 + AHEAD)


def test_a_predicted_turn_stopped_by_gravity_does_not_reverse(nao: RobotModel) -> None:
    x = com_ahead(turning(0.0, 1e-4), Side.LEFT, nao.dimensions.sole, 0.2)
    assert x == pytest.approx(0.0, abs=1e-6)


@pytest.mark.parametrize("rate", [1.5, -1.5])
@pytest.mark.parametrize("pitch", [-0.2, 0.0, 0.3])
@pytest.mark.parametrize("x", [-0.04, 0.0, 0.06])
def test_the_robot_is_predicted_as_a_rigid_body_that_turns_about_an_edge(
    nao: RobotModel, rate: float, pitch: float, x: float
) -> None:
    """SciPy integrates an inverted pendulum about the edge of a sole that lies flat.

    Sums over whole cycles lag by half a cycle of the gain in speed, which is added.
    """
    sole, z, cycles = nao.dimensions.sole, 0.265, 3
    turn = np.array([[math.cos(pitch), math.sin(pitch)], [-math.sin(pitch), math.cos(pitch)]])
    ahead, above = turn @ (x, z) - (sole.front if rate > 0.0 else -sole.back, 0.0)

    def fall(_: float, angle_and_rate: tuple[float, float]) -> tuple[float, float]:
        angle, speed = angle_and_rate
        return speed, GRAVITY / math.hypot(ahead, above) * math.sin(angle)

    angle = math.atan2(ahead, above)
    end, speed = solve_ivp(fall, (0.0, cycles * CYCLE), (angle, rate), rtol=1e-9).y[:, -1]
    expected = pitch + end - angle + 0.5 * CYCLE * (speed - rate)
    assert pitch_ahead(pitch, rate, x, z, sole, cycles * CYCLE, CYCLE) == pytest.approx(
        expected, abs=5e-4
    )


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("pitch", [-0.2, 0.15])
@pytest.mark.parametrize("tilt", [-0.1, 0.0, 0.2])
def test_the_centre_of_mass_is_projected_along_gravity_to_the_plane_of_the_support_sole(
    nao: RobotModel, side: Side, pitch: float, tilt: float
) -> None:
    """The ray and the plane are intersected with vectors: com + length * down lies in the sole."""
    rotation = rotation_from_rpy(0.0, tilt, 0.0)
    com, sole = np.array((0.02, 0.0, 0.035)), np.array((-0.03, 0.05 * side.sign, -0.22))
    poses = {
        f"{each.name.lower()}_sole": Pose3(-0.03, 0.05 * each.sign, -0.22, rotation)
        if each is side
        else Pose3(0.1, 0.05 * each.sign, -0.1)
        for each in Side
    }
    state = robot_state(pitch=pitch, com=tuple(com), **poses)
    down = np.array((math.sin(pitch), 0.0, -math.cos(pitch)))
    normal = np.array(rotation).reshape(3, 3)[:, 2]
    length = normal @ (sole - com) / (normal @ down)
    found = com_ahead(state, side, nao.dimensions.sole, 0.0)
    assert found == pytest.approx((com + length * down)[0])
