"""Parts of the program are started with its own modules, wherever a person is."""

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


def test_modules_of_the_folder_that_a_person_is_in_are_not_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert found_at(tmp_path, monkeypatch) == [sys.executable, "-P", "-m", "hsm"]


def test_a_checkout_that_is_not_installed_finds_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    assert found_at(ROOT, monkeypatch) == [sys.executable, "-m", "hsm"]


def test_a_folder_that_was_deleted_meanwhile_keeps_no_process_from_starting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    done = subprocess.run([*same_program("hsm"), "--help"], capture_output=True, env=os.environ)
    assert done.returncode == 0
