"""The base of all errors that are meant for people.

It stands on the lowest floor, so that the errors of every floor derive from it: a command tells
them in one sentence, and anything else that is raised is a defect of the program.
"""

from typing import Any


class HsmError(Exception):
    """Base of all errors that a command prints in one sentence and without a traceback.

    Attributes:
        hint: What to do about it, in a sentence of its own; empty if the error says it itself.
    """

    hint: str = ""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        if self.hint:  # a program of somebody's own ends in a traceback, and tells it there
            self.add_note(f"hint: {self.hint}")

    def __reduce__(self) -> tuple[Any, ...]:
        # By default an error is made again from its message alone, which fails for one that is
        # made from values: on its way from a worker process it would look like a lost worker.
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[HsmError], arguments: tuple[Any, ...], values: dict[str, Any]) -> HsmError:
    error = kind.__new__(kind, *arguments)
    error.__dict__.update(values)
    return error


class PlantError(HsmError):
    """The simulated robot cannot be computed."""


class LibraryError(HsmError):
    """A library that is needed does not work on this machine."""

    hint = "`hsm doctor` says what works on this machine, and how to mend what does not."
