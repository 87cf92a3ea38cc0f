"""Errors of the program: one base, one class per kind of cause.

The base, `HsmError`, is defined in `hardware`, the lowest layer. Programming mistakes raise. Robot
conditions (a fall, a lost link, a hot joint) are facts and transitions, never exceptions. An error
has its values as attributes, so that tests and commands need not parse its text.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from importlib.util import find_spec
from typing import TypeVar

from hardware.errors import HsmError, did_you_mean

__all__ = [
    "ConfigError",
    "HsmError",
    "Mistakes",
    "Problem",
    "UsageError",
    "UnknownNameError",
    "counted",
    "demand_package",
    "did_you_mean",
    "missing_package",
]

T = TypeVar("T")
_MANY = 20
"""Largest number of names that are all listed; of more, only the nearest are."""


def missing_package(package: str, extra: str) -> str:
    """Return the sentence about a package that is not installed, and the extra that has it."""
    return f"{package} is not installed; fix: pip install 'nao-hsm[{extra}]'"


def demand_package(package: str, extra: str) -> None:
    """Check that an optional package is installed.

    Raises:
        HsmError: If it is missing; `extra` names the dependencies that include it.
    """
    if find_spec(package) is None:
        raise HsmError(missing_package(package, extra))


def counted(number: int, word: str) -> str:
    """Return a count with its noun: `1 motion`, `2 motions`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


class UsageError(HsmError):
    """A command line that contradicts itself, or asks for what no command can do."""

    code = 2


class UnknownNameError(HsmError):
    """An unknown name on a command line or from a program, which may pass any object.

    Attributes:
        kind: Kind of thing that it should name.
        name: The name.
        hint: The known names; the nearest ones, if there are many.
    """

    def __init__(self, kind: str, name: object, known: Sequence[str], next_step: str = "") -> None:
        """Take the name and those that exist; `next_step` tells how to see them if none is near."""
        self.kind = kind
        self.name = name = str(name)
        verb = "are" if len(known) > 1 else "is only"
        self.hint = f"there {verb} {', '.join(known)}." if known else f"there is no {kind} yet."
        question = did_you_mean(name, known, after="; ")
        if len(known) > _MANY:
            near = ", ".join(get_close_matches(name, known, n=5, cutoff=0.0))
            self.hint = f"there are {len(known)}; the nearest are {near}."
            if not question:  # put the nearest names into the sentence itself
                question = f"; the nearest are {near}"
                self.hint = "; ".join(filter(None, (f"there are {len(known)}", next_step))) + "."
        super().__init__(f"unknown {kind} '{name}'{question}")


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake in one file.

    Attributes:
        file: The file as displayed, clickable in a terminal.
        line: Line, from 1.
        column: Column, from 1.
        path: Path in the data, such as `get_up.keyframes[5].duration_ms`; empty for the whole file.
        message: What was expected and what was found.
        kind: Kind of mistake, see `hsm.settings.messages.kind_of`; empty if unspecified.
    """

    file: str
    line: int
    column: int
    path: str
    message: str
    kind: str = ""

    def __str__(self) -> str:
        subject = f"{self.path}: " if self.path else ""
        return f"{self.file}:{self.line}:{self.column}: {subject}{self.message}"


class ConfigError(HsmError):
    """Files that cannot be loaded, with all their mistakes at once.

    Attributes:
        problems: The mistakes, in the order of files and lines.
    """

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__(problems)

    def __str__(self) -> str:
        told: set[str] = set()
        lines = [self._shortened(problem, told) for problem in self.problems]
        files = len({problem.file for problem in self.problems})
        errors = len(self.problems)
        count = f"{counted(errors, 'error')} in {counted(files, 'file')}"
        return "\n".join([*lines, f"{count}. Nothing was loaded."])

    @staticmethod
    def _shortened(problem: Problem, told: set[str]) -> str:
        """Return a mistake as text; a list of valid names is given only the first time."""
        what, listed, names = problem.message.partition(", expected one of ")
        if not listed or names not in told:
            told.add(names)
            return str(problem)
        return str(replace(problem, message=what))


class Mistakes:
    """Collects the mistakes of several loads, so that a person sees all of them at once.

    Attributes:
        problems: Mistakes found so far.
    """

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def take(self, load: Callable[[], T]) -> T | None:
        """Return the result of a load; if it fails, collect its mistakes and return None."""
        try:
            return load()
        except ConfigError as error:
            self.problems += error.problems
            return None

    def demand_none(self) -> None:
        """Raise if there were any mistakes.

        Raises:
            ConfigError: With all of them, in the order in which they were found.
        """
        if self.problems:
            raise ConfigError(tuple(self.problems))
