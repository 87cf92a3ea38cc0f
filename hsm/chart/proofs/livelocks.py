"""Livelocks: loops of leaves that are traversed while no fact changes.

A livelock of one or two ticks per leaf is a fault of the table: the robot chatters between modes.
The two-tick kind depends on status facts, which are masked only in the first tick of a leaf.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from hsm.chart.engine.guards import Guard
from hsm.chart.proofs.state_space import StateSpace, Valuations, valuations

LONGEST = 3


@dataclass(frozen=True, slots=True)
class Livelock:
    """Leaves that follow each other forever.

    Attributes:
        leaves: The leaves, in order.
        facts: One combination of facts that drives the loop.
    """

    leaves: tuple[str, ...]
    facts: int


def livelocks(space: StateSpace, ticks: int) -> tuple[Livelock, ...]:
    """Return the livelocks of two or three leaves, each left within the given ticks.

    Args:
        space: State space of the chart.
        ticks: Most ticks per leaf, 1 or 2. Pulses count only in livelocks of one tick: by
            definition they are over in the second.
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
    """Return for which facts a leaf is left for the follower within the given ticks."""
    options = space.chart.options[leaf]
    wanted = [n for n, (*_, arrow) in enumerate(options) if arrow.dest_leaf == follower]
    chosen = space.choose(leaf, facts, 1)
    for age in range(2, ticks + 1):
        chosen = np.where(chosen < 0, space.choose(leaf, facts, age), chosen)
    return np.isin(chosen, wanted)


def _candidates(space: StateSpace, ticks: int) -> Iterator[tuple[str, ...]]:
    """Yield every loop of arrows with short dwell once, starting at its first leaf."""
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
