"""`hsm robot install HOST`: what has to be done so that a robot runs this, step by step.

Every step is a command that anybody may type instead. Nothing of it was ever tried on a robot: the
other end of all tests is a stand-in for `ssh`.
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
"""Packages that the robot process and `hsm ask` import; physics and figures stay at home."""


@dataclass(frozen=True, slots=True)
class InstallStep:
    """One step.

    Attributes:
        why: What it is for.
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
"""Gets the packages on another computer; the version is that of the robot's Python."""


class InstallError(HsmError):
    """A step did not go well."""

    hint = "`hsm robot install HOST --wheel FILE` prints all steps; go on by hand from there."


def steps(
    host: str, wheel: Path, python: str = "python3", packages: Path | None = None
) -> list[InstallStep]:
    """Return all steps, in their order.

    Args:
        host: As `ssh` takes it, such as nao@10.0.4.21.
        wheel: Of this program, made by `pip wheel --no-deps .`.
        python: What the robot's own interpreter is called there.
        packages: Folder with wheels of all that is imported; None: the robot has a way to them.
    """
    unit = config_folder() / "systemd" / UNIT
    own, python = shlex.quote(python), f"{_HOME}/venv/bin/python"

    def there(why: str, command: str) -> InstallStep:
        return InstallStep(why, ("ssh", host, command))

    copied = "" if packages is None else f"--no-index --find-links {_HOME}/packages "
    brought = (
        ()
        if packages is None
        else (
            there("a folder of packages", f"rm -rf {_HOME}/packages"),
            InstallStep("packages", ("scp", "-r", str(packages), f"{host}:{_HOME}/packages")),
        )
    )
    return [
        there(
            "the robot has a Python of 64 bits that is new enough",
            f'{own} -c "import sys; sys.exit(sys.version_info < (3, 11) or sys.maxsize < 2**32)"',
        ),
        there("folders", f"mkdir -p {_HOME}/runs {_HOME}/bodies {_UNITS}"),
        there("a place of its own for Python's packages", f"{own} -m venv {_HOME}/venv"),
        there(
            "a robot that runs it already sits down: its program may not change meanwhile",
            f"if systemctl --user is-active --quiet {UNIT}; then systemctl --user stop {UNIT}; fi",
        ),
        InstallStep("this program", ("scp", str(wheel), f"{host}:{_HOME}/")),
        InstallStep("its service", ("scp", str(unit), f"{host}:{_UNITS}/")),
        *brought,
        there(
            "what it imports: no physics",
            f"{python} -m pip install {copied}{' '.join(map(shlex.quote, NEEDED))}",
        ),
        there(
            "the program", f"{python} -m pip install --no-deps --force-reinstall "
            f"{_HOME}/{shlex.quote(wheel.name)}",
        ),
        there("everything loads there", f"{python} -c 'import hsm.apps.robot.loop'"),
        there(
            "its services run while nobody is logged in: else they end with this connection",
            'test "$(loginctl show-user --property=Linger --value "$(id -un)")" = yes'
            " || loginctl enable-linger",
        ),
        there(
            "it starts with the robot, and now",
            f"systemctl --user daemon-reload && systemctl --user enable --now {UNIT}",
        ),
        there("what it says", f"systemctl --user --no-pager status {UNIT}"),
    ]  # fmt: skip


def install(
    host: str,
    wheel: Path,
    *,
    does: bool,
    python: str = "python3",
    packages: Path | None = None,
) -> int:
    """Print all steps, or take them.

    Args:
        host: As `ssh` takes it.
        wheel: Of this program.
        does: Take them; the first that fails ends it.
        python: What the robot's own interpreter is called there.
        packages: Folder with wheels, for a robot that has no way to them.

    Returns:
        Exit code.

    Raises:
        InstallError: If the wheel is none, or a step fails.
    """
    if host.startswith("-"):
        raise InstallError(f"{host} is no host")
    if wheel.suffix != ".whl" or (does and not wheel.is_file()):
        raise InstallError(f"{wheel} is no wheel; `pip wheel --no-deps .` in a checkout makes one")
    if packages is not None and not any(packages.glob("*.whl")):
        raise InstallError(f"{packages} holds no wheels; {_FETCH} -d {packages} brings them")
    todo = steps(host, wheel, python, packages)
    for number, step in enumerate(todo, start=1):
        say(f"{step}" if not does else f"{number}/{len(todo)} {step.why}")
        if does:
            _take(step.words, number)
    if not does:
        say("\n# nothing was done: --yes takes these steps")
    return 0


def _take(words: Sequence[str], number: int) -> None:
    try:
        code = subprocess.run(words, check=False).returncode
    except OSError as error:
        raise InstallError(f"step {number}: {words[0]}: {error.strerror}") from error
    if code != 0:
        raise InstallError(f"step {number} failed with code {code}: {shlex.join(words)}")
