"""Where the next step begins: from the measured soles, and the error of the last step."""

import math

import pytest

from hardware.robots.model import Side
from motions.generators.parameters import LastMissParameters
from motions.generators.zero_frame import ZeroFrame
from motions.kinematics.geometry import Pose2, Pose3, rotation_from_rpy
from motions.perception.odometry import hip_over
from motions.perception.state import RobotState
from motions.walking.step import Step
from tests.fakes import robot_state

HIP, AHEAD = 0.05, 0.012
MISS = LastMissParameters(0.5, 0.010, math.radians(4.0))
FRAME = ZeroFrame(HIP, AHEAD, MISS)


def landed(swung: Side, step: Step, missed: Pose2) -> RobotState:
    """Return a robot after a step from the zero frame at the origin, with an error `missed`."""
    frames = {swung.other: Pose2(), swung: Pose2(step.x, step.y, step.turn) @ missed}
    soles = {}
    for side, frame in frames.items():
        sole = frame @ Pose2(-AHEAD, side.sign * HIP)
        turned = rotation_from_rpy(0.0, 0.0, sole.heading)
        soles[f"{side.name.lower()}_sole"] = Pose3(sole.x, sole.y, -0.23, turned)
    return robot_state(**soles)


@pytest.mark.parametrize("swung", Side)
def test_after_an_exact_step_the_next_one_begins_over_the_foot_that_swung(swung: Side) -> None:
    step = Step(0.05, swung.sign * 0.08, swung.sign * 0.3)
    frame = FRAME.coming(landed(swung, step, Pose2()), swung.other, step)
    assert (frame.x, frame.y, frame.heading) == pytest.approx((step.x, step.y, step.turn))


@pytest.mark.parametrize("swung", Side)
@pytest.mark.parametrize(
    ("missed", "believed"),
    [(Pose2(0.006, 0.004, 0.02), Pose2(0.003, 0.002, 0.01)), (Pose2(0.1), Pose2(0.09))],
    ids=["half of a small error", "all but 10 mm of a large error"],
)
def test_the_error_of_a_step_is_accepted_in_part(
    swung: Side, missed: Pose2, believed: Pose2
) -> None:
    step = Step(0.05, swung.sign * 0.08)
    frame = FRAME.coming(landed(swung, step, missed), swung.other, step)
    off = Pose2(step.x, step.y, step.turn).inverse() @ frame
    assert (off.x, off.y, off.heading) == pytest.approx(
        (believed.x, believed.y, believed.heading), abs=1e-4
    )


@pytest.mark.parametrize("side", Side)
def test_the_zero_frame_is_the_stance_over_a_sole_of_a_leaning_robot(side: Side) -> None:
    """Oracle: a robot in the stance somewhere, seen from a leaning torso."""
    lean = rotation_from_rpy(math.radians(4.0), math.radians(-7.0), 0.0)
    stance = Pose3(0.03, -0.02, 0.0, rotation_from_rpy(0.0, 0.0, 0.2)) @ Pose3(
        -AHEAD, side.sign * HIP, -0.23
    )
    seen = Pose3(0.0, 0.0, 0.0, lean).inverse() @ stance
    robot = robot_state(
        roll=math.radians(4.0), pitch=math.radians(-7.0), **{f"{side.name.lower()}_sole": seen}
    )
    frame = FRAME.over(robot, side)
    assert (frame.x, frame.y) == pytest.approx((0.03, -0.02), abs=1e-9)
    assert frame.heading == pytest.approx(0.2, abs=0.01)


@pytest.mark.parametrize("turn", [math.radians(40.0), math.radians(-120.0)])
def test_a_turn_on_the_spot_is_about_the_soles_with_the_hips_ahead_of_them(turn: float) -> None:
    """Oracle: feet that turn on the spot move the hips, which are in front of them."""
    here = Pose2(1.0, 2.0, 0.5)
    soles = here @ Pose2(-AHEAD)
    there = soles @ Pose2(heading=turn) @ Pose2(AHEAD)
    moved = FRAME.displacement(here, there)
    assert (moved.x, moved.y, moved.heading) == pytest.approx((0.0, 0.0, turn), abs=1e-12)


def test_a_rocking_torso_moves_no_foot_given_the_same_motion_of_the_hips_as_in_odometry() -> None:
    """Oracle: the motion of the hips over a sole, by odometry, under a robot that rocks."""
    frame = ZeroFrame(HIP, AHEAD, MISS)
    sole = Pose3(-0.01, 0.05, -0.23, rotation_from_rpy(0.0, math.radians(1.5), 0.1))
    seen = []
    for pitch in (math.radians(-3.0), math.radians(4.0)):
        hip = hip_over(sole, rotation_from_rpy(0.0, pitch, 0.0))
        robot = robot_state(pitch=pitch, left_sole=sole)
        seen.append(Pose2(*hip) @ frame.over(robot, Side.LEFT))
    assert (seen[0].x, seen[0].y) == pytest.approx((seen[1].x, seen[1].y), abs=1e-4)
