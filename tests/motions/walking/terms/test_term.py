"""What balance terms see of the walk, and how they report their additions."""

import math

import pytest

from hardware.robots.model import RobotModel, Side
from hardware.robots.nao import JOINT_COUNT
from motions.requests import Motion, MotionRequest
from motions.walking.configuration import WalkingParameters
from motions.walking.engine import WalkingEngine
from motions.walking.parameters import SpeedProfile
from motions.walking.rhythm.walk_delay import RunningDelay
from motions.walking.terms.lean import LeanCompensation
from motions.walking.terms.term import BalanceTerm, DisplayUnit, Value, WalkState
from motions.walking.trajectories import FeetOffsets, FootOffset
from tests.fakes import NAO, robot_state
from tests.motions.walking.stepper import a_step, seen
from tests.motions.walking.terms.test_order import GROUPS, with_only


def fresh() -> WalkState:
    """Return a walk in which nothing has happened yet."""
    walk = seen()
    return WalkState(walk.legs, walk.gyro, walk.dcm_error, walk.tracking)


def delay(swing: Side) -> RunningDelay:
    start = FeetOffsets(FootOffset(), FootOffset())
    return RunningDelay(swing, start, share=1.0, first=True, cycle=NAO.cycle)


def test_a_new_walk_and_a_reset_walk_hold_no_state() -> None:
    walk, used = fresh(), fresh()
    used.running, used.delay = a_step(), delay(Side.LEFT)
    used.tilt, used.caught, used.whipped = 0.1, 0.2, 0.3
    used.reset()
    for one in (walk, used):
        assert one.running is None and one.delay is None
        assert (one.tilt, one.caught, one.whipped) == (0.0, 0.0, 0.0)
    assert walk.planned == ()


@pytest.mark.parametrize("swing", Side)
def test_the_support_foot_is_that_of_the_delay_else_of_the_step_else_the_left_one(
    swing: Side,
) -> None:
    walk = fresh()
    assert walk.support is Side.LEFT
    walk.running = a_step(swing)
    assert walk.support is swing.other
    walk.delay = delay(swing.other)
    assert walk.support is swing


def test_reading_the_step_before_the_first_one_raises() -> None:
    walk = fresh()
    with pytest.raises(RuntimeError, match="no step has begun"):
        _ = walk.step
    step = a_step()
    walk.running = step
    assert walk.step is step


def test_the_dcm_error_is_reported_as_a_number_that_is_not_added() -> None:
    walk = seen(excess=(0.01, -0.02))
    told = [(value.number, value.unit, value.added) for value in walk.error_values()]
    assert told == [(0.01, DisplayUnit.LENGTH, False), (-0.02, DisplayUnit.LENGTH, False)]
    assert Value("n", DisplayUnit.SHARE, 0.1).added


def test_display_units_are_degrees_and_millimetres() -> None:
    factors = {unit.symbol: unit.factor for unit in DisplayUnit}
    assert factors == pytest.approx({"deg": math.degrees(1.0), "mm": 1e3, "": 1.0})


def test_a_term_prefixes_its_numbers_with_its_group() -> None:
    for made, unit in (
        (LeanCompensation.angle("hips", 0.1), DisplayUnit.ANGLE),
        (LeanCompensation.length("hips", 0.1), DisplayUnit.LENGTH),
        (LeanCompensation.share("hips", 0.1), DisplayUnit.SHARE),
    ):
        assert made == Value("lean, hips", unit, 0.1, added=True)


def test_a_term_without_overrides_changes_nothing(walking: WalkingParameters) -> None:
    class Idle(BalanceTerm):
        group = "lean"

    term, walk, robot = Idle(walking.lean), seen(), robot_state()
    request = MotionRequest(Motion.WALK, forward=0.1)
    feet, joints = FeetOffsets(FootOffset(), FootOffset()), [0.0] * JOINT_COUNT
    term.reset()
    term.begin(robot, walk)
    term.update(robot, walk)
    term.feet(feet, walk)
    term.joints(joints, walk)
    assert feet == FeetOffsets(FootOffset(), FootOffset()) and joints == [0.0] * JOINT_COUNT
    assert term.request(request, robot) is request
    assert term.values(walk) == () and not term.lasting


@pytest.mark.parametrize("group", GROUPS)
def test_every_term_adds_nothing_at_first_and_after_a_reset(
    nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile, group: str
) -> None:
    engine = WalkingEngine(nao, with_only(walking, group), profile)
    assert {value.number for value in engine.terms.values()} == {0.0}
    engine.terms.reset()
    assert {value.number for value in engine.terms.values()} == {0.0}
