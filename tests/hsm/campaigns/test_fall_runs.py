"""Runs of a campaign in which the robot fell are kept; all others leave nothing."""

from pathlib import Path

import pytest

from hardware.disturbances import Push
from hsm.campaigns.context import CampaignConfig, TrialContext
from hsm.campaigns.trials import run_campaign
from hsm.runs.falls.evidence import falls_of
from hsm.runs.format import FILE_NAME
from hsm.runs.reader import read_run
from hsm.runs.replay import compare
from motions.requests import MotionRequest
from tests.hsm.conftest import Hsm


def pushed(context: TrialContext, impulse: float) -> None:
    """Push a standing robot of the same number in every trial."""
    simulation = context.simulation(3)
    simulation.disturb(Push(0.0, impulse))
    while simulation.time < 0.8:
        simulation.step(MotionRequest())


@pytest.mark.parametrize("jobs", [1, 2])
def test_only_the_runs_with_a_fall_are_kept_each_in_its_own_folder(
    jobs: int, tmp_path: Path
) -> None:
    config = CampaignConfig("standard", falls_in=tmp_path / "falls")
    run_campaign(config, (8.0, 0.5, 9.0), pushed, jobs=jobs)
    kept = sorted((tmp_path / "falls").iterdir())
    assert {folder.name.partition("_3")[0] for folder in kept} == {"trial"} and len(kept) == 2
    for folder in kept:
        run = read_run(folder / FILE_NAME)
        assert len(falls_of(run)) == 1 and compare(run).identical
        assert run.header.about["robot"] == 3


def test_a_campaign_without_a_folder_records_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run_campaign(CampaignConfig("standard"), (8.0,), pushed)
    assert list(tmp_path.iterdir()) == []


def test_the_command_tells_how_many_runs_it_kept_and_how_to_explain_one(
    hsm: Hsm, tmp_path: Path
) -> None:
    words = ("--impulse", "8", "--seeds", "1", "--jobs", "2", "--save-falls", "my falls")
    done = hsm("measure", "push", *words)
    assert done.returncode == 0, done.stderr
    assert "runs with a fall in my falls: 16\nhsm explain 'my falls/trial_0' --fall" in done.stderr
    assert len(list((tmp_path / "my falls").iterdir())) == 16
