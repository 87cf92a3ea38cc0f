"""The ground: soft, rough, tilted, and never moving under a standing foot."""

import math
from dataclasses import replace
from functools import cache

import mujoco
import numpy as np
import pytest

from hardware.robots.nao import Joint
from hardware.sensors_and_commands import CYCLE, JointCommand
from hardware.simulation.plant.parameters import PlantParameters
from hardware.simulation.plant.robot import SimulatedRobot
from hardware.simulation.plant.terrain import Terrain
from tests.hardware.simulation.plant.rig import (
    IDEAL,
    NAO,
    STANDARD,
    WEIGHT,
    WORN,
    flat,
    moved,
    punctual,
    run,
    stance,
)

TURF = STANDARD.turf


def terrain(seed: int) -> Terrain:
    return Terrain(TURF, np.random.default_rng(seed))


def sink(robot: SimulatedRobot) -> float:
    truth = robot.truth()
    return -0.5 * (truth.left_sole[2] + truth.right_sole[2])


def test_a_standing_robot_sinks_two_millimetres_into_the_turf() -> None:
    robot = SimulatedRobot(NAO, flat(STANDARD))
    run(robot, 1.0)
    assert 1.5e-3 < sink(robot) < 2.5e-3


@pytest.mark.parametrize("roll, pitch", [(8.0, 0.0), (0.0, 8.0)])
def test_a_robot_on_a_slope_of_eight_degrees_does_not_creep(roll: float, pitch: float) -> None:
    plant = flat(STANDARD).with_floor_tilt(math.radians(roll), math.radians(pitch))
    robot = SimulatedRobot(NAO, plant)
    run(robot, 2.0)
    before = robot.truth()
    run(robot, 2.0)
    after = robot.truth()
    assert after.up_z > 0.95
    for old, new in ((before.left_sole, after.left_sole), (before.right_sole, after.right_sole)):
        assert math.dist(old, new) / 2.0 < 1e-3


def test_a_tilted_floor_drops_to_the_right_and_to_the_front() -> None:
    """In the axes of the tilted floor, gravity points right and forward."""
    plant = STANDARD.with_floor_tilt(0.02, 0.03)
    gravity = SimulatedRobot(NAO, plant).spec().option.gravity
    assert gravity[0] == pytest.approx(9.81 * math.sin(0.03))
    assert gravity[1] == pytest.approx(-9.81 * math.sin(0.02))
    assert np.linalg.norm(gravity) == pytest.approx(9.81)


def test_soles_slide_when_the_slope_is_steeper_than_the_friction() -> None:
    """Oracle: the friction cone. tan(8 deg) = 0.14 is between 0.10 and 0.20."""
    speeds = []
    for friction in (0.10, 0.20):
        plant = flat(STANDARD).with_friction(friction).with_floor_tilt(math.radians(8.0), 0.0)
        robot = SimulatedRobot(NAO, plant)
        run(robot, 0.5)
        speeds.append(abs(robot.truth().torso_velocity[1]))
    assert speeds[0] > 0.05
    assert speeds[1] < 0.01


def test_the_ground_has_its_configured_roughness() -> None:
    places = np.random.default_rng(0).uniform(-4.0, 4.0, (200, 2))
    heights = [
        ground.height(float(x), float(y))[0]
        for ground in map(terrain, range(30))
        for x, y in places
    ]
    assert math.sqrt(float(np.mean(np.square(heights)))) == pytest.approx(2.0e-3, abs=0.2e-3)


def test_the_ground_slopes_by_two_degrees_along_each_axis() -> None:
    """Like carpet on boards: nearly all of it less than 6 degrees in either direction."""
    places = np.random.default_rng(0).uniform(-4.0, 4.0, (200, 2))
    slopes = np.degrees(
        [
            ground.height(float(x), float(y))[1:]
            for ground in map(terrain, range(60))
            for x, y in places
        ]
    )
    assert np.sqrt(np.mean(np.square(slopes), axis=0)) == pytest.approx((1.9, 1.9), abs=0.15)
    assert 5.0 < float(np.quantile(np.abs(slopes), 0.998)) < 7.0


def test_slopes_are_the_derivatives_of_the_height() -> None:
    ground, h = terrain(3), 1e-5
    for x, y in ((0.1, -0.2), (1.3, 0.7)):
        _, slope_x, slope_y = ground.height(x, y)
        ahead = ground.height(x + h, y)[0] - ground.height(x - h, y)[0]
        left = ground.height(x, y + h)[0] - ground.height(x, y - h)[0]
        assert slope_x == pytest.approx(ahead / (2 * h), abs=1e-6)
        assert slope_y == pytest.approx(left / (2 * h), abs=1e-6)


def test_the_same_seed_generates_the_same_ground_and_another_seed_another() -> None:
    assert terrain(5).height(0.3, 0.4) == terrain(5).height(0.3, 0.4)
    assert terrain(5).height(0.3, 0.4) != terrain(6).height(0.3, 0.4)


def test_the_ground_is_even_in_the_first_cycle() -> None:
    robot = SimulatedRobot(NAO, STANDARD)
    robot.receive()
    assert np.all(turf_of(robot)[:, 2] == 0.0)


