"""A calibration is applied to commands and frames alike."""

import math
from dataclasses import replace

import pytest
from scipy.spatial.transform import Rotation

from hardware.calibration import Calibration
from hardware.mounting import Mounting
from hardware.robots.nao import JOINT_COUNT, Joint
from hardware.simulation.plant.robot import SimulatedRobot
from hardware.wire_precision import Corrector, crossing_command
from tests.hardware.simulation.plant.rig import NAO, STANDARD, run, stance

KNEE, HIP = Joint.L_KNEE_PITCH, Joint.R_HIP_PITCH
FRAME = run(SimulatedRobot(NAO, STANDARD), 0.012)[0]


def test_the_error_of_a_joint_is_subtracted_from_commands_and_added_to_measurements() -> None:
    made = Corrector(Calibration({KNEE: 0.02, HIP: -0.01}, 0.0, 0.0))
    asked, told = stance().positions, made.commanded(stance()).positions
    seen = made.measured(FRAME).positions
    for joint in range(JOINT_COUNT):
        error = {KNEE: 0.02, HIP: -0.01}.get(Joint(joint), 0.0)
        assert asked[joint] - told[joint] == pytest.approx(error, abs=1e-6)
        assert seen[joint] - FRAME.positions[joint] == pytest.approx(error, abs=1e-6)
    assert made.commanded(stance()).stiffness == stance().stiffness


@pytest.mark.parametrize("angles", [(0.0, 0.0), (0.3, -0.4), (-2.0, 0.2), (0.1, 1.5)])
def test_measurements_of_a_tilted_unit_are_corrected(angles: tuple[float, float]) -> None:
    """Also for a lying robot: SciPy rotates the measurements of an untilted unit."""
    body = Rotation.from_euler("xyz", (*angles, 0.0))
    unit = Mounting(0.03, -0.05)
    x, y, z = unit.to_sensor(tuple(body.inv().apply((0.0, 0.0, 1.0)).tolist()))
    frame = replace(
        FRAME,
        gyro=unit.to_sensor((0.1, 0.2, 0.3)),
        accelerometer=unit.to_sensor((1.0, 2.0, 9.0)),
        angles=(math.atan2(y, z), -math.asin(x)),
    )
    found = Corrector(Calibration({}, 0.03, -0.05)).measured(frame)
    assert found.gyro == pytest.approx((0.1, 0.2, 0.3))
    assert found.accelerometer == pytest.approx((1.0, 2.0, 9.0))
    assert found.angles == pytest.approx(angles)


def test_an_empty_calibration_changes_nothing() -> None:
    made = Corrector(Calibration({KNEE: 0.0}, 0.0, 0.0))
    assert made.measured(FRAME) is FRAME
    assert made.commanded(stance()) == crossing_command(stance())


@pytest.mark.parametrize("broken", [math.nan, math.inf])
def test_a_broken_attitude_stays_broken_and_affects_nothing_else(broken: float) -> None:
    frame = replace(FRAME, angles=(broken, 0.125))
    found = Corrector(Calibration({KNEE: 0.02}, 0.01, 0.0)).measured(frame)
    assert repr(found.angles) == repr(frame.angles)
    assert found.positions[KNEE] == pytest.approx(FRAME.positions[KNEE] + 0.02)
