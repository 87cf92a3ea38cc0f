"""Steps into the path of a ball."""

import math
from dataclasses import replace
from random import Random

import pytest

from hardware.robots.model import Side
from hardware.units import FlatPoint
from hsm.control.assembly import MotionSettings
from motions.generators.intercept import InterceptBall
from motions.generators.parameters import GeneratorParameters
from motions.generators.situation import KickedAway, Situation
from motions.perception.world import RollingBall
from motions.walking.planning.limits import StepLimits
from motions.walking.step import Step
from tests.motions.generators.executed import mirrored_step
from tests.motions.walking.stepper import a_step


def rolling(begin: FlatPoint, through: FlatPoint, speed: float) -> RollingBall:
    x, y = through[0] - begin[0], through[1] - begin[1]
    way = math.hypot(x, y)
    return RollingBall(0.0, *begin, speed * x / way, speed * y / way, 0.3)


@pytest.fixture
def intercept(parameters: GeneratorParameters) -> InterceptBall:
    return InterceptBall(parameters.intercept)


@pytest.fixture
def following(parameters: GeneratorParameters) -> InterceptBall:
    """Return the generator whose running steps follow the ball."""
    own = parameters.intercept
    return InterceptBall(replace(own, inside_step=replace(own.inside_step, active=True)))


def test_a_ball_past_the_left_foot_is_met_by_a_step_wider_than_the_walk_s_without_a_turn(
    intercept: InterceptBall, limits: StepLimits
) -> None:
    ball = rolling((2.0, 0.5), (0.0, 0.25), 1.4)
    first = intercept.step(None, Situation(Side.LEFT, Step(), limits, ball=ball))
    assert limits.reach.side < first.y == pytest.approx(0.14)
    assert first.turn == 0.0


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_the_turn_towards_a_steep_ball_is_made_by_the_closing_step(
    intercept: InterceptBall, limits: StepLimits, side: float
) -> None:
    ball = rolling((1.0, side * 1.2), (0.05, side * 0.3), 1.4)
    outer = Side.LEFT if side > 0.0 else Side.RIGHT
    opening = intercept.step(None, Situation(outer, Step(), limits, ball=ball))
    assert abs(opening.y) == pytest.approx(0.14)
    assert opening.turn == 0.0
    closing = intercept.step(None, Situation(outer.other, Step(), limits, ball=ball))
    assert closing.y == 0.0
    assert closing.turn * side > math.radians(5.0)


KICKED = KickedAway(0.22, 0.06, 0.2, 0.25)


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_ball_to_be_kicked_is_met_before_a_foot_and_not_between_the_feet(
    intercept: InterceptBall, side: float
) -> None:
    ball = rolling((2.0, side * 0.2), (0.0, side * 0.2), 1.0)
    offset = intercept.offset_to_meeting(ball, KICKED)
    assert offset is not None and offset[1] == pytest.approx(side * 0.14)
    between = intercept.offset_to_meeting(
        rolling((2.0, side * 0.01), (0.0, side * 0.01), 1.0), KICKED
    )
    assert between is not None and between[1] == pytest.approx(-side * 0.05)


@pytest.mark.parametrize(
    ("distance", "goes"),
    [(0.22 + 1.0 * 0.45 - 0.15 * 0.45**2 + 0.03, 1.0), (0.22 + 0.45 - 0.15 * 0.45**2 - 0.03, -1.0)],
)
def test_steps_go_forward_or_back_so_that_the_kicking_foot_is_in_time(
    intercept: InterceptBall, limits: StepLimits, distance: float, goes: float
) -> None:
    """The next step is a right one; the left one after it meets the ball 0.45 s from now."""
    ball = rolling((distance, 0.06), (0.0, 0.06), 1.0)
    step = intercept.step(KICKED, Situation(Side.RIGHT, Step(), limits, ball=ball))
    assert goes * step.x > 0.01


def test_a_ball_that_soon_reaches_a_foot_needs_no_side_step(
    intercept: InterceptBall, limits: StepLimits
) -> None:
    ball = rolling((0.8, 0.0), (0.05, 0.03), 1.4)
    step = intercept.step(None, Situation(Side.LEFT, Step(), limits, ball=ball))
    assert step.y == 0.0


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_the_robot_walks_towards_the_line_of_a_ball_that_crosses_ahead(
    intercept: InterceptBall, limits: StepLimits, side: float
) -> None:
    """Given time the feet move into its line, otherwise only as far as necessary."""
    ball = rolling((0.4, 1.5 * side), (0.4, 0.0), 1.0)
    assert intercept.offset_to_meeting(ball, None) == pytest.approx((0.35, 0.0))
    soon = rolling((0.2, 0.3 * side), (0.2, 0.0), 1.0)
    assert intercept.offset_to_meeting(soon, None) == pytest.approx((0.11, 0.0))
    for swing in Side:
        step = intercept.step(None, Situation(swing, Step(), limits, ball=soon))
        assert step.x > 0.01 and step.y == 0.0


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_feet_already_in_the_line_of_an_oblique_ball_stay(
    intercept: InterceptBall, side: float
) -> None:
    onto = rolling((1.0, 1.035 * side), (0.0, 0.035 * side), 1.0)
    assert intercept.offset_to_meeting(onto, None) == (0.0, 0.0)
    past = rolling((1.0, 1.065 * side), (0.0, 0.065 * side), 1.0)
    assert intercept.offset_to_meeting(past, None) != (0.0, 0.0)


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_robot_that_cannot_go_further_forward_meets_an_oblique_ball_further_sideways(
    intercept: InterceptBall, limits: StepLimits, side: float
) -> None:
    """100 mm away, of which the feet cover 57; the step back is made up for sideways."""
    across = math.sqrt(0.5), side * math.sqrt(0.5)
    met = 0.05 + 0.1 * across[0], 0.1 * across[1]
    ball = rolling((met[0] + 0.3, met[1] - 0.3 * side), met, 1.2)
    outer = Side.LEFT if side > 0.0 else Side.RIGHT
    step = intercept.step(None, Situation(outer, Step(), limits, ball=ball))
    assert step.x == pytest.approx(-0.02)
    left = 0.1 - step.x * across[0] - step.y * across[1]
    assert left == pytest.approx(0.08 * math.sqrt(0.5))


