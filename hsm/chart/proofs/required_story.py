"""Stories of a chart: what is true, which event must follow, which leaf is entered then.

Facts are written as differences from what is usual (`Stories.healthy`): `walk_req` adds, `-contact`
takes away. A step is held until a transition happens. Where a step says `seconds` the transition
must come after exactly so long; a step of `nothing` must change nothing for a while. A step that
contains the fact that a leaf is over (`Stories.over`) is first held without it for three ticks, in
which nothing may happen.

The proofs say that nothing bad happens; a story says that what was meant does. So every row and
every limit of a table belongs in one: `every_row_is_told` finds those that do not.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from hsm.chart.engine.compile import TIMEOUT, Arrow, Chart, ticks_of
from hsm.chart.proofs.check import Finding
from hsm.chart.proofs.state_space import StateSpace

LONGEST = 2000
"""Ticks after which an event does not come any more."""
_UNFINISHED = 3
_TRIED = 200
"""Combinations of facts that are tried for a story of a row that has none."""


@dataclass(frozen=True, slots=True)
class StoryStep:
    """Facts that are held, and what follows.

    Attributes:
        facts: Differences from what is usual.
        event: The event that must follow; empty if nothing may happen.
        leaf: The leaf that is entered; empty if none.
        ticks: How long nothing may happen.
        seconds: After how long the event must come, if that matters.
        at_once: Without being over the same facts would mean something else: they are not held.
    """

    facts: str
    event: str
    leaf: str
    ticks: int = 0
    seconds: float | None = None
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class Story:
    """What happens to a robot.

    Attributes:
        name: Its number and what happens.
        start: Leaf in which it begins.
        steps: What happens.
    """

    name: str
    start: str
    steps: tuple[StoryStep, ...]


@dataclass(frozen=True, slots=True)
class Stories:
    """All that is told of a chart.

    Attributes:
        healthy: Facts from which the stories differ.
        over: Fact that says that a leaf has finished what it is for.
        told: The stories.
    """

    healthy: str
    over: str
    told: tuple[Story, ...]

    def facts_of(self, chart: Chart, text: str) -> int:
        """Return what is usual, with some differences."""
        bits = sum(chart.facts.bit(name) for name in self.healthy.split())
        for word in text.split():
            bit = chart.facts.bit(word.removeprefix("-"))
            bits = bits & ~bit if word.startswith("-") else bits | bit
        return bits

    def fails(self, chart: Chart, story: Story) -> str:
        """Run a story on the chart alone and return what went wrong, or nothing."""
        leaf, ticks = chart.tree.path(story.start), 0
        for number, step in enumerate(story.steps, start=1):
            where = f"step {number} ({step.facts or 'healthy'})"
            names = step.facts.split()
            unfinished = bool(step.event) and self.over in names and not step.at_once
            quiet = _UNFINISHED if unfinished else step.ticks
            calm = " ".join(n for n in names if not unfinished or n != self.over)
            held = chart.facts.repair(self.facts_of(chart, calm))[0]
            for _ in range(quiet):
                ticks += 1
                early = chart.select(leaf, held, ticks)
                if early is not None:
                    return f"{where}: {early.event} where nothing may happen"
            if not step.event:
                continue
            facts = chart.facts.repair(self.facts_of(chart, step.facts))[0]
            arrow = None
            while arrow is None and ticks < LONGEST:
                ticks += 1
                arrow = chart.select(leaf, facts, ticks)
            if arrow is None or arrow.event != step.event:
                return f"{where}: {arrow.event if arrow else 'nothing'} instead of {step.event}"
            if chart.short(arrow.dest_leaf) != step.leaf:
                return f"{where}: entered {chart.short(arrow.dest_leaf)} instead of {step.leaf}"
            if step.seconds is not None and ticks != ticks_of(step.seconds, chart.period):
                return f"{where}: after {ticks} ticks instead of {step.seconds} s"
            leaf, ticks = arrow.dest_leaf, 0
        return ""


def s(facts: str, event: str, leaf: str, seconds: float | None = None) -> StoryStep:
    """Return a step that ends with an event."""
    return StoryStep(facts, event, leaf, seconds=seconds)


def nothing(facts: str, ticks: int) -> StoryStep:
    """Return a step in which nothing may happen."""
    return StoryStep(facts, "", "", ticks=ticks)


def stories_go_as_told(chart: Chart, stories: Stories) -> Finding:
    """Play every story."""
    wrong = [(story, stories.fails(chart, story)) for story in stories.told]
    failures = tuple(f"'{story.name}', {why}" for story, why in wrong if why)
    return Finding("every story goes as it is told", failures, f"{len(stories.told)} stories")


def every_row_is_told(chart: Chart, stories: Stories) -> Finding:
    """Find the rows and limits of which no story tells, with a story to begin with."""
    fired = {
        (id(arrow.row), arrow.event)
        for story in stories.told
        if not stories.fails(chart, story)
        for arrow in arrows_of(chart, story)
    }
    failures, looked_at = [], set()
    for leaf, options in chart.options.items():
        for *_, arrow in options:
            key = (id(arrow.row), arrow.event)
            if key not in looked_at and key not in fired:
                failures.append(_missing(chart, stories, leaf, arrow))
            looked_at.add(key)
    claim = "every row and every limit fires in some story"
    return Finding(claim, tuple(failures), f"{len(looked_at)} rows and limits")


def arrows_of(chart: Chart, story: Story) -> Iterator[Arrow]:
    """Yield what fires in a story that goes as it is told."""
    leaf = chart.tree.path(story.start)
    for step in story.steps:
        if step.event:
            arrow = next(a for *_, a in chart.options[leaf] if a.event == step.event)
            yield arrow
            leaf = arrow.dest_leaf


def _missing(chart: Chart, stories: Stories, leaf: str, arrow: Arrow) -> str:
    """Say that a row has no story, with one to paste if a single step can tell it."""
    what = "its limit" if arrow.event == TIMEOUT else arrow.event
    start, end = chart.short(leaf), chart.short(arrow.dest_leaf)
    for facts in _differences(chart, stories, leaf, arrow):
        steps = (s(facts, arrow.event, end, arrow.seconds or None),)
        if not stories.fails(chart, Story("", start, steps)):
            seconds = f", {arrow.seconds}" if arrow.seconds else ""
            return (
                f"{start}, {what}: paste into a module of hsm/chart/stories "
                f'Story("{start}, {what}", "{start}", '
                f'(s("{facts}", "{arrow.event}", "{end}"{seconds}),)),'
            )
    return f"{start}, {what}: tell it in a module of hsm/chart/stories, where more leads to it"


def _differences(chart: Chart, stories: Stories, leaf: str, arrow: Arrow) -> Iterator[str]:
    """Yield facts with which a row may fire, those first that differ least from what is usual."""
    space = StateSpace(chart)
    asked, usual = space.relevant(leaf), stories.facts_of(chart, "")
    possible = [int(bits) for bits in space.possible(leaf, arrow.guard)]
    apart = sorted((bits ^ (usual & asked) for bits in possible), key=int.bit_count)
    for bits in apart[:_TRIED]:
        more, less = chart.facts.names(bits & ~usual), chart.facts.names(bits & usual)
        yield " ".join([*more, *(f"-{name}" for name in less)])
