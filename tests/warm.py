"""A process that has imported what the commands need and forks for each command line it is sent.

If a call names a program, the fork runs that program instead of the command.

Importing the physics takes longer than most commands run. A fork behaves like a separate process:
it has its own streams, signals, limits and exit code.
"""

import atexit
import gc
import io
import json
import os
import resource
import runpy
import signal
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import asdict, dataclass, field
from importlib import import_module
from multiprocessing.process import BaseProcess

LIBRARIES = ("numpy", "scipy.spatial", "pydantic", "yaml", "rich.progress", "msgpack", "typer")
EVERYTHING = (*LIBRARIES, "typer.rich_utils", "zoneinfo", "rich.emoji", "daqp",
              "PIL.JpegImagePlugin",
              "matplotlib.backends.backend_agg", "matplotlib.font_manager", "matplotlib.pyplot",
              "hsm.apps.check.check", "hsm.apps.demo", "hsm.apps.scenario",
              "hsm.apps.measure.cli", "hsm.apps.motion.cli", "hsm.apps.motion.show",
              "hsm.apps.kick.cli", "hsm.apps.plot", "hsm.pictures.figure", "viser",
              "hsm.apps.view.live", "hsm.apps.view.recorded.page")  # fmt: skip
LONGEST = 60
"""Timeout of a command, s, after which it is killed."""


@dataclass(frozen=True)
class Call:
    """One command line and the faults of its environment.

    Attributes:
        words: Arguments of the command.
        folder: Working directory.
        environment: All environment variables.
        encoding: Encoding of the terminal.
        stdout: File that its output goes to; captured if empty.
        no_space: Every write to a file fails.
        stopped_by: Signal sent after `after` seconds of processor time; 0 for none.
        after: Processor time before the signal, s.
        lose_workers: Processes that it starts are killed at once.
        without: Packages that cannot be imported.
        program: File that is run instead of the command.
    """

    words: list[str]
    folder: str
    environment: dict[str, str] = field(default_factory=dict)
    encoding: str = "utf-8"
    stdout: str = ""
    no_space: bool = False
    stopped_by: int = 0
    after: float = 0.03
    lose_workers: bool = False
    without: tuple[str, ...] = ()
    program: str = ""


@dataclass(frozen=True)
class Ended:
    """Result of a command: exit code (negative: the signal that killed it) and its output."""

    code: int
    stdout: str
    stderr: str


@contextmanager
def warm(*modules: str) -> Iterator["Warm"]:
    """Start a warm process that imports some modules; end it with the context."""
    with subprocess.Popen(
        [sys.executable, "-m", __name__, *modules],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield Warm(process)
        assert process.stdin is not None
        process.stdin.close()


class Warm:
    """Client of a warm process."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def run(self, call: Call) -> Ended:
        """Run a command line and return its result."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(asdict(call)) + "\n")
        self._process.stdin.flush()
        return Ended(**json.loads(self._process.stdout.readline()))


def _serve(modules: list[str]) -> None:
    for module in modules:
        import_module(module)
    if "hsm.control.assembly" in sys.modules:
        sys.modules["hsm.control.assembly"].load_settings()  # builds the readers of all files
    if "hsm.apps.check.check" in sys.modules:
        code = import_module("hsm.apps.check.unused_parameters")
        code.all_reads(code.sources().values())
    import_module("pydantic").TypeAdapter(int)  # imports lazily at its first use
    if "hsm.apps.measure.cli" in sys.modules:
        _ask_for_help()
    gc.collect()
    gc.freeze()  # collecting these in a child would copy every page
    for line in sys.stdin:
        call = Call(**json.loads(line))
        ends = [os.pipe(), os.pipe()]
        child = os.fork()
        if child == 0:
            _become(call, ends[0][1], ends[1][1])
            _run(call)
        for _, writing in ends:
            os.close(writing)
        texts = []
        for reading, _ in ends:
            with os.fdopen(reading, "rb") as pipe:  # ends once no process holds it open
                texts.append(pipe.read().decode())
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        print(json.dumps(asdict(Ended(code, *texts))), flush=True)


def _ask_for_help() -> None:
    """Trigger what the command-line library does at its first use, so that no child has to."""
    main = import_module("hsm.apps.main").main
    kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for words in (["--help"], ["measure", "--help"], ["motion", "list", "--help"]):
        with redirect_stdout(io.StringIO()), suppress(SystemExit):
            main(words)
    for number, handler in kept.items():
        signal.signal(number, handler)


def _run(call: Call) -> None:
    """Run a command line and end the process without tearing down the imported modules."""
    from hsm.apps.main import main

    code: object = 0
    try:
        if call.program:
            runpy.run_path(call.program, run_name="__main__")
        else:
            main(call.words)
    except SystemExit as end:
        code = end.code
    except Exception:
        traceback.print_exc()
        code = 1
    threading._shutdown()  # type: ignore[attr-defined] # waits for threads, as a normal exit does
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))


def _become(call: Call, out: int, err: int) -> None:
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(os.open(call.stdout, os.O_WRONLY) if call.stdout else out, 1)
    os.dup2(err, 2)
    os.closerange(3, 256)
    sys.stdin = io.TextIOWrapper(io.FileIO(0))
    sys.stdout, sys.stderr = (
        io.TextIOWrapper(io.BufferedWriter(io.FileIO(number, "w")), call.encoding, errors)
        for number, errors in ((1, "strict"), (2, "backslashreplace"))
    )
    os.chdir(call.folder)
    os.environ.clear()
    os.environ.update(call.environment)
    tempfile.tempdir = None
    signal.alarm(LONGEST)
    if call.no_space:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    if call.lose_workers:
        _lose_workers()
    for name in call.without:
        _forget(name)
    if call.stopped_by:
        signal.signal(signal.SIGPROF, lambda *_: os.kill(os.getpid(), call.stopped_by))
        signal.setitimer(signal.ITIMER_PROF, call.after)


def _forget(package: str) -> None:
    for name in [package, *(name for name in sys.modules if name.startswith(f"{package}."))]:
        sys.modules[name] = None  # type: ignore[assignment]


def _lose_workers() -> None:
    start = BaseProcess.start

    def start_and_kill(self: BaseProcess) -> None:
        start(self)
        assert self.pid is not None
        os.kill(self.pid, signal.SIGKILL)

    BaseProcess.start = start_and_kill  # type: ignore[method-assign]


if __name__ == "__main__":
    _serve(sys.argv[1:])
