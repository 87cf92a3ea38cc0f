"""Every scenario that the repository ships comes out as its file says, in physics.

Each lasts 5 to 30 s of the robot's time and about a sixth of that on a computer.
"""

import pytest

from hsm.control.assembly import MotionSettings
from hsm.scenarios.loader import load_scenarios
from hsm.settings.loader import config_folder
from hsm.simulated.runner import run

NAMES = sorted(path.stem for path in (config_folder() / "scenarios").glob("*.yaml"))


@pytest.mark.parametrize("name", NAMES)
def test_it_comes_out_as_its_file_says(settings: MotionSettings, name: str) -> None:
    (scenario,) = load_scenarios([name])
    done = run(scenario, settings)
    story = "\n".join(map(str, done.transitions))
    assert done.verdict.passed, f"{done.verdict}\n{story}"
