"""Standing: into the stance, high and back, and hanging in the air."""

import math
from dataclasses import replace

import pytest

from hardware.robots.nao import ARM_JOINTS, HAND_JOINTS, HEAD_JOINTS, JOINT_COUNT, LEG_JOINTS, Joint
from hardware.sensors_and_commands import CYCLE, JointCommand
from hardware.units import Point
from hsm.control.assembly import MotionSettings
from motions.kinematics.geometry import Pose3, rotate, rotation_from_rpy
from motions.kinematics.nao_legs import sole_poses
from motions.perception.state import RobotState
from motions.stand import HighStance, Standing
from motions.standing_trim import StandingTrim
from motions.stiffness import stiffness_of
from motions.walking.engine import WalkingEngine
from motions.walking.terms.gyro_filter import GyroFilter
from motions.walking.terms.trim import WalkTrim
from tests.fakes import NAO, STANCE, robot_state

ANKLES = (Joint.L_ANKLE_PITCH, Joint.R_ANKLE_PITCH)
KNEES = (Joint.L_KNEE_PITCH, Joint.R_KNEE_PITCH)


@pytest.fixture
def high(settings: MotionSettings) -> HighStance:
    walking = settings.walking
    placement = WalkingEngine(settings.robot, walking, settings.profile).placement
    return HighStance(settings.robot, placement, walking.stance, walking.rising.high_hip_pitch)


@pytest.fixture
def standing(settings: MotionSettings, high: HighStance) -> Standing:
    """Return a robot that has stood in the stance for a while."""
    found = made(settings, high, GyroFilter(settings.walking.balance))
    found.settle(JointCommand(high.pose(0.0), (1.0,) * JOINT_COUNT), robot_state())
    run(found, 1.0)
    return found


def made(settings: MotionSettings, high: HighStance, gyros: GyroFilter) -> Standing:
    walking = settings.walking
    trim = StandingTrim(NAO, getattr(walking, WalkTrim.group))
    return Standing(NAO, high, gyros, walking.rising, walking.stiffness, settings.saving, trim)


def run(standing: Standing, seconds: float, *, in_air: bool = False) -> list[JointCommand]:
    return [standing.command(robot_state(), in_air=in_air) for _ in range(round(seconds / CYCLE))]


def seconds_until_done(standing: Standing) -> float:
    time = 0.0
    while not standing.done:
        standing.command(robot_state())
        time += CYCLE
    return time


def fastest(commands: list[JointCommand]) -> float:
    """Return the largest joint speed, deg/s."""
    return max(
        math.degrees(abs(b - a)) / CYCLE
        for one, other in zip(commands, commands[1:], strict=False)
        for a, b in zip(one.positions, other.positions, strict=True)
    )


def test_the_knees_are_straight_and_the_feet_under_the_hips(
    settings: MotionSettings, high: HighStance
) -> None:
    pose = list(high.pose(1.0))
    assert max(abs(pose[knee]) for knee in KNEES) < math.radians(1.0)
    for hip in (Joint.L_HIP_PITCH, Joint.R_HIP_PITCH):  # taken back: it leans the torso only
        pose[hip] -= settings.walking.rising.high_hip_pitch
    for sole in sole_poses(pose, settings.robot.dimensions):
        assert sole.x == pytest.approx(0.0, abs=1e-3)
        assert sole.z == pytest.approx(-0.2481, abs=1e-3)


def test_high_and_stance_differ_in_the_legs_only(high: HighStance) -> None:
    moved = {j for j in Joint if high.pose(0.0)[j] != high.pose(1.0)[j]}
    assert moved <= set(LEG_JOINTS)


def test_the_heights_lie_within_the_joint_limits(
    settings: MotionSettings, high: HighStance
) -> None:
    for share in range(101):
        pose = high.pose(0.01 * share)
        for joint, spec in enumerate(settings.robot.specs):
            assert spec.min <= pose[joint] <= spec.max


def test_stretching_and_bending_take_their_configured_time(standing: Standing) -> None:
    standing.raise_knees()
    assert not standing.done
    assert seconds_until_done(standing) == pytest.approx(1.1, abs=CYCLE)
    standing.lower_knees()
    assert seconds_until_done(standing) == pytest.approx(1.1, abs=CYCLE)


