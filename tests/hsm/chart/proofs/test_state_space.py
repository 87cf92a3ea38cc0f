"""The cycle's search, its vectorised version over all combinations of facts, and brute force."""

import random
from itertools import product

import numpy as np
import pytest

from hsm.chart.engine.compile import select
from hsm.chart.engine.guards import Guard
from hsm.chart.proofs.state_space import StateSpace, valuations
from hsm.chart.table import robot_chart
from tests.hsm.chart.mini import FACTS

CHART = robot_chart(0.012)
SPACE = StateSpace(CHART)
LEAVES = list(CHART.options)


def test_facts_in_no_guard_of_a_leaf_do_not_matter() -> None:
    rng = random.Random(5)
    top = 1 << len(CHART.facts.facts)
    for leaf in LEAVES:
        mask = SPACE.relevant(leaf)
        for _ in range(100):
            facts, ticks = rng.randrange(top), rng.choice((1, 2, 60, 2000))
            noise = rng.randrange(top) & ~mask
            assert CHART.select(leaf, facts, ticks) is CHART.select(leaf, facts ^ noise, ticks)


def test_the_first_row_that_holds_is_selected() -> None:
    rng = random.Random(6)
    top = 1 << len(CHART.facts.facts)
    for leaf in LEAVES:
        for _ in range(100):
            facts, ticks = rng.randrange(top), rng.choice((2, 60, 300, 2000))
            arrows = [arrow for *_, arrow in CHART.options[leaf]]
            holding = [a for a in arrows if a.guard.holds(facts) and ticks >= a.dwell]
            assert CHART.select(leaf, facts, ticks) is (holding[0] if holding else None)


@pytest.mark.parametrize("leaf", LEAVES, ids=CHART.short)
def test_the_checker_selects_the_same_row_as_the_cycle(leaf: str) -> None:
    facts = SPACE.possible(leaf)
    for ticks in (*SPACE.moments(leaf), 3, 5000):
        chosen = SPACE.choose(leaf, facts, ticks)
        for bits, place in zip(facts.tolist(), chosen.tolist(), strict=True):
            arrow = CHART.select(leaf, bits, ticks)
            assert (CHART.options[leaf][place][3] if place >= 0 else None) is arrow


@pytest.mark.parametrize("leaf", LEAVES, ids=CHART.short)
def test_the_combinations_of_a_leaf_equal_those_of_brute_force(leaf: str) -> None:
    mask = SPACE.relevant(leaf)
    bits = [bit for bit in CHART.facts.bits.values() if mask & bit]
    listed = {
        sum(choice)
        for choice in product(*((0, bit) for bit in bits))
        if CHART.facts.possible(Guard(mask, sum(choice)))
    }
    assert set(SPACE.possible(leaf).tolist()) == listed


def test_every_combination_of_a_few_facts_can_be_completed() -> None:
    everything = sum(FACTS.bits.values())
    complete = valuations(FACTS, everything)
    for mask in range(everything + 1):
        few = valuations(FACTS, mask)
        assert set(few.tolist()) == set((complete & np.uint64(mask)).tolist())


def test_given_facts_hold_in_every_combination() -> None:
    given = CHART.facts.parse("walk_req & !falling")
    for leaf in LEAVES:
        facts = SPACE.possible(leaf, given)
        assert facts.size
        assert np.all((facts & np.uint64(given.care)) == np.uint64(given.want))


def test_no_row_fires_before_its_dwell_is_over() -> None:
    for leaf in LEAVES:
        for _, want, dwell, _ in CHART.options[leaf]:
            arrow = select(CHART.options[leaf], want, dwell - 1)
            assert arrow is None or arrow.dwell < dwell