def turf_of(robot: SimulatedRobot) -> np.ndarray:
    """Return position and attitude of both pieces of turf."""
    data = mujoco.MjData(robot.spec().compile())
    robot.copy_configuration(data)
    return np.hstack([data.mocap_pos, data.mocap_quat])[:2]


def test_the_plane_under_a_foot_is_tangent_to_the_ground_at_the_sole() -> None:
    """Oracle: height and normal from the terrain function at the place of the sole."""
    robot = SimulatedRobot(NAO, STANDARD, seed=4)
    run(robot, 0.9)
    ground = Terrain(STANDARD.turf, np.random.default_rng((4, 0)))
    for plane, sole in zip(
        turf_of(robot), (robot.truth().left_sole, robot.truth().right_sole), strict=True
    ):
        grown = 0.9 / TURF.fade_in
        z, slope_x, slope_y = ground.height(sole[0], sole[1])
        assert plane[2] == pytest.approx(grown * z, abs=0.1e-3)
        rotation = np.zeros(9)
        mujoco.mju_quat2Mat(rotation, plane[3:])
        normal = np.array((-grown * slope_x, -grown * slope_y, 1.0))
        assert rotation[2::3] == pytest.approx(normal / np.linalg.norm(normal), abs=2e-3)


def test_the_ground_under_a_loaded_foot_does_not_move() -> None:
    robot = SimulatedRobot(NAO, STANDARD)
    run(robot, 1.2)
    before = turf_of(robot)
    run(robot, 1.0)
    assert np.array_equal(turf_of(robot), before)


@pytest.mark.parametrize("seed", range(3))
def test_a_robot_on_uneven_ground_stays_in_place(seed: int) -> None:
    robot = SimulatedRobot(NAO, STANDARD, robot=seed, seed=seed)
    run(robot, 12.0)  # until the legs have settled in their play and friction
    before = robot.truth().torso_position
    run(robot, 4.0)
    drift = math.dist(before[:2], robot.truth().torso_position[:2]) / 4.0
    assert drift < 0.4e-3


CLOSE_LEGS = {
    Joint.L_HIP_ROLL: 17.0,
    Joint.R_HIP_ROLL: -17.0,
    Joint.L_ANKLE_ROLL: -17.0,
    Joint.R_ANKLE_ROLL: 17.0,
}
CLOSED, LATER = 0.4, 1.4
"""Times after the legs began to close, s."""
_ROBOTS = 12


@cache
def errors_while_closing(plant: PlantParameters, *times: float) -> tuple[float, ...]:
    """Return the hip roll errors (deg) at some times after the legs began to close, s.

    Means over robots: whether a single foot slips early depends on the turf below it.
    """
    errors = [_errors_while_closing(plant, number, times) for number in range(_ROBOTS)]
    return tuple(map(float, np.mean(errors, axis=0)))


def _errors_while_closing(
    plant: PlantParameters, number: int, times: tuple[float, ...]
) -> list[float]:
    apart = {joint: math.radians(angle) for joint, angle in CLOSE_LEGS.items()}
    right = replace(punctual(plant), individual=IDEAL.individual)  # legs that are askew stick too
    robot = SimulatedRobot(NAO, right, robot=number, seed=number, posture=apart)
    run(robot, 1.0, moved(stance(), apart))

    def closing(time: float) -> JointCommand:
        share = max(0.0, 1.0 - time / CLOSED)
        return moved(stance(), {joint: share * angle for joint, angle in apart.items()})

    frames = run(robot, max(times) + 2 * CYCLE, closing)
    left, right = Joint.L_HIP_ROLL, Joint.R_HIP_ROLL
    seen = [frames[round(time / CYCLE)].positions for time in times]
    return [0.5 * math.degrees(abs(angles[left] - angles[right])) for angles in seen]


def test_legs_stick_on_sticky_carpet_and_slip_later() -> None:
    early, late = errors_while_closing(STANDARD.with_friction(0.9), CLOSED, LATER)
    assert 4.0 < early < 12.0
    assert late < 1.0


def test_legs_do_not_stick_on_the_usual_ground() -> None:
    assert errors_while_closing(STANDARD, CLOSED)[0] < 4.0


def test_sticking_needs_a_limited_motor() -> None:
    """A cold motor without a limit makes the same legs slip at once."""
    plant = STANDARD.with_friction(0.9)
    strong = replace(
        plant,
        motor=replace(plant.motor, winding_temperature=25.0, current_limit=1.0),
        battery=replace(plant.battery, resistance=0.0, bridge_drop=0.0),
    )
    (weak, _) = errors_while_closing(plant, CLOSED, LATER)
    assert errors_while_closing(strong, CLOSED)[0] < 0.6 * weak


@pytest.mark.parametrize("plant", [STANDARD, WORN], ids=["standard", "worn"])
def test_the_soles_carry_the_weight(plant: PlantParameters) -> None:
    right = replace(plant.individual, cell_gain=(1.0, 1.0))
    robot = SimulatedRobot(NAO, replace(plant, individual=right))
    frames = run(robot, 2.0)
    measured = np.mean([sum(frame.fsr) for frame in frames[-50:]])
    truth = robot.truth()
    assert truth.left_force + truth.right_force == pytest.approx(WEIGHT, rel=0.01)
    assert measured == pytest.approx(WEIGHT, rel=0.03)
