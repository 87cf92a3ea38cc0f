"""Roll, pitch and mean rotation rate of a body, against SciPy."""

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from hardware.mounting import tilt
from hardware.simulation.plant.sensors.rotations import (
    cosine_of_tilt,
    in_world,
    mean_rate,
    up_in_body,
    yaw_of,
)


@pytest.mark.parametrize("seed", range(6))
def test_roll_and_pitch_relative_to_a_slope_turn_the_body_level(seed: int) -> None:
    """SciPy: after removing roll and pitch, the direction opposite to gravity is the body's z."""
    rng = np.random.default_rng(seed)
    body = Rotation.random(random_state=rng)
    slope = Rotation.from_euler("xyz", rng.uniform(-0.3, 0.3, 3)).apply((0.0, 0.0, 1.0))
    up = (slope[0], slope[1], slope[2])
    quaternion = body.as_quat(scalar_first=True).tolist()
    seen = body.inv().apply(slope)
    assert up_in_body(quaternion, up) == pytest.approx(tuple(seen))
    assert in_world(quaternion, up) == pytest.approx(tuple(body.apply(slope)))
    roll, pitch = tilt(up_in_body(quaternion, up))
    assert Rotation.from_euler("xyz", (roll, pitch, 0.0)).inv().apply((0, 0, 1)) == pytest.approx(
        tuple(seen)
    )


@pytest.mark.parametrize("seed", range(6))
def test_tilt_and_yaw_are_those_of_the_rotation(seed: int) -> None:
    body = Rotation.random(random_state=np.random.default_rng(seed))
    quaternion = body.as_quat(scalar_first=True).tolist()
    assert cosine_of_tilt(quaternion) == pytest.approx(body.apply((0.0, 0.0, 1.0))[2])
    assert yaw_of(quaternion) == pytest.approx(body.as_euler("ZYX")[0])


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_the_pitch_of_a_body_on_its_nose_is_finite_despite_rounding(sign: float) -> None:
    half = math.sqrt(0.5) * (1.0 + 1e-9)
    _, pitch = tilt(up_in_body((half, 0.0, sign * half, 0.0), (0.0, 0.0, 1.0)))
    assert pitch == pytest.approx(sign * 0.5 * math.pi, abs=1e-3)


@pytest.mark.parametrize("seed", range(6))
def test_the_mean_rate_is_the_rotation_vector_over_the_time(seed: int) -> None:
    rng = np.random.default_rng(seed)
    before, turn = Rotation.random(random_state=rng), rng.uniform(-30.0, 30.0, 3)
    after = before * Rotation.from_rotvec(turn * 0.05)
    found = mean_rate(
        before.as_quat(scalar_first=True).tolist(),
        (-after.as_quat(scalar_first=True)).tolist(),
        0.05,
    )
    assert found == pytest.approx(tuple(turn))


def test_the_gyro_reports_the_mean_rate_of_a_cycle() -> None:
    """Against SciPy's rotation vectors, with either sign of the quaternions."""
    rng = np.random.default_rng(5)
    for sign in (1.0, -1.0):
        before = Rotation.random(random_state=rng)
        turn = rng.uniform(-4.0, 4.0, 3)
        after = before * Rotation.from_rotvec(turn * 0.012)
        x, y, z, w = before.as_quat().tolist()
        i, j, k, r = (sign * after.as_quat()).tolist()
        assert mean_rate((w, x, y, z), (r, i, j, k), 0.012) == pytest.approx(turn, abs=1e-9)
    assert mean_rate((1.0, 0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0), 0.012) == (0.0, 0.0, 0.0)
