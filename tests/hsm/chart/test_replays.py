"""The robot's stories: replayed on the machine, and against tables with one defect each."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from hsm.chart.engine.compile import compile_chart
from hsm.chart.engine.errors import ChartError
from hsm.chart.engine.machine import Machine
from hsm.chart.engine.rows import Row
from hsm.chart.proofs.check import overlaps_are_declared
from hsm.chart.proofs.required_story import LONGEST, Story, every_row_is_told, s
from hsm.chart.proofs.state_space import StateSpace
from hsm.chart.proven_properties import PROPERTIES
from hsm.chart.stories import STORIES
from hsm.chart.table import ROWS, robot_chart

CHART = robot_chart(0.012)
MACHINE = Machine(CHART)


def test_every_story_holds_on_the_chart() -> None:
    told = {story.name: STORIES.fails(CHART, story) for story in STORIES.told}
    assert {name: why for name, why in told.items() if why} == {}


def transitions(story: Story) -> list[tuple[str, str]]:
    """Return events and destinations of a story's transitions on the machine."""
    MACHINE.place(story.start)
    told = []
    for step in story.steps:
        facts = STORIES.facts_of(CHART, step.facts)
        for _ in range(LONGEST if step.event else step.ticks):
            transition = MACHINE.tick(facts, 0.0)
            if transition:
                told.append((transition.event, transition.dest))
                break
    return told


def test_every_story_gives_the_same_transitions_on_the_machine() -> None:
    for story in STORIES.told:
        expected = [(step.event, step.leaf) for step in story.steps if step.event]
        assert transitions(story) == expected, story.name


def test_every_row_and_every_limit_fires_in_some_story() -> None:
    assert every_row_is_told(CHART, STORIES).failures == ()


@pytest.mark.parametrize("event", ["risen", "timeout", "fault_acknowledged", "lower", "chosen"])
def test_a_row_without_a_story_is_reported_with_a_story_ready_to_paste(event: str) -> None:
    fewer = [story for story in STORIES.told if all(step.event != event for step in story.steps)]
    finding = every_row_is_told(CHART, replace(STORIES, told=tuple(fewer)))
    pasted = []
    for failure in finding.failures:
        text = failure.partition("hsm/chart/stories ")[2]
        (story,) = eval(f"({text})", {"Story": Story, "s": s})
        pasted.append(story)
        assert STORIES.fails(CHART, story) == "", text
    assert not every_row_is_told(CHART, replace(STORIES, told=(*fewer, *pasted))).failures


def mutants() -> Iterator[tuple[str, list[Row]]]:
    """Yield the names and rows of tables with one defect each."""
    for number, row in enumerate(ROWS):
        rest = [*ROWS[:number], *ROWS[number + 1 :]]
        yield f"{number + 1} {row.event} dropped", rest
        for damage, broken in _damaged(row):
            yield f"{number + 1} {row.event} {damage}", [*ROWS[:number], broken, *rest[number:]]


def _damaged(row: Row) -> Iterator[tuple[str, Row]]:
    literals = [part.strip() for part in row.guard.split("&") if part.strip()]
    for place, literal in enumerate(literals):
        others = [*literals[:place], *literals[place + 1 :]]
        opposite = literal[1:] if literal.startswith("!") else f"!{literal}"
        # A literal implied by the others is only there for the reader: dropping it changes nothing.
        if CHART.facts.possible(CHART.facts.parse(" & ".join([*others, opposite]))):
            yield f"without {literal}", replace(row, guard=" & ".join(others))
        yield f"with {opposite}", replace(row, guard=" & ".join([*others, opposite]))
    if row.after:
        yield "without its dwell", replace(row, after=0.0)
        yield "with twice its dwell", replace(row, after=2.0 * row.after)
    if row.limit:
        yield "without its limit", replace(row, limit=0.0)
        yield "with half its limit", replace(row, limit=0.6 * row.limit)


def killed(rows: list[Row], event: str = "") -> bool:
    """Return whether the compiler, a story or the overlap check detects the defect.

    Stories with the event of the defect are tried first: they detect nearly all.
    """
    try:
        chart = compile_chart(
            CHART.tree, rows, CHART.facts, period=CHART.period, initial="Off", fault="Fault"
        )
    except ChartError:
        return True
    likely = sorted(STORIES.told, key=lambda it: all(step.event != event for step in it.steps))
    if any(STORIES.fails(chart, story) for story in likely):
        return True
    return not overlaps_are_declared(StateSpace(chart), PROPERTIES).holds


MUTANTS = dict(mutants())


def test_there_are_more_than_180_mutants() -> None:
    assert len(MUTANTS) > 180


def test_every_mutant_of_the_table_is_detected() -> None:
    hint = "no story in hsm/chart/stories fails for it: tell what the row must not do there"
    assert [name for name, rows in MUTANTS.items() if not killed(rows, name.split()[1])] == [], hint


def test_the_original_table_raises_no_alarm() -> None:
    assert not killed(list(ROWS))
