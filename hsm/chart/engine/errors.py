"""Errors of charts; a table reports all its mistakes at once."""

import difflib
from collections.abc import Iterable, Sequence

from hsm.errors import HsmError


class ChartError(HsmError):
    """A table that cannot be built.

    Attributes:
        problems: One sentence per mistake; each names the row, the value and, where there is one,
            the nearest valid name.
    """

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


class EngineError(RuntimeError):
    """The engine and the library disagree, or a callback fired an event: a programming mistake."""


def unknown(kind: str, name: str, known: Iterable[str]) -> str:
    """Return a sentence that a name is unknown, with the nearest known one."""
    near = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.0)
    hint = f"; the nearest is '{near[0]}'" if near else ""
    return f"unknown {kind} '{name}'{hint}"
