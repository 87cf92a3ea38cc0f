"""`hsm check` reads every parameter file and reports all mistakes at once."""

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from hardware.disturbance import Disturbance
from hardware.disturbances import KINDS
from hsm.apps.check import check
from hsm.apps.check.check import check_everything, check_files, unapplied
from hsm.chart.proofs.check import Report
from hsm.errors import Problem
from hsm.settings.loader import config_folder
from tests.hsm.settings.mistaken import replaced


def test_mistakes_of_several_files_are_reported_together(tmp_path: Path) -> None:
    folder = tmp_path / "config"
    shutil.copytree(config_folder(), folder)
    wrong = {"facts", "fall", "plants/worn", "scenarios/demo", "robots/nao_v6"}
    for name in wrong:
        with (folder / f"{name}.yaml").open("a") as file:
            file.write("surplus: 1\n")
    problems, _ = check_files(folder)
    found = {str(Path(problem.file).relative_to(folder).with_suffix("")) for problem in problems}
    assert found == wrong


def test_a_file_that_no_code_reads_is_a_mistake(tmp_path: Path) -> None:
    folder = tmp_path / "config"
    shutil.copytree(config_folder(), folder)
    (folder / "forgotten.yaml").write_text("a: 1\n")
    (problem,) = check_files(folder)[0]
    assert problem.message.startswith("no code reads this file; move it out of config/")


def test_a_wrong_change_of_the_walk_in_a_scenario_is_a_mistake(tmp_path: Path) -> None:
    folder = tmp_path / "config"
    shutil.copytree(config_folder(), folder)
    scenario = folder / "scenarios" / "walk_profile_changes.yaml"
    replaced(scenario, "profile: fast}", 'profile: fast, patch: "step: {lift_mm: 900}"}')
    problems, _ = check_files(folder)
    assert [(Path(item.file), item.path) for item in problems] == [
        (scenario, "timeline[1].change.patch")
    ]


def test_every_missing_file_is_a_mistake(tmp_path: Path) -> None:
    folder = tmp_path / "config"
    shutil.copytree(config_folder(), folder)
    for name in ("facts", "watchdog", "fall_causes", "floors"):
        (folder / f"{name}.yaml").unlink()
    problems = check_files(folder)[0]
    missing = {
        str(folder / f"{name}.yaml") for name in ("facts", "watchdog", "fall_causes", "floors")
    }
    assert {problem.file for problem in problems} == missing
    assert {problem.message for problem in problems} == {
        "cannot be read: No such file or directory"
    }
    assert len(problems) == len(missing)


def test_a_folder_among_the_scenarios_does_not_hide_other_mistakes(tmp_path: Path) -> None:
    folder = tmp_path / "config"
    shutil.copytree(config_folder(), folder)
    (folder / "scenarios" / "old.yaml").mkdir()
    with (folder / "fall.yaml").open("a") as file:
        file.write("surplus: 1\n")
    assert {Path(problem.file).name for problem in check_files(folder)[0]} == {
        "old.yaml", "fall.yaml",
    }  # fmt: skip


def test_a_teams_own_copy_is_checked_like_the_folder_of_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own"
    shutil.copytree(config_folder(), own)
    kick = own / "kicks" / "stand" / "forward_fast.yaml"
    replaced(kick, "foot_mm: [92, -18, 57]", "foot_mm: [170, -18, 67]")
    monkeypatch.setattr(check, "proven", lambda _: Report("", (), ()))  # not tested here
    assert check_everything(own, all_proofs=False) == 1
    told = capfd.readouterr()
    assert f"{kick}:" in told.err and "the legs are too short" in told.err


def test_a_disturbance_that_no_plant_applies_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    @dataclass(frozen=True, slots=True)
    class Bewitch(Disturbance):
        words = "bewitched"

    assert unapplied() == []
    monkeypatch.setitem(KINDS, "bewitch", Bewitch)  # type: ignore[misc]
    assert unapplied() == ["bewitch"]


@pytest.mark.parametrize("kind", ["unread", "undrawn"])
def test_an_unread_parameter_or_an_undrawn_term_is_a_mistake(
    kind: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    problem = Problem("lean.py", 3, 1, "walking.lean", "nobody asks for it")
    monkeypatch.setattr(check, kind, lambda *_: [problem])
    monkeypatch.setattr(check, "check_files", lambda _: ([], 0))  # not tested here
    monkeypatch.setattr(check, "proven", lambda _: Report("", (), ()))
    assert check_everything(all_proofs=False) == 1
    told = capfd.readouterr()
    assert "lean.py:3:1: walking.lean: nobody asks for it" in told.err
    assert told.out.splitlines()[-1] == "1 mistake"


def test_what_is_probably_not_intended_is_a_warning_that_does_not_fail_the_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own"
    shutil.copytree(config_folder(), own)
    blocks = own / "keyframes" / "blocks"
    shutil.copy(blocks / "wave.yaml", blocks / "unused.yaml")
    (blocks / "nod.yml").touch()
    (blocks / ".nod.swp").touch()
    kick = own / "kicks" / "stand" / "forward_fast.yaml"
    line = replaced(kick, "label: lift, duration_ms: 150", "label: lift, duration_ms: 24")
    monkeypatch.setattr(check, "proven", lambda _: Report("", (), ()))  # not tested here
    assert check_everything(own, all_proofs=False) == 0
    told = capfd.readouterr()
    unused, ignored, *fast = told.err.splitlines()
    assert unused.startswith(f"{blocks / 'unused.yaml'}:") and "warning: KF112" in unused
    assert ignored.startswith(f"{blocks / 'nod.yml'}:1:1: warning: is ignored")
    assert any(f"{kick}:{line}:" in each and "warning: strength 1: 'lift'" in each for each in fast)
    assert "no mistakes" in told.out
    assert told.out.splitlines()[-1] == f"{2 + len(fast)} warnings"
