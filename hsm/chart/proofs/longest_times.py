"""Longest response times: the longest path through the leaves, each at its worst-case duration.

In every tick an adversary chooses all facts that are not given; a leaf lasts until some row fires
whatever the choice. Leaves that can follow each other in a loop (steps until the feet are closed,
executing and waiting) are assumed to last together no longer than the slowest of them alone. The
chart cannot prove this; the component that limits the repetitions has a test for it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hsm.chart.engine.compile import Arrow
from hsm.chart.engine.guards import Guard
from hsm.chart.proofs.property_kinds import BoundedResponse, Properties, Tries
from hsm.chart.proofs.state_space import Node, StateSpace, reached


@dataclass(frozen=True, slots=True)
class Bound:
    """The longest time until a request is fulfilled, from any leaf of a state.

    Attributes:
        request: Name of the request.
        start: Short name of the initial state.
        ticks: Most ticks; None if there is no bound.
        seconds: The same in s.
        stays: If there is no bound: which leaves can last for ever, and facts that keep them.
    """

    request: str
    start: str
    ticks: int | None
    seconds: float | None
    stays: tuple[str, ...] = ()


def longest(
    start: Node, successors: Mapping[Node, Iterable[Node]], cost: Mapping[Node, int | None]
) -> int | None:
    """Return the cost of the most expensive path from a node to a final one; None if unbounded.

    Args:
        start: First node of the path; its cost counts.
        successors: Successors of every node; a node that is missing is final and costs nothing.
        cost: Cost of every node that has successors; None is unbounded.
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
    """Return the longest time of a held request from any leaf of a state, undisturbed."""
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
    starts = chart.tree.leaves_of(start)
    ticks = _largest(longest(leaf, successors, cost) for leaf in starts)
    if ticks is not None:
        return Bound(claim.name, start, ticks, ticks * chart.period)
    passed = {leaf for first in starts for leaf in reached(first, successors)}
    stays = tuple(space.stay(leaf, given) for leaf in cost if leaf in passed and cost[leaf] is None)
    return Bound(claim.name, start, None, None, stays)


def tries_bound(space: StateSpace, tries: Tries) -> Bound:
    """Return the longest time until a sequence with a limited number of failures is over."""
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
    """Return all claimed bounds."""
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
