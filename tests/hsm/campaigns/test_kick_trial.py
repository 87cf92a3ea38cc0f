"""What a trial of a kick draws, and what counts as a hit."""

import math
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from hardware.simulation.props.build import BALL
from hardware.simulation.props.on_field import PropTruth
from hsm.campaigns.kicks.intercept import InterceptReport, InterceptResult
from hsm.campaigns.kicks.kick import KickReport
from hsm.campaigns.kicks.kick_trial import BallWatch, KickResult, KickTrial, drawn_direction
from hsm.chart.leaves import IN_WALK_KICK_KICK_STEP, WALK_STEPPING
from motions.kicks.wish import Kick, KickKind

KICK = Kick(KickKind.FORWARD_FAST)
GOOD = KickResult(False, True, False, math.radians(3.0), 4.0, 4.5, 7.0)


def test_both_sides_take_their_turn() -> None:
    drawn = [drawn_direction(KickTrial(number, KICK)) for number in range(20)]
    assert all((angle > 0.0) == (number % 2 == 0) for number, angle in enumerate(drawn))
    assert max(map(abs, drawn)) <= math.radians(45.0)
    assert len(set(drawn)) == 20
    assert drawn_direction(KickTrial(7, KICK, drawn=False)) == 0.0


@pytest.mark.parametrize(
    ("result", "hit"),
    [
        (GOOD, True),
        (KickResult(False, True, True, math.radians(-14.0), 3.2, 4.5, 7.0), True),
        (KickResult(False, True, False, math.radians(16.0), 4.0, 4.5, 7.0), False),
        (KickResult(False, True, False, 0.0, 3.1, 4.5, 7.0), False),
        (KickResult(False, True, False, 0.0, 6.0, 4.5, 7.0), False),
        (KickResult(True, True, False, 0.0, 4.0, 4.5, 7.0), False),
        (KickResult(False, False, True, 0.0, 4.0, 4.5, 7.0), False),
        (KickResult(False), False),
    ],
)
def test_a_hit_goes_far_enough_in_the_right_direction_and_leaves_the_robot_standing(
    result: KickResult, hit: bool
) -> None:
    assert result.hit is hit


def test_a_kind_of_which_no_ball_was_kicked_is_not_measured() -> None:
    report = KickReport({"forward_fast": (GOOD,), "forward": (KickResult(False),)})
    assert report.unmeasured == "no ball was kicked: forward"
    assert KickReport({"forward_fast": (GOOD,)}).unmeasured == ""


def test_robots_that_fall_before_they_touch_a_ball_measure_nothing() -> None:
    fell, touched = InterceptResult(True, False, 0.2), InterceptResult(True, True, 0.2)
    assert InterceptReport((fell, fell)).unmeasured == "every robot fell before it touched a ball"
    missed = InterceptResult(False, False, 0.2)
    assert [InterceptReport((fell, each)).unmeasured for each in (touched, missed)] == ["", ""]


def seen(ball: PropTruth) -> Any:
    """Return a simulation in which the ball does this."""
    walking = SimpleNamespace(joints=SimpleNamespace(play=SimpleNamespace(quality=1.0)))
    return SimpleNamespace(
        observed=SimpleNamespace(torso_position=(0.0, 0.0, 0.3), props=(ball,)),
        time=1.0,
        cycle=SimpleNamespace(components=SimpleNamespace(walking=walking)),
    )


def test_a_ball_that_the_robot_walks_into_counts_as_far_as_the_kick_alone_rolls_it() -> None:
    lies = PropTruth(BALL, (1.0, 0.0, 0.05), (1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0, 0.0, None)
    rolls = replace(lies, position=(1.1, 0.1, 0.05), velocity=(0.3, 0.0, 0.0), touches=1)
    hit_again = replace(rolls, position=(1.4, 0.3, 0.05), velocity=(0.9, 0.9, 0.0), touches=2)
    kick: Any = SimpleNamespace(leaf=IN_WALK_KICK_KICK_STEP.name)
    step: Any = SimpleNamespace(leaf=WALK_STEPPING.name)
    watch = BallWatch(0.0, lies)
    watch.look(seen(rolls), kick)
    watch.look(seen(rolls), step)
    assert not watch.again
    watch.look(seen(hit_again), step)
    assert watch.again and not watch.before
    assert watch.rests_at(0.3) == pytest.approx((1.1 + 0.3**2 / (2 * 0.3), 0.1))


def test_a_foot_that_meets_the_ball_twice_in_its_kick_has_kicked_it_once() -> None:
    ball = PropTruth(BALL, (1.0, 0.0, 0.05), (1.0, 0.0, 0.0, 0.0), (0.4, 0.0, 0.0), 2, 9.0, 0.5)
    kick: Any = SimpleNamespace(leaf=IN_WALK_KICK_KICK_STEP.name)
    step: Any = SimpleNamespace(leaf=WALK_STEPPING.name)
    watch = BallWatch(0.0, ball)
    for outcome in (kick, step, step):
        watch.look(seen(ball), outcome)
    assert not watch.again
