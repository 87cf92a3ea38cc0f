"""Signs, order, units, noise and errors of the robot's measurements."""

import math
from dataclasses import replace
from itertools import pairwise

import mujoco
import numpy as np
import pytest

from hardware.disturbance import TOWARDS
from hardware.disturbances import LetGo, Lift, Push
from hardware.postures import Posture
from hardware.robots.nao import Joint
from hardware.sensors_and_commands import SensorFrame
from hardware.simulation.plant.individual import draw_individual
from hardware.simulation.plant.parameters import PlantParameters
from hardware.simulation.plant.robot import SimulatedRobot
from tests.hardware.simulation.plant.rig import (
    IDEAL,
    NAO,
    PERFECT,
    STANDARD,
    WORN,
    flat,
    moved,
    run,
    stance,
)

QUIET = replace(flat(IDEAL), sensors=PERFECT)
"""The ideal plant on even ground with perfect sensors."""


def standing(plant: PlantParameters = QUIET, seconds: float = 1.5, **angles: float) -> SensorFrame:
    """Return the last frame of a standing robot with some joints, deg, elsewhere."""
    changes = {Joint[name.upper()]: math.radians(angle) for name, angle in angles.items()}
    robot = SimulatedRobot(NAO, plant, posture=changes)
    return run(robot, seconds, moved(stance(), changes))[-1]


def true_angle(robot: SimulatedRobot, joint: Joint) -> float:
    model = robot.spec().compile()
    data = mujoco.MjData(model)
    robot.copy_configuration(data)
    return float(data.joint(joint.key).qpos[0])


def sole(frame: SensorFrame, first: int) -> tuple[float, float, float, float]:
    fl, fr, rl, rr = frame.fsr[first : first + 4]
    return fl, fr, rl, rr


def test_the_accelerometer_shows_gravity_upwards_at_rest() -> None:
    x, y, z = standing().accelerometer
    assert math.hypot(x, y, z) == pytest.approx(9.81, abs=0.02)
    assert z > 9.7


@pytest.mark.parametrize(
    "posture, axis, value",
    [
        (Posture.LYING_FRONT, 0, -9.81),
        (Posture.LYING_BACK, 0, 9.81),
        (Posture.LYING_LEFT, 1, -9.81),
        (Posture.LYING_RIGHT, 1, 9.81),
    ],
)
def test_a_lying_robot_measures_gravity_on_the_side_that_is_up(
    posture: Posture, axis: int, value: float
) -> None:
    """Specific force points up: on its face the robot's back is up, which is minus x."""
    robot = SimulatedRobot(NAO, QUIET, posture=posture)
    frames = run(robot, 0.3, stance(stiffness=0.0))
    assert frames[-1].accelerometer[axis] == pytest.approx(value, abs=1.0)


@pytest.mark.parametrize(
    "posture, axis, angle, within",
    [
        (Posture.LYING_RIGHT, 0, 90.0, 15.0),
        (Posture.LYING_LEFT, 0, -90.0, 15.0),
        (Posture.LYING_FRONT, 1, 90.0, 8.0),
        (Posture.LYING_BACK, 1, -90.0, 8.0),
    ],
)
def test_positive_roll_leans_right_and_positive_pitch_forward(
    posture: Posture, axis: int, angle: float, within: float
) -> None:
    robot = SimulatedRobot(NAO, QUIET, posture=posture)
    frame = run(robot, 0.1, stance(stiffness=0.0))[-1]
    assert math.degrees(frame.angles[axis]) == pytest.approx(angle, abs=within)


@pytest.mark.parametrize(
    "direction, axis, sign",
    [("forward", 1, 1.0), ("backward", 1, -1.0), ("right", 0, 1.0), ("left", 0, -1.0)],
)
def test_gyro_and_angles_agree_about_the_direction_of_a_fall(
    direction: str, axis: int, sign: float
) -> None:
    """Axis 0 is x (roll), axis 1 is y (pitch), right-handed."""
    robot = SimulatedRobot(NAO, QUIET)
    robot.disturb(Push(TOWARDS[direction], 5.0), after=0.5)  # type: ignore[index]
    frames = run(robot, 1.8)
    falling = next(f for f in frames if abs(f.angles[axis]) > math.radians(40.0))
    assert sign * falling.gyro[axis] > 0.5
    assert sign * falling.angles[axis] > 0.0


def test_the_gyro_is_the_derivative_of_the_angle() -> None:
    """Oracle: finite differences of the pitch while the robot tips forward."""
    robot = SimulatedRobot(NAO, QUIET)
    robot.disturb(Push(TOWARDS["forward"], 4.0), after=0.5)
    frames = run(robot, 1.0)
    start = next(i for i, f in enumerate(frames) if f.angles[1] > 0.3)
    for before, frame in pairwise(frames[start : start + 8]):
        slope = (frame.angles[1] - before.angles[1]) / 0.012
        assert frame.gyro[1] == pytest.approx(slope, rel=0.05)


def test_leaning_forward_loads_the_front_cells_and_backward_the_rear() -> None:
    for ankle, heavier in ((-4.0, (0, 1)), (3.0, (2, 3))):
        frame = standing(l_ankle_pitch=-27.46 + ankle, r_ankle_pitch=-27.46 + ankle)
        for first in (0, 4):
            cells = sole(frame, first)
            assert sum(cells[i] for i in heavier) > 0.6 * sum(cells)


def test_leaning_left_loads_the_left_cells_of_the_left_foot() -> None:
    frame = standing(l_hip_roll=-8.0, r_hip_roll=-8.0, l_ankle_roll=8.0, r_ankle_roll=8.0)
    left, right = sole(frame, 0), sole(frame, 4)
    assert sum(left) > 1.5 * sum(right)
    assert left[0] + left[2] > left[1] + left[3]


