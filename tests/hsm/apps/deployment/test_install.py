"""The steps onto a robot, with programs that note their words in the place of ssh and scp."""

import configparser
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from hsm.apps.deployment.install import NEEDED, UNIT, InstallError, install, steps
from hsm.apps.error_boundary import StoppedError
from hsm.apps.robot import loop
from hsm.settings.loader import config_folder
from hsm.settings.robot_file import load_robot
from tests.hsm.settings.mistaken import replaced
from tests.project.renaming import renamed

STAND_IN = """#!/bin/sh
echo "$(basename $0) $*" >> "{log}"
case "$*" in *{fails}*) exit 3;; esac
"""


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    path = tmp_path / "nao_hsm-0.1.0-py3-none-any.whl"
    path.write_bytes(b"")
    return path


def stand_in(folder: Path, monkeypatch: pytest.MonkeyPatch, fails: str = "nothing") -> Path:
    """Put programs in the place of ssh and scp; return the file in which they note their words."""
    log = folder / "words"
    for name in ("ssh", "scp"):
        (folder / name).write_text(STAND_IN.format(log=log, fails=fails))
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return log


def test_steps_are_taken_in_their_order(
    tmp_path: Path, wheel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = stand_in(tmp_path, monkeypatch)
    install("nao@robot", wheel, execute=True)
    said = log.read_text().splitlines()
    assert len(said) == len(steps("nao@robot", wheel))
    assert all("nao@robot" in line for line in said)
    assert [line.split()[0] for line in said[:6]] == ["ssh", "ssh", "ssh", "ssh", "scp", "scp"]


def test_the_first_step_that_fails_ends_it(
    tmp_path: Path, wheel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = stand_in(tmp_path, monkeypatch, fails="venv")
    with pytest.raises(InstallError, match="step 3 failed with code 3: ssh nao@robot"):
        install("nao@robot", wheel, execute=True)
    assert len(log.read_text().splitlines()) == 3


def test_a_robot_without_the_internet_gets_its_packages_from_a_folder(
    tmp_path: Path, wheel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, packages = stand_in(tmp_path, monkeypatch), tmp_path / "packages"
    packages.mkdir()
    with pytest.raises(
        InstallError, match="contains no wheels; download them: pip download --only-binary"
    ):
        install("nao@robot", wheel, execute=True, packages=packages)
    assert not log.exists()
    (packages / "msgpack.whl").write_bytes(b"")
    install("nao@robot", wheel, execute=True, packages=packages)
    said = log.read_text()
    assert f"scp -r {packages} nao@robot:nao-hsm/packages" in said
    (got,) = (line for line in said.splitlines() if NEEDED[0].partition(">")[0] in line)
    assert "--no-index --find-links nao-hsm/packages" in got


def test_nothing_is_done_unless_it_is_asked_for(
    tmp_path: Path,
    wheel: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    log = stand_in(tmp_path, monkeypatch)
    install("nao@robot", wheel, execute=False)
    assert not log.exists()
    assert f"systemctl --user enable --now {UNIT}" in capsys.readouterr().out


@pytest.mark.parametrize("execute", [True, False])
@pytest.mark.parametrize(
    ("host", "name"),
    [("nao@robot", "run.hsm"), ("nao@robot", "none.whl"), ("-oProxyCommand=x", "")],
)
def test_what_is_no_wheel_or_no_host_is_refused(
    wheel: Path, host: str, name: str, execute: bool
) -> None:
    with pytest.raises(InstallError, match="not a wheel|not a host"):
        install(host, wheel.with_name(name) if name else wheel, execute=execute)


def test_a_program_whose_parameters_are_invalid_is_not_started(
    tmp_path: Path, wheel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (check,) = (step for step in steps("nao@robot", wheel) if "check that it loads" in step.why)
    stand_in(tmp_path, monkeypatch)
    (tmp_path / "ssh").write_text('#!/bin/sh\nshift\nexec sh -c "$*"\n')
    python = tmp_path / "nao-hsm" / "venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    copy = renamed(tmp_path / "copy", "")
    monkeypatch.setenv("PYTHONPATH", str(copy))
    monkeypatch.chdir(tmp_path)
    subprocess.run(check.words, check=True)
    replaced(copy / "config" / "walking" / "engine.yaml", "  lift_mm:", "  lift:")
    broken = subprocess.run(check.words, capture_output=True, text=True)
    assert broken.returncode != 0 and "engine.yaml" in broken.stderr


def test_what_is_installed_is_what_the_robot_process_imports() -> None:
    code = (
        "import sys, hsm.apps.robot.__main__, hsm.apps.robot.loop, hsm.apps.robot.watchdog,"
        " hsm.apps.robot.request_server, hsm.apps.robot.recording,"
        " hsm.apps.ask.cli, hsm.apps.main;"
        "import importlib.metadata as m; packages = m.packages_distributions();"
        "roots = {name.partition('.')[0] for name in sys.modules};"
        "print(*sorted({d.lower() for r in roots for d in packages.get(r, ())}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    imported = set(done.stdout.replace("-", "_").split())
    needed = {item.partition(">")[0].replace("-", "_") for item in NEEDED}
    brought = {"nao_hsm", "pydantic", "typing_extensions", "typing_inspection", "click"}
    brought |= {
        "setuptools",
        "shellingham",
        "markdown_it_py",
        "mdurl",
        "pygments",
        "six",
        "annotated_doc",
    }
    assert done.returncode == 0, done.stderr
    assert imported <= needed | brought, imported - needed - brought


SYSTEMCTL = """#!/bin/sh
echo "$*" >> "{log}"
case "$*" in "--user is-active"*) exit {active};; esac
"""


@pytest.mark.parametrize("runs", [True, False])
def test_a_program_that_runs_already_ends_before_it_is_replaced_and_starts_anew(
    tmp_path: Path, wheel: Path, monkeypatch: pytest.MonkeyPatch, runs: bool
) -> None:
    """Else the one from before would run on: a service that is started twice is started once."""
    log = stand_in(tmp_path, monkeypatch)
    (tmp_path / "ssh").write_text('#!/bin/sh\nshift\nexec sh -c "$*"\n')
    (tmp_path / "systemctl").write_text(SYSTEMCTL.format(log=log, active=0 if runs else 3))
    (tmp_path / "systemctl").chmod(0o755)
    todo = steps("nao@robot", wheel)
    for step in todo:
        if step.words[0] == "scp" or "systemctl" in step.words[-1]:
            subprocess.run(step.words, check=True)
    said = [line.removeprefix("--user ").split()[0] for line in log.read_text().splitlines()]
    copied = ["nao_hsm" in line for line in log.read_text().splitlines()].index(True)
    assert ("stop" in said[:copied]) is runs and "stop" not in said[copied:]
    assert said.index("enable") > copied


LOGINCTL = """#!/bin/sh
echo "$*" >> "{log}"
case "$*" in show-user*) echo {lingers};; esac
"""


@pytest.mark.parametrize("lingers", ["yes", "no"])
def test_the_robot_goes_on_when_whoever_installed_it_logs_out(
    tmp_path: Path, wheel: Path, monkeypatch: pytest.MonkeyPatch, lingers: str
) -> None:
    """The services of a user end with the last session, unless the user lingers."""
    log = stand_in(tmp_path, monkeypatch)
    (tmp_path / "ssh").write_text('#!/bin/sh\nshift\nexec sh -c "$*"\n')
    (tmp_path / "loginctl").write_text(LOGINCTL.format(log=log, lingers=lingers))
    (tmp_path / "loginctl").chmod(0o755)
    todo = [str(step) for step in steps("nao@robot", wheel)]
    (number,) = (number for number, step in enumerate(todo) if "loginctl" in step)
    assert "enable --now" in todo[number + 1]
    subprocess.run(steps("nao@robot", wheel)[number].words, check=True)
    assert ("enable-linger" in log.read_text().splitlines()) is (lingers == "no")


def test_a_robot_whose_python_is_too_old_may_have_another_one(wheel: Path) -> None:
    """As Ubuntu 22.04 on the images of several teams, with python3.11 beside its own."""
    first, *others = (str(step) for step in steps("nao@robot", wheel, "python3.11"))
    assert "python3.11 -c" in first and any("python3.11 -m venv" in step for step in others)
    assert not any("python3 " in step for step in (first, *others))


def service() -> configparser.SectionProxy:
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(config_folder() / "systemd" / UNIT)
    return unit["Service"]


def test_a_run_that_is_asked_to_end_is_no_failed_service() -> None:
    assert service()["SuccessExitStatus"] == str(StoppedError(signal.SIGTERM).code)


def test_the_service_gives_a_cycle_without_watchdog_the_time_to_sit_down() -> None:
    alone = loop._ALONE_FOR * load_robot().cycle  # noqa: SLF001
    assert float(service()["TimeoutStopSec"]) > 1.5 * alone


def test_the_service_runs_a_verb_that_there_is() -> None:
    words = service()["ExecStart"].split()
    assert words[0].endswith("/bin/hsm") and words[1:3] == ["robot", "run"]
    help_text = subprocess.run(
        [sys.executable, "-m", "hsm", "robot", "run", "--help"],
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "200", "TERM": "dumb"},
    ).stdout
    assert all(word in help_text for word in words if word.startswith("--"))
