"""Compiles a table into a chart: checks names, expands patterns, sorts rows.

Compiling reports all values of a wrong type at once, then all mistakes in names and numbers.
Others, such as a row that never fires, are found by the checker (`../proofs/check.py`).
"""

import hashlib
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hsm.chart.engine.errors import ChartError
from hsm.chart.engine.factset import FactSet
from hsm.chart.engine.guards import Guard
from hsm.chart.engine.rows import Priority, Row
from hsm.chart.engine.tree import Tree

TIMEOUT = "timeout"

_EVENT = re.compile(r"(?!(to|may|is|on)_)[a-z][a-z0-9]*(_[a-z0-9]+)*")
# The library adds one method per event to its model, beside these.
_TAKEN_BY_THE_LIBRARY = frozenset({"state", "trigger"})


@dataclass(frozen=True, slots=True, eq=False)
class Arrow:
    """An elementary row: one source, one destination, masks instead of names.

    Attributes:
        row: The row as written.
        rank: Position of the row in the search order, over the whole table, from 1.
        source: Source state; a compound stands for `leaves`.
        dest: Destination state; a compound means `dest_leaf`.
        dest_leaf: The leaf that is active afterwards.
        event: Event of the row, or `timeout` for its limit.
        guard: Facts that must hold; empty for a limit.
        guard_text: The same as written.
        dwell: Ticks for which the leaf must have been active, at least 1.
        leaves: Leaves in which the row is tested.
        of_limit: The arrow stands for the limit of the row, without its guard.
    """

    row: Row
    rank: int
    source: str
    dest: str
    dest_leaf: str
    event: str
    guard: Guard
    guard_text: str
    dwell: int
    leaves: tuple[str, ...]
    of_limit: bool = False

    @property
    def priority(self) -> Priority:
        """Priority of the row."""
        return self.row.priority

    @property
    def seconds(self) -> float:
        """Seconds for which the leaf must have been active, as written."""
        return self.row.limit if self.of_limit else self.row.after


Option = tuple[int, int, int, Arrow]
"""care, want and dwell of an arrow, copied here so that the search reads nothing else."""


@dataclass(frozen=True, slots=True, eq=False)
class Chart:
    """A compiled table.

    Attributes:
        tree: The states.
        facts: The facts.
        rows: The table as written.
        arrows: All elementary rows.
        options: The arrows of every leaf, in search order.
        period: Duration of one tick, s.
        initial: Leaf that is active at the start, without having been entered.
        fault: Leaf that a defect leads to.
        structure: Short hash of everything that can change a decision.
    """

    tree: Tree
    facts: FactSet
    rows: tuple[Row, ...]
    arrows: tuple[Arrow, ...]
    options: dict[str, tuple[Option, ...]]
    period: float
    initial: str
    fault: str
    structure: str

    def seen(self, facts: int, ticks: int) -> int:
        """Return the facts that are visible to a leaf in its n-th tick (from 1).

        A leaf's own status does not count in its first tick: then no loop of one tick per leaf can
        rest on it, as the proofs of livelocks assume.
        """
        return facts & ~self.facts.status if ticks == 1 else facts

    def select(self, leaf: str, facts: int, ticks: int) -> Arrow | None:
        """Return the arrow that fires in a leaf, or None."""
        return select(self.options[leaf], self.seen(facts, ticks), ticks)

    def short(self, state: str) -> str:
        """Return the short name of a state."""
        return self.tree.short(state)


def select(options: Sequence[Option], seen: int, ticks: int) -> Arrow | None:
    """Return the first arrow that holds, or None; every transition is decided here."""
    for care, want, dwell, arrow in options:
        if seen & care == want and ticks >= dwell:
            return arrow
    return None


def compile_chart(
    tree: Tree, rows: Sequence[Row], facts: FactSet, *, period: float, initial: str, fault: str
) -> Chart:
    """Expand, check and sort a table.

    Args:
        tree: The states.
        rows: The table; within a priority, the upper row is tested first.
        facts: The facts that guards may name.
        period: Duration of one tick in s.
        initial: State in which the machine starts; its entry actions do not run.
        fault: State that a defect leads to.

    Raises:
        ChartError: With one sentence per mistake.
    """
    problems = [
        f"row {number} '{row.event}': {problem}"
        for number, row in enumerate(rows, start=1)
        for problem in _mistyped(row)
    ]
    if problems:
        raise ChartError(problems)  # such rows can be neither sorted nor expanded
    arrows: list[Arrow] = []
    order = {number: rank for rank, number in enumerate(_search_order(rows), start=1)}
    for number, row in enumerate(rows):
        where = f"row {number + 1} '{row.event}'"
        problems += [f"{where}: {problem}" for problem in _problems(row)]
        try:
            arrows += _expand(row, order[number], tree, facts, period)
        except ChartError as error:
            problems += [f"{where}: {problem}" for problem in error.problems]
    options = {leaf: _sorted_options(leaf, arrows) for leaf in tree.leaves}
    problems += _double_events(tree, options)
    if problems:
        raise ChartError(problems)
    return Chart(
        tree=tree,
        facts=facts,
        rows=tuple(rows),
        arrows=tuple(arrows),
        options=options,
        period=period,
        initial=tree.first_leaf(initial),
        fault=tree.first_leaf(fault),
        structure=_structure(options, facts, period),
    )


