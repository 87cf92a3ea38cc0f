"""The pages of `examples/extending` are complete: they are followed in a copy of the project."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.project.pages import EXTENDING, commands_of, copied, edits_of, follow

TOGETHER = (("motion", "special"), ("kick",), ("fact",), ("state",), ("term",), ("measure",))
"""Pages that are followed alone, and one that continues another."""
SHELL = {"hsm": (sys.executable, "-m", "hsm"), "pytest": (sys.executable, "-m", "pytest", "-q")}


def run(copy: Path, command: str) -> tuple[int, str]:
    """Run a command of a page in a copy; return its exit code and its output."""
    first, *rest = command.split()
    done = subprocess.run(
        [*SHELL[first], *rest],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
    )
    return done.returncode, f"{command}\n{done.stdout[-6000:]}{done.stderr[-2000:]}"


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project in which all pages have been followed."""
    copy = copied(tmp_path_factory.mktemp("extended"))
    for pages in TOGETHER:
        for page in pages:
            follow(EXTENDING / f"{page}.md", copy)
    return copy


def test_every_page_is_tested() -> None:
    named = {page.stem for page in EXTENDING.glob("*.md")} - {"README"}
    assert named == {page for pages in TOGETHER for page in pages}
    assert all(commands_of(EXTENDING / f"{name}.md") for name in named)


def test_no_page_edits_a_test() -> None:
    edited = {edit.file for page in EXTENDING.glob("*.md") for edit in edits_of(page)}
    assert len(edited) > 15
    assert [file for file in edited if file.startswith("tests/")] == []


def test_all_pages_together_fit_the_project_and_pass_the_check(everything: Path) -> None:
    code, said = run(everything, "hsm check")
    assert code == 0, said
    assert "no mistakes" in said and "properties proven" in said and "warning" not in said


FORGOTTEN = {
    "hsm/control/monitors.py": "fact 'leans' is set by no monitor and no state",
    "hsm/states/stand.py": "leaf 'Stand.Listen' has no class in hsm/states",
    "hsm/chart/stories/upright.py": "Stand.Listen, listened: paste into a module of",
}
"""Files that are left out of a page, and the resulting messages."""


@pytest.mark.benchmark
def test_every_forgotten_place_is_named_at_once(tmp_path: Path) -> None:
    copy = copied(tmp_path)
    for page in ("fact", "state"):
        follow(EXTENDING / f"{page}.md", copy, leave_out=tuple(FORGOTTEN))
    code, words = run(copy, "hsm check")
    said = re.sub(r"\s+", " ", words)
    assert code == 1, said
    assert [told for told in FORGOTTEN.values() if told not in said] == []


@pytest.mark.benchmark
@pytest.mark.parametrize("pages", TOGETHER, ids=" ".join)
def test_the_commands_of_a_page_succeed(pages: tuple[str, ...], tmp_path: Path) -> None:
    copy = copied(tmp_path)
    for page in pages:
        follow(EXTENDING / f"{page}.md", copy)
        for command in commands_of(EXTENDING / f"{page}.md"):
            code, said = run(copy, command)
            assert code == 0, said
