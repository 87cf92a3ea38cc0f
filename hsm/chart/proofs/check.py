"""The checker: proves properties over every leaf and every possible combination of facts.

`check` reports for each property of a compiled chart whether it holds, with every counterexample.
Nothing is sampled. The proofs assume only the list of impossible combinations, which the machine
enforces at run time.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

from hsm.chart.engine.compile import Arrow, Chart, ticks_of
from hsm.chart.engine.guards import Guard
from hsm.chart.proofs.livelocks import Livelock, livelocks
from hsm.chart.proofs.longest_times import Bound, bounds
from hsm.chart.proofs.property_kinds import Invariant, Properties, Refusal, Response, Watch
from hsm.chart.proofs.state_space import MOST_FACTS_OF_A_LEAF, StateSpace


@dataclass(frozen=True, slots=True)
class Finding:
    """The result for one property of the chart.

    Attributes:
        claim: The property.
        failures: One sentence for every counterexample.
        figure: Extent of the check, in numbers.
    """

    claim: str
    failures: tuple[str, ...] = ()
    figure: str = ""

    @property
    def holds(self) -> bool:
        """Whether the property holds."""
        return not self.failures

    def __str__(self) -> str:
        head = f"{'ok  ' if self.holds else 'FAIL'}  {self.claim}"
        lines = [f"{head} ({self.figure})" if self.figure else head]
        return "\n".join(lines + [f"        {failure}" for failure in self.failures])


@dataclass(frozen=True, slots=True)
class Report:
    """The results of the checker.

    Attributes:
        structure: Hash of the chart that was checked.
        findings: One per property.
        bounds: Longest times until held requests are fulfilled.
    """

    structure: str
    findings: tuple[Finding, ...]
    bounds: tuple[Bound, ...]

    @property
    def holds(self) -> bool:
        """Whether every property holds."""
        return all(finding.holds for finding in self.findings)

    def __str__(self) -> str:
        lines = [f"chart {self.structure}", *map(str, self.findings), "at most, in seconds:"]
        for bound in self.bounds:
            seconds = "no bound" if bound.seconds is None else f"{bound.seconds:6.2f}"
            lines.append(f"    {seconds}  {bound.request}, from {bound.start}")
        return "\n".join(lines)


def check(chart: Chart, properties: Properties) -> Report:
    """Check all claimed properties of a chart."""
    space = StateSpace(chart)
    general: tuple[Callable[[StateSpace, Properties], Finding], ...] = (
        every_leaf_is_reachable,
        every_leaf_can_go_home,
        every_row_fires,
        every_leaf_asks_few_facts,
        overlaps_are_declared,
        stays_are_bounded,
        re_entries_need_a_fresh_cause,
        nothing_oscillates,
    )
    limits = bounds(space, properties)
    findings = (
        *(prove(space, properties) for prove in general),
        *(responds(space, response) for response in properties.responses),
        *(obeys(space, invariant) for invariant in properties.invariants),
        *(refuses(space, refusal) for refusal in properties.refusals),
        *(is_watched(space, watch) for watch in properties.watches),
        responses_are_bounded(limits),
    )
    return Report(chart.structure, findings, limits)


def every_leaf_is_reachable(space: StateSpace, _properties: Properties) -> Finding:
    """Check that every leaf except the fault leaf is reachable from the initial one."""
    leaves = space.chart.tree.leaves
    missing = set(leaves) - space.reached(space.chart.initial) - {space.chart.fault}
    return Finding(
        "every leaf is reachable from the initial one",
        tuple(f"{space.chart.short(leaf)} is never entered" for leaf in sorted(missing)),
        f"{len(leaves) - len(missing)} of {len(leaves)} leaves",
    )


def every_leaf_can_go_home(space: StateSpace, properties: Properties) -> Finding:
    """Check that no leaf is a trap."""
    home = space.chart.tree.path(properties.home)
    lost = [leaf for leaf in space.chart.tree.leaves if home not in space.reached(leaf)]
    return Finding(
        f"every leaf can return to {properties.home}",
        tuple(f"{space.chart.short(leaf)} cannot" for leaf in lost),
    )


def every_row_fires(space: StateSpace, _properties: Properties) -> Finding:
    """Check that every row fires in each of its leaves for some combination of facts."""
    failures: list[str] = []
    pairs = 0
    for leaf, options in space.chart.options.items():
        pairs += len(options)
        for *_, arrow in options:
            if arrow not in space.live[leaf]:
                failures.append(f"{arrow.event} never fires in {space.chart.short(leaf)}")
    return Finding("every row fires in each of its leaves", tuple(failures), f"{pairs} pairs")


def every_leaf_asks_few_facts(space: StateSpace, _properties: Properties) -> Finding:
    """Check that every leaf tests few enough facts to enumerate their combinations."""
    counts = {leaf: space.relevant(leaf).bit_count() for leaf in space.chart.tree.leaves}
    failures = [
        f"{space.chart.short(leaf)} tests {count}"
        for leaf, count in counts.items()
        if count > MOST_FACTS_OF_A_LEAF
    ]
    claim = f"no leaf tests more than {MOST_FACTS_OF_A_LEAF} facts"
    return Finding(claim, tuple(failures), f"{max(counts.values())} at most")


def overlaps_are_declared(space: StateSpace, _properties: Properties) -> Finding:
    """Check that rows of a priority overlap only if `ordered` or if the upper is more specific.

    More specific is a row of an inner state above one of an outer state, and any row above one that
    always holds. A guard that implies another does not suffice: a row for "the rest" must state its
    condition, so that the table can be read row by row.
    """
    failures = []
    for leaf, options in space.chart.options.items():
        for (*_, upper), (*_, lower) in combinations(options, 2):
            if upper.priority == lower.priority and _overlap(space, upper, lower):
                failures.append(
                    f"{upper.event} hides {lower.event} in {space.chart.short(leaf)}, not `ordered`"
                )
    return Finding("rows of the same priority overlap only where declared", tuple(failures))


def _overlap(space: StateSpace, upper: Arrow, lower: Arrow) -> bool:
    if upper.row.ordered or lower.row.ordered or lower.of_limit:
        return False
    if upper.guard.excludes(lower.guard):
        return False
    if not space.chart.facts.possible(upper.guard & lower.guard):
        return False
    special_place = upper.source.startswith(lower.source + ".")
    special_guard = upper.guard.care != 0 and lower.guard.care == 0
    return not (special_place or special_guard)


def stays_are_bounded(space: StateSpace, _properties: Properties) -> Finding:
    """Check that every leaf lasts at most as long as declared, and only resting leaves forever."""
    chart, failures, rests = space.chart, [], 0
    for path, leaf in chart.tree.leaves.items():
        ticks = space.residence(path)
        rests += leaf.rests
        told = None if leaf.at_most is None else ticks_of(leaf.at_most, chart.period)
        if ticks != told:
            lasts = "may last for ever" if ticks is None else f"lasts {ticks * chart.period:g} s"
            bound = "no bound" if leaf.at_most is None else f"{leaf.at_most:g} s"
            remedy = ": give its row a `limit`" if ticks is None else ""
            name = chart.short(path)
            failures.append(f"{name} {lasts}, but declares {bound} (at_most){remedy}")
    figure = f"{rests} of {len(chart.tree.leaves)} leaves rest"
    return Finding("every leaf ends within its declared time", tuple(failures), figure)


def re_entries_need_a_fresh_cause(space: StateSpace, _properties: Properties) -> Finding:
    """Check that a row that re-enters its own leaf needs a fact that cannot last."""
    chart = space.chart
    fleeting = chart.facts.status | chart.facts.pulses
    failures, events = [], set()
    for leaf, arrows in space.live.items():
        for arrow in arrows:
            if arrow.dest_leaf != leaf:
                continue
            events.add(arrow.event)
            if not arrow.row.reenter or not arrow.guard.want & fleeting:
                failures.append(f"{arrow.event} re-enters {chart.short(leaf)} every tick")
    return Finding(
        "a leaf is re-entered only for a new cause", tuple(failures), ", ".join(sorted(events))
    )


def nothing_oscillates(space: StateSpace, properties: Properties) -> Finding:
    """Check that constant facts never drive a loop of one or two ticks per leaf."""
    tree = space.chart.tree
    justified = {frozenset(map(tree.path, names)) for names in properties.loops}
    found = (*livelocks(space, ticks=1), *livelocks(space, ticks=2))
    failures = [_livelock_text(space, r) for r in found if frozenset(r.leaves) not in justified]
    unneeded = justified - {frozenset(lock.leaves) for lock in found}
    failures += [
        f"justified, but not found: {sorted(map(tree.short, names))}" for names in unneeded
    ]
    return Finding(
        "every livelock of one or two ticks per leaf is justified",
        tuple(dict.fromkeys(failures)),
        f"{len(justified)} justified",
    )


def _livelock_text(space: StateSpace, found: Livelock) -> str:
    leaves = " -> ".join(space.chart.short(leaf) for leaf in (*found.leaves, found.leaves[0]))
    return f"{leaves} while {' & '.join(space.chart.facts.names(found.facts)) or 'nothing'}"


def responds(space: StateSpace, response: Response) -> Finding:
    """Check a response in all leaves of its scope, at any age, whatever else holds."""
    chart = space.chart
    given = chart.facts.parse(response.given)
    failures, looked_at = [], 0
    for leaf, goal in _scope(space, response):
        looked_at += 1
        for wrong in _answers(space, leaf, given) - set(chart.tree.leaves_of(goal)):
            failures.append(f"{chart.short(leaf)} goes to {chart.short(wrong)}")
    claim = f"one tick after {response.given}, the robot is in {response.goal}"
    return Finding(claim, tuple(failures), f"{looked_at} leaves")


def _scope(space: StateSpace, response: Response) -> Iterator[tuple[str, str]]:
    tree = space.chart.tree
    for pattern in response.scope:
        for state, star in tree.expand(pattern):
            for leaf in tree.leaves_of(state):
                yield leaf, tree.path(response.goal.replace("*", star))


def _answers(space: StateSpace, leaf: str, given: Guard) -> set[str]:
    """Return the leaves that can be active one tick later, possibly the leaf itself."""
    facts = space.possible(leaf, given)
    options = space.chart.options[leaf]
    found: set[str] = set()
    for ticks in space.moments(leaf):
        for position in set(space.choose(leaf, facts, ticks).tolist()):
            found.add(leaf if position < 0 else options[position][3].dest_leaf)
    return found


def obeys(space: StateSpace, invariant: Invariant) -> Finding:
    """Check an invariant over all possible transitions."""
    tree = space.chart.tree
    failures, looked_at = [], 0
    for leaf, arrows in space.live.items():
        if invariant.source and not tree.inside(leaf, invariant.source):
            continue
        for arrow in arrows:
            dest = arrow.dest_leaf
            arrives = not invariant.dest or tree.inside(dest, invariant.dest)
            crossed = _crosses(space, leaf, dest, invariant.dest or invariant.source)
            if not arrives or not crossed:
                continue
            looked_at += 1
            if _breaks(space, invariant, leaf, arrow):
                failures.append(f"{space.chart.short(leaf)} by {arrow.event} to {tree.short(dest)}")
    figure = "" if invariant.never else f"{looked_at} transitions"
    return Finding(invariant.text, tuple(failures), figure)


def _crosses(space: StateSpace, leaf: str, dest: str, border: str) -> bool:
    tree = space.chart.tree
    return tree.inside(leaf, border) != tree.inside(dest, border)


def _breaks(space: StateSpace, invariant: Invariant, leaf: str, arrow: Arrow) -> bool:
    tree = space.chart.tree
    if invariant.never:
        return True
    if invariant.needs:
        return not arrow.guard.want & space.chart.facts.bit(invariant.needs)
    end = leaf if invariant.dest else arrow.dest_leaf
    return not any(tree.inside(end, state) for state in invariant.only)


def refuses(space: StateSpace, refusal: Refusal) -> Finding:
    """Check a refusal in all leaves outside of its state, at any age, whatever else holds."""
    chart = space.chart
    given, failures, looked_at = chart.facts.parse(refusal.given), [], 0
    for leaf in chart.tree.leaves:
        if chart.tree.inside(leaf, refusal.dest):
            continue
        if refusal.source and not chart.tree.inside(leaf, refusal.source):
            continue
        looked_at += 1
        failures += [
            f"{chart.short(leaf)} by {arrow.event} to {chart.short(arrow.dest_leaf)}"
            for arrow in space.fires(leaf, given)
            if chart.tree.inside(arrow.dest_leaf, refusal.dest)
        ]
    return Finding(refusal.text, tuple(failures), f"{looked_at} leaves")


def is_watched(space: StateSpace, watch: Watch) -> Finding:
    """Check that every leaf of a component, except exempt ones, tests a fact."""
    tree, bit = space.chart.tree, space.chart.facts.bit(watch.fact)
    free = space.leaves_of(watch.exempt)
    own = [path for path, leaf in tree.leaves.items() if leaf.owner == watch.owner]
    failures = [
        f"{space.chart.short(leaf)} does not test {watch.fact}: give it a row"
        for leaf in own
        if leaf not in free and not space.relevant(leaf) & bit
    ]
    claim = f"every leaf of the {watch.owner} tests {watch.fact}"
    return Finding(claim, tuple(failures), f"{len(set(own) - free)} leaves")


def responses_are_bounded(limits: tuple[Bound, ...]) -> Finding:
    """Check that every claimed bound exists."""
    failures = [
        f"{b.request}, from {b.start}: no bound"
        + (f": {', '.join(b.stays)}: add a row, or exclude it in the claim" if b.stays else "")
        for b in limits
        if b.ticks is None
    ]
    return Finding("every held request is fulfilled in bounded time", tuple(failures))
