"""The state machine library conforms to the chart: every row of every leaf against a prediction.

These tests make it safe to update the library.
"""

import random
from collections import Counter
from functools import cache

import pytest

from hsm.chart.engine.compile import Arrow
from hsm.chart.engine.guards import Guard
from hsm.chart.engine.machine import Machine
from hsm.chart.engine.tree import lineage
from hsm.chart.proofs.state_space import StateSpace
from hsm.chart.table import robot_chart
from tests.hsm.chart.mini import example

CHART = robot_chart(0.012)
SPACE = StateSpace(CHART)
ARROWS = {leaf: [arrow for *_, arrow in options] for leaf, options in CHART.options.items()}
PAIRS = [(leaf, arrow) for leaf, arrows in ARROWS.items() for arrow in arrows]
every_leaf = pytest.mark.parametrize("leaf", ARROWS, ids=CHART.short)


@cache
def situation(leaf: str, arrow: Arrow) -> tuple[int, int]:
    """Return facts and an age in ticks for which an arrow is the first of its leaf to hold."""
    facts = SPACE.possible(leaf)
    place = [option[3] for option in CHART.options[leaf]].index(arrow)
    for ticks in SPACE.moments(leaf):
        hits = facts[SPACE.choose(leaf, facts, ticks) == place]
        if hits.size:
            known = Guard(SPACE.relevant(leaf), int(hits[0]))
            return example(CHART.facts, known), ticks
    raise AssertionError(f"{arrow.event} never fires in {leaf}")


def predicted(leaf: str, arrow: Arrow) -> list[str]:
    """Return the calls: exits up to the common compound, then entries down to the new leaf.

    A destination that is already active is itself exited and entered.
    """
    old, new = lineage(leaf), lineage(arrow.dest_leaf)
    common = sum(1 for one, other in zip(old, new, strict=False) if one == other)
    kept = min(common, len(lineage(arrow.dest)) - 1)
    return [f"-{state}" for state in reversed(old[kept:])] + [f"+{state}" for state in new[kept:]]


def recorder() -> tuple[Machine, list[str]]:
    calls: list[str] = []
    machine = Machine(
        CHART,
        enter=lambda path: calls.append(f"+{path}"),
        exit=lambda path: calls.append(f"-{path}"),
    )
    return machine, calls


MACHINE, CALLS = recorder()


@every_leaf
def test_a_row_exits_and_enters_states_as_predicted(leaf: str) -> None:
    for arrow in ARROWS[leaf]:
        facts, ticks = situation(leaf, arrow)
        MACHINE.place(leaf)
        CALLS.clear()
        MACHINE.ticks = ticks - 1
        transition = MACHINE.tick(facts, 0.0)
        assert transition is not None and transition.event == arrow.event
        assert MACHINE._model.state == MACHINE.leaf == arrow.dest_leaf, arrow.event
        assert predicted(leaf, arrow) == CALLS, arrow.event


@every_leaf
def test_the_library_takes_no_transition_with_a_false_guard(leaf: str) -> None:
    for arrow in ARROWS[leaf]:
        facts, ticks = situation(leaf, arrow)
        asked = arrow.guard.care & ~(CHART.facts.status if ticks == 1 else 0)
        refusals = [(facts ^ bit, ticks) for bit in CHART.facts.bits.values() if asked & bit]
        if arrow.dwell > 1:
            refusals.append((facts, arrow.dwell - 1))
        for wrong, age in refusals:
            MACHINE.place(leaf)
            CALLS.clear()
            MACHINE.ticks, MACHINE._facts, MACHINE._raw = age, wrong, wrong
            assert MACHINE._fire[arrow.event]() is False
            assert MACHINE._model.state == leaf, arrow.event
            assert CALLS == [], arrow.event


def test_library_and_search_agree_on_a_long_random_walk() -> None:
    rng = random.Random(4)
    machine, _ = recorder()
    taken: Counter[Arrow] = Counter()
    while taken.total() < 12000:
        options = [arrow for *_, arrow in CHART.options[machine.leaf]]
        arrow = min(rng.sample(options, len(options)), key=lambda option: taken[option])
        facts, ticks = situation(machine.leaf, arrow)
        machine.ticks = ticks - 1
        # The machine raises if the library ends in another leaf.
        transition = machine.tick(facts, 0.0)
        assert transition is not None
        taken[arrow] += 1
    assert set(taken) == {arrow for _, arrow in PAIRS}
