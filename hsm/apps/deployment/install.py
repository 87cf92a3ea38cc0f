"""`hsm robot install HOST`: installs this program on a robot, step by step.

Every step is a shell command that may be typed by hand instead. None of this has been tried on a
robot: the tests use a stand-in for `ssh`.
"""

import shlex
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hsm.console import say
from hsm.errors import HsmError
from hsm.settings.loader import config_folder

UNIT: Final = "nao-hsm.service"
_HOME: Final = "nao-hsm"
_UNITS: Final = ".config/systemd/user"
NEEDED: Final = (
    "annotated-types>=0.7", "msgpack>=1.1", "numpy>=2.0", "pydantic-core>=2.27,<3", "pyyaml>=6.0",
    "transitions>=0.9.3,<0.10", "typer>=0.15", "rich>=13.7",
)  # fmt: skip
"""Packages that the robot process and `hsm ask` import; no physics, no figures."""


@dataclass(frozen=True, slots=True)
class InstallStep:
    """One step.

    Attributes:
        why: Purpose.
        words: The command.
    """

    why: str
    words: tuple[str, ...]

    def __str__(self) -> str:
        return f"# {self.why}\n{shlex.join(self.words)}"


_FETCH: Final = (
    "pip download --only-binary=:all: --platform manylinux_2_28_x86_64 --platform"
    f" manylinux2014_x86_64 --python-version 3.12 {shlex.join(NEEDED)}"
)
"""Downloads the dependencies on another computer; the version is that of the robot's Python."""


_LOADS: Final = (
    "from hsm.apps.robot import loop, watchdog; loop.build_cycle(loop.load_settings());"
    " watchdog.load_watchdog()"
)
"""Fails like the robot's start if a parameter file is invalid."""


class InstallError(HsmError):
    """A step failed."""

    hint = "`hsm robot install HOST --wheel FILE` prints all steps, to continue by hand."


def steps(
    host: str, wheel: Path, python: str = "python3", packages: Path | None = None
) -> list[InstallStep]:
    """Return all steps in order.

    Args:
        host: Destination for `ssh`, such as nao@10.0.4.21.
        wheel: Wheel of this program, built by `pip wheel --no-deps .`.
        python: Command of the robot's Python interpreter.
        packages: Folder with the wheels of all dependencies; None if the robot can download them.
    """
    unit = config_folder() / "systemd" / UNIT
    own, python = shlex.quote(python), f"{_HOME}/venv/bin/python"

    def there(why: str, command: str) -> InstallStep:
        return InstallStep(why, ("ssh", host, command))

    source, copies = "", []
    if packages is not None:
        wheels = f"{_HOME}/packages"
        source = f"--no-index --find-links {wheels} "
        copies = [
            there("empty the folder of wheels", f"rm -rf {wheels}"),
            InstallStep("copy the wheels", ("scp", "-r", str(packages), f"{host}:{wheels}")),
        ]
    return [
        there(
            "check that the robot's Python is new enough and built for 64 bits",
            f'{own} -c "import sys; sys.exit(sys.version_info < (3, 11) or sys.maxsize < 2**32)"',
        ),
        there("create folders", f"mkdir -p {_HOME}/runs {_HOME}/bodies {_UNITS}"),
        there("create a virtual environment", f"{own} -m venv {_HOME}/venv"),
        there(
            "stop a running service, which sits down: its program must not change meanwhile",
            f"if systemctl --user is-active --quiet {UNIT}; then systemctl --user stop {UNIT}; fi",
        ),
        InstallStep("copy this program", ("scp", str(wheel), f"{host}:{_HOME}/")),
        InstallStep("copy its service", ("scp", str(unit), f"{host}:{_UNITS}/")),
        *copies,
        there(
            "install its dependencies, without physics",
            f"{python} -m pip install {source}{' '.join(map(shlex.quote, NEEDED))}",
        ),
        there(
            "install the program", f"{python} -m pip install --no-deps --force-reinstall "
            f"{_HOME}/{shlex.quote(wheel.name)}",
        ),
        there("check that it loads, with its parameters", f"{python} -c '{_LOADS}'"),
        there(
            "let services run without a login: otherwise they end with this connection",
            'test "$(loginctl show-user --property=Linger --value "$(id -un)")" = yes'
            " || loginctl enable-linger",
        ),
        there(
            "start it now and at every boot",
            f"systemctl --user daemon-reload && systemctl --user enable --now {UNIT}",
        ),
        there("show its status", f"systemctl --user --no-pager status {UNIT}"),
    ]  # fmt: skip


def install(
    host: str,
    wheel: Path,
    *,
    execute: bool,
    python: str = "python3",
    packages: Path | None = None,
) -> None:
    """Print all steps, or execute them.

    Args:
        host: Destination for `ssh`.
        wheel: Wheel of this program.
        execute: Execute the steps; the first failure ends it.
        python: Command of the robot's Python interpreter.
        packages: Folder with the wheels of all dependencies, for a robot without internet access.

    Raises:
        InstallError: If the host or wheel is invalid, or a step fails.
    """
    if host.startswith("-"):
        raise InstallError(f"{host} is not a host")
    if wheel.suffix != ".whl" or not wheel.is_file():
        raise InstallError(f"{wheel} is not a wheel; build one: `pip wheel --no-deps .`")
    if packages is not None and not any(packages.glob("*.whl")):
        raise InstallError(f"{packages} contains no wheels; download them: {_FETCH} -d {packages}")
    todo = steps(host, wheel, python, packages)
    for number, step in enumerate(todo, start=1):
        say(f"{number}/{len(todo)} {step.why}" if execute else str(step))
        if execute:
            _take(step.words, number)
    if not execute:
        say("\n# nothing was done: --yes executes these steps")


def _take(words: Sequence[str], number: int) -> None:
    try:
        code = subprocess.run(words, check=False).returncode
    except OSError as error:
        raise InstallError(f"step {number}: {words[0]}: {error.strerror}") from error
    if code != 0:
        raise InstallError(f"step {number} failed with code {code}: {shlex.join(words)}")
