"""A copy of the project in which a state has another name."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.project.syntax import ROOT

DECLARATION = ("leaves",)
CHART = ("leaves", "table", "proven_properties", *(
    f"stories/{path.stem}" for path in (ROOT / "hsm" / "chart" / "stories").glob("*.py")
))  # fmt: skip
"""Modules of `hsm/chart` that spell the names of states."""


def renamed(folder: Path, state: str, modules: tuple[str, ...] = CHART) -> Path:
    """Copy the sources that run, and rename a state in modules of the chart and in the scenarios.

    Args:
        folder: Folder of the copy, which must not exist yet.
        state: A segment such as `WalkPhase`; if empty, only copy.
        modules: Modules in `hsm/chart`.
    """
    for name in ("hsm", "motions", "hardware", "config"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    files = [folder / "hsm" / "chart" / f"{name}.py" for name in modules]
    for file in (*files, *(folder / "config" / "scenarios").glob("*.yaml")) if state else ():
        text = file.read_text(encoding="utf-8")
        file.write_text(re.sub(rf"\b{state}\b", new_name(state), text), encoding="utf-8")
    return folder


def new_name(state: str) -> str:
    return f"Other{state}"


def command(checkout: Path, *words: str) -> tuple[int, str]:
    """Run `hsm` in a checkout and return its exit code and its output."""
    done = subprocess.run(
        [sys.executable, "-m", "hsm", *words],
        cwd=checkout, env={**os.environ, "PYTHONPATH": str(checkout)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def figures(checkout: Path, scenario: str) -> str:
    """Return the figures of a scenario that passes, without the speed of the machine."""
    code, said = command(checkout, "scenario", scenario, "--out", str(checkout / "runs"))
    assert code == 0, said
    return re.sub(r"[\d.]+x real time", "", said)
