"""A tilted inertial unit, against SciPy."""

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from hardware.mounting import Mounting


@pytest.mark.parametrize("seed", range(5))
def test_a_tilted_unit_measures_the_vector_in_rotated_axes(seed: int) -> None:
    rng = np.random.default_rng(seed)
    roll, pitch = rng.uniform(-1.0, 1.0, 2).tolist()
    vector = tuple(rng.uniform(-9.0, 9.0, 3).tolist())
    unit = Rotation.from_euler("xyz", (roll, pitch, 0.0))
    mounting = Mounting(roll, pitch)
    assert mounting.to_sensor(vector) == pytest.approx(tuple(unit.inv().apply(vector)))
    assert mounting.to_torso(mounting.to_sensor(vector)) == pytest.approx(vector)


def test_in_an_upright_torso_the_unit_reports_its_own_roll_and_pitch() -> None:
    x, y, z = Mounting(0.1, -0.2).to_sensor((0.0, 0.0, 1.0))
    assert (math.atan2(y, z), -math.asin(x)) == pytest.approx((0.1, -0.2))


def test_an_untilted_unit_changes_no_bit() -> None:
    vector = (0.1, -7.3, 9.81)
    assert Mounting(0.0, 0.0).to_sensor(vector) == vector
    assert Mounting(0.0, 0.0).to_torso(vector) == vector
