"""Livelocks: leaves that pass the robot on to each other while no fact changes.

One of one or two ticks per leaf is a fault of the table (the robot shivers between two modes).
The two-tick kind needs what a leaf says about itself, which is masked only in its first tick.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from hsm.chart.engine.guards import Guard
from hsm.chart.proofs.state_space import StateSpace, Valuations, valuations

LONGEST = 3


@dataclass(frozen=True, slots=True)
class Livelock:
    """Leaves that follow each other for ever.

    Attributes:
        leaves: In their order.
        facts: One combination of facts that drives it.
    """

    leaves: tuple[str, ...]
    facts: int


def livelocks(space: StateSpace, ticks: int) -> tuple[Livelock, ...]:
    """Return the livelocks of two or three leaves, each left within so many ticks.

    Args:
        space: The chart.
        ticks: Ticks that each leaf of it lasts at most, 1 or 2. Pulses count in livelocks of one
            tick only: by their definition they are over in the second.
    """
    facts = space.chart.facts
    given = Guard() if ticks == 1 else Guard(facts.pulses, 0)
    found = []
    for leaves in _candidates(space, ticks):
        mask = 0
        for leaf in leaves:
            mask |= space.relevant(leaf)
        held = valuations(facts, mask, given)
        for leaf, follower in zip(leaves, leaves[1:] + leaves[:1], strict=True):
            held = held[_passes_on(space, leaf, follower, held, ticks)]
        if held.size:
            found.append(Livelock(leaves, int(held[0])))
    return tuple(found)


def _passes_on(
    space: StateSpace, leaf: str, follower: str, facts: Valuations, ticks: int
) -> np.typing.NDArray[np.bool_]:
    """Return for which facts a leaf is left for a certain follower within so many ticks."""
    options = space.chart.options[leaf]
    wanted = [n for n, (*_, arrow) in enumerate(options) if arrow.dest_leaf == follower]
    chosen = space.choose(leaf, facts, 1)
    for age in range(2, ticks + 1):
        chosen = np.where(chosen < 0, space.choose(leaf, facts, age), chosen)
    return np.isin(chosen, wanted)


def _candidates(space: StateSpace, ticks: int) -> Iterator[tuple[str, ...]]:
    """Yield every ring of arrows that need not wait, once, beginning with its first leaf."""
    order = {leaf: number for number, leaf in enumerate(space.chart.tree.leaves)}
    quick = {
        leaf: {a.dest_leaf for a in arrows if a.dwell <= ticks and a.dest_leaf != leaf}
        for leaf, arrows in space.live.items()
    }

    def extend(way: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        for leaf in sorted(quick[way[-1]], key=order.__getitem__):
            if leaf == way[0]:
                yield way
            elif leaf not in way and order[leaf] > order[way[0]] and len(way) < LONGEST:
                yield from extend((*way, leaf))

    for leaf in order:
        yield from extend((leaf,))
