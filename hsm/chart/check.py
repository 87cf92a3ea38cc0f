"""The proofs: every leaf under every possible combination of facts, and what must be true there.

`check` looks at a compiled chart and says for each property whether it holds, with every exception.
Nothing is sampled. What the proofs assume is the list of impossible combinations, which the machine
enforces while it runs.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

from hsm.chart.bounds import Bound, bounds
from hsm.chart.compile import Arrow, Chart, ticks_of
from hsm.chart.cubes import Cube
from hsm.chart.promises import Law, Promises, Refusal, Response
from hsm.chart.rings import Ring, rings
from hsm.chart.survey import MOST_FACTS_OF_A_LEAF, Survey


@dataclass(frozen=True, slots=True)
class Finding:
    """One property of the chart.

    Attributes:
        claim: What is to be true.
        failures: Every place where it is not, as a sentence.
        figure: What was looked at, in numbers.
    """

    claim: str
    failures: tuple[str, ...] = ()
    figure: str = ""

    @property
    def holds(self) -> bool:
        """Whether there is no failure."""
        return not self.failures

    def __str__(self) -> str:
        head = f"{'ok  ' if self.holds else 'FAIL'}  {self.claim}"
        lines = [f"{head} ({self.figure})" if self.figure else head]
        return "\n".join(lines + [f"        {failure}" for failure in self.failures])


@dataclass(frozen=True, slots=True)
class Report:
    """What the checker found.

    Attributes:
        structure: Hash of the chart that was checked.
        findings: One per property.
        bounds: How long the held wishes take at most.
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
            lines.append(f"    {seconds}  {bound.wish}, from {bound.start}")
        return "\n".join(lines)


def check(chart: Chart, promises: Promises) -> Report:
    """Prove everything that is promised about a chart."""
    survey = Survey(chart)
    properties: tuple[Callable[[Survey, Promises], Finding], ...] = (
        every_leaf_is_reachable,
        every_leaf_can_go_home,
        every_row_fires,
        no_event_twice,
        every_leaf_asks_few_facts,
        overlaps_are_declared,
        stays_are_bounded,
        re_entries_need_a_fresh_cause,
        nothing_oscillates,
    )
    limits = bounds(survey, promises)
    findings = (
        *(prove(survey, promises) for prove in properties),
        *(responds(survey, response) for response in promises.responses),
        *(obeys(survey, law) for law in promises.laws),
        *(refuses(survey, refusal) for refusal in promises.refusals),
        wishes_are_bounded(limits),
    )
    return Report(chart.structure, findings, limits)


def every_leaf_is_reachable(survey: Survey, _promises: Promises) -> Finding:
    """Every leaf can be reached from the initial one."""
    leaves = survey.chart.tree.leaves
    missing = set(leaves) - survey.reached(survey.chart.initial) - {survey.chart.fault}
    return Finding(
        "every leaf is reachable from the first",
        tuple(f"{survey.chart.short(leaf)} is never entered" for leaf in sorted(missing)),
        f"{len(leaves) - len(missing)} of {len(leaves)} leaves",
    )


def every_leaf_can_go_home(survey: Survey, promises: Promises) -> Finding:
    """No leaf is a trap."""
    home = survey.chart.tree.path(promises.home)
    lost = [leaf for leaf in survey.chart.tree.leaves if home not in survey.reached(leaf)]
    return Finding(
        f"every leaf can return to {promises.home}",
        tuple(f"{survey.chart.short(leaf)} cannot" for leaf in lost),
    )


def every_row_fires(survey: Survey, _promises: Promises) -> Finding:
    """Every row of every leaf is the first that holds for some combination of facts."""
    failures: list[str] = []
    pairs = 0
    for leaf, options in survey.chart.options.items():
        pairs += len(options)
        for *_, arrow in options:
            if arrow not in survey.live[leaf]:
                failures.append(f"{arrow.event} never fires in {survey.chart.short(leaf)}")
    return Finding("every row fires in each of its leaves", tuple(failures), f"{pairs} pairs")


