"""Every shipped scenario passes in physics.

Each lasts 5 to 30 s of simulated time and runs in about a sixth of that. In scenarios with
obstacles to walk around, the robot must not touch any of them.
"""

import pytest

from hsm.control.assembly import MotionSettings
from hsm.scenarios.loader import load_scenarios
from hsm.series import SeriesCollector
from hsm.settings.loader import config_folder
from hsm.simulated.runner import run

NAMES = sorted(path.stem for path in (config_folder() / "scenarios").glob("*.yaml"))
GOES_ROUND = {"goes_round_posts", "goes_round_a_passer_by", "demo"}
"""The obstacles of these scenarios are cylinders."""


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_scenario_passes(settings: MotionSettings, name: str) -> None:
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


def test_every_scenario_with_an_obstacle_is_shipped() -> None:
    assert set(NAMES) >= GOES_ROUND
