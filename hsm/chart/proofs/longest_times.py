"""How long the robot needs at most: the longest way through the leaves, every leaf at its worst.

Every tick an adversary chooses all facts that are not given. A leaf then lasts until some row fires
whatever he chooses. Leaves that can follow each other in a ring (steps until the feet are closed,
executing and waiting) are taken to last together no longer than the slowest of them may alone. The
chart cannot know that; the component that counts the rounds has a test for it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hsm.chart.engine.compile import Arrow
from hsm.chart.engine.guards import Guard
from hsm.chart.proofs.property_kinds import BoundedResponse, Properties, Tries
from hsm.chart.proofs.state_space import Node, StateSpace, reached


@dataclass(frozen=True, slots=True)
class Bound:
    """The longest that a request can take from somewhere inside a state.

    Attributes:
        request: Name of what is asked.
        start: Where the robot is, by its short name.
        ticks: Ticks at most; None if there is no bound.
        seconds: The same in s.
    """

    request: str
    start: str
    ticks: int | None
    seconds: float | None


def longest(
    start: Node, successors: Mapping[Node, Iterable[Node]], cost: Mapping[Node, int | None]
) -> int | None:
    """Return the cost of the dearest way from a node to where nothing follows, or None.

    Args:
        start: Where the way begins; its own cost counts.
        successors: What can follow every node; a node that is missing ends the way and is free.
        cost: Cost of every node that has successors; None is without bound.
    """
    reach = {node: reached(node, successors) for node in reached(start, successors)}
    known: dict[frozenset[Node], int | None] = {}

    def ring(node: Node) -> frozenset[Node]:
        return frozenset(other for other in reach[node] if node in reach[other])

    def dearest(members: frozenset[Node]) -> int | None:
        if members not in known:
            own = [cost[node] for node in members if node in successors]
            after = {n for m in members for n in successors.get(m, ())} - members
            known[members] = _sum(_largest(own), _largest(dearest(ring(n)) for n in after))
        return known[members]

    return dearest(ring(start))


def response_bound(
    space: StateSpace, properties: Properties, claim: BoundedResponse, start: str
) -> Bound:
    """Return how long a held request takes from the worst leaf of a state, undisturbed."""
    chart = space.chart
    undisturbed = claim.undisturbed or properties.undisturbed
    given = chart.facts.parse(" & ".join((undisturbed, claim.given)))
    goal = space.leaves_of(claim.goal)
    failed = space.leaves_of(properties.failures)
    successors: dict[str, tuple[str, ...]] = {}
    cost: dict[str, int | None] = {}
    for leaf in chart.tree.leaves:
        if leaf in goal:
            continue
        arrows = space.fires(leaf, given)
        successors[leaf] = tuple(a.dest_leaf for a in arrows if a.dest_leaf not in failed)
        cost[leaf] = space.residence(leaf, given)
    ticks = _largest(longest(leaf, successors, cost) for leaf in chart.tree.leaves_of(start))
    return Bound(claim.name, start, ticks, None if ticks is None else ticks * chart.period)


def tries_bound(space: StateSpace, tries: Tries) -> Bound:
    """Return how long it takes until a sequence that may fail so many times is over."""
    chart = space.chart
    tree, facts = chart.tree, chart.facts
    goal = space.leaves_of(tries.goal)
    failed = tree.path(tries.failed)
    base, left = facts.parse(tries.given), facts.bit(tries.left)
    successors: dict[tuple[str, int], tuple[tuple[str, int], ...]] = {}
    cost: dict[tuple[str, int], int | None] = {}
    for failures in range(tries.limit + 1):
        given = base & Guard(left, left if failures < tries.limit else 0)
        for leaf in set(tree.leaves) - goal:
            node = (leaf, failures)
            successors[node] = tuple(
                (arrow.dest_leaf, failures + _enters(arrow, leaf, failed))
                for arrow in space.fires(leaf, given)
            )
            cost[node] = space.residence(leaf, given)
    ticks = longest((tree.path(tries.start), 0), successors, cost)
    seconds = None if ticks is None else ticks * chart.period
    return Bound(f"or give up after {tries.limit} failures", tries.start, ticks, seconds)


def bounds(space: StateSpace, properties: Properties) -> tuple[Bound, ...]:
    """Return all the bounds that are promised."""
    return (
        *(
            response_bound(space, properties, claim, start)
            for claim in properties.bounded_responses
            for start in claim.starts
        ),
        *(tries_bound(space, tries) for tries in properties.tries),
    )


def _enters(arrow: Arrow, leaf: str, state: str) -> int:
    return int(arrow.dest_leaf == state and leaf != state)


def _largest(costs: Iterable[int | None]) -> int | None:
    largest = 0
    for cost in costs:
        if cost is None:
            return None
        largest = max(largest, cost)
    return largest


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other
