"""Every example runs, shows what its first lines announce, and uses public interfaces only."""

import ast
import re
import runpy
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hsm import api
from hsm.campaigns.wire.processes import program, short_folder, wait_for
from hsm.scenarios.loader import load_scenarios
from tests.project.syntax import ROOT

FOLDER = ROOT / "examples"
PROGRAMS = sorted(FOLDER.glob("*.py"))
every_program = pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)


def said(name: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Run an example and return what it prints."""
    runpy.run_path(str(FOLDER / name))["main"]()
    return capsys.readouterr().out


@every_program
def test_an_example_first_tells_what_to_expect_and_how_to_run_it(program: Path) -> None:
    text = ast.get_docstring(ast.parse(program.read_text())) or ""
    assert "will see" in text.replace("\n", " ")
    assert f"python examples/{program.name}" in text


@every_program
def test_an_example_is_short_enough_to_copy(program: Path) -> None:
    assert 40 <= len(program.read_text().splitlines()) <= 80


@every_program
def test_an_example_uses_only_the_public_page_and_the_standard_library(program: Path) -> None:
    tree = ast.parse(program.read_text())
    imported = [
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [item.name for item in node.names] if isinstance(node, ast.Import) else [node.module]
        )
    ]
    assert [name for name in imported if name != "hsm"] == [
        name for name in imported if str(name).split(".")[0] in sys.stdlib_module_names
    ]
    used = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "hsm"
    }
    assert used - set(api.__all__) == set()


def test_every_example_is_named_on_the_page_and_in_the_tests() -> None:
    page, tests = (FOLDER / "README.md").read_text(), Path(__file__).read_text()
    assert [program.name for program in PROGRAMS if program.name not in page] == []
    assert [program.name for program in PROGRAMS if program.name not in tests] == []


def test_the_program_in_the_readme_runs_and_draws_its_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("matplotlib")
    section = (ROOT / "README.md").read_text().split("## Your first hour")[1].split("\n## ")[0]
    (program,) = (
        block
        for block in re.findall(r"(?:^ {4}.*\n|^\n)+", section, flags=re.MULTILINE)
        if "import hsm" in block
    )
    monkeypatch.chdir(tmp_path)
    (played,) = re.findall(r'hsm\.play\("(\w+)"', program)
    assert load_scenarios([played])
    exec(textwrap.dedent(program.replace(played, "walk_starts")), {})  # a short one
    assert (tmp_path / "run.png").stat().st_size > 10_000
    commands = re.findall(r"examples/\w+\.py", section)
    assert commands and all((ROOT / command).is_file() for command in commands)


def test_the_square_is_walked_and_the_odometry_error_is_below_a_tenth(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = said("walk_a_square.py", capsys).splitlines()
    believed, true = ([float(x) for x in lines[4].split()[k : k + 3]] for k in (1, 4))
    assert believed == pytest.approx(true, abs=10.0)
    off = float(re.findall(r"off by (\d+) mm", lines[-1])[0])
    assert 0.0 < off < 0.1 * 4 * 600


def test_the_behaviour_kicks_with_a_robot_in_another_process(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with short_folder() as folder:
        lola, asked, log = folder / "lola", folder / "requests", folder / "log"
        served = ("serve", "lola", "--scenario", "stand_kick", "--socket", str(lola), "--lock-step")
        run = ("run", "--socket", str(lola), "--requests", str(asked), "--lock-step")
        with program(log, "hsm", *served):
            wait_for("the served robot", lola.exists, 30.0, log)
            with program(log, "hsm.apps.robot", *run):
                wait_for("the socket", asked.exists, 30.0, log)
                runpy.run_path(str(FOLDER / "behaviour.py"))["main"](asked)
    *changes, kicked = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r" *[\d.]+ s  kicked: forward_fast", kicked)
    assert any("-> Stand.Normal by" in change for change in changes)


def test_the_push_is_explained_by_the_row_that_fired_and_by_what_another_row_missed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("matplotlib")
    play = api.play

    def play_until_it_gets_up(name: str, **chosen: Any) -> api.PlayedRun:
        (scenario,) = load_scenarios([name])
        return play(replace(scenario, duration=10.0), **chosen)

    monkeypatch.setattr("hsm.play", play_until_it_gets_up)
    runpy.run_path(str(FOLDER / "push_and_reasons.py"))["main"]([str(tmp_path / "run.png")])
    text = capsys.readouterr().out
    assert re.search(r"FallProtection\.Early +fall: falling forward: pitch", text)
    fired, missed = text.split("What fired at")[1].split("Why it did not get up")
    assert "fired: fall, because falling forward" in fired
    assert re.search(r"get_up +is missing \w+", missed)
    assert (tmp_path / "run.png").stat().st_size > 10_000


def test_the_new_state_is_proven_and_the_missing_guard_is_found(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = said("state_of_your_own.py", capsys)
    counts = [tuple(map(int, found)) for found in re.findall(r"(\d+) of (\d+) proven", text)]
    assert [proven == claims for proven, claims in counts] == [True, True, False]
    assert "FAIL" not in text.split("forgotten")[0]
    assert "FAIL  Stand leads to WalkPhase only with walk_req" in text.split("forgotten")[1]


@pytest.mark.benchmark
def test_the_term_reduces_the_sway_significantly(capsys: pytest.CaptureFixture[str]) -> None:
    text = said("term_of_your_own.py", capsys)
    pairs = [
        tuple(map(float, found)) for found in re.findall(r"\d +([\d.]+) +([\d.]+)$", text, re.M)
    ]
    assert sum(damped < without for without, damped in pairs) > len(pairs) // 2
    assert float(text.split("p = ")[1]) < 0.05


def test_the_machine_starts_on_a_paper_robot_without_physics() -> None:
    code = (
        "import runpy, sys; "
        f"runpy.run_path({str(FOLDER / 'robot_of_your_own.py')!r})['main'](); "
        "assert 'mujoco' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    leaves = [line.split()[2] for line in done.stdout.splitlines()]
    assert leaves == ["Limp.Limp", "Stand.Rising", "Stand.Normal", "Stand.Raising", "Stand.High"]
