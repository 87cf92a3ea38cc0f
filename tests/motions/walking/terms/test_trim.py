"""Joint zero errors estimated from standing soles, on hand-made states."""

import math
from dataclasses import replace

import pytest

from hardware.robots.model import Side
from hardware.robots.nao import Joint
from motions.kinematics.geometry import Pose3, rotation_from_rpy
from motions.perception.state import RobotState
from motions.requests import MotionRequest
from motions.walking.configuration import WalkingParameters
from motions.walking.engine import WalkingEngine
from motions.walking.step import StepKind
from motions.walking.terms.trim import WalkTrim
from tests.fakes import robot_state
from tests.motions.walking.stepper import forward, on, seen, standing_command, term


def leaning(pitch: float, *, roll: float = 0.0, **soles: float) -> RobotState:
    """Return a robot with a torso lean, deg, and soles turned in its hip frame, deg."""
    left, right = (
        Pose3(0.0, y, -0.23, rotation_from_rpy(0.0, math.radians(soles.get(side, 0.0)), 0.0))
        for side, y in (("left", 0.05), ("right", -0.05))
    )
    return robot_state(
        pitch=math.radians(pitch), roll=math.radians(roll), left_sole=left, right_sole=right
    )


def turned(walking: WalkingParameters, robot: RobotState) -> dict[Joint, float]:
    """Return what is added to the joints of a robot that has stood like this and walks, deg."""
    trim = WalkTrim(walking.trim)
    trim.stand(robot)
    for _ in range(200):
        trim.update(robot_state(), seen())
    joints = [0.0] * len(Joint)
    trim.joints(joints, seen())
    return {joint: math.degrees(joints[joint]) for joint in Joint if abs(joints[joint]) > 1e-9}


def test_a_lean_back_is_taken_out_by_the_joints_of_both_legs(
    walking: WalkingParameters,
) -> None:
    joints = turned(walking, leaning(-6.0))
    for hip, knee, ankle in (
        (Joint.L_HIP_PITCH, Joint.L_KNEE_PITCH, Joint.L_ANKLE_PITCH),
        (Joint.R_HIP_PITCH, Joint.R_KNEE_PITCH, Joint.R_ANKLE_PITCH),
    ):
        assert joints[hip] + joints[knee] + joints[ankle] == pytest.approx(-6.0)
        assert joints[hip] == pytest.approx(-6.0 * walking.trim.shares.hip_pitch)


def test_every_leg_has_its_own_error(walking: WalkingParameters) -> None:
    joints = turned(walking, leaning(-6.0, left=1.0, right=-1.0))
    share = 1.0 - walking.trim.shares.hip_pitch - walking.trim.shares.knee_pitch
    assert joints[Joint.L_ANKLE_PITCH] == pytest.approx(-5.0 * share)
    assert joints[Joint.R_ANKLE_PITCH] == pytest.approx(-7.0 * share)


def test_a_lean_forward_is_left_to_the_hips(walking: WalkingParameters) -> None:
    assert turned(walking, leaning(6.0)) == {}


def test_a_lateral_lean_is_taken_out_within_its_limit(walking: WalkingParameters) -> None:
    joints = turned(walking, leaning(0.0, roll=2.0))
    for hip, ankle in (
        (Joint.L_HIP_ROLL, Joint.L_ANKLE_ROLL),
        (Joint.R_HIP_ROLL, Joint.R_ANKLE_ROLL),
    ):
        assert joints[hip] + joints[ankle] == pytest.approx(2.0)
    joints = turned(walking, leaning(0.0, roll=20.0))
    most = math.degrees(walking.trim.roll_limit)
    assert joints[Joint.L_HIP_ROLL] + joints[Joint.L_ANKLE_ROLL] == pytest.approx(most)


def test_a_robot_in_the_air_teaches_nothing(walking: WalkingParameters) -> None:
    assert turned(walking, replace(leaning(-6.0), contact=False)) == {}


def test_the_lean_is_taken_out_at_a_limited_speed(walking: WalkingParameters) -> None:
    trim = WalkTrim(walking.trim)
    robot = leaning(-6.0)
    trim.stand(robot)
    trim.update(robot, seen())
    joints = [0.0] * len(Joint)
    trim.joints(joints, seen())
    assert abs(sum(joints[6:18])) <= 2.0 * walking.trim.speed * robot.cycle + 1e-9


def test_a_walk_measures_the_soles_before_its_first_step_and_plans_without_the_trim(
    engine: WalkingEngine,
) -> None:
    engine.begin_delay(forward(0.1), leaning(-6.0), standing_command(engine))
    trim = term(engine, WalkTrim)
    assert trim.soles.known[Side.LEFT].pitch == pytest.approx(math.radians(-6.0))
    engine.begin_step(StepKind.STARTING, forward(0.1), on(Side.RIGHT), standing_command(engine))
    for _ in range(20):
        trim.update(robot_state(), seen())
    last = engine.command()
    engine.begin_step(StepKind.STEPPING, forward(0.1), on(Side.RIGHT), last)
    assert engine.running is not None
    assert engine.running.start.left.pitch == pytest.approx(0.0, abs=1e-9)


def test_a_robot_that_leans_far_back_is_set_upright_before_its_first_step(
    walking: WalkingParameters,
) -> None:
    trim = WalkTrim(walking.trim)
    trim.stand(leaning(-8.0))
    cycles = 0
    while trim.settle(robot_state()):
        cycles += 1
    left = 8.0 - math.degrees(walking.trim.back_full)
    speed = math.degrees(walking.trim.speed) * robot_state().cycle
    assert left <= cycles * speed < left + 2.0 * speed
    trim.stand(leaning(-0.9 * math.degrees(walking.trim.back_full)))
    trim.reset()
    assert not trim.settle(robot_state())


def test_a_step_that_closes_the_feet_after_another_motion_measures_the_soles_too(
    engine: WalkingEngine,
) -> None:
    """A robot that walks on at once has not stood still, so its soles teach nothing."""
    robot, last, still = leaning(-6.0), standing_command(engine), MotionRequest()
    trim = term(engine, WalkTrim)
    engine.begin_step(StepKind.STARTING, forward(0.1), robot, last, after_other_motion=True)
    assert trim.soles.known[Side.LEFT].pitch == 0.0
    engine.begin_step(StepKind.STARTING, still, robot, last)
    assert trim.soles.known[Side.LEFT].pitch == 0.0
    engine.begin_step(StepKind.STARTING, still, robot, last, after_other_motion=True)
    assert trim.soles.known[Side.LEFT].pitch == pytest.approx(math.radians(-6.0))
