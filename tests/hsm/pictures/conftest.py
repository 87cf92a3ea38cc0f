"""Recorded runs for the tests of figures."""

from pathlib import Path

import pytest

from hsm.control.assembly import MotionSettings
from hsm.runs.reader import RecordedRun, read_run
from hsm.scenarios.loader import load_scenarios
from hsm.simulated.recorder import Recorder
from hsm.simulated.runner import about, run

PLACED = """
name: placed
description: Places four feet.
plant: ideal
robot: 0
seed: 0
start: {posture: standing, state: Stand.Normal}
duration_s: 5
timeline:
  - at_s: 0.5
    request:
      motion: preview
      preview:
        footsteps:
          steps:
            - {swing: left, x_mm: 40, y_mm: 100, speed: 0.8}
            - {swing: right, x_mm: 40, y_mm: -100, speed: 0.8}
            - {swing: left, x_mm: 0, y_mm: 120, turn_deg: 15, speed: 0.8}
            - {swing: right, x_mm: 0, y_mm: -100, speed: 0.8}
expect:
  - leaf: Stand.Normal
"""


def record(text: str, settings: MotionSettings, folder: Path) -> RecordedRun:
    (folder / "way.yaml").write_text(text)
    (scenario,) = load_scenarios([str(folder / "way.yaml")])
    with Recorder(folder / "run.hsm", settings, about(scenario)) as recorder:
        run(scenario, settings, observers=[recorder])
    return read_run(folder)


@pytest.fixture(scope="package")
def placed(settings: MotionSettings, tmp_path_factory: pytest.TempPathFactory) -> RecordedRun:
    """Return a run with four footsteps of the preview walk."""
    return record(PLACED, settings, tmp_path_factory.mktemp("placed"))
