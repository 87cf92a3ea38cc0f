"""Stories of a chart: facts, the event that must follow, the leaf that is then entered.

Facts are written as differences from the usual ones (`Stories.healthy`): `walk_req` adds a fact,
`-contact` removes one. The facts of a step are held until a transition fires. If a step gives
`seconds`, the transition must fire after exactly this time; in a step of `nothing`, none may fire.
A step that contains the fact that a leaf is over (`Stories.over`) is first held without it for
three ticks, in which no transition may fire.

Proofs show that nothing bad happens; stories show that the intended behaviour does. Every row and
every limit of a table therefore belongs to one: `every_row_is_told` finds those that do not.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from hsm.chart.engine.compile import TIMEOUT, Arrow, Chart, ticks_of
from hsm.chart.proofs.check import Finding
from hsm.chart.proofs.state_space import StateSpace

LONGEST = 2000
"""Ticks after which an event counts as missing."""
_UNFINISHED = 3
_TRIED = 200
"""Combinations of facts that are tried when a story is proposed for a row."""


@dataclass(frozen=True, slots=True)
class StoryStep:
    """Facts that are held, and the event that follows.

    Attributes:
        facts: Differences from the usual facts.
        event: The event that must follow; empty if no transition may fire.
        leaf: The leaf that is entered; empty if none.
        ticks: Ticks in which no transition may fire.
        seconds: Time after which the event must come, s; None if any time will do.
        at_once: Skip the ticks without `Stories.over`, in which the other facts would already act.
    """

    facts: str
    event: str
    leaf: str
    ticks: int = 0
    seconds: float | None = None
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class Story:
    """A sequence of events, from one leaf.

    Attributes:
        name: Number and title.
        start: Leaf in which it begins.
        steps: The steps, in order.
    """

    name: str
    start: str
    steps: tuple[StoryStep, ...]


@dataclass(frozen=True, slots=True)
class Stories:
    """All stories of a chart.

    Attributes:
        healthy: The usual facts, to which the facts of the stories are relative.
        over: Fact that states that a leaf has finished.
        told: The stories.
    """

    healthy: str
    over: str
    told: tuple[Story, ...]

    def facts_of(self, chart: Chart, text: str) -> int:
        """Return the usual facts with some differences, as bits."""
        bits = sum(chart.facts.bit(name) for name in self.healthy.split())
        for word in text.split():
            bit = chart.facts.bit(word.removeprefix("-"))
            bits = bits & ~bit if word.startswith("-") else bits | bit
        return bits

    def fails(self, chart: Chart, story: Story) -> str:
        """Run a story on the chart alone and return what went wrong; empty if nothing did."""
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
                    return f"{where}: {early.event} where no transition may fire"
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
    """Return a step in which no transition may fire."""
    return StoryStep(facts, "", "", ticks=ticks)


def stories_go_as_told(chart: Chart, stories: Stories) -> Finding:
    """Check that every story runs as told."""
    wrong = [(story, stories.fails(chart, story)) for story in stories.told]
    failures = tuple(f"'{story.name}', {why}" for story, why in wrong if why)
    return Finding("every story runs as told", failures, f"{len(stories.told)} stories")


def every_row_is_told(chart: Chart, stories: Stories) -> Finding:
    """Check that every row and limit fires in some story; propose a story for those that do not."""
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
    """Yield the arrows that fire in a story that runs as told."""
    leaf = chart.tree.path(story.start)
    for step in story.steps:
        if step.event:
            arrow = next(a for *_, a in chart.options[leaf] if a.event == step.event)
            yield arrow
            leaf = arrow.dest_leaf


def _missing(chart: Chart, stories: Stories, leaf: str, arrow: Arrow) -> str:
    """Return a sentence that a row has no story, with one to paste if a single step suffices."""
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
    return f"{start}, {what}: add a story to a module of hsm/chart/stories; it needs several steps"


def _differences(chart: Chart, stories: Stories, leaf: str, arrow: Arrow) -> Iterator[str]:
    """Yield facts with which a row may fire, the smallest differences from the usual ones first."""
    space = StateSpace(chart)
    asked, usual = space.relevant(leaf), stories.facts_of(chart, "")
    possible = [int(bits) for bits in space.possible(leaf, arrow.guard)]
    apart = sorted((bits ^ (usual & asked) for bits in possible), key=int.bit_count)
    for bits in apart[:_TRIED]:
        more, less = chart.facts.names(bits & ~usual), chart.facts.names(bits & usual)
        yield " ".join([*more, *(f"-{name}" for name in less)])
