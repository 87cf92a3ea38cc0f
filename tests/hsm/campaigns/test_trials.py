"""What cannot be run in parallel is told before a process starts."""

import pytest

from hsm.campaigns.trials import CampaignConfig, TrialContext, UnseenFunctionError, run_campaign
from hsm.errors import HsmError


def robot_of(context: TrialContext, trial: int) -> int:
    return context.robot_of(trial)


@pytest.mark.parametrize("jobs", [0, -2])
def test_a_campaign_without_a_process_is_refused(jobs: int) -> None:
    with pytest.raises(HsmError, match=f"jobs is {jobs}; expected a number of processes, from 1"):
        run_campaign(CampaignConfig("standard"), range(2), robot_of, jobs=jobs)


def test_a_function_that_other_processes_cannot_import_is_refused_before_they_start() -> None:
    with pytest.raises(UnseenFunctionError, match="is not seen by other processes") as refused:
        run_campaign(CampaignConfig("standard"), range(2), lambda context, trial: trial, jobs=2)
    assert "in a module" in refused.value.hint
    alone = run_campaign(CampaignConfig("standard"), range(2), lambda context, trial: trial)
    assert alone == [0, 1]


def test_no_trials_are_no_results() -> None:
    assert run_campaign(CampaignConfig("standard"), (), robot_of, jobs=2) == []