def ticks_of(seconds: float, period: float) -> int:
    """Return the number of ticks after which the seconds have elapsed, at least 1."""
    # Rounded first: 0.6 s / 12 ms is 50 ticks, whatever the last bit of the quotient.
    return max(1, math.ceil(round(seconds / period, 6)))


def _search_order(rows: Sequence[Row]) -> list[int]:
    return sorted(range(len(rows)), key=lambda number: (rows[number].priority, number))


def _sorted_options(leaf: str, arrows: Sequence[Arrow]) -> tuple[Option, ...]:
    """Return the arrows of a leaf, sorted by priority, with limits last in each, then by rank."""
    mine = [arrow for arrow in arrows if leaf in arrow.leaves]
    mine.sort(key=lambda arrow: (arrow.priority, arrow.of_limit, arrow.rank))
    return tuple((arrow.guard.care, arrow.guard.want, arrow.dwell, arrow) for arrow in mine)


def _expand(
    row: Row, rank: int, tree: Tree, facts: FactSet, period: float
) -> Iterator[Arrow]:  # one per source, and one more for its limit
    guard = facts.parse(row.guard)
    if not facts.possible(guard):
        raise ChartError([f"guard '{row.guard}' contradicts the assumptions about facts"])
    text = " & ".join(part.strip() for part in row.guard.split("&"))
    for pattern in row.sources:
        for source, star in tree.expand(pattern):
            if "*" in row.dest and not star:
                raise ChartError(
                    [f"destination '{row.dest}' has a '*', but source '{pattern}' has none"]
                )
            dest = tree.path(row.dest.replace("*", star))
            leaves = tuple(
                leaf
                for leaf in tree.leaves_of(source)
                if row.reenter or not tree.inside(leaf, dest)
            )
            if not leaves:
                raise ChartError(
                    [f"never fires: '{tree.short(source)}' lies in its destination; set reenter"]
                )
            first = tree.first_leaf(dest)
            dwell = ticks_of(row.after, period)
            yield Arrow(row, rank, source, dest, first, row.event, guard, text, dwell, leaves)
            if row.limit:
                yield Arrow(
                    row, rank, source, dest, first, TIMEOUT, Guard(), "",
                    ticks_of(row.limit, period), leaves, of_limit=True,
                )  # fmt: skip


def _mistyped(row: Row) -> Iterator[str]:
    """Yield the values of a wrong type: rows also come from programs that no type checker saw."""
    if not isinstance(row.priority, Priority):
        yield f"priority {row.priority!r} is none of {', '.join(known.name for known in Priority)}"
    for name, text in (("event", row.event), ("guard", row.guard), ("dest", row.dest)):
        if not isinstance(text, str):
            yield f"{name} {text!r} is not a text"
    listed = isinstance(row.sources, Sequence)
    if not listed or not all(isinstance(source, str) for source in row.sources):
        yield f"source {row.source!r} is neither a text nor several"
    for name, seconds in (("after", row.after), ("limit", row.limit)):
        number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
        if not number or not math.isfinite(seconds):
            yield f"{name} {seconds!r} is not a finite number of seconds"


def _problems(row: Row) -> Iterator[str]:
    if not _EVENT.fullmatch(row.event) or row.event in _TAKEN_BY_THE_LIBRARY:
        yield f"event '{row.event}' is not a snake_case cause, or is reserved by the library"
    if row.after < 0.0 or row.limit < 0.0:
        yield f"after {row.after} s and limit {row.limit} s must not be negative"
    if row.limit and row.limit <= row.after:
        yield f"limit {row.limit} s must be greater than after {row.after} s"
    if row.limit and not row.guard.strip():
        yield f"limit {row.limit} s on a row that always holds; use `after` instead"


def _double_events(tree: Tree, options: dict[str, tuple[Option, ...]]) -> Iterator[str]:
    for leaf, mine in options.items():
        for event, count in Counter(arrow.event for *_, arrow in mine).items():
            if count > 1:
                by = " (by their `limit`)" if event == TIMEOUT else ""
                yield f"leaf '{tree.short(leaf)}' has {count} rows named '{event}'{by}: keep one"


def _structure(options: dict[str, tuple[Option, ...]], facts: FactSet, period: float) -> str:
    lines = [repr(period), *facts.bits, *(assumption.text for assumption in facts.assumptions)]
    for leaf, mine in options.items():
        lines.append(leaf)
        for care, want, dwell, arrow in mine:
            lines.append(f"{arrow.priority} {arrow.event} {care:x} {want:x} {dwell} {arrow.dest}")
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]
