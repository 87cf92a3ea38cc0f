"""The sensors alone, on hand-made configurations and contacts."""

from dataclasses import replace
from typing import Any

import mujoco
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from hardware.robots.model import RobotModel
from hardware.robots.nao import HAND_JOINTS, Joint
from hardware.sensors_and_commands import CYCLE, GRAVITY
from hardware.simulation.plant.individual import Individual, draw_individual
from hardware.simulation.plant.layout import Physics, layout_of
from hardware.simulation.plant.model import MOTORS
from hardware.simulation.plant.robot import SimulatedRobot
from hardware.simulation.plant.sensors.readings import Sensors
from tests.hardware.simulation.plant.rig import IDEAL, NAO, PERFECT, STANDARD, flat

CONTINUOUS = {"encoder_step": 1e-9, "fsr_range": 1e6}
"""Sensors without quantisation and range, unless a test sets them."""
MODEL = SimulatedRobot(NAO, flat(STANDARD)).spec().compile()
LAYOUT = layout_of(MODEL)
ACCELERATION, FEET, HEAD, TORSO = slice(0, 3), (3, 9), 15, 21
"""Addresses in MuJoCo's sensor data; a contact has a force and a place."""


def physics(seed: int = 0) -> Any:
    """Return a robot in the air with a random attitude and random joints."""
    data, rng = mujoco.MjData(MODEL), np.random.default_rng(seed)
    data.qpos[3:7] = Rotation.random(random_state=rng).as_quat(scalar_first=True)
    data.qpos[LAYOUT.qpos] = rng.uniform(-0.3, 0.3, len(MOTORS))
    mujoco.mj_kinematics(MODEL, data)
    return data


def sensors(
    data: Any,
    seed: int = 0,
    *,
    individual: Individual | None = None,
    nao: RobotModel = NAO,
    **changes: Any,
) -> Sensors:
    return Sensors(
        Physics(MODEL, data, mujoco.MjData(MODEL), LAYOUT),
        nao=nao,
        parameters=replace(PERFECT, **{**CONTINUOUS, **changes}),
        attitude=IDEAL.attitude,
        individual=individual or draw_individual(flat(IDEAL), 0),
        up=(0.0, 0.0, 1.0),
        rng=np.random.default_rng(seed),
    )


def press(data: Any, side: int, force: float, x: float, y: float) -> None:
    """Let the ground press a foot along the sole's normal, N, at a place in the ankle frame, m."""
    body = LAYOUT.feet[side]
    turn = data.xmat[body].reshape(3, 3)
    at = FEET[side]
    data.sensordata[at : at + 3] = -force * turn[:, 2]  # the force of the foot on the ground
    data.sensordata[at + 3 : at + 6] = data.xpos[body] + turn @ (x, y, -0.045)


TAPERED = (0.07, 0.03, 0.0), (0.07, -0.025, 0.0), (-0.03, 0.02, 0.0), (-0.03, -0.018, 0.0)
"""Cells of a left sole with exactly lateral pairs that are closer together at the heel, m."""
OTHER = replace(
    NAO, dimensions=replace(NAO.dimensions, sole=replace(NAO.dimensions.sole, fsr=TAPERED))
)


def cells(side: int, nao: RobotModel = NAO) -> list[tuple[float, float]]:
    """Return the places of FL, FR, RL and RR in the ankle frame, m; the right sole is mirrored."""
    fl, fr, rl, rr = ((x, y) for x, y, _ in nao.dimensions.sole.fsr)
    if side == 0:
        return [fl, fr, rl, rr]
    return [(x, -y) for x, y in (fr, fl, rr, rl)]


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("seed", range(5))
# The cell pairs of the NAO are not exactly lateral, but up to 0.6 mm ahead of each other.
@pytest.mark.parametrize(("nao", "exact"), [(NAO, 6e-4), (OTHER, 1e-9)], ids=["nao", "tapered"])
def test_the_cells_share_the_force_and_balance_its_moments(
    side: int, seed: int, nao: RobotModel, exact: float
) -> None:
    """Their sum is the force, and their centre is where the ground presses."""
    rng = np.random.default_rng(seed)
    data, force = physics(seed), float(rng.uniform(5.0, 60.0))
    corners = np.array(cells(side, nao))
    x = float(rng.uniform(corners[2:, 0].max(), corners[:2, 0].min()))
    # Between the cells, also where they lie close together.
    y = 0.5 * float(rng.uniform(*sorted((corners[0, 1], corners[1, 1]))))
    press(data, side, force, x, y)
    made = sensors(data, nao=nao)
    fsr = np.array(made.read().fsr).reshape(2, 4)
    assert fsr[side].sum() == pytest.approx(force)
    assert fsr[1 - side].tolist() == [0.0] * 4
    assert fsr[side] @ corners / force == pytest.approx((x, y), abs=exact)
    assert made.loads() == pytest.approx((force, 0.0) if side == 0 else (0.0, force))