def test_the_knees_can_reverse_half_way(standing: Standing) -> None:
    standing.raise_knees()
    run(standing, 0.4)
    standing.lower_knees()
    assert seconds_until_done(standing) == pytest.approx(0.4, abs=2 * CYCLE)


def test_no_joint_is_fast_while_stretching_or_bending(standing: Standing) -> None:
    standing.raise_knees()
    commands = run(standing, 1.3)
    standing.lower_knees()
    assert fastest(commands + run(standing, 1.3)) < 100.0


def test_the_legs_become_soft_after_standing_high_for_a_while(standing: Standing) -> None:
    standing.raise_knees()
    seconds_until_done(standing)
    assert standing.command(robot_state()).stiffness[Joint.L_KNEE_PITCH] == 1.0
    late = run(standing, 1.6)[-1].stiffness
    assert late[Joint.L_KNEE_PITCH] == 0.4
    assert {late[ankle] for ankle in ANKLES} == {0.6}
    standing.lower_knees()
    assert standing.command(robot_state()).stiffness[Joint.L_KNEE_PITCH] == 1.0


def test_head_and_arms_have_a_stiffness_independent_of_the_legs(
    settings: MotionSettings, standing: Standing
) -> None:
    own = replace(settings.walking.stiffness, head=0.31, arms=0.37)
    for legs in (0.2, 0.9):
        stiffness = stiffness_of(NAO, own, legs)
        assert {stiffness[joint] for joint in HEAD_JOINTS} == {0.31}
        assert {stiffness[joint] for joint in ARM_JOINTS + HAND_JOINTS} == {0.37}
        assert {stiffness[joint] for joint in LEG_JOINTS} == {legs}
    shown = standing.command(robot_state()).stiffness
    assert {shown[joint] for joint in HEAD_JOINTS} == {settings.walking.stiffness.head}


def test_the_legs_become_slightly_softer_after_standing_still(standing: Standing) -> None:
    assert standing.command(robot_state()).stiffness[Joint.L_KNEE_PITCH] == 0.75


def test_settling_from_high_returns_to_the_stance(standing: Standing, high: HighStance) -> None:
    standing.raise_knees()
    last = run(standing, 1.3)[-1]
    standing.settle(last, robot_state())
    commands = run(standing, 2.0)
    assert commands[-1].positions == pytest.approx(high.pose(0.0))
    assert fastest([last, *commands]) < 120.0


def test_in_the_air_every_leg_joint_is_soft(standing: Standing) -> None:
    for command in run(standing, 0.5, in_air=True):
        assert {command.stiffness[joint] for joint in LEG_JOINTS} == {0.3}


def test_a_moving_torso_moves_no_joint_in_the_air(
    settings: MotionSettings, high: HighStance
) -> None:
    gyros = GyroFilter(settings.walking.balance)
    standing = made(settings, high, gyros)
    for _ in range(10):
        gyros.update(robot_state(gyro=(1.0, 1.0, 0.0)))
    held = standing.command(robot_state(), in_air=True).positions
    assert held == pytest.approx(high.pose(0.0))
    assert standing.command(robot_state()).positions != pytest.approx(high.pose(0.0))


@pytest.mark.parametrize(
    ("gyro", "edge"),
    [
        ((0.0, 1.0, 0.0), (1.0, 0.0, 0.0)),  # tips forward: the toes
        ((0.0, -1.0, 0.0), (-1.0, 0.0, 0.0)),
        ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0)),  # a positive turn about x: the right edges
        ((-1.0, 0.0, 0.0), (0.0, 1.0, 0.0)),
    ],
)
def test_a_push_makes_a_standing_robot_lower_the_edges_to_which_it_tips(
    settings: MotionSettings, high: HighStance, gyro: Point, edge: Point
) -> None:
    walking = settings.walking
    gyros = GyroFilter(replace(walking.balance, ankle_roll_standing=0.04))
    standing = made(settings, high, gyros)
    for _ in range(10):
        gyros.update(robot_state(gyro=gyro))
    pushed = standing.command(robot_state()).positions
    for sole in sole_poses(pushed, settings.robot.dimensions):
        assert rotate(sole.rotation, edge)[2] < -1e-3
        across = (edge[1], edge[0], 0.0)
        assert rotate(sole.rotation, across)[2] == pytest.approx(0.0, abs=1e-6)


