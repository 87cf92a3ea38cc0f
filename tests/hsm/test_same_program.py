"""Subprocesses use the modules of this program, whatever the working directory."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hsm.same_program import same_program
from tests.project.syntax import ROOT


def found_at(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.chdir(folder)
    return same_program("hsm")


def test_modules_in_the_working_directory_are_not_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert found_at(tmp_path, monkeypatch) == [sys.executable, "-P", "-m", "hsm"]


def test_a_checkout_is_started_from_its_own_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    assert found_at(ROOT, monkeypatch) == [sys.executable, "-m", "hsm"]


def test_a_process_starts_in_a_deleted_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    done = subprocess.run([*same_program("hsm"), "--help"], capture_output=True, env=os.environ)
    assert done.returncode == 0
