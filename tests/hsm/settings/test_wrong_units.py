"""Values in the wrong unit are refused with their place and range."""

from pathlib import Path

import pytest

from hsm.settings.loader import config_folder, load
from motions.walking.configuration import WalkingParameters
from tests.hsm.settings.mistaken import reported


@pytest.mark.parametrize(
    ("group", "key", "metres_or_seconds", "allowed"),
    [
        ("stance", "hip_height_mm", 0.23, "must be from 100 to 500"),
        ("step", "duration_ms", 0.25, "must be from 100 to 1000"),
    ],
)
def test_a_walk_in_metres_or_seconds_is_refused(
    tmp_path: Path, group: str, key: str, metres_or_seconds: float, allowed: str
) -> None:
    over = tmp_path / "over.yaml"
    over.write_text(f"{group}: {{{key}: {metres_or_seconds}}}")
    engine = config_folder() / "walking/engine.yaml"
    problem = reported(lambda: load(engine, WalkingParameters, overrides=[over]))
    assert problem.path == f"{group}.{key}"
    assert allowed in problem.message
