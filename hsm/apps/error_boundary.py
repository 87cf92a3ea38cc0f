"""Error boundary of every command: one sentence for an error, and a defined exit code.

| code | meaning |
|---|---|
| 0 | done |
| 1 | an expectation failed, files have mistakes, or the command could not do its work |
| 2 | usage error |
| 70 | defect of the program |
| 129, 130, 143 | terminal closed (a robot's run), interrupted, terminated |
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
from pathlib import Path
from types import FrameType
from typing import Any, Final

from hardware.errors import HsmError, LibraryError
from hsm.errors import UsageError

_SOON: Final = 1e-3
"""Time after which a callback that swallowed an interrupt has mostly returned, s."""
FAILED: Final = 1
INTERRUPTED: Final = 130
"""Exit code of a command that was stopped by any signal and has already reported it."""
INSTALL_GL: Final = "apt-get install libegl1 libegl-mesa0 libgl1-mesa-dri, or libosmesa6"
"""Remedy if no OpenGL works without a screen."""
GL_REMEDY: Final = f"unset MUJOCO_GL, or install what it names ({INSTALL_GL})"
"""Remedy if MuJoCo does not load while that variable selects its OpenGL."""
_ROOT: Final = Path(__file__).resolve().parents[2]
_PACKAGES: Final = ("hsm", "motions", "hardware")


class DefectError(HsmError):
    """An unforeseen error: a defect of the program, not a mistake of the user."""

    code = 70
    hint = "run the command again with --debug to see the traceback; please report it."

    def __init__(self, message: str, place: str) -> None:
        if place:
            self.hint = f"If you have edited that file, correct it; otherwise {self.hint}"
        super().__init__(message + place)


class StoppedError(HsmError):
    """The command was stopped by a signal."""

    def __init__(self, by: signal.Signals) -> None:
        self.code = 128 + by
        super().__init__(f"stopped by {by.name}")


def guarded(command: Callable[[], object], *, debug: bool) -> int:
    """Run a command, which may end with SystemExit, and return its exit code.

    An error is printed, with its traceback if `debug`.
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
            if _by_interrupt(done):
                error = StoppedError(signal.SIGINT)
            code = done.code if isinstance(done.code, int) else int(done.code is not None)
        except KeyboardInterrupt:
            error = StoppedError(signal.SIGINT)
        except Exception as caught:
            error = caught
        error = _flush() or error
        if stop.by is not None and error is not None:
            # Whatever the error: an interrupted import, for example, raises an ImportError.
            error = StoppedError(stop.by)
        elif stop.by is not None and code == INTERRUPTED:
            code = StoppedError(stop.by).code
        return code if error is None else _tell(error, debug=debug)


def _by_interrupt(end: SystemExit) -> bool:
    """Return whether an interrupt led to an exit: Typer turns it into one without a message."""
    cause: BaseException | None = end
    while cause is not None and not isinstance(cause, KeyboardInterrupt):
        cause = cause.__cause__ or cause.__context__
    return cause is not None


class _Interrupt(KeyboardInterrupt):
    """Exception raised by a signal.

    Not KeyboardInterrupt itself: if one is raised while `exec` builds a dataclass, `python -m`
    ends the process by SIGINT, whatever its exit code.
    """


class _Stop:
    """Handles SIGTERM like Control-C and remembers which signal came first.

    An interrupt raised in a library callback is swallowed there; it is raised again until it
    takes effect.

    Attributes:
        by: The first signal; None if none came.
    """

    def __init__(self) -> None:
        self.by: signal.Signals | None = None
        # An ignored signal stays ignored: a shell starts background jobs this way.
        self._before = {
            number: handler
            for number in (signal.SIGINT, signal.SIGTERM)
            if (handler := signal.getsignal(number)) is not signal.SIG_IGN
        }
        self._unraisable = sys.unraisablehook

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
        """Ignore further signals: the program is already ending."""
        for number in self._before:
            signal.signal(number, signal.SIG_IGN)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.by = self.by or signal.Signals(number)
        raise _Interrupt

    def _swallowed(self, unraisable: Any) -> None:
        """Raise an interrupt that a callback swallowed again, after the callback."""
        if self.by is not None and issubclass(unraisable.exc_type, _Interrupt):
            self._before.setdefault(signal.SIGALRM, signal.signal(signal.SIGALRM, self._again))
            signal.setitimer(signal.ITIMER_REAL, _SOON)
        else:
            self._unraisable(unraisable)

    def _again(self, number: int, frame: FrameType | None) -> None:
        swallowing = _Stop._swallowed.__code__
        if any(each.f_code is swallowing for each, _ in traceback.walk_stack(frame)):
            signal.setitimer(signal.ITIMER_REAL, _SOON)  # raised here, it would be lost again
        else:
            raise _Interrupt