def test_a_push_while_rising_into_the_stance_is_balanced_in_proportion_to_the_progress(
    settings: MotionSettings, high: HighStance
) -> None:
    """Two robots rise in the same way, one of them pushed: their difference grows steadily."""
    walking = settings.walking
    still, pushed = GyroFilter(walking.balance), GyroFilter(walking.balance)
    for _ in range(100):
        pushed.update(robot_state(gyro=(0.0, 1.0, 0.0)))
    ways = []
    for gyros in (still, pushed):
        standing = made(settings, high, gyros)
        standing.rise(JointCommand((0.0,) * JOINT_COUNT, (1.0,) * JOINT_COUNT), robot_state())
        ways.append([command.positions for command in run(standing, 4.0)])
    answers = [b[ANKLES[0]] - a[ANKLES[0]] for a, b in zip(*ways, strict=True)]
    assert 0.0 < answers[0] < 0.05 * answers[-1]
    assert answers == sorted(answers)
    assert answers[-1] == pytest.approx(pushed.standing_ankle_pitch)


def test_the_robot_hangs_once_every_leg_joint_has_reached_its_request(
    standing: Standing, high: HighStance
) -> None:
    pose = high.pose(0.0)
    standing.rise(JointCommand(STANCE, (1.0,) * JOINT_COUNT), robot_state(positions=STANCE))
    there = robot_state(positions=pose)
    run(standing, 0.9, in_air=True)
    assert not standing.hangs(there)
    run(standing, 0.3, in_air=True)
    assert standing.hangs(there)
    for joint in LEG_JOINTS:
        off = [*pose]
        off[joint] += math.radians(2.1)
        assert not standing.hangs(replace(there, positions=tuple(off)))


def test_a_limp_joint_starts_from_its_measured_angle(standing: Standing) -> None:
    measured = list(STANCE)
    measured[Joint.L_KNEE_PITCH] = 1.5
    last = JointCommand(STANCE, (0.0,) * JOINT_COUNT)
    standing.rise(last, robot_state(positions=tuple(measured)))
    assert standing.command(robot_state()).positions[Joint.L_KNEE_PITCH] == pytest.approx(
        1.5, abs=0.01
    )


def test_the_duration_of_rising_is_that_of_the_joint_with_the_longest_distance(
    standing: Standing, settings: MotionSettings, high: HighStance
) -> None:
    rising = settings.walking.rising
    stance = list(high.pose(0.0))
    way = 0.5 * (rising.min_duration + rising.max_duration) * rising.speed
    stance[Joint.L_SHOULDER_PITCH] -= way
    standing.rise(JointCommand(tuple(stance), (1.0,) * JOINT_COUNT), robot_state())
    assert seconds_until_done(standing) == pytest.approx(way / rising.speed, abs=2 * CYCLE)


@pytest.fixture
def leaning() -> RobotState:
    """Return a robot whose joints report that its flat soles pitch up by 4 deg."""
    tilted = rotation_from_rpy(0.0, math.radians(-4.0), 0.0)
    return robot_state(
        left_sole=Pose3(0.0, 0.05, -0.23, tilted), right_sole=Pose3(0.0, -0.05, -0.23, tilted)
    )


def soles_point_down(command: JointCommand) -> list[float]:
    """Return how far both soles pitch down in the torso frame, deg."""
    soles = sole_poses(command.positions, NAO.dimensions)
    return [math.degrees(math.asin(-sole.rotation[6])) for sole in soles]


def test_a_lean_back_measured_by_flat_soles_is_trimmed_in_the_stand_and_in_the_air(
    settings: MotionSettings, high: HighStance, leaning: RobotState
) -> None:
    standing = made(settings, high, GyroFilter(settings.walking.balance))
    standing.settle(JointCommand(high.pose(0.0), (1.0,) * JOINT_COUNT), leaning)
    last = [standing.command(leaning) for _ in range(100)][-1]
    assert soles_point_down(last) == pytest.approx([-4.0, -4.0], abs=0.1)
    hanging = replace(leaning, contact=False)
    standing.settle(last, hanging)
    last = [standing.command(hanging, in_air=True) for _ in range(100)][-1]
    assert soles_point_down(last) == pytest.approx([-4.0, -4.0], abs=0.1)
    assert standing.hangs(replace(hanging, positions=last.positions))