def no_event_twice(survey: Survey, _promises: Promises) -> Finding:
    """A leaf and an event name one row; the compiler refuses anything else."""
    failures = [
        f"{survey.chart.short(leaf)} sees {one.event} twice"
        for leaf, options in survey.chart.options.items()
        for (*_, one), (*_, other) in combinations(options, 2)
        if one.event == other.event
    ]
    return Finding("no leaf sees an event name twice", tuple(failures))


def every_leaf_asks_few_facts(survey: Survey, _promises: Promises) -> Finding:
    """Few enough for looking at every combination."""
    counts = {leaf: survey.relevant(leaf).bit_count() for leaf in survey.chart.tree.leaves}
    failures = [
        f"{survey.chart.short(leaf)} asks {count}"
        for leaf, count in counts.items()
        if count > MOST_FACTS_OF_A_LEAF
    ]
    claim = f"no leaf asks more than {MOST_FACTS_OF_A_LEAF} facts"
    return Finding(claim, tuple(failures), f"{max(counts.values())} at most")


def overlaps_are_declared(survey: Survey, _promises: Promises) -> Finding:
    """Rows of one band exclude each other, or stand special above general, or say `ordered`.

    Special is a row of an inner state above one of an outer state, and any row above one that
    always holds. A guard that merely contains another is not enough: whoever wants "the rest" has
    to write what the rest is, so that the table can be read row by row.
    """
    failures = []
    for leaf, options in survey.chart.options.items():
        for (*_, upper), (*_, lower) in combinations(options, 2):
            if upper.band == lower.band and _overlap(survey, upper, lower):
                failures.append(
                    f"{upper.event} hides {lower.event} in {survey.chart.short(leaf)} undeclared"
                )
    return Finding("rows of a band overlap only where declared", tuple(failures))


def _overlap(survey: Survey, upper: Arrow, lower: Arrow) -> bool:
    if upper.row.ordered or lower.row.ordered or lower.of_limit:
        return False
    if upper.guard.excludes(lower.guard):
        return False
    if not survey.chart.facts.possible(upper.guard & lower.guard):
        return False
    special_place = upper.source.startswith(lower.source + ".")
    special_guard = upper.guard.care != 0 and lower.guard.care == 0
    return not (special_place or special_guard)


def stays_are_bounded(survey: Survey, _promises: Promises) -> Finding:
    """Every leaf lasts at most as long as it says, and only resting places may last for ever."""
    chart, failures, rests = survey.chart, [], 0
    for path, leaf in chart.tree.leaves.items():
        ticks = survey.residence(path)
        rests += leaf.rests
        told = None if leaf.at_most is None else ticks_of(leaf.at_most, chart.period)
        if ticks != told:
            failures.append(f"{chart.short(path)} lasts {ticks} ticks, it says {told}")
    figure = f"{rests} of {len(chart.tree.leaves)} leaves rest"
    return Finding("every leaf ends by itself in the time it says", tuple(failures), figure)


def re_entries_need_a_fresh_cause(survey: Survey, _promises: Promises) -> Finding:
    """A row that re-enters its own leaf demands a fact that cannot last, or it would never end."""
    chart = survey.chart
    fleeting = chart.facts.status | chart.facts.pulses
    failures, events = [], set()
    for leaf, arrows in survey.live.items():
        for arrow in arrows:
            if arrow.dest_leaf != leaf:
                continue
            events.add(arrow.event)
            if not arrow.row.reenter or not arrow.guard.want & fleeting:
                failures.append(f"{arrow.event} re-enters {chart.short(leaf)} every tick")
    return Finding(
        "a leaf is re-entered only by a fresh cause", tuple(failures), ", ".join(sorted(events))
    )


def nothing_oscillates(survey: Survey, promises: Promises) -> Finding:
    """Facts that do not change never move the robot in a ring of one or two ticks per leaf."""
    tree = survey.chart.tree
    justified = {frozenset(map(tree.path, names)) for names in promises.loops}
    found = (*rings(survey, ticks=1), *rings(survey, ticks=2))
    failures = [_ring_text(survey, r) for r in found if frozenset(r.leaves) not in justified]
    unneeded = justified - {frozenset(ring.leaves) for ring in found}
    failures += [f"justified, but absent: {sorted(map(tree.short, names))}" for names in unneeded]
    return Finding(
        "no ring of one or two ticks per leaf that is not justified",
        tuple(dict.fromkeys(failures)),
        f"{len(justified)} justified",
    )


