"""`hsm kick list, show, plot`, and kicks that `hsm check` refuses."""

import json
import re
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hsm.apps.kick.cli import app
from hsm.apps.kick.rehearsals import impossible, too_fast
from hsm.control.assembly import load_settings
from hsm.settings.loader import config_folder
from motions.kicks.wish import KickKind
from tests.hsm.conftest import Hsm
from tests.hsm.settings.mistaken import replaced

KICKS = config_folder() / "kicks"


def test_the_list_has_every_kind_and_says_whether_it_stands_or_walks() -> None:
    told = CliRunner().invoke(app, ["list"]).output
    assert "forward_fast " in told and "from standing" in told
    assert "steal" in told and "while walking" in told
    assert all(kind.value in told for kind in KickKind)


def test_the_list_tells_both_ends_of_the_range_of_worn_robots() -> None:
    told = CliRunner().invoke(app, ["list"]).output
    least, most = load_settings().kicks.table.places["forward_long"].reach(wear=1.0)
    assert f"worn robots {least:.2f} to {most:.2f} m" in told


def test_the_listed_lengths_are_those_of_the_table() -> None:
    result = CliRunner().invoke(app, ["list", "--json"])
    place = load_settings().kicks.table.places["forward"]
    told = json.loads(result.output)["forward"]["length_m"]
    assert told == pytest.approx(place.length) and all(way == round(way, 3) for way in told)


def test_a_kick_from_the_stand_cannot_intercept_a_rolling_ball(hsm: Hsm) -> None:
    done = hsm("measure", "intercept", "--kick", "forward_fast", "--seeds", "1")
    assert done.returncode == 2
    said = " ".join(done.stderr.replace("│", " ").split())
    assert "Invalid value for --kick: 'forward_fast' is a kick from standing" in said
    assert "give one of forward, forward_long" in said


def test_a_kick_is_shown_with_the_joints_whose_motors_saturate() -> None:
    result = CliRunner().invoke(app, ["show", "forward_fast"])
    assert result.exit_code == 0
    assert "of its motor's speed: will saturate" in result.output
    weak = CliRunner().invoke(app, ["show", "forward_fast", "--strength", "0"]).output
    assert weak.count("will saturate") < result.output.count("will saturate")


def test_a_kick_of_a_teams_own_copy_is_listed_and_shown(tmp_path: Path) -> None:
    own = tmp_path / "own"
    shutil.copytree(config_folder(), own)
    replaced(own / "kicks" / "stand" / "forward_fast.yaml", "[92, -18, 57]", "[170, -18, 67]")
    shown = CliRunner().invoke(app, ["show", "forward_fast", "--config", str(own)])
    assert shown.exit_code == 1 and "infeasible: the legs are too short" in shown.output
    listed = CliRunner().invoke(app, ["list", "--config", str(tmp_path / "nix")])
    assert "there is no such folder" in str(listed.exception)


@pytest.mark.parametrize("words", [["show", "backwards"], ["show", "forward", "--strength", "2"]])
def test_an_unknown_kick_or_strength_is_refused(words: list[str]) -> None:
    assert CliRunner().invoke(app, words).exit_code == 2


def test_an_unsupported_picture_format_is_refused_before_the_work(hsm: Hsm) -> None:
    done = hsm("kick", "plot", "forward", "--out", "kick.bmp")
    assert done.returncode == 2
    assert done.stderr.startswith("error: kick.bmp: its name has to end in .png or .svg")


def test_the_shipped_kicks_are_possible_and_not_far_too_fast() -> None:
    assert impossible(load_settings(), KICKS) == []
    assert too_fast(load_settings(), KICKS) == []


def test_a_kick_beyond_the_reach_of_the_leg_is_refused_with_its_place(tmp_path: Path) -> None:
    folder = tmp_path / "kicks"
    shutil.copytree(KICKS, folder)
    path = folder / "stand" / "forward_fast.yaml"
    text = path.read_text()
    line = next(n for n, each in enumerate(text.splitlines(), 1) if "label: out" in each)
    path.write_text(text.replace("foot_mm: [92, -18, 57]", "foot_mm: [170, -18, 67]"))
    found = impossible(load_settings(), folder)
    assert {problem.file for problem in found} == {str(path)}
    first = next(problem for problem in found if problem.line == line)
    assert first.path == "strike[4]" and "legs are too short" in first.message


@pytest.mark.parametrize(
    ("kind", "written", "mistaken", "told"),
    [
        ("stand/forward_fast", "label: lift, duration_ms: 150", "label: lift, duration_ms: 24",
         r"strike\[1\]: strength 1: 'lift' needs l_\w+ at [4-9]\d\d% of its motor's speed"),
        ("in_walk/touch", "until: 0.95", "until: 0.1",
         r"points\[0\]: strength 1: 'point 1' needs \w+ at \d+% of its motor's speed"),
    ],
)  # fmt: skip
def test_a_part_of_a_kick_that_is_far_too_fast_for_its_motors_is_named_with_its_joint(
    kind: str, written: str, mistaken: str, told: str, tmp_path: Path
) -> None:
    folder = tmp_path / "kicks"
    shutil.copytree(KICKS, folder)
    replaced(folder / f"{kind}.yaml", written, mistaken)
    found = too_fast(load_settings(), folder)
    assert any(re.search(told, str(problem)) for problem in found), found
    assert {problem.file for problem in found} == {str(folder / f"{kind}.yaml")}
