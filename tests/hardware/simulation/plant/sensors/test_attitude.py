"""The unit's own angles: exact at rest, from its gyros in motion, slow to go wrong."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from hardware.disturbance import TOWARDS
from hardware.disturbances import Push
from hardware.postures import Posture
from hardware.sensors_and_commands import CYCLE, GRAVITY
from hardware.simulation.plant.robot import SimulatedRobot
from hardware.simulation.plant.sensors.attitude import AttitudeUnit
from hardware.units import Point
from tests.hardware.simulation.plant.rig import IDEAL, NAO, flat, run, stance

UP = (0.0, 0.0, 1.0)
ZERO = (0.0, 0.0, 0.0)
PARAMETERS = IDEAL.attitude
DEG = math.pi / 180.0
LEVEL = (0.0, 0.0, GRAVITY)
TWO_G = (0.0, 0.0, 2.0 * GRAVITY)
"""A force without information about the attitude, so that only the gyros count."""


def unit(up: Point = UP, gyro: Point = ZERO) -> AttitudeUnit:
    made = AttitudeUnit(PARAMETERS)
    made.rest(up, gyro)
    return made


def gravity(roll: float, pitch: float, size: float = GRAVITY) -> Point:
    x, y, z = Rotation.from_euler("xyz", (roll, pitch, 0.0)).inv().apply((0.0, 0.0, size)).tolist()
    return x, y, z


def after(made: AttitudeUnit, seconds: float, gyro: Point, force: Point) -> tuple[float, float]:
    angles = (math.nan, math.nan)
    for _ in range(round(seconds / CYCLE)):
        angles = made.update(gyro, force)
    return angles


@pytest.mark.parametrize("angles", [(0.0, 0.0), (0.2, -0.3), (-1.5, 0.1), (0.1, 1.5)])
def test_at_rest_the_angles_are_those_of_the_accelerometer(angles: tuple[float, float]) -> None:
    force = gravity(*angles)
    started = unit((force[0] / GRAVITY, force[1] / GRAVITY, force[2] / GRAVITY))
    assert after(started, 0.012, ZERO, force) == pytest.approx(angles)
    wrong = unit(gravity(0.0, 0.1, 1.0))
    assert after(wrong, 20.0, ZERO, LEVEL) == pytest.approx((0.0, 0.0), abs=0.02 * DEG)


@pytest.mark.parametrize("axis", range(3))
def test_in_motion_the_angles_follow_the_gyros_as_in_scipy(axis: int) -> None:
    start = Rotation.from_euler("xyz", (0.1, -0.2, 0.0))
    turn = [0.3, 0.3, 0.3]
    turn[axis] = 3.0
    made = unit(gravity(0.1, -0.2, 1.0))
    found = after(made, 0.36, (turn[0], turn[1], turn[2]), TWO_G)
    body = start * Rotation.from_rotvec(np.multiply(turn, 0.36))
    _, pitch, roll = body.as_euler("ZYX")
    assert found == pytest.approx((roll, pitch), abs=0.05 * DEG)


def test_a_bias_present_before_the_start_does_not_turn_the_angles() -> None:
    bias = (0.02, -0.015, 0.01)
    assert after(unit(gyro=bias), 5.0, bias, LEVEL) == pytest.approx((0.0, 0.0))


def test_a_new_bias_is_learnt_at_rest_and_causes_an_error_in_motion() -> None:
    """A bias w with a correction of time constant T leaves an error of w T until it is learnt."""
    bias, moving = (0.0, 0.02, 0.0), (0.0, 0.0, 0.5)
    shaken = (0.0, 0.02, 0.5)
    _, pitch = after(unit(), 60.0, shaken, LEVEL)
    lost = unit()
    assert abs(after(lost, 60.0, bias, LEVEL)[1]) < 0.05 * DEG
    assert abs(pitch) < 0.02 * PARAMETERS.in_motion + 0.1 * DEG
    roll, pitch = after(unit(), 2.0, (0.0, 0.02, 0.0), TWO_G)
    assert pitch == pytest.approx(0.04, abs=0.1 * DEG)
    assert after(unit(), 2.0, moving, LEVEL) == pytest.approx((0.0, 0.0))


@pytest.mark.parametrize("axis", [0, 1])
def test_a_learnt_bias_does_not_turn_the_angles_in_a_later_motion(axis: int) -> None:
    bias = (0.02, 0.0, 0.0) if axis == 0 else (0.0, 0.02, 0.0)
    made = unit()
    level = after(made, 60.0, bias, LEVEL)
    moved = after(made, 2.0, bias, TWO_G)
    assert moved == pytest.approx(level, abs=0.1 * DEG)


@pytest.mark.parametrize("seconds", [0.1, 0.5])
def test_a_forward_acceleration_slowly_tilts_the_angles_back(seconds: float) -> None:
    """1.5 m/s2 forward look like 8.7 degrees backward, of which little counts in motion."""
    swaying = (0.0, 0.0, 0.3)
    _, pitch = after(unit(), seconds, swaying, (1.5, 0.0, GRAVITY))
    seen = math.atan2(1.5, GRAVITY)
    trust = 1.0 - (math.hypot(1.5, GRAVITY) - GRAVITY) / PARAMETERS.force_band
    expected = seen * (1.0 - math.exp(-seconds * trust / PARAMETERS.in_motion))
    assert -pitch == pytest.approx(expected, rel=0.05)


@pytest.mark.parametrize("posture", [posture for posture in Posture if posture.is_lying])
def test_a_robot_that_starts_on_the_ground_measures_how_it_lies(posture: Posture) -> None:
    robot = SimulatedRobot(NAO, flat(IDEAL), posture=posture)
    for _ in range(80):
        (frame,) = run(robot, 0.012, stance(stiffness=0.0))
        assert off(frame.angles, robot) < 0.5


@pytest.mark.parametrize("direction", ["forward", "backward", "left"])
def test_the_angles_err_by_some_degrees_in_a_fall_and_are_right_again_on_the_ground(
    direction: str,
) -> None:
    robot = SimulatedRobot(NAO, flat(IDEAL))
    robot.disturb(Push(TOWARDS[direction], 5.0), after=0.5)  # type: ignore[index]
    errors = []
    for _ in range(420):
        (frame,) = run(robot, 0.012)
        errors.append(off(frame.angles, robot))
    assert 0.5 < max(errors) < 15.0
    assert max(errors[-80:]) < 0.5


def off(angles: tuple[float, float], robot: SimulatedRobot) -> float:
    """Return the error of the vertical, deg; the motion during the delay of a cycle is included."""
    seen = Rotation.from_euler("xyz", (*angles, 0.0)).inv().apply(UP)
    roll, pitch, _ = robot.truth().rpy
    true = Rotation.from_euler("xyz", (roll, pitch, 0.0)).inv().apply(UP)
    return math.degrees(math.acos(min(1.0, float(seen @ true))))


def test_a_gyro_bias_is_learnt_by_a_standing_robot() -> None:
    plant = flat(IDEAL)
    plant = replace(plant, sensors=replace(plant.sensors, gyro_bias=(0.02, -0.02, 0.02)))
    robot = SimulatedRobot(NAO, plant)
    assert off(run(robot, 2.0)[-1].angles, robot) < 0.5
