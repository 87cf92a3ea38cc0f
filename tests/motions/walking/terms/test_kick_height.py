"""The height of kicking feet, on hand-made states."""

from collections.abc import Sequence

import pytest

from hardware.robots.model import Side
from hardware.sensors_and_commands import CYCLE
from motions.kinematics.geometry import Pose3
from motions.perception.state import RobotState
from motions.walking.configuration import WalkingParameters
from motions.walking.terms.kick_height import KickHeight
from motions.walking.trajectories import FeetOffsets, FootOffset
from tests.fakes import robot_state, support
from tests.motions.walking.stepper import a_step, seen, through_a_ball

COMMANDED = 0.027
"""Height of the left foot in the plan, m."""
CYCLES = 6
"""Longer than the joints take to follow."""


@pytest.fixture
def height(walking: WalkingParameters) -> KickHeight:
    return KickHeight(walking.kick_height, walking.requests)


def robot(height: float, *, lands: bool = False, **changes: object) -> RobotState:
    """Return a robot whose left sole is measured at a height, m, over its right one."""
    return robot_state(
        cycle=CYCLE,
        left_sole=Pose3(0.0, 0.05, -0.23 + height),
        support=support(Side.RIGHT, left_pressure=lands, right_pressure=True),
        **changes,
    )


def lifted(
    term: KickHeight, measured: Sequence[float], *, share: float = 1.0, blind: bool = False
) -> float:
    """Return how far a kick lifts the left foot, m, after cycles with these measured heights."""
    step = a_step(Side.LEFT, share=share)
    step.kick = through_a_ball(step, holds_height=1.0)
    walk = seen(step)
    term.begin(robot(0.0), walk)
    feet = FeetOffsets(FootOffset(), FootOffset())
    for each in measured:
        term.update(robot(each, blind=blind), walk)
        feet = FeetOffsets(FootOffset(lift=COMMANDED), FootOffset())
        term.feet(feet, walk)
    return feet.left.lift - COMMANDED


def swing_and_land(term: KickHeight, height: float) -> None:
    """Let the left foot swing and land while it is measured at a height, m."""
    walk = seen(a_step(Side.LEFT, share=1.0))
    term.begin(robot(height), walk)
    for _ in range(round(0.2 / CYCLE)):
        term.update(robot(height), walk)
    term.update(robot(height, lands=True), walk)


def test_a_foot_that_hangs_lower_than_commanded_is_lifted_by_the_difference(
    height: KickHeight,
) -> None:
    assert lifted(height, [COMMANDED - 0.006] * 4) == pytest.approx(0.006)


def test_a_foot_that_is_where_it_should_be_is_left_there(height: KickHeight) -> None:
    assert lifted(height, [COMMANDED] * CYCLES) == pytest.approx(0.0)


def test_what_the_correction_itself_moves_is_not_corrected_again(height: KickHeight) -> None:
    """The error of the joints stays 6 mm: later measurements contain what was added before."""
    sinks = [COMMANDED - 0.006] * 6
    assert lifted(height, [*sinks, COMMANDED, COMMANDED]) == pytest.approx(0.006)


def test_a_foot_that_lands_while_it_seems_high_is_lifted_in_later_kicks(
    height: KickHeight, walking: WalkingParameters
) -> None:
    for _ in range(50):
        swing_and_land(height, walking.kick_height.landing + 0.008)
    follows = [*[COMMANDED] * 3, *[COMMANDED + 0.008] * 3]
    assert lifted(height, follows) == pytest.approx(0.008, abs=2e-4)
    height.reset()
    assert lifted(height, [COMMANDED] * 4) == pytest.approx(0.0)


def test_each_foot_has_landings_of_its_own(height: KickHeight, walking: WalkingParameters) -> None:
    swing_and_land(height, 0.03)
    assert height.landing[Side.LEFT] > walking.kick_height.landing
    assert height.landing[Side.RIGHT] == walking.kick_height.landing


def test_a_sole_that_only_rocked_has_not_landed(
    height: KickHeight, walking: WalkingParameters
) -> None:
    walk = seen(a_step(Side.LEFT, share=1.0))
    height.begin(robot(0.03), walk)
    for _ in range(5):
        height.update(robot(0.03), walk)
        height.update(robot(0.03, lands=True), walk)
    assert height.landing[Side.LEFT] == walking.kick_height.landing


def test_the_correction_is_limited_and_grows_with_the_step(
    height: KickHeight, walking: WalkingParameters
) -> None:
    limit, full = walking.kick_height.limit, walking.kick_height.full_from
    assert lifted(height, [COMMANDED - 1.0] * 4) == pytest.approx(limit)
    assert lifted(height, [COMMANDED - 1.0] * 4, share=0.5 * full) == pytest.approx(0.5 * limit)


def test_without_an_attitude_no_height_is_known(height: KickHeight) -> None:
    assert lifted(height, [COMMANDED - 0.006] * CYCLES, blind=True) == 0.0


@pytest.mark.parametrize("share", [None, 0.0])
def test_steps_and_kicks_that_do_not_ask_for_it_keep_their_height(
    height: KickHeight, share: float | None
) -> None:
    step = a_step(Side.LEFT, share=1.0)
    step.kick = None if share is None else through_a_ball(step, holds_height=share)
    walk = seen(step)
    height.begin(robot(0.0), walk)
    for _ in range(CYCLES):
        height.update(robot(0.0), walk)
        feet = FeetOffsets(FootOffset(lift=COMMANDED), FootOffset())
        height.feet(feet, walk)
        assert feet.left.lift == COMMANDED