@pytest.mark.parametrize("side", [0, 1])
def test_beyond_the_cells_the_nearest_ones_carry_everything(side: int) -> None:
    data = physics()
    for cell, (x, y) in enumerate(cells(side)):
        press(data, side, 20.0, 2.0 * x, 2.0 * y)
        found = sensors(data).read().fsr[4 * side : 4 * side + 4]
        assert found == pytest.approx([20.0 if number == cell else 0.0 for number in range(4)])


@pytest.mark.parametrize("side", [0, 1])
def test_a_sole_under_tension_measures_nothing(side: int) -> None:
    data = physics()
    press(data, side, -20.0, 0.0, 0.0)
    assert sensors(data).read().fsr == (0.0,) * 8
    assert sensors(data).loads() == (0.0, 0.0)


def test_forces_on_head_and_torso_are_reported_by_their_magnitude() -> None:
    data = physics()
    data.sensordata[HEAD : HEAD + 6] = (3.0, -4.0, 12.0, 9.0, 9.0, 9.0)
    data.sensordata[TORSO : TORSO + 6] = (0.0, 6.0, -8.0, 9.0, 9.0, 9.0)
    assert sensors(data).impact() == pytest.approx((13.0, 10.0))


def test_cells_read_up_to_their_range_and_each_with_its_own_gain() -> None:
    data = physics()
    gains = tuple(0.1 * number for number in range(1, 9))
    for side in (0, 1):
        press(data, side, 40.0, 0.03, 0.0)
    right = sensors(data).read().fsr
    found = sensors(data, fsr_gains=gains).read().fsr
    assert found == pytest.approx([gain * force for gain, force in zip(gains, right, strict=True)])
    assert max(sensors(data, fsr_range=5.0).read().fsr) == 5.0


def test_cell_noise_is_a_share_of_the_force_plus_a_floor_and_never_negative() -> None:
    data = physics()
    press(data, 0, 100.0, 0.03, 0.0)
    share = np.array([r.fsr for r in readings(sensors(data, fsr_noise=0.1), 3000)])
    assert share.std(axis=0) == pytest.approx(0.1 * share.mean(axis=0), rel=0.1)
    floor = np.array([r.fsr for r in readings(sensors(data, fsr_floor_noise=0.5), 3000)])
    assert floor[:, :4].std(axis=0) == pytest.approx([0.5] * 4, rel=0.1)
    assert floor.min() == 0.0
    assert (floor[:, 4:] > 0.0).mean() == pytest.approx(0.5, abs=0.02)


def readings(made: Sensors, count: int) -> list[Any]:
    return [made.read() for _ in range(count)]


@pytest.mark.parametrize("axis", range(3))
def test_the_accelerometer_saturates_at_its_range_in_both_directions(axis: int) -> None:
    data = physics()
    for value, read in ((5.0, 5.0), (30.0, 20.0), (-30.0, -20.0)):
        force = [0.1, 0.2, 0.3]
        force[axis] = value
        data.sensordata[ACCELERATION] = force
        found = sensors(data, accelerometer_range=20.0).read().accelerometer
        force[axis] = read
        assert found == pytest.approx(force)


@pytest.mark.parametrize("axis", range(3))
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_the_gyro_has_a_gain_a_bias_and_a_range(axis: int, sign: float) -> None:
    data = physics()
    before = Rotation.from_quat(data.qpos[3:7].copy(), scalar_first=True)
    gains, bias = (1.1, 0.9, 1.2), (0.01, -0.02, 0.03)
    for rate, limit in ((2.0, 9.0), (8.0, 3.0)):
        made = sensors(data, gyro_gain=gains, gyro_bias=bias, gyro_range=limit)
        turn = [0.0, 0.0, 0.0]
        turn[axis] = sign * rate
        after = before * Rotation.from_rotvec(np.multiply(turn, CYCLE))
        data.qpos[3:7] = after.as_quat(scalar_first=True)
        expected = np.clip(np.multiply(turn, gains) + bias, -limit, limit)
        assert made.read().gyro == pytest.approx(tuple(expected))
        data.qpos[3:7] = before.as_quat(scalar_first=True)


@pytest.mark.parametrize("acceleration", [GRAVITY + 4.0, GRAVITY - 4.0])
def test_a_shock_shakes_the_unit_in_proportion_and_decays_with_its_memory(
    acceleration: float,
) -> None:
    """A lasting shock s reaches s (1 - m^n) after n cycles; afterwards the rest decays by m."""
    data = physics()
    shaking = {"vibration_gyro": 0.5, "vibration_accelerometer": 2.0, "vibration_memory": 0.9}
    made = sensors(data, accelerometer_range=1e3, **shaking)
    data.sensordata[ACCELERATION] = (0.0, 0.0, acceleration)
    shaken = readings(made, 3000)
    gyro = np.array([r.gyro for r in shaken[60:]])
    force = np.array([r.accelerometer for r in shaken[60:]])
    assert gyro.std(axis=0) == pytest.approx([0.5 * 4.0] * 3, rel=0.1)
    assert force.std(axis=0) == pytest.approx([2.0 * 4.0] * 3, rel=0.1)
    starts = []
    for seed in range(400):
        data.sensordata[ACCELERATION] = (0.0, 0.0, acceleration)
        fresh = sensors(data, seed, vibration_gyro=0.5, vibration_memory=0.9)
        first = readings(fresh, 2)[1].gyro[0]
        data.sensordata[ACCELERATION] = (0.0, 0.0, GRAVITY)
        starts.append((first, readings(fresh, 3)[2].gyro[0]))
    shock = 0.5 * 4.0 * (1.0 - 0.9**2)
    assert np.std(starts, axis=0) == pytest.approx((shock, shock * 0.9**3), rel=0.12)


