"""Long walks: who falls is counted once and goes on, hot motors are told."""

import math
from dataclasses import replace

import pytest

from hsm.campaigns.context import CampaignConfig, TrialContext, build_context
from hsm.campaigns.walking.endurance import (
    EnduranceReport,
    EnduranceResult,
    EnduranceTrial,
    speed_within,
    walk_on,
)
from hsm.campaigns.walking.engines import Engine


@pytest.fixture(scope="module")
def world() -> TrialContext:
    return build_context(CampaignConfig("standard"))


def ended(last_speed: float, derated_after: float = math.nan) -> EnduranceResult:
    return EnduranceResult(3600.0, 0, 180, 1.0, derated_after, 80.0, 0.15, last_speed)


def test_a_robot_that_is_pushed_over_falls_once_per_push_and_gets_up(world: TrialContext) -> None:
    found = walk_on(world, EnduranceTrial(0, 17.0, 0.15, impulse=8.0, every=8.0))
    assert found.pushes == 2
    assert found.falls == 2
    assert 0.3 < found.walking < 0.9


@pytest.mark.parametrize("engine", Engine)
def test_either_walk_walks_from_when_it_is_asked_to(world: TrialContext, engine: Engine) -> None:
    asked = EnduranceTrial(0, 4.0, 0.15, impulse=0.0, every=20.0)
    found = walk_on(replace(world, config=replace(world.config, engine=engine)), asked)
    # After a second of standing; the walk that plans ahead shifts its weight first.
    assert found.walking == pytest.approx(0.75, abs=0.05)


def test_hot_motors_are_told_as_soon_as_their_driver_takes_torque(world: TrialContext) -> None:
    hot = replace(world, plant=world.plant.with_winding_temperature(95.0))
    found = walk_on(hot, EnduranceTrial(0, 6.0, 0.15, impulse=0.0, every=20.0))
    assert found.derated and found.derated_after < 1.0
    assert 78.0 < found.hottest < 84.0
    assert found.falls == found.pushes == 0


def test_a_robot_goes_on_that_walks_half_as_fast_as_at_first() -> None:
    report = EnduranceReport((ended(0.14, 900.0), ended(0.06)))
    told = report.record()
    assert told["goes_on"] == 1 and told["derated"] == 1
    assert told["derated_after_s"] == 900.0
    assert told["seconds"] == 7200.0 and told["pushes"] == 360
    assert "1 of 2" in report.text()


def test_a_second_counts_for_the_part_of_a_walk_in_which_its_middle_lies() -> None:
    """Looks are up to a cycle late; the robot is slow until 5 s and fast from 8 s on."""
    looks = [(1.0, 0.0, 0.0)]
    for second in range(2, 12):
        speed = 0.1 if second <= 5 else 0.2 if second <= 8 else 0.4
        looks.append((second + 0.004 * (second % 3), looks[-1][1] + speed, 0.0))
    assert speed_within(looks, 5.0, 8.0) == pytest.approx(0.2, rel=0.01)
    assert speed_within(looks, 8.0, 11.0) == pytest.approx(0.4, rel=0.01)
    assert math.isnan(speed_within(looks, 5.0, 5.4))


def test_the_last_speed_of_a_short_walk_is_what_it_was_asked(world: TrialContext) -> None:
    found = walk_on(world, EnduranceTrial(0, 10.0, 0.15, impulse=0.0, every=20.0))
    assert found.last_speed == pytest.approx(0.15, rel=0.1)
    assert found.goes_on