def _make_printable() -> None:
    """Make every text printable: characters outside the terminal's encoding are escaped."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by the parent process
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _flush() -> OSError | None:
    """Flush stdout; if that fails, discard its buffer, so that Python exits cleanly."""
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
        return FAILED  # the reader has closed the pipe: no message
    told = _told(error)
    _complain(told)
    return told.code if isinstance(told, DefectError | StoppedError | UsageError) else FAILED


def _told(error: Exception) -> HsmError:
    """Return an error in the form shown to users."""
    match error:
        case LibraryError(hint=LibraryError.hint) if os.environ.get("MUJOCO_GL"):
            if not isinstance(error.__cause__, ModuleNotFoundError):  # MuJoCo is installed
                error.hint = f"{GL_REMEDY}; {LibraryError.hint}"
            return error
        case HsmError():
            return error
        case MemoryError() | OSError(errno=errno.ENOMEM):
            return HsmError("there is not enough memory for this")
        case OSError():
            where = error.filename if error.filename is not None else "input or output failed"
            return HsmError(f"{where}: {error.strerror or error}")
        case ImportError() if (error.name or "").split(".")[0] not in _PACKAGES:
            return LibraryError(f"a package cannot be loaded: {error}")
    what = " ".join(str(error.msg if isinstance(error, SyntaxError) else error).split())
    kind = type(error).__name__
    text = f"{kind}: {what}" if what else kind
    return DefectError(f"a defect of hsm: {text}", _place(error))


def _place(error: Exception) -> str:
    """Return the last place of a traceback that lies in the project; empty if there is none."""
    frames = traceback.extract_tb(error.__traceback__)
    places = [(Path(frame.filename), frame.lineno) for frame in frames]
    if isinstance(error, SyntaxError) and error.filename is not None:
        places.append((Path(error.filename), error.lineno))  # what cannot be parsed has no frame
    for file, line in reversed(places):
        if file == Path(__file__):  # the error comes from outside
            return ""
        if any(file.is_relative_to(_ROOT / package) for package in _PACKAGES):
            return f" ({file.relative_to(_ROOT)}, line {line})"
    return ""


def _complain(error: HsmError) -> None:
    from hsm.console import complain

    try:
        complain(error)
    except OSError:  # stderr is closed too
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def _range_told(error: Any) -> str:
    """Return a message with both ends of a number's range; empty for any other mistake."""
    low, high = getattr(error.param, "min", None), getattr(error.param, "max", None)
    found: list[Any] = getattr(error.__cause__, "errors", list)()  # from pydantic: names one end
    if low is None or high is None or not found:
        return ""
    kind = "a whole number" if found[0]["type"].startswith("int") else "a number"
    return f"{str(found[0]['input'])[:40]} is not {kind} from {low:g} to {high:.10g}"


def lazy_group(groups: Mapping[str, str]) -> Any:
    """Return a class for a group of verbs that loads subgroups lazily and tells mistakes plainly.

    Args:
        groups: Verbs with subcommands, each with the module whose `app` defines them: it is
            loaded when the verb is called, not when it is listed.
    """
    import typer  # not at the top: the robot process uses this module, but has no command line
    from typer.core import TyperGroup

    @contextmanager
    def plainly_told() -> Iterator[None]:
        """Report a wrong number with its range, without the library's own wording."""
        try:
            yield
        except typer.BadParameter as error:
            error.message = _range_told(error) or error.message.removeprefix("Value error, ")
            raise

    class _LazyGroup(TyperGroup):
        def resolve_command(self, ctx: Any, args: list[str]) -> Any:
            if args and args[0] in groups:
                app = import_module(groups[args[0]]).app
                app.rich_markup_mode = self.rich_markup_mode
                group = typer.main.get_group(app)
                # A module may define a single verb, named like the group.
                lone = list(group.commands) == [args[0]]
                return args[0], group.commands[args[0]] if lone else group, args[1:]
            return super().resolve_command(ctx, args)

        def make_context(self, *words: Any, **more: Any) -> Any:
            with plainly_told():
                return super().make_context(*words, **more)

        def invoke(self, ctx: Any) -> Any:
            with plainly_told():
                return super().invoke(ctx)

    return _LazyGroup