@pytest.mark.parametrize("seed", range(3))
def test_a_tilted_unit_measures_everything_rotated(seed: int) -> None:
    """By the tilt of all robots plus that of this robot: roll about x, pitch about y."""
    data = physics(seed)
    force = (1.0, 2.0, 9.0)
    data.sensordata[ACCELERATION] = force
    own = replace(draw_individual(flat(IDEAL), 0), mounting=(0.02, 0.01))
    made = sensors(data, individual=own, attitude_bias_roll=0.1, attitude_bias_pitch=-0.2)
    body = Rotation.from_quat(data.qpos[3:7], scalar_first=True)
    after = body * Rotation.from_rotvec((0.0, 0.024, 0.0))
    data.qpos[3:7] = after.as_quat(scalar_first=True)
    found = made.read()
    unit = Rotation.from_euler("xyz", (0.12, -0.19, 0.0))
    assert found.gyro == pytest.approx(unit.inv().apply((0.0, 2.0, 0.0)))
    assert found.accelerometer == pytest.approx(unit.inv().apply(force))
    made.rest()
    seen = (after * unit).inv().apply((0.0, 0.0, 1.0))
    assert up_of(made.read().angles) == pytest.approx(tuple(seen))


def test_the_angles_use_the_means_over_a_cycle() -> None:
    """Oracle: the change of velocity of a unit on a lever that turns and accelerates."""
    data = physics()
    made = sensors(data)
    body = Rotation.from_quat(data.qpos[3:7], scalar_first=True)
    place = np.array(NAO.dimensions.imu)
    data.qvel[:6] = (0.3, -0.2, 0.1, 1.0, 2.0, -3.0)
    speed = data.qvel[:3] + body.apply(np.cross(data.qvel[3:6], place))
    force = body.inv().apply(speed / CYCLE + (0.0, 0.0, GRAVITY))
    rate, found = made._means()
    assert found == pytest.approx(tuple(force))
    assert rate == (0.0, 0.0, 0.0)
    assert made._means()[1] == pytest.approx(tuple(body.inv().apply((0.0, 0.0, GRAVITY))))


def up_of(angles: tuple[float, float]) -> tuple[float, float, float]:
    x, y, z = Rotation.from_euler("xyz", (*angles, 0.0)).inv().apply((0.0, 0.0, 1.0)).tolist()
    return x, y, z


def test_the_gyros_and_cells_of_a_robot_differ_from_those_of_the_plant() -> None:
    data = physics()
    for side in (0, 1):
        press(data, side, 40.0, 0.03, 0.0)
    own = replace(draw_individual(flat(IDEAL), 0), gyro_bias=(0.1, 0.2, 0.3), cell_gains=(0.5,) * 8)
    right = sensors(data).read()
    found = sensors(data, individual=own, gyro_bias=(1.0, 1.0, 1.0), fsr_gains=(0.8,) * 8).read()
    assert found.gyro == pytest.approx((1.1, 1.2, 1.3))
    assert found.fsr == pytest.approx([0.4 * force for force in right.fsr])


def test_an_encoder_reports_motor_angle_plus_play_minus_its_offset() -> None:
    data = physics()
    data.qpos[LAYOUT.play_qpos] = np.linspace(-0.02, 0.03, len(LAYOUT.play_qpos))
    offsets = draw_individual(flat(STANDARD), 3).offsets
    own = replace(draw_individual(flat(IDEAL), 0), offsets=offsets)
    found = sensors(data, individual=own).read().positions
    play = dict(zip(LAYOUT.with_play.tolist(), data.qpos[LAYOUT.play_qpos], strict=True))
    for number, joint in enumerate(MOTORS):
        angle = data.qpos[LAYOUT.qpos[number]] + play.get(number, 0.0) - offsets[joint]
        assert found[joint] == pytest.approx(angle, abs=1e-8)
    assert [found[hand] for hand in HAND_JOINTS] == [0.0, 0.0]
    assert len(found) == len(Joint)


def test_encoder_noise_has_its_size_before_rounding() -> None:
    data = physics()
    made = sensors(data, encoder_noise=0.001, encoder_step=1e-5)
    found = np.array([r.positions[: len(MOTORS)] for r in readings(made, 2000)])
    assert found.std(axis=0) == pytest.approx([0.001] * len(MOTORS), rel=0.15)
    assert found / 1e-5 == pytest.approx(np.rint(found / 1e-5), abs=1e-6)


def test_gains_for_too_few_cells_are_refused() -> None:
    with pytest.raises(ValueError, match=r"expected 8 values of fsr_gains \(got 7\)"):
        replace(IDEAL.sensors, fsr_gains=(1.0,) * 7)
