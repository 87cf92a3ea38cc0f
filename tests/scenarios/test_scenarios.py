"""Every scenario that the repository ships comes out as its file says, in physics.

Each lasts 5 to 30 s of the robot's time and about a sixth of that on a computer. A robot that goes
round something touches nothing besides.
"""

import pytest

from hsm.control.assembly import MotionSettings
from hsm.scenarios.loader import load_scenarios
from hsm.series import SeriesCollector
from hsm.settings.loader import config_folder
from hsm.simulated.runner import run

NAMES = sorted(path.stem for path in (config_folder() / "scenarios").glob("*.yaml"))
GOES_ROUND = {"goes_round_posts", "goes_round_a_passer_by", "demo"}
"""What they go round is a cylinder."""


@pytest.mark.parametrize("name", NAMES)
def test_it_comes_out_as_its_file_says(settings: MotionSettings, name: str) -> None:
    (scenario,) = load_scenarios([name])
    collector = SeriesCollector(settings.profile)
    done = run(scenario, settings, observers=[collector] if name in GOES_ROUND else [])
    story = "\n".join(map(str, done.transitions))
    assert done.verdict.passed, f"{done.verdict}\n{story}"
    if name in GOES_ROUND:
        series = collector.series()
        touches = [
            column for column in series if "cylinder" in column and column.endswith(".touches")
        ]
        assert touches
        assert [series[column].max() for column in touches] == [0.0] * len(touches)


def test_every_scenario_that_goes_round_something_is_shipped() -> None:
    assert set(NAMES) >= GOES_ROUND
