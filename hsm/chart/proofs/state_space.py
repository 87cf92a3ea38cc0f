"""The state space of a chart: every leaf under every possible combination of its facts.

A leaf tests few facts (`MOST_FACTS_OF_A_LEAF`), so all their combinations can be enumerated. The
search is the one of the control cycle, vectorised over all combinations; a test compares the two.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from hsm.chart.engine.compile import Arrow, Chart, Option
from hsm.chart.engine.errors import ChartError
from hsm.chart.engine.factset import FactSet
from hsm.chart.engine.guards import Guard

Valuations = NDArray[np.uint64]
Choices = NDArray[np.int16]
Node = TypeVar("Node", bound=Hashable)

ANY = Guard()

# 2**20 combinations take tens of milliseconds; a leaf that tests more facts must be split.
MOST_FACTS_OF_A_LEAF = 20


def valuations(facts: FactSet, mask: int, given: Guard = ANY) -> Valuations:
    """Return every possible combination of some facts, as bit sets; all other bits are 0.

    Args:
        facts: The facts with the list of impossible combinations.
        mask: Bits of the facts to vary; those of `given` are added.
        given: Literals that hold.
    """
    mask |= given.care
    found = np.zeros(1, dtype=np.uint64)
    assigned = 0
    for bit in facts.bits.values():
        if not mask & bit:
            continue
        assigned |= bit
        raised = found | np.uint64(bit)
        if given.care & bit:
            found = raised if given.want & bit else found
        else:
            found = np.concatenate((found, raised))
        # Drop impossible combinations early: most decisions exclude each other.
        for guard in facts.impossible:
            if guard.care & bit and guard.care & ~assigned == 0:
                found = found[(found & np.uint64(guard.care)) != np.uint64(guard.want)]
    return found


def choices(options: Sequence[Option], seen: Valuations, ticks: int) -> Choices:
    """Return the position of the option that fires, or -1, for every combination."""
    chosen = np.full(seen.shape, -1, dtype=np.int16)
    for position in range(len(options) - 1, -1, -1):
        care, want, dwell, _ = options[position]
        if ticks >= dwell:
            chosen[(seen & np.uint64(care)) == np.uint64(want)] = position
    return chosen


@dataclass(frozen=True, eq=False)
class StateSpace:
    """A chart with cached queries over all combinations of facts."""

    chart: Chart
    _fired: dict[tuple[str, Guard], tuple[Arrow, ...]] = field(default_factory=dict, repr=False)
    _lasting: dict[tuple[str, Guard], int | None] = field(default_factory=dict, repr=False)

    def relevant(self, leaf: str) -> int:
        """Return the bits of the facts that a leaf tests."""
        mask = 0
        for care, *_ in self.chart.options[leaf]:
            mask |= care
        return mask

    def moments(self, leaf: str) -> tuple[int, ...]:
        """Return the ticks at which the behaviour of a leaf can change."""
        return tuple(sorted({1, 2, *(dwell for _, _, dwell, _ in self.chart.options[leaf])}))

    def choose(self, leaf: str, facts: Valuations, ticks: int) -> Choices:
        """Return which option of a leaf fires in its n-th tick, for every combination."""
        seen = facts & ~np.uint64(self.chart.facts.status) if ticks == 1 else facts
        return choices(self.chart.options[leaf], seen, ticks)

    def possible(self, leaf: str, given: Guard = ANY) -> Valuations:
        """Return all possible combinations of the facts that a leaf tests, given some literals."""
        mask = self.relevant(leaf)
        count = (mask & ~given.care).bit_count()
        if count > MOST_FACTS_OF_A_LEAF:
            raise ChartError([f"leaf '{self.chart.short(leaf)}' tests {count} facts: split it"])
        return valuations(self.chart.facts, mask, given)

    def fires(self, leaf: str, given: Guard = ANY) -> tuple[Arrow, ...]:
        """Return the arrows that can fire in a leaf, given some literals."""
        if (leaf, given) not in self._fired:  # the bounds repeat the same queries
            facts = self.possible(leaf, given)
            positions: set[int] = set()
            for ticks in self.moments(leaf):
                positions.update(np.unique(self.choose(leaf, facts, ticks)).tolist())
            options = self.chart.options[leaf]
            found = tuple(options[position][3] for position in sorted(positions - {-1}))
            self._fired[leaf, given] = found
        return self._fired[leaf, given]

    def residence(self, leaf: str, given: Guard = ANY) -> int | None:
        """Return after how many ticks a leaf ends, whatever the other facts; None if unbounded."""
        if (leaf, given) not in self._lasting:
            facts = self.possible(leaf, given)
            self._lasting[leaf, given] = next(
                (
                    ticks
                    for ticks in self.moments(leaf)
                    if not np.any(self.choose(leaf, facts, ticks) < 0)
                ),
                None,
            )
        return self._lasting[leaf, given]

    def stay(self, leaf: str, given: Guard = ANY) -> str:
        """Return a sentence about a leaf that can last for ever, with the fewest facts for it."""
        facts = self.possible(leaf, given)
        staying = facts[self.choose(leaf, facts, self.moments(leaf)[-1]) < 0]
        keep = min((int(each) & ~given.care for each in staying), key=int.bit_count)
        names = " & ".join(self.chart.facts.names(keep)) or "no further fact"
        return f"{self.chart.short(leaf)} can last for ever, with {names}"

    @cached_property
    def live(self) -> dict[str, tuple[Arrow, ...]]:
        """The arrows that can fire, by leaf."""
        return {leaf: self.fires(leaf) for leaf in self.chart.tree.leaves}

    @cached_property
    def successors(self) -> dict[str, tuple[str, ...]]:
        """The leaves that can follow, by leaf."""
        return {
            leaf: tuple(dict.fromkeys(arrow.dest_leaf for arrow in arrows))
            for leaf, arrows in self.live.items()
        }

    def reached(self, start: str) -> frozenset[str]:
        """Return the leaves that can be reached from a leaf, itself included."""
        return reached(start, self.successors)

    def leaves_of(self, patterns: Iterable[str]) -> frozenset[str]:
        """Return the leaves inside the states that some patterns match."""
        tree = self.chart.tree
        return frozenset(
            leaf
            for pattern in patterns
            for state, _ in tree.expand(pattern)
            for leaf in tree.leaves_of(state)
        )


def reached(start: Node, successors: Mapping[Node, Iterable[Node]]) -> frozenset[Node]:
    """Return the nodes that can be reached from a node, itself included."""
    seen, todo = {start}, [start]
    while todo:
        fresh = set(successors.get(todo.pop(), ())) - seen
        seen |= fresh
        todo += fresh
    return frozenset(seen)
