"""The steps onto a robot, with programs that note their words in the place of ssh and scp."""

import configparser
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hsm.apps.deployment.install import NEEDED, UNIT, InstallError, install, steps
from hsm.settings.loader import config_folder

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
    assert install("nao@robot", wheel, does=True) == 0
    said = log.read_text().splitlines()
    assert len(said) == len(steps("nao@robot", wheel))
    assert all("nao@robot" in line for line in said)
    assert [line.split()[0] for line in said[:5]] == ["ssh", "ssh", "ssh", "scp", "scp"]


def test_the_first_step_that_fails_ends_it(
    tmp_path: Path, wheel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = stand_in(tmp_path, monkeypatch, fails="venv")
    with pytest.raises(InstallError, match="step 3 failed with code 3: ssh nao@robot"):
        install("nao@robot", wheel, does=True)
    assert len(log.read_text().splitlines()) == 3


def test_nothing_is_done_unless_it_is_asked_for(
    tmp_path: Path,
    wheel: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    log = stand_in(tmp_path, monkeypatch)
    assert install("nao@robot", wheel, does=False) == 0
    assert not log.exists()
    assert f"systemctl --user enable --now {UNIT}" in capsys.readouterr().out


@pytest.mark.parametrize(("host", "name"), [("nao@robot", "run.hsm"), ("-oProxyCommand=x", "")])
def test_what_is_no_wheel_or_no_host_is_refused(wheel: Path, host: str, name: str) -> None:
    with pytest.raises(InstallError, match="no wheel|no host"):
        install(host, wheel.with_name(name) if name else wheel, does=True)


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


def test_the_service_runs_a_verb_that_there_is() -> None:
    unit = configparser.RawConfigParser(strict=False)
    unit.read(config_folder() / "systemd" / UNIT)
    words = unit["Service"]["ExecStart"].split()
    assert words[0].endswith("/bin/hsm") and words[1:3] == ["robot", "run"]
    help_text = subprocess.run(
        [sys.executable, "-m", "hsm", "robot", "run", "--help"],
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "200", "TERM": "dumb"},
    ).stdout
    assert all(word in help_text for word in words if word.startswith("--"))
