"""What is told first of balls that roll past is what was asked."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from hsm.campaigns.context import CampaignConfig
from hsm.campaigns.kicks import intercept
from hsm.campaigns.kicks.intercept import InterceptResult, InterceptTrial, measure_intercept

STANDARD = CampaignConfig("standard")


@pytest.fixture(autouse=True)
def only_steps_that_follow_touch(monkeypatch: pytest.MonkeyPatch) -> None:
    def played(
        _config: CampaignConfig,
        trials: Sequence[InterceptTrial],
        _run: Callable[..., Any],
        **_: Any,
    ) -> tuple[InterceptResult, ...]:
        return tuple(InterceptResult(False, t.inside_step is True, 0.2) for t in trials)

    monkeypatch.setattr(intercept, "run_campaign", played)


def test_a_faster_ball_passes_on_the_same_side_at_the_same_distance() -> None:
    usual, fast = InterceptTrial(3), InterceptTrial(3, fastest=2.0)
    assert fast.ball[0] == usual.ball[0]
    assert usual.ball[1] < fast.ball[1] <= 2.0


def test_steps_that_shall_follow_the_ball_are_told_first_and_beside_others() -> None:
    report = measure_intercept(STANDARD, InterceptTrial(0), trials=3, jobs=1, inside_step=True)
    record = report.record()
    assert record["touched"] == 3
    assert record["inside_step"] == {"on": 3, "off": 0}


def test_steps_are_as_the_parameters_say_unless_they_are_asked_to_follow() -> None:
    record = measure_intercept(STANDARD, InterceptTrial(0), trials=3, jobs=1).record()
    assert (record["touched"], record["inside_step"]) == (0, {})


def test_touched_balls_are_told_by_the_range_of_their_lateral_distance() -> None:
    report = measure_intercept(STANDARD, InterceptTrial(0), trials=3, jobs=1)
    assert "  0.2 to 0.25 m  0 of 3" in report.text()
