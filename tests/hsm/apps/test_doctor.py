"""What `hsm doctor` finds is so, whatever is wrong."""

import subprocess
import sys

import pytest

from hsm.apps import doctor


def test_what_everything_needs_is_broken_in_whatever_way_it_breaks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As where a package below it cannot be loaded."""

    def refuse() -> None:
        raise ImportError("numpy is broken")

    monkeypatch.setattr("hsm.control.assembly.load_settings", refuse)
    monkeypatch.setattr(doctor, "_EXAMINATIONS", {"config": doctor._config})  # noqa: SLF001
    assert doctor.examine() == 1
    said = capsys.readouterr().out
    assert said.startswith("!!") and "ImportError: numpy is broken" in said


def test_real_time_is_what_a_robots_process_is_granted() -> None:
    code = "from hsm.apps.robot.real_time import claim; print(claim())"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout
    found = doctor._real_time()  # noqa: SLF001
    assert found.works is not bool(said.strip())
    assert found.text == said.strip() or found.works
    assert bool(found.fix) is not found.works


def test_a_system_that_locks_no_memory_is_not_said_to_grant_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    refused = "not granted: mlockall (LimitMEMLOCK); cycles may be late"
    program = [sys.executable, "-c", f"print({refused!r})"]
    monkeypatch.setattr(doctor, "same_program", lambda _: program)
    found = doctor._real_time()  # noqa: SLF001
    assert not found.works and found.text == refused and "LimitMEMLOCK=infinity" in found.fix