def _ring_text(survey: Survey, ring: Ring) -> str:
    leaves = " -> ".join(survey.chart.short(leaf) for leaf in (*ring.leaves, ring.leaves[0]))
    return f"{leaves} while {' & '.join(survey.chart.facts.names(ring.facts)) or 'nothing'}"


def responds(survey: Survey, response: Response) -> Finding:
    """In all leaves of its scope, at any age, whatever else holds."""
    chart = survey.chart
    given = chart.facts.parse(response.given)
    failures, looked_at = [], 0
    for leaf, goal in _scope(survey, response):
        looked_at += 1
        for wrong in _answers(survey, leaf, given) - set(chart.tree.leaves_of(goal)):
            failures.append(f"{chart.short(leaf)} goes to {chart.short(wrong)}")
    claim = f"one tick after {response.given} it is in {response.goal}"
    return Finding(claim, tuple(failures), f"{looked_at} leaves")


def _scope(survey: Survey, response: Response) -> Iterator[tuple[str, str]]:
    tree = survey.chart.tree
    for pattern in response.scope:
        for state, star in tree.expand(pattern):
            for leaf in tree.leaves_of(state):
                yield leaf, tree.path(response.goal.replace("*", star))


def _answers(survey: Survey, leaf: str, given: Cube) -> set[str]:
    """Return where a leaf can be after one tick: where it leads to, or itself."""
    facts = survey.possible(leaf, given)
    options = survey.chart.options[leaf]
    found: set[str] = set()
    for ticks in survey.moments(leaf):
        for position in set(survey.choose(leaf, facts, ticks).tolist()):
            found.add(leaf if position < 0 else options[position][3].dest_leaf)
    return found


def obeys(survey: Survey, law: Law) -> Finding:
    """Over all transitions that can happen."""
    tree = survey.chart.tree
    failures, looked_at = [], 0
    for leaf, arrows in survey.live.items():
        if law.source and not tree.inside(leaf, law.source):
            continue
        for arrow in arrows:
            dest = arrow.dest_leaf
            arrives = not law.dest or tree.inside(dest, law.dest)
            crossed = _crosses(survey, leaf, dest, law.dest or law.source)
            if not arrives or not crossed:
                continue
            looked_at += 1
            if _breaks(survey, law, leaf, arrow):
                failures.append(
                    f"{survey.chart.short(leaf)} by {arrow.event} to {tree.short(dest)}"
                )
    figure = "" if law.never else f"{looked_at} transitions"
    return Finding(law.text, tuple(failures), figure)


def _crosses(survey: Survey, leaf: str, dest: str, border: str) -> bool:
    tree = survey.chart.tree
    return tree.inside(leaf, border) != tree.inside(dest, border)


def _breaks(survey: Survey, law: Law, leaf: str, arrow: Arrow) -> bool:
    tree = survey.chart.tree
    if law.never:
        return True
    if law.needs:
        return not arrow.guard.want & survey.chart.facts.bit(law.needs)
    end = leaf if law.dest else arrow.dest_leaf
    return not any(tree.inside(end, state) for state in law.only)


def refuses(survey: Survey, refusal: Refusal) -> Finding:
    """In all leaves outside of the state, at any age, whatever else holds."""
    chart = survey.chart
    given, failures, looked_at = chart.facts.parse(refusal.given), [], 0
    for leaf in chart.tree.leaves:
        if chart.tree.inside(leaf, refusal.dest):
            continue
        if refusal.source and not chart.tree.inside(leaf, refusal.source):
            continue
        looked_at += 1
        failures += [
            f"{chart.short(leaf)} by {arrow.event} to {chart.short(arrow.dest_leaf)}"
            for arrow in survey.fires(leaf, given)
            if chart.tree.inside(arrow.dest_leaf, refusal.dest)
        ]
    return Finding(refusal.text, tuple(failures), f"{looked_at} leaves")


def wishes_are_bounded(limits: tuple[Bound, ...]) -> Finding:
    """Every promised bound exists."""
    failures = [f"{b.wish}, from {b.start}: no bound" for b in limits if b.ticks is None]
    return Finding("every held wish is fulfilled in bounded time", tuple(failures))
