"""What cannot be run in parallel is told before a process starts."""

from collections.abc import Callable
from typing import Any

import pytest

from hsm.campaigns.context import CampaignConfig, TrialContext
from hsm.campaigns.demands import UnseenFunctionError
from hsm.campaigns.falling.falls import measure_falls
from hsm.campaigns.get_up.get_up import measure_get_up
from hsm.campaigns.trials import run_campaign
from hsm.campaigns.walking.push import measure_push
from hsm.campaigns.walking.walk import measure_walk
from hsm.errors import HsmError


def robot_of(context: TrialContext, trial: int) -> int:
    return context.robot_of(trial)


@pytest.mark.parametrize("jobs", [0, -2])
def test_a_campaign_without_a_process_is_refused(jobs: int) -> None:
    with pytest.raises(HsmError, match=f"jobs is {jobs}; expected a whole number from 1"):
        run_campaign(CampaignConfig("standard"), range(2), robot_of, jobs=jobs)


def test_a_function_that_other_processes_cannot_import_is_refused_before_they_start() -> None:
    with pytest.raises(
        UnseenFunctionError, match="cannot be imported by other processes"
    ) as refused:
        run_campaign(CampaignConfig("standard"), range(2), lambda context, trial: trial, jobs=2)
    assert "in a module" in refused.value.hint
    alone = run_campaign(CampaignConfig("standard"), range(2), lambda context, trial: trial)
    assert alone == (0, 1)


CONFIG = CampaignConfig("standard")


@pytest.mark.parametrize(
    "measure",
    [
        lambda: measure_walk(CONFIG, (0.1, 0.0, 0.0), trials=0, hold=4.0, jobs=1),
        lambda: measure_push(CONFIG, 2.0, 0.1, seeds=0, jobs=1),
        lambda: measure_falls(CONFIG, 4.5, seeds=0, hours=0.0, limp=False, jobs=1),
        lambda: measure_get_up(CONFIG, ("front",), trials=0, jobs=1),
    ],
)
def test_nothing_is_measured_of_no_trials(measure: Callable[[], object]) -> None:
    with pytest.raises(HsmError, match=r"(trials|seeds) is 0; expected a whole number from 1"):
        measure()


def test_a_word_that_draws_no_speed_is_refused() -> None:
    fast: Any = "fast"
    with pytest.raises(HsmError, match="asked is 'fast'; expected three speeds, or 'random' or"):
        measure_walk(CONFIG, fast, trials=1, hold=4.0, jobs=1)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"first_robot": -5}, "first_robot is -5; expected a whole number of at least 0"),
        ({"engine": "preview"}, "engine is 'preview'; expected Engine.PREVIEW"),
        ({"plant": 3}, "plant is 3; expected a text"),
    ],
)
def test_a_campaign_takes_what_its_fields_say(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        CampaignConfig(**{"plant": "standard", **given})


def test_no_trials_are_no_results() -> None:
    assert run_campaign(CampaignConfig("standard"), (), robot_of, jobs=2) == ()
