"""Kick files with contradictory values are refused with the place of the value."""

import shutil
from pathlib import Path

import pytest

from hsm.errors import ConfigError
from hsm.settings.kick_files import load_kicks
from hsm.settings.loader import config_folder
from tests.hsm.settings.mistaken import replaced, reported


@pytest.mark.parametrize(
    ("file", "written", "instead", "told"),
    [
        ("table.yaml", "turn_deg: 45", "turn_deg: 450", "from -180 to 180 (got 450)"),
        ("table.yaml", "[800, 5300]", "[5300, 800]", "expected the smaller value first"),
        ("table.yaml", "[185, 55]", "[0.185, 0.055]", "less than 10 mm in all: are these metres?"),
        ("table.yaml", "[800, 5300]", "[0.8, 5.3]", "less than 10 mm in all: are these metres?"),
        ("table.yaml", "[-40, 14]", "[-0.04, 0.014]", "less than 10 mm in all: are these metres?"),
        (
            "table.yaml",
            "ahead_mm: [-40, 14]",
            "ahead_mm: [14, 40]",
            "excludes 0, the ball's nominal",
        ),
        ("table.yaml", "aside_mm: [-13, 13]", "aside_mm: [-33, -13]", "excludes 0, the ball's"),
        ("table.yaml", "turn_within_deg: 3", "turn_within_deg: 0.05", "from 1 to 720 (got 0.05)"),
        ("table.yaml", "jump_mm: 80", "jump_mm: 0.08", "from 1 to 10000 (got 0.08)"),
        ("in_walk/forward.yaml", "touch_ms: 216", "touch_ms: 900", "320 ms (got 900)"),
        ("in_walk/forward.yaml", "leaves_ms: 48", "leaves_ms: 300", "160 ms (got 300)"),
        ("in_walk/forward.yaml", "aim_again_ms: 36", "aim_again_ms: 160", "160 ms (got 160)"),
        ("in_walk/forward.yaml", "[-80, 130]", "[-80, 1300]", "from -250 to 250 (got 1300)"),
        (
            "in_walk/forward.yaml",
            "precise: 0.6, not",
            "precise: 3, not",
            "must not have a wider window",
        ),
        (
            "stand/forward_fast.yaml",
            "leave_after: 2",
            "leave_after: 9",
            "at most 3, the number of moves",
        ),
        (
            "stand/forward_fast.yaml",
            "[-55, 0, 60]",
            "[-55, 0, -60]",
            "is 60 mm below the ground",
        ),
        (
            "stand/forward_fast.yaml",
            "{label: middle, duration_ms: 300, weight: 0}",
            "{label: middle, duration_ms: 300, weight: 1}",
            "a kick must end with the foot on the ground, and weight 0",
        ),
        (
            "stand/forward_fast.yaml",
            "{label: middle, duration_ms: 300, weight: 0}",
            "{label: middle, duration_ms: 300, weight: 0, foot_mm: [0, 0, 20]}",
            "a kick must end with the foot on the ground, and weight 0",
        ),
    ],
)
def test_an_impossible_value_is_reported_with_its_place_and_range(
    tmp_path: Path, file: str, written: str, instead: str, told: str
) -> None:
    folder = tmp_path / "kicks"
    shutil.copytree(config_folder() / "kicks", folder)
    line = replaced(folder / file, written, instead)
    problem = reported(lambda: load_kicks(folder))
    assert (problem.file, problem.line) == (str(folder / file), line)
    assert told in problem.message


@pytest.mark.parametrize(
    ("part", "written", "instead", "told"),
    [
        ("strike", "duration_ms: 1000", "duration_ms: 3000", "3702 ms: the state machine ends"),
        ("strike", "weak_duration_ms: 255", "weak_duration_ms: 900", "take 2347 ms"),
        ("recover", "duration_ms: 500", "duration_ms: 1500", "2050 ms: the state machine ends"),
    ],
)
def test_a_kick_that_the_state_machine_would_cut_short_is_refused(
    tmp_path: Path, part: str, written: str, instead: str, told: str
) -> None:
    """The step that follows would begin on one leg."""
    folder = tmp_path / "kicks"
    shutil.copytree(config_folder() / "kicks", folder)
    replaced(folder / "stand/forward_fast.yaml", written, instead)
    problem = reported(lambda: load_kicks(folder))
    assert problem.path == part and told in problem.message


@pytest.mark.parametrize(
    ("file", "key"),
    [
        ("forward", "  pitches_deg_per_s: 50"),
        ("forward", "  turn_deg: 18"),
        ("touch", "  turn_deg: 22"),
    ],
)
def test_the_conditions_on_the_step_before_must_be_complete(
    tmp_path: Path, file: str, key: str
) -> None:
    folder = tmp_path / "kicks"
    shutil.copytree(config_folder() / "kicks", folder)
    replaced(folder / "in_walk" / f"{file}.yaml", key, "  # left out")
    with pytest.raises(ConfigError, match=key.split(":")[0].strip()):
        load_kicks(folder)


@pytest.mark.parametrize("name", ["in_walk/backwards.yaml", "stand/forward.yaml"])
def test_a_file_that_belongs_to_no_kick_is_refused(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "kicks"
    shutil.copytree(config_folder() / "kicks", folder)
    (folder / name).write_text("is: not even read")
    problem = reported(lambda: load_kicks(folder))
    assert problem.file == str(folder / name)
    assert "this file belongs to no kick" in problem.message and "stand/" in problem.message