def test_a_resting_or_unknown_ball_causes_no_step(
    intercept: InterceptBall, limits: StepLimits
) -> None:
    lying = Situation(Side.LEFT, Step(), limits, ball=RollingBall(0.0, 2.0, 0.4, 0.0, 0.0, 0.3))
    assert intercept.step(None, lying) == Step()
    assert intercept.step(None, Situation(Side.LEFT, Step(), limits)) == Step()


def test_every_step_is_finite_outwards_within_the_limits_and_mirrored(
    intercept: InterceptBall, limits: StepLimits
) -> None:
    rng = Random(8)
    inwards, outwards = limits.turn_range()
    for _ in range(3000):
        x, y, vx, vy = (rng.uniform(-2, 2) for _ in range(4))
        swing, last = rng.choice(list(Side)), Step(rng.uniform(-0.03, 0.06))
        found = intercept.step(
            None,
            Situation(swing, last, limits, ball=RollingBall(0.0, x, y, vx, vy, 0.3)),
        )
        mirrored = intercept.step(
            None,
            Situation(swing.other, last, limits, ball=RollingBall(0.0, x, -y, vx, -vy, 0.3)),
        )
        assert mirrored == mirrored_step(found)
        assert found.y * swing.sign >= 0.0
        assert -inwards <= found.turn * swing.sign <= outwards
        region = limits.urgent(last.x)
        assert abs(found.y) <= region.side
        assert found.x <= region.front + 1e-9 or found.x <= 0.0


def test_a_running_step_follows_the_ball_only_if_this_is_switched_on(
    parameters: GeneratorParameters, limits: StepLimits
) -> None:
    ball = RollingBall(0.0, 1.0, 0.3, -1.0, 0.0, 0.3)
    own = parameters.intercept
    planned = Step(0.0, 0.02)
    running = replace(a_step(Side.LEFT, planned, share=0.3), planned=planned)
    seen = Situation(Side.LEFT, planned, limits, ball=ball)
    off, on = (
        InterceptBall(replace(own, inside_step=replace(own.inside_step, active=active)))
        for active in (False, True)
    )
    assert off.renewed(None, running, seen) is None
    found = on.renewed(None, running, seen)
    assert found is not None
    assert found.y - planned.y == pytest.approx(own.inside_step.speed * running.cycle)
    # A left foot cannot reach a ball that arrives on the right.
    right = replace(seen, ball=replace(ball, y=-0.3))
    back = on.renewed(None, running, right)
    assert back is not None and 0.0 <= back.y < planned.y


def test_a_running_step_stays_as_planned_while_the_ball_rolls_as_expected(
    following: InterceptBall, limits: StepLimits
) -> None:
    """Also towards an oblique ball, for which the step goes further sideways than the ball is."""
    rng, followed = Random(3), 0
    for _ in range(3000):
        x, y, vx, vy = (rng.uniform(-2, 2) for _ in range(4))
        ball = RollingBall(0.0, x, y, vx, vy, 0.3)
        swing = rng.choice(list(Side))
        seen = Situation(swing, Step(rng.uniform(-0.02, 0.03)), limits, ball=ball)
        planned = following.step(None, seen)
        found = following.renewed(
            None, replace(a_step(swing, planned, share=0.3), planned=planned), seen
        )
        followed += following.offset_to_meeting(ball, None) is not None
        assert found is None or found.y == pytest.approx(planned.y, abs=1e-9)
    assert followed > 1000


@pytest.mark.parametrize("swing", Side)
def test_a_running_step_that_turns_is_widened_only_as_far_as_the_turn_allows(
    following: InterceptBall, limits: StepLimits, swing: Side
) -> None:
    ball = RollingBall(0.0, 1.0, swing.sign * 0.5, -1.0, 0.0, 0.3)
    planned = Step(0.0, 0.0, swing.sign * math.radians(30.0))
    for _ in range(100):
        running = replace(a_step(swing, planned, share=0.3), planned=planned)
        found = following.renewed(None, running, Situation(swing, Step(), limits, ball=ball))
        planned = planned if found is None else found
    left = limits.region(math.radians(30.0), 0.0).side / limits.possible().side
    assert swing.sign * planned.y == pytest.approx(left * limits.urgent(0.0).side)
    assert abs(planned.y) < limits.possible().side


def test_a_robot_that_may_only_walk_slowly_sideways_steps_less_wide_into_the_path(
    settings: MotionSettings,
) -> None:
    fastest = settings.profile.fastest
    limits = StepLimits(settings.robot, settings.walking, settings.profile)
    widest = limits.urgent(0.0).side
    limits.allow(replace(fastest, side=0.5 * fastest.side))
    assert limits.urgent(0.0).side == pytest.approx(0.5 * widest)
