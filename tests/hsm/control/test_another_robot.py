"""The control cycle drives any robot that its model describes, here one unlike the NAO."""

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from hardware.robots.model import Side
from hsm.apps.check.unused_parameters import only
from hsm.chart.leaves import FALL_PROTECTION
from hsm.control.cycle import Outcome
from motions.kinematics.robot_legs import legs_of
from motions.perception.state import FallDirection
from motions.requests import Motion, MotionRequest
from motions.walking.terms.order import TERMS
from tests.fakes import NAO
from tests.toy import TOY, ToyRobot, toy_settings

RISES = 1.5
"""Time in which the toy stands, s."""
STAND = MotionRequest()
WALK = MotionRequest(Motion.WALK, forward=0.1)
TURN = MotionRequest(Motion.WALK, forward=0.02, turn=0.5)


@pytest.fixture
def toy() -> ToyRobot:
    """Return a toy that has risen to Stand.Normal."""
    robot = ToyRobot()
    assert robot.run(RISES, STAND)[-1].leaf == "Stand.Normal"
    return robot


def visits(outcomes: list[Outcome]) -> Iterator[str]:
    """Yield the leaves in the order in which they were entered."""
    leaf = ""
    for outcome in outcomes:
        if outcome.leaf != leaf:
            yield (leaf := outcome.leaf)


def test_the_toy_shares_neither_joint_names_nor_layout_with_the_nao() -> None:
    assert not set(TOY.names) & set(NAO.names)
    assert (TOY.cycle, TOY.hands, TOY.shares_hip_yaw) == (0.02, (), False)
    assert {len(arm) for arm in TOY.arms.values()} == {3}


def test_it_rises_into_its_stance_with_both_soles_flat_below_the_hips() -> None:
    robot = ToyRobot()
    outcomes = robot.run(3.0, STAND)
    assert list(visits(outcomes)) == ["Off", "Limp.Limp", "Stand.Rising", "Stand.Normal"]
    for side, sole in zip(Side, legs_of(TOY).soles(outcomes[-1].command.positions), strict=True):
        assert sole.z == pytest.approx(-0.25, abs=1e-6)
        assert sole.y == pytest.approx(side.sign * TOY.dimensions.hip_offset_y, abs=1e-6)
        assert (sole.roll, sole.pitch, sole.yaw) == pytest.approx((0.0, 0.0, 0.0), abs=1e-3)


def test_its_clock_advances_by_20_ms_per_cycle() -> None:
    outcomes = ToyRobot().run(1.0, STAND)
    steps = [after.robot.time - before.robot.time for before, after in pairwise(outcomes)]
    assert steps == pytest.approx([0.02] * len(steps))
    rising = sum(outcome.leaf == "Stand.Rising" for outcome in outcomes) * 0.02
    assert rising <= 1.0


def test_it_walks_forward_on_alternating_feet_and_stops(toy: ToyRobot) -> None:
    start = toy.step(STAND).robot.odometry
    outcomes = toy.run(4.0, WALK)
    walked = outcomes[-1].robot.odometry
    assert 0.2 < walked.x - start.x < 0.4
    assert abs(walked.y - start.y) < 0.03
    sides = [outcome.robot.support.side for outcome in outcomes if outcome.robot.support.switched]
    assert len(sides) > 10
    assert all(one is not other for one, other in pairwise(sides))
    assert toy.run(2.0, STAND)[-1].leaf == "Stand.Normal"


@pytest.mark.parametrize("group", sorted({term.group for term in TERMS}))
def test_it_walks_and_stops_with_each_term_of_the_walk_alone(group: str) -> None:
    settings = toy_settings()
    robot = ToyRobot(replace(settings, walking=only(settings.walking, group)))
    start = robot.run(RISES, STAND)[-1].robot.odometry
    assert 0.1 < robot.run(2.0, WALK)[-1].robot.odometry.x - start.x < 0.2
    assert robot.run(1.5, STAND)[-1].leaf == "Stand.Normal"


def test_each_hip_yaw_turns_independently(toy: ToyRobot) -> None:
    commands = [outcome.command.positions for outcome in toy.run(2.0, TURN)]
    left, right = (TOY.legs[side].hip_yaw for side in Side)
    assert max(abs(joints[left] - joints[right]) for joints in commands) > math.radians(4.0)
    for joints in commands:
        one, other = legs_of(TOY).soles(joints)
        assert one.yaw == pytest.approx(-other.yaw, abs=1e-3)


@pytest.mark.parametrize(
    ("roll_rate", "pitch_rate", "direction"),
    [
        (0.0, 2.5, FallDirection.FRONT),
        (0.0, -2.5, FallDirection.BACK),
        (2.5, 0.0, FallDirection.RIGHT),
        (-2.5, 0.0, FallDirection.LEFT),
    ],
)
@pytest.mark.parametrize("walks", [False, True], ids=["standing", "walking"])
def test_it_protects_itself_in_falls_to_every_side(
    toy: ToyRobot, roll_rate: float, pitch_rate: float, direction: FallDirection, *, walks: bool
) -> None:
    if walks:
        toy.run(1.5, WALK)
    outcomes = toy.fall(roll_rate, pitch_rate)
    leaves = list(visits(outcomes))
    assert "FallProtection.Early" in leaves and "Fault" not in leaves
    falling = [outcome for outcome in outcomes if outcome.leaf == "FallProtection.Early"]
    assert {outcome.robot.fall_direction for outcome in falling} == {direction}
    assert any(leaf.startswith("KeyframePhase.GetUp") for leaf in leaves)


def test_falls_to_the_left_and_right_are_mirror_images() -> None:
    left, right = ToyRobot(), ToyRobot()
    for robot in (left, right):
        robot.run(RISES, STAND)
    falls = list(zip(left.fall(-2.5, 0.0), right.fall(2.5, 0.0), strict=True))
    assert any(one.leaf in FALL_PROTECTION for one, _ in falls)
    for one, other in falls:
        mirrored = [sign * other.command.positions[joint] for joint, sign in TOY.mirror]
        assert one.leaf == other.leaf
        # The stance before the fall is solved iteratively, one leg at a time.
        assert one.command.positions == pytest.approx(mirrored, abs=1e-5)


def test_no_command_exceeds_the_limits_of_joints_or_motors(toy: ToyRobot) -> None:
    outcomes = [*toy.run(2.0, WALK), *toy.fall(0.0, 2.5)]
    for before, after in pairwise(outcomes):
        for joint, spec in enumerate(TOY.specs):
            angle = after.command.positions[joint]
            assert spec.min <= angle <= spec.max
            if min(before.command.stiffness[joint], after.command.stiffness[joint]) > 0.0:
                moved = abs(angle - before.command.positions[joint])
                assert moved <= TOY.cycle * TOY.no_load_speed(joint) + 1e-9
