"""`hsm doctor` reports what is wrong, however it fails."""

import importlib
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from hsm.apps import doctor
from hsm.apps.main import main


def test_a_failing_examination_of_a_needed_component_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """For example if a dependency cannot be imported."""

    def refuse() -> None:
        raise ImportError("numpy is broken")

    monkeypatch.setattr("hsm.control.assembly.load_settings", refuse)
    monkeypatch.setattr(doctor, "_EXAMINATIONS", {"config": doctor._config})  # noqa: SLF001
    assert doctor.examine() == 1
    said = capsys.readouterr().out
    assert said.startswith("!!") and "ImportError: numpy is broken" in said


def test_the_real_time_check_matches_what_a_robot_process_is_granted() -> None:
    code = "from hsm.apps.robot.real_time import claim; print(claim())"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout
    found = doctor._real_time()  # noqa: SLF001
    works = found.usability is doctor.Usability.WORKS
    assert works is not bool(said.strip())
    assert found.text == said.strip() or works
    assert bool(found.fix) is not works


def test_a_system_that_refuses_to_lock_memory_is_reported_with_a_fix(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    refused = "not granted: mlockall (LimitMEMLOCK); cycles may be late"
    program = [sys.executable, "-c", f"print({refused!r})"]
    monkeypatch.setattr(doctor, "same_program", lambda _: program)
    found = doctor._real_time()  # noqa: SLF001
    assert (
        found.usability is doctor.Usability.LACKING
        and found.text == refused
        and "LimitMEMLOCK=infinity" in found.fix
    )


def test_every_missing_extra_is_reported_with_a_fix(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(name: str) -> None:
        raise ImportError(f"No module named {name!r}")

    monkeypatch.setattr(importlib, "import_module", refuse)
    names = ("video", "figures", "tuning", "page", "mcap", "qi", "daqp")
    found = [doctor._EXAMINATIONS[name]() for name in names]  # noqa: SLF001
    assert all(one.usability is doctor.Usability.LACKING for one in found)
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text())["project"]
    for extra in project["optional-dependencies"].keys() - {"dev"}:
        assert any(f"'nao-hsm[{extra}]'; until then" in one.fix for one in found), extra


def test_an_existing_calibration_is_kept_unless_it_may_be_replaced(tmp_path: Path) -> None:
    file = tmp_path / "measured.yaml"
    file.write_text("measured: yes")
    words = ["doctor", "--calibration", str(file)]
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 1 and file.read_text() == "measured: yes"
    with pytest.raises(SystemExit) as left:
        main([*words, "--force"])
    assert left.value.code == 0 and file.read_text() != "measured: yes"
