"""A walk that the robot's legs cannot walk is refused where it is written."""

import shutil
from pathlib import Path

import pytest

from hsm.control.assembly import load_settings
from hsm.errors import ConfigError
from hsm.settings.loader import config_folder
from tests.hsm.settings.mistaken import replaced

ENGINE = "walking/engine.yaml"


@pytest.mark.parametrize(
    ("file", "written", "instead", "told"),
    [
        (ENGINE, "hip_height_mm: 230", "hip_height_mm: 300", "at most 247 mm, which the robot's"),
        (ENGINE, "torso_forward_mm: 12", "torso_forward_mm: 400", "less than 203 mm, the robot's"),
        (ENGINE, " lead_ms: 0 ", " lead_ms: 100 ", "must be >= 0 and < 100 (got 100)"),
        (ENGINE, "side_lead_ms: 48", "side_lead_ms: 250", "must be >= 0 and < 100 (got 250)"),
        (
            "walking/profiles/normal.yaml",
            "reach_margin_mm: [0, 50]",
            "reach_margin_mm: [0, 500]",
            "leaves no step that the legs reach: from the stance they reach -71 to 95 mm",
        ),
        (
            "kicks/in_walk/side.yaml",
            "duration_ms: 280",
            "duration_ms: 90",
            "from 100 to 1000 (got 90)",
        ),
        (
            "preview_walk.yaml",
            "double_share: 0.3333",
            "double_share: 1",
            "must be >= 0 and < 1 (got 1)",
        ),
    ],
)
def test_what_leaves_no_time_or_no_way_for_a_step_is_told_with_its_place(
    tmp_path: Path, file: str, written: str, instead: str, told: str
) -> None:
    folder = tmp_path / "config"
    shutil.copytree(config_folder(), folder)
    line = replaced(folder / file, written, instead)
    with pytest.raises(ConfigError) as caught:
        load_settings(folder=folder)
    (problem,) = caught.value.problems
    assert (problem.file, problem.line) == (str(folder / file), line)
    assert told in problem.message
