"""The ball: rolling, bouncing and contact with feet, at any time step."""

import math
from dataclasses import replace

import mujoco
import numpy as np
import pytest

from hardware.disturbances import HoldUpright, MoveBall
from hardware.postures import Posture
from hardware.props import BALL_RADIUS, Ball, Cylinder
from hardware.robots.nao import Joint
from hardware.sensors_and_commands import JointCommand
from hardware.simulation.plant.model import FEET
from hardware.simulation.plant.parameters import PlantParameters, SoleShape
from hardware.simulation.plant.robot import SimulatedRobot
from hardware.simulation.plant.shapes import FOOT_MIDDLE
from hardware.simulation.props.shapes import foot_outline
from tests.hardware.simulation.plant.rig import IDEAL, NAO, STANDARD, flat, moved, run, stance

STEPS = (3e-3, 1e-3)
SPEEDS = (0.7, 1.0, 1.5, 2.0)


def in_steps(plant: PlantParameters, step: float) -> PlantParameters:
    """Return the plant simulated with another time step."""
    return replace(plant, solver=replace(plant.solver, substep=step))


def speed_of(robot: SimulatedRobot) -> float:
    """Return the ball's speed over the ground, m/s."""
    velocity = robot.truth().ball_velocity
    assert velocity is not None
    return math.hypot(*velocity[:2])


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("direction", [0.0, 2.0])
def test_a_ball_decelerates_as_on_turf_and_rolls_the_matching_distance(
    step: float, direction: float
) -> None:
    """v2 / 2a: 0.9 m/s go 1.35 m at 0.30 m/s2."""
    start = Ball(0.5, 1.0, speed=0.9, direction=direction)
    robot = SimulatedRobot(NAO, in_steps(flat(IDEAL), step), props=(start,))
    run(robot, 1.2)
    first = speed_of(robot)
    run(robot, 1.2)
    assert (first - speed_of(robot)) / 1.2 == pytest.approx(0.30, abs=0.02)
    run(robot, 1.2)
    ball = robot.truth().ball
    assert ball is not None
    assert math.hypot(ball[0] - 0.5, ball[1] - 1.0) == pytest.approx(1.35, abs=0.05)
    assert math.atan2(ball[1] - 1.0, ball[0] - 0.5) == pytest.approx(direction, abs=0.01)
    assert ball[2] == pytest.approx(BALL_RADIUS, abs=1e-3)
    assert speed_of(robot) < 0.01


def off_the_foot(plant: PlantParameters, speed: float, start: float) -> float:
    """Return the restitution of a ball on a foot from the speeds along the normal at contact."""
    robot = SimulatedRobot(NAO, plant, props=(Ball(start, 0.05, speed=speed, direction=math.pi),))
    model, data, props = robot._model, robot._data, robot._props  # noqa: SLF001
    assert props is not None
    run(robot, 0.012 * math.floor((start - 0.2) / speed / 0.012))
    dof = int(model.joint("ball").dofadr[0])
    ball, outline = model.geom("ball").id, _outline(model)
    joints, ends = np.zeros((3, model.nv)), np.zeros(6)
    for _ in range(200):
        before = data.qvel[dof : dof + 3].copy()
        # The present distance, by MuJoCo's own function for shapes.
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_geomDistance(model, data, outline, ball, 1.0, ends)
        normal = (ends[3:] - ends[:3]) / np.linalg.norm(ends[3:] - ends[:3])
        mujoco.mj_jac(model, data, joints, None, ends[:3], model.geom_bodyid[outline])
        foot = joints @ data.qvel
        props.step()
        after = data.qvel[dof : dof + 3].copy()
        if (after - before) @ normal > 0.3 * speed:
            foot_after = joints @ data.qvel
            return -float((after - foot_after) @ normal) / float((before - foot) @ normal)
    raise AssertionError("they never met")


def _outline(model: mujoco.MjModel) -> int:
    mesh = model.mesh(f"{FEET[0]}_outline").id
    meshes = model.geom_type == mujoco.mjtGeom.mjGEOM_MESH
    return int(np.flatnonzero((model.geom_dataid == mesh) & meshes)[0])


@pytest.mark.parametrize("sole", list(SoleShape))
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("speed", SPEEDS)
def test_a_ball_leaves_a_foot_with_its_restitution_at_any_step_and_speed(
    speed: float, step: float, sole: SoleShape
) -> None:
    plant = in_steps(flat(IDEAL), step)
    plant = replace(plant, body=replace(plant.body, sole_shape=sole))
    for start in (0.5, 0.5011, 0.5023):  # the time within a step at which they meet must not matter
        assert off_the_foot(plant, speed, start) == pytest.approx(0.4, abs=0.05)


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("restitution", [0.25, 0.4, 0.55])
def test_a_ball_bounces_off_a_post_with_its_restitution(restitution: float, step: float) -> None:
    """A hit at mid-height leaves its spin: measured before the spin has pulled at it."""
    plant = in_steps(flat(IDEAL), step)
    plant = replace(plant, ball=replace(plant.ball, restitution=restitution))
    for speed in SPEEDS:
        props = (Ball(1.0, 1.0, speed=speed), Cylinder(1.5, 1.0))
        robot = SimulatedRobot(NAO, plant, props=props)
        before = speed
        for _ in range(100):
            run(robot, 0.012)
            velocity = robot.truth().ball_velocity
            assert velocity is not None
            if velocity[0] < 0.0:
                break
            before = velocity[0]
        # The remaining spin pulls it forward with 0.5 g: less than two cycles of it.
        assert -velocity[0] == pytest.approx(restitution * before, abs=0.05 * before + 0.12)