def test_the_cells_measure_the_true_centre_of_pressure() -> None:
    """Oracle: balance of moments. The centre of pressure is below the centre of mass."""
    for ankle in (-29.0, -27.46, -26.5):
        changes = {j: math.radians(ankle) for j in (Joint.L_ANKLE_PITCH, Joint.R_ANKLE_PITCH)}
        robot = SimulatedRobot(NAO, QUIET, posture=changes)
        frame = run(robot, 2.0, moved(stance(), changes))[-1]
        truth = robot.truth()
        cells = NAO.dimensions.sole.fsr
        moment = sum(f * cells[i % 4][0] for i, f in enumerate(frame.fsr))
        ankle_x = 0.5 * (truth.left_sole[0] + truth.right_sole[0]) - 0.0245
        pressure = ankle_x + moment / sum(frame.fsr)
        assert pressure == pytest.approx(truth.com[0], abs=1.5e-3)


def test_joints_report_the_angle_behind_the_play_less_the_calibration_error() -> None:
    """A robot without noise reports its targets; the legs themselves are elsewhere."""
    plant = replace(QUIET, individual=replace(WORN.individual, hip_pitch_trim=0.0))
    offsets = draw_individual(plant, 2).offsets
    robot = SimulatedRobot(NAO, plant, robot=2)
    frame = run(robot, 1.5)[-1]
    assert frame.positions[Joint.HEAD_YAW] == pytest.approx(0.0, abs=2e-3)
    assert frame.positions[Joint.L_SHOULDER_PITCH] == pytest.approx(math.pi / 2, abs=5e-3)
    assert true_angle(robot, Joint.HEAD_YAW) == pytest.approx(offsets[Joint.HEAD_YAW], abs=2e-3)
    assert abs(offsets[Joint.HEAD_YAW]) > 2e-3


def test_encoders_are_quantised_to_a_tenth_of_a_degree() -> None:
    """Before a calibration is applied to them."""
    frame = run(SimulatedRobot(NAO, WORN), 0.5)[-1]
    tenths = [math.degrees(angle) * 10.0 for angle in frame.positions[:23]]
    assert all(abs(t - round(t)) < 1e-3 for t in tenths)


def test_play_lets_the_loaded_knee_deviate_from_its_motor() -> None:
    stiff, loose = (
        standing(replace(QUIET, play=replace(QUIET.play, pitch=math.radians(play))))
        for play in (0.0, 3.0)
    )
    gap = loose.positions[Joint.L_KNEE_PITCH] - stiff.positions[Joint.L_KNEE_PITCH]
    assert math.degrees(abs(gap)) == pytest.approx(1.5, abs=0.8)


def test_noise_has_its_configured_size() -> None:
    frames = run(SimulatedRobot(NAO, flat(STANDARD)), 8.0)[200:]
    gyro = np.std([frame.gyro for frame in frames], axis=0)
    acceleration = np.std([frame.accelerometer for frame in frames], axis=0)
    assert gyro == pytest.approx(STANDARD.sensors.gyro_noise, rel=0.3)
    assert acceleration == pytest.approx(STANDARD.sensors.accelerometer_noise, rel=0.3)


def test_errors_of_the_inertial_unit_arrive_in_the_frame() -> None:
    plant = replace(
        QUIET,
        sensors=replace(
            QUIET.sensors,
            gyro_bias=(0.02, -0.01, 0.03),
            attitude_bias_roll=0.01,
            attitude_bias_pitch=-0.02,
        ),
    )
    wrong, right = standing(plant), standing(QUIET)
    # A tilted unit measures the last sway of the robot about other axes.
    assert np.subtract(wrong.gyro, right.gyro) == pytest.approx((0.02, -0.01, 0.03), abs=2e-5)
    assert np.subtract(wrong.angles, right.angles) == pytest.approx((0.01, -0.02), abs=2e-5)


def test_a_dead_cell_reads_zero_and_a_weak_one_its_share() -> None:
    gains = (0.0, 0.5, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
    plant = replace(QUIET, sensors=replace(QUIET.sensors, fsr_gains=gains))
    wrong, right = standing(plant), standing(QUIET)
    assert wrong.fsr[0] == 0.0
    assert wrong.fsr[1] == pytest.approx(0.5 * right.fsr[1], rel=1e-6)
    assert wrong.fsr[2:] == pytest.approx(right.fsr[2:], rel=1e-6)


def test_a_hard_touch_down_shakes_the_inertial_unit() -> None:
    """A drop from 8 cm: the yaw gyro, which the landing does not turn, vibrates."""
    robot = SimulatedRobot(NAO, flat(STANDARD))
    calm = float(np.std([f.gyro[2] for f in run(robot, 2.4)[100:]]))
    robot.disturb(Lift(0.08, duration=0.5))
    run(robot, 1.2)
    robot.disturb(LetGo())
    frames = run(robot, 0.3)
    impact = max(range(len(frames)), key=lambda i: math.hypot(*frames[i].accelerometer))
    assert math.hypot(*frames[impact].accelerometer) > 15.0
    turning = [
        f.gyro[2] - g.gyro[2] for f, g in zip(frames[impact:-1], frames[impact + 1 :], strict=True)
    ]
    assert float(np.std(turning[:6])) > 4.0 * calm


def test_a_standing_robot_draws_the_currents_that_teams_report() -> None:
    """Teams report 0.25 to 0.35 A in the standing knee; motors heat up above 0.3 A."""
    frame = run(SimulatedRobot(NAO, STANDARD), 2.0)[-1]
    knees = (frame.currents[Joint.L_KNEE_PITCH], frame.currents[Joint.R_KNEE_PITCH])
    assert 0.1 < max(knees) < 0.5
    assert -2.0 < frame.battery_current < -0.9
