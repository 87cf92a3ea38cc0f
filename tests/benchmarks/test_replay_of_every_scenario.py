"""Every shipped scenario, on robots, seeds and plants other than its own, decided again."""

from pathlib import Path

import pytest

from hsm.control.assembly import MotionSettings
from hsm.runs.reader import read_run
from hsm.runs.replay import compare
from hsm.scenarios.loader import load_scenarios
from hsm.settings.loader import config_folder
from hsm.simulated.recorder import Recorder
from hsm.simulated.runner import about, chosen, run

NAMES = sorted(path.stem for path in (config_folder() / "scenarios").glob("*.yaml"))

pytestmark = pytest.mark.benchmark


@pytest.mark.parametrize("plant", ["standard", "worn"])
@pytest.mark.parametrize("number", range(len(NAMES)), ids=NAMES)
def test_a_replay_is_identical(
    settings: MotionSettings, number: int, plant: str, tmp_path: Path
) -> None:
    (scenario,) = load_scenarios([NAMES[number]])
    scenario = chosen(scenario, plant, 100 + number, number % 10)
    path = tmp_path / "run.hsm"
    with Recorder(path, settings, about(scenario)) as recorder:
        run(scenario, settings, observers=[recorder])
    assert compare(read_run(path)).identical