def kicked(step: float, start: float) -> float:
    """Return the speed that a swing of the right leg gives to a ball, m/s; a person holds on."""
    robot = SimulatedRobot(NAO, in_steps(flat(IDEAL), step), props=(Ball(start, -0.05),))
    robot.disturb(HoldUpright(0.335, 0.5))
    standing, hip = stance(), Joint.R_HIP_PITCH

    def swing(time: float) -> JointCommand:
        back = min(1.0, max(0.0, (time - 0.3) / 0.5))
        through = min(1.0, max(0.0, (time - 1.0) / 0.16))
        return moved(standing, {hip: standing.positions[hip] + 0.45 * back - 1.0 * through})

    run(robot, 1.1, swing)
    fastest = 0.0
    for cycle in range(25):
        run(robot, 0.012, swing(1.1 + 0.012 * cycle))
        fastest = max(fastest, speed_of(robot))
    return fastest


def test_a_kick_is_as_strong_at_any_time_step() -> None:
    """The time of contact within a step matters slightly, because the foot accelerates."""
    speeds = [kicked(step, start) for step in STEPS for start in (0.19, 0.1914)]
    assert min(speeds) > 1.0
    assert max(speeds) / min(speeds) < 1.06


def test_each_robot_draws_its_own_ball_and_the_ideal_plant_has_one_for_all() -> None:
    drawn = [SimulatedRobot(NAO, STANDARD, robot=n)._build[2].ball_restitution for n in range(10)]  # noqa: SLF001
    assert 0.25 <= min(drawn) < 0.33 and 0.47 < max(drawn) <= 0.55
    assert SimulatedRobot(NAO, IDEAL, robot=3)._build[2].ball_restitution == 0.4  # noqa: SLF001


def test_the_front_of_a_foot_is_round_for_a_ball() -> None:
    """10 mm off its middle a ball is deflected by about 5 degrees, and not in steps."""
    front = sorted({(y, x) for x, y, z in foot_outline(mirrored=False) if z == -0.037 and x > 0.09})
    ys, xs = np.array(front).T
    slopes = np.degrees(np.arctan2(-np.diff(xs), np.diff(ys)))
    assert np.all(np.diff(slopes) > 0.0)  # round, nowhere flat
    inner = np.abs(0.5 * (ys[1:] + ys[:-1])) < 0.020
    assert np.max(np.diff(slopes)[inner[1:]]) < 2.5
    # A ball 10 mm off the middle touches the outline where its normal points at the ball.
    assert np.degrees(math.asin(0.010 / (0.058 + BALL_RADIUS))) == pytest.approx(5.3, abs=0.1)
    middles = 0.5 * (ys[1:] + ys[:-1])
    at = middles + BALL_RADIUS * np.sin(np.radians(slopes))
    assert float(np.interp(0.010, at, slopes)) == pytest.approx(5.3, abs=1.0)


def test_both_feet_are_mirror_images_for_a_ball() -> None:
    left, right = (set(foot_outline(mirrored=side)) for side in (False, True))
    assert left == {(x, -y, z) for x, y, z in right}
    assert FOOT_MIDDLE[1] > 0.0


def test_a_ball_can_be_moved_and_a_plant_without_one_refuses_it() -> None:
    robot = SimulatedRobot(NAO, flat(STANDARD), props=(Ball(0.5, 0.2),))
    run(robot, 0.5)
    assert robot.truth().ball == pytest.approx((0.5, 0.2, 0.05), abs=2e-3)
    robot.place_ball(1.0, 0.0)
    run(robot, 0.2)
    assert robot.truth().ball == pytest.approx((1.0, 0.0, 0.05), abs=2e-3)
    robot.disturb(MoveBall(0.8, 0.3, speed=0.5, direction=math.pi), after=0.1)
    run(robot, 0.09)
    assert robot.truth().ball == pytest.approx((1.0, 0.0, 0.05), abs=2e-3)
    run(robot, 0.04)
    there, velocity = robot.truth().ball, robot.truth().ball_velocity
    assert there == pytest.approx((0.79, 0.3, 0.05), abs=0.01)
    assert velocity is not None and velocity[0] == pytest.approx(-0.5, abs=0.03)
    alone = SimulatedRobot(NAO, STANDARD)
    assert alone.truth().ball is None and alone.truth().props == ()
    with pytest.raises(ValueError, match="ball"):
        alone.place_ball(0.0, 0.0)
    with pytest.raises(ValueError, match="ball"):
        alone.disturb(MoveBall(0.0, 0.0))
    with pytest.raises(ValueError, match="one ball"):
        SimulatedRobot(NAO, STANDARD, props=(Ball(0.5, 0.2), Ball(1.0, 0.2)))


@pytest.mark.parametrize("posture", Posture)
def test_a_distant_ball_changes_nothing_of_the_start_of_a_robot(posture: Posture) -> None:
    alone = SimulatedRobot(NAO, STANDARD, posture=posture)
    beside = SimulatedRobot(NAO, STANDARD, posture=posture, props=(Ball(2.0, 0.3, speed=1.0),))
    # Contacts are solved together: a distant one may change the last digits.
    for _ in range(3):
        assert beside.truth().torso_position == pytest.approx(
            alone.truth().torso_position, abs=2e-3
        )
        one, other = alone.receive(), beside.receive()
        assert one is not None and other is not None
        assert other.accelerometer == pytest.approx(one.accelerometer, abs=0.05)
        assert other.fsr == pytest.approx(one.fsr, abs=0.5)
