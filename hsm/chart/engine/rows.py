"""Rows of the transition table: data only."""

from dataclasses import dataclass
from enum import IntEnum


class Priority(IntEnum):
    """Priority of a row, in search order; within a priority, rows are searched from the top."""

    SAFETY = 0  # protects the robot or people; never disabled
    OPERATOR = 1  # a person's hand: buttons, kill
    REACTION = 2  # a sensor changes the activity from inside
    SEQUENCE = 3  # an activity is over, or lasts too long
    REQUEST = 4  # a request of the behaviour


@dataclass(frozen=True, slots=True)
class Row:
    """One cause of transitions.

    Attributes:
        priority: Priority in the search.
        source: One or several states. A state may be a leaf or a compound, which stands for all
            its leaves. `*` stands for any one child, `{A, B}` for a choice.
        event: Name of the cause, snake_case. No leaf has two rows with the same event.
        guard: Conjunction of facts such as ``falling & !contact``; empty means always.
        dest: Destination; a compound means its first leaf. `*` is the child matched in `source`.
        after: Seconds for which the leaf must have been active, at least.
        limit: Seconds after which the row also fires without its guard, as the event `timeout`
            and after all other rows of its priority; 0 means never.
        reenter: The row also fires inside its own destination, which is then left and re-entered.
        ordered: The row overlaps with others of its priority on purpose: the upper one wins.
        note: One sentence for the reader of diagram and trace.
    """

    priority: Priority
    source: str | tuple[str, ...]
    event: str
    guard: str
    dest: str
    after: float = 0.0
    limit: float = 0.0
    reenter: bool = False
    ordered: bool = False
    note: str = ""

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources as written, always as a tuple."""
        return (self.source,) if isinstance(self.source, str) else self.source

    def __str__(self) -> str:
        guard = f" [{self.guard}]" if self.guard else ""
        return f"{', '.join(self.sources)} --{self.event}{guard}--> {self.dest}"
