"""Programs on pages do what the pages say: every block is run unchanged."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from hsm.apps.main import app
from tests.project.pages import GENERATED, commands_of, copied, follow
from tests.warm import Call, Warm

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"(?:^    .*\n|^\n(?=    ))+", re.MULTILINE)


def blocks(page: str) -> list[str]:
    """Return the indented blocks of a page."""
    text = (ROOT / page).read_text()
    return [re.sub(r"^    ", "", found, flags=re.MULTILINE) for found in BLOCK.findall(text)]


def test_the_notebook_page_is_one_program_that_runs(ready: Warm, tmp_path: Path) -> None:
    programs = blocks("examples/notebook.md")
    first = [line for line in programs[0].splitlines() if line.strip()]
    assert len(first) <= 15
    text = "\n".join(programs).replace("range(20)", "range(2)")
    (tmp_path / "page.py").write_text(text)
    done = ready.run(Call([], str(tmp_path), dict(os.environ), program="page.py"))
    assert done.code == 0, done.stdout + done.stderr
    assert (tmp_path / "pushed.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "pushed.csv").read_text().startswith("time [s],")
    assert "The robot fell at" in done.stdout and "FallCause.PUSH" in done.stdout
    assert "1.0 N s: up\n6.0 N s: fallen\n" in done.stdout
    assert "LEFT 0.079 m ahead in 2.2 s\n" in done.stdout, "a clipped footstep"
    assert "4 steps, arrived\n2.0 s: up\n" in done.stdout
    assert done.stdout.count("anna.yaml") == 4 and "anna.yaml worn 1 passed\n" in done.stdout
    assert "bert.yaml\ncannot be played:\n" in done.stdout


def test_a_scenario_started_as_in_the_readme_is_played_and_judged(
    ready: Warm, tmp_path: Path
) -> None:
    hour = next(text for text in blocks("README.md") if "scenario new" in text)
    commands = re.findall(r"^\.venv/bin/hsm (.*?) +#", hour, re.MULTILINE)
    assert commands == ["view", "scenario new runs/mine", "run runs/mine.yaml"]
    for words in commands[1:]:  # `view` serves a page until it is stopped
        done = ready.run(Call(words.split(), str(tmp_path), dict(os.environ)))
        assert done.code == 0, done.stdout + done.stderr
        assert "ends at" in done.stdout or words.startswith("scenario")


@pytest.mark.benchmark
def test_a_square_reports_where_it_ended_and_two_of_them_are_compared(tmp_path: Path) -> None:
    page = ROOT / "examples" / "square.md"
    follow(page, tmp_path)
    first, second, compared = (said(command, tmp_path, ROOT) for command in commands_of(page))
    for told, plant in ((first, "standard"), (second, "worn")):
        assert re.search(
            r"^ends at .* deg; requested -?0\.0\d, -?0\.0\d m, 3(60|59) deg", told, re.MULTILINE
        )
        assert f"({plant}, robot 0, seed 0)" in told
    assert (
        "they diverge at" in compared and "differences in setup: plant standard | worn" in compared
    )
    assert (tmp_path / "runs" / "square" / "compare_square-2.png").is_file()


@pytest.mark.benchmark
def test_a_team_file_is_exported_with_only_the_edited_line_changed(tmp_path: Path) -> None:
    page = ROOT / "examples" / "team_motions.md"
    shutil.copy(page.with_name("team.cfg"), tmp_path)
    here, there = (commands_of(page)[:-3], commands_of(page)[-3:])
    told = {command: said(command, tmp_path, ROOT) for command in here}
    (differs,) = re.findall(r"^```text\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)
    assert told["diff team.cfg edited.cfg"] == differs
    copied(tmp_path)  # here the motion becomes one of the robot
    assert "upright" in [said(command, tmp_path, tmp_path) for command in there][-1]


def said(command: str, folder: Path, project: Path) -> str:
    """Run a command of a page in a folder; a difference is not a failure."""
    words = shlex.split(command)
    words = [sys.executable, "-m", "hsm", *words[1:]] if words[0] == "hsm" else words
    env = {**os.environ, "PYTHONPATH": str(project)}
    done = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True)
    assert done.returncode == 0 or words[0] == "diff", command + done.stdout + done.stderr
    return done.stdout


def test_the_front_page_is_short() -> None:
    assert len(GENERATED.sub("", (ROOT / "README.md").read_text()).split()) <= 900


def commands_named(page: str) -> set[str]:
    """Return every `hsm` command of a page, several in one row separately."""
    text = (ROOT / page).read_text()
    shell = [line for line in commands_of(ROOT / page) if line.startswith("hsm ")]
    named = {line.removeprefix("hsm ") for line in shell}
    for line in text.splitlines():
        spans = re.findall(r"`([^`]+)`", line)
        full = [span for span in spans if span.startswith("hsm ")]
        named |= {span.removeprefix("hsm ") for span in full}
        if line.startswith("| `hsm ") and full:
            first = full[0].split()
            cell = line.split("|")[1]
            for span in re.findall(r"`([^`]+)`", cell)[1:]:
                if not span.startswith("hsm "):
                    named.add(f"{first[1]} {span}")
    return named


def test_every_command_named_on_a_page_exists_with_its_options() -> None:
    root = typer.main.get_command(app)
    unknown = []
    for page in (
        "README.md",
        "hsm/apps/COMMANDS.md",
        "examples/notebook.md",
        "examples/square.md",
        "examples/team_motions.md",
        "examples/walk_parameters.md",
        "examples/extending/motion.md",
        "examples/extending/state.md",
        "config/scenarios/README.md",
    ):
        for words in map(str.split, commands_named(page)):
            if "..." in words or words[0].isupper():
                continue  # a pattern for many commands
            command, rest = resolved(root, words)
            options = {name for item in command.params for name in item.opts}
            given = {word for word in rest if word.startswith("--")}
            part = hasattr(command, "commands") and command is not root
            if not given - {"--help", "--debug"} <= options or part:
                unknown.append((page, " ".join(words)))
    assert unknown == []


def resolved(root: Any, words: list[str]) -> tuple[Any, list[str]]:
    """Return the command that the words select, and the remaining words."""
    command = root
    for number, word in enumerate(words):
        if word not in getattr(command, "commands", ()):
            return command, words[number:]
        _, command, _ = command.resolve_command(typer.Context(command), [word])
    return command, []
