"""Runs the command `hsm` once, in its own process and folder, and inspects what it left behind.

The process is forked from one that has loaded all modules, so that a run costs milliseconds.
"""

import os
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from hsm.apps.main import main

PATIENCE = 90
"""Seconds after which a command counts as hung."""
CRASHED = 99
OUT = "out"


@dataclass(frozen=True, slots=True)
class Attempt:
    """One abuse.

    Attributes:
        what: What is abused and how, in words.
        words: Command line after `hsm`.
        files: Files in the folder in which it runs.
        must_fail: The input is invalid for certain, so success would be wrong.
        config: A file of `config/` and its replaced content.
    """

    what: str
    words: tuple[str, ...]
    files: dict[str, bytes] = field(default_factory=dict)
    must_fail: bool = False
    config: tuple[str, bytes] | None = None


@dataclass(frozen=True, slots=True)
class Ended:
    """The result of an attempt.

    Attributes:
        code: Exit code; minus the signal if one ended it.
        told: Printed output.
        outside: Files that it left outside `out`.
        seconds: Duration, s.
    """

    code: int
    told: str
    outside: tuple[str, ...]
    seconds: float


def run(attempt: Attempt, config: Path) -> Ended:
    """Run an attempt.

    Args:
        attempt: The attempt.
        config: The folder of the parameter files.
    """
    with tempfile.TemporaryDirectory() as name:
        place = Path(name).resolve()
        work = place / "work"
        work.mkdir()
        for path, content in attempt.files.items():
            (work / path).parent.mkdir(parents=True, exist_ok=True)
            (work / path).write_bytes(content)
        known = set(place.rglob("*"))
        log = place / "log"
        if attempt.config is not None:
            config = _config_with(config, place / "config", *attempt.config)
            known.update([place / "config", *(place / "config").rglob("*")])
        began = time.monotonic()
        code = _forked(lambda: _command(attempt.words, work, log, config))
        left = set(place.rglob("*")) - known - {log, work / OUT}
        outside = sorted(
            str(path.relative_to(place)) for path in left if (work / OUT) not in path.parents
        )
        told = log.read_text(errors="replace") if log.exists() else ""
        return Ended(code, told, tuple(outside), time.monotonic() - began)


def faults(attempt: Attempt, ended: Ended) -> list[str]:
    """Return what is wrong with the result, a sentence each."""
    found = []
    if "Traceback" in ended.told or ended.code == CRASHED:
        found.append("a traceback")
    elif ended.code == -signal.SIGALRM:
        found.append(f"no end after {PATIENCE} s")
    elif ended.code not in (0, 1, 2):
        found.append(f"exit code {ended.code}")
    elif attempt.must_fail and ended.code == 0:
        found.append("a false success")
    if ended.code != 0 and not ended.told.strip():
        found.append("no word about it")
    if ended.outside:
        found.append(f"files outside of its folder: {', '.join(ended.outside[:3])}")
    end = ended.told.strip().splitlines()[-3:]
    words = " ".join(word if len(word) < 60 else word[:57] + "..." for word in attempt.words)
    return [f"{fault}: {attempt.what}: hsm {words}: {' / '.join(end)}" for fault in found]


def _config_with(config: Path, copy: Path, name: str, content: bytes) -> Path:
    """Return a folder of parameter files with one of them replaced and links to all others."""
    for path in config.rglob("*"):
        target = copy / path.relative_to(config)
        if path.is_dir():
            target.mkdir(parents=True, exist_ok=True)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.symlink_to(path)
    (copy / name).unlink()
    (copy / name).write_bytes(content)
    return copy


def _forked(work: Callable[[], None]) -> int:
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(CRASHED)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def _command(words: tuple[str, ...], folder: Path, log: Path, config: Path) -> None:
    """Run the command in this process: never returns."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(PATIENCE)
    to = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(to, 1)
    os.dup2(to, 2)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.stdout = open(1, "w", closefd=False)
    sys.stderr = open(2, "w", closefd=False)
    os.chdir(folder)
    os.environ["HOME"] = str(folder)
    for module in list(sys.modules.values()):
        if hasattr(module, "config_folder"):
            module.config_folder = lambda instead=None: instead or config  # type: ignore[attr-defined]
    code = 0
    try:
        main(words)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        code = CRASHED
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
