"""How every command ends: an error in one sentence, an exit code, and nothing else on the screen.

| code | meaning |
|---|---|
| 0 | done |
| 1 | an expectation failed, files have mistakes, or it could not be done |
| 2 | the command was written wrongly |
| 70 | a defect of the program |
| 129, 130, 143 | its terminal was closed (a robot's run), interrupted, terminated |
"""

import atexit
import errno
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from io import TextIOWrapper
from threading import Timer
from types import FrameType
from typing import Any, Final

from hardware.errors import HsmError, LibraryError

_SOON: Final = 1e-3
"""A callback that has swallowed an interrupt is over then, s."""
FAILED: Final = 1
INTERRUPTED: Final = 130
"""What a command returns that was stopped, by whichever signal, and has said so itself."""


class DefectError(HsmError):
    """Something that nobody foresaw: a mistake of the program, not of the person."""

    code = 70
    hint = "the same command with --debug shows the traceback; please report it."


class StoppedError(HsmError):
    """Somebody stopped the command with a signal."""

    def __init__(self, by: signal.Signals) -> None:
        self.code = 128 + by
        super().__init__(f"stopped by {by.name}")


def guarded(command: Callable[[], object], *, debug: bool) -> int:
    """Run a command, which may end with SystemExit, and return its exit code.

    What went wrong is told; with its traceback for `debug`.
    """
    _make_printable()
    code = 0
    error: Exception | None = None
    with _Stop() as stop:
        try:
            try:
                command()
            finally:
                stop.no_more()
        except SystemExit as done:
            code = done.code if isinstance(done.code, int) else int(done.code is not None)
        except KeyboardInterrupt:
            error = StoppedError(signal.SIGINT)
        except Exception as caught:
            error = caught
        error = _flush() or error
        if stop.by is not None and error is not None:
            # Also when it is another: an interrupted import comes out as an error of the import.
            error = StoppedError(stop.by)
        elif stop.by is not None and code == INTERRUPTED:
            code = StoppedError(stop.by).code
        return code if error is None else _tell(error, debug=debug)


@contextmanager
def interrupts_told() -> Iterator[None]:
    """Make an interrupt an error like any other: Typer would end it without a word."""
    try:
        yield
    except KeyboardInterrupt as stop:
        raise StoppedError(signal.SIGINT) from stop


class _Interrupt(KeyboardInterrupt):
    """What a signal raises.

    Not the bare KeyboardInterrupt: after one that came while `exec` made a dataclass, `python -m`
    ends the process by SIGINT, whatever its exit code.
    """


class _Stop:
    """Makes SIGTERM an interrupt like Control-C, and remembers which of them came first.

    An interrupt in a callback of a library goes no further: it is raised again, until it does.

    Attributes:
        by: The signal; None if none came.
    """

    def __init__(self) -> None:
        self.by: signal.Signals | None = None
        # A signal that is ignored stays so: that is how a shell starts a job in the background.
        self._before = {
            number: handler
            for number in (signal.SIGINT, signal.SIGTERM)
            if (handler := signal.getsignal(number)) is not signal.SIG_IGN
        }
        self._unraisable = sys.unraisablehook
        self._again: Timer | None = None

    def __enter__(self) -> "_Stop":
        for number in self._before:
            signal.signal(number, self._stop)
        sys.unraisablehook = self._swallowed
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        sys.unraisablehook = self._unraisable
        atexit.register(self.no_more)

    def no_more(self) -> None:
        """Let the program end in peace: it is ending already."""
        for number in self._before:
            signal.signal(number, signal.SIG_IGN)
        if self._again is not None:
            self._again.cancel()

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.by = self.by or signal.Signals(number)
        raise _Interrupt

    def _swallowed(self, unraisable: Any) -> None:
        """Take what a callback raised that nobody hears; raised at once, it would be lost again."""
        if self.by is not None and issubclass(unraisable.exc_type, _Interrupt):
            self._again = Timer(_SOON, os.kill, (os.getpid(), self.by))
            self._again.daemon = True
            self._again.start()
        else:
            self._unraisable(unraisable)


def _make_printable() -> None:
    """Let nothing be unprintable: a letter that a terminal does not have becomes its number."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by whoever started this process
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _flush() -> OSError | None:
    """Print what waits to be printed; if that fails it is lost, so that Python ends in peace."""
    try:
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return error
    return None


def _tell(error: Exception, *, debug: bool) -> int:
    if debug:
        traceback.print_exception(error)
    if isinstance(error, BrokenPipeError):
        return FAILED  # whoever read this has seen enough
    told = _told(error)
    _complain(told)
    return told.code if isinstance(told, DefectError | StoppedError) else FAILED


def _told(error: Exception) -> HsmError:
    """Return an error as it is told to people."""
    match error:
        case HsmError():
            return error
        case MemoryError() | OSError(errno=errno.ENOMEM):
            return HsmError("there is not enough memory for this")
        case OSError():
            where = error.filename if error.filename is not None else "input or output failed"
            return HsmError(f"{where}: {error.strerror or error}")
        case ImportError():
            return LibraryError(f"a package cannot be loaded: {error}")
    what = " ".join(str(error).split())
    return DefectError(f"a defect of hsm: {type(error).__name__}{': ' * bool(what)}{what}")


def _complain(error: HsmError) -> None:
    from hsm.console import complain

    try:
        complain(error)
    except OSError:  # there is nobody left to tell
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def _range_told(error: Any) -> str:
    """Return that a number is not in its range, both ends told; empty if it is another mistake."""
    low, high = getattr(error.param, "min", None), getattr(error.param, "max", None)
    found: list[Any] = getattr(error.__cause__, "errors", list)()  # of pydantic: tells one end
    if low is None or high is None or not found:
        return ""
    kind = "a whole number" if found[0]["type"].startswith("int") else "a number"
    return f"{str(found[0]['input'])[:40]} is not {kind} from {low:g} to {high:.10g}"


def lazy_group(groups: Mapping[str, str]) -> Any:
    """Return the class of a group of verbs whose interrupts are told from the first word on.

    Args:
        groups: Verbs with verbs of their own, each with the module whose `app` holds them: it is
            loaded when the verb is called, not when it is listed.
    """
    import typer  # the process of a robot ends like a command, and has no command line
    from typer.core import TyperGroup

    @contextmanager
    def plainly_told() -> Iterator[None]:
        """Tell a wrong word with the range of its number, and nothing of the library's own."""
        try:
            yield
        except typer.BadParameter as error:
            error.message = _range_told(error) or error.message.removeprefix("Value error, ")
            raise

    class _LazyGroup(TyperGroup):
        def resolve_command(self, ctx: Any, args: list[str]) -> Any:
            if args and args[0] in groups:
                group = typer.main.get_group(import_module(groups[args[0]]).app)
                # A module may hold a single verb, which is its own name.
                lone = list(group.commands) == [args[0]]
                return args[0], group.commands[args[0]] if lone else group, args[1:]
            return super().resolve_command(ctx, args)

        def make_context(self, *words: Any, **more: Any) -> Any:
            with interrupts_told(), plainly_told():
                return super().make_context(*words, **more)

        def invoke(self, ctx: Any) -> Any:
            with interrupts_told(), plainly_told():
                return super().invoke(ctx)

    return _LazyGroup
