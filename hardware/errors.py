"""Base class of all errors that are reported to users, and the question "did you mean".

It is in the lowest layer so that errors of every layer can derive from it. A command reports them
in one sentence; any other exception is a defect of the program.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any


class HsmError(Exception):
    """Base of all errors that a command prints in one sentence and without a traceback.

    Attributes:
        hint: Remedy, as a separate sentence; empty if the message already gives it.
    """

    hint: str = ""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        if self.hint:  # a user's own program ends with a traceback, which then shows the hint
            self.add_note(f"hint: {self.hint}")

    def __reduce__(self) -> tuple[Any, ...]:
        # By default an exception is unpickled from its message alone, which fails if it was
        # constructed from values: one from a worker process would look like a crashed worker.
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[HsmError], arguments: tuple[Any, ...], values: dict[str, Any]) -> HsmError:
    error = kind.__new__(kind, *arguments)
    error.__dict__.update(values)
    return error


class PlantError(HsmError):
    """The simulated robot cannot be computed."""


class LibraryError(HsmError):
    """A required library does not work on this machine."""

    hint = "`hsm doctor` reports what works on this machine and how to fix what does not."


def did_you_mean(name: str, known: Iterable[str], *, after: str = ", ", cutoff: float = 0.6) -> str:
    """Return a question that suggests the nearest known name, in any case; empty if none is near.

    Args:
        name: The unknown name.
        known: The known ones.
        after: Text before the question.
        cutoff: Smallest similarity of a near name, 0..1.
    """
    lower = {word.lower(): word for word in known}
    near = get_close_matches(name.lower(), lower, n=1, cutoff=cutoff)
    return f"{after}did you mean '{lower[near[0]]}'?" if near else ""
