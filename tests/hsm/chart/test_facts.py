"""Facts: names, bits, guards, and the repair of violated assumptions."""

import random
from functools import reduce
from operator import or_

import pytest

from hsm.chart import facts
from hsm.chart.engine.errors import ChartError
from hsm.chart.engine.factset import Fact, FactSet
from hsm.chart.table import robot_chart
from tests.hsm.chart.mini import example

CHART = robot_chart(0.012)


def test_every_fact_has_a_constant_of_its_name_in_capitals() -> None:
    constants = {name: getattr(facts, name.upper(), None) for name in facts.FACTS.bits}
    assert constants == {name: facts.FACTS.bit(name) for name in facts.FACTS.bits}


def test_every_fact_occurs_in_the_guard_of_some_row() -> None:
    asked = reduce(or_, (arrow.guard.care for arrow in CHART.arrows))
    assert [name for name in facts.FACTS.bits if not asked & facts.FACTS.bit(name)] == []


def test_every_fact_has_a_meaning_and_a_group() -> None:
    every = facts.FACTS.facts
    assert [it.name for it in every if len(it.meaning.split()) < 3 or not it.group] == []


def test_bits_are_listed_by_their_names() -> None:
    assert facts.FACTS.names(facts.DONE | facts.FALLING) == ("falling", "done")
    assert facts.FACTS.names(0) == ()


def test_changes_list_new_facts_and_negated_lost_facts() -> None:
    before, after = facts.CONTACT | facts.CALM, facts.CALM | facts.FALLING
    assert facts.FACTS.changes(before, after) == ("falling", "!contact")


def test_an_unknown_fact_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(ChartError, match="'walk_reg'; the nearest is 'walk_req'"):
        facts.FACTS.parse("walk_reg & contact")


@pytest.mark.parametrize("text", ["falling falling", "falling &", "falling | contact", "!"])
def test_a_guard_that_is_no_conjunction_is_refused(text: str) -> None:
    with pytest.raises(ChartError):
        facts.FACTS.parse(text)


def test_a_guard_that_contradicts_itself_is_refused() -> None:
    with pytest.raises(ChartError, match="true and false"):
        facts.FACTS.parse("falling & !falling")


def test_repaired_facts_are_always_possible() -> None:
    rng = random.Random(1)
    top = 1 << len(facts.FACTS.facts)
    for _ in range(20_000):
        bits, _ = facts.FACTS.repair(rng.randrange(top))
        assert not any(guard.holds(bits) for guard in facts.FACTS.impossible)


def test_possible_facts_are_not_repaired() -> None:
    bits = facts.FRAMES_OK | facts.LINK_OK | facts.CONTACT | facts.WALK_REQ
    assert facts.FACTS.repair(bits) == (bits, ())


def test_a_walk_request_without_ground_contact_is_dropped() -> None:
    bits, violated = facts.FACTS.repair(facts.FRAMES_OK | facts.WALK_REQ)
    assert bits == facts.FRAMES_OK
    assert violated == ("walk_req & !contact",)


def test_an_emergency_stop_survives_every_repair() -> None:
    rng = random.Random(2)
    top = 1 << len(facts.FACTS.facts)
    for _ in range(5_000):
        bits, _ = facts.FACTS.repair(rng.randrange(top) | facts.FORCE_LIMP)
        assert bits & facts.FORCE_LIMP and bits & facts.LIMP_REQ


def test_assumptions_that_both_drop_and_raise_a_fact_are_refused() -> None:
    both = [Fact("a", "", "", yields_to=("b",), raised_by=("!b",)), Fact("b", "", "")]
    with pytest.raises(ChartError, match="'a' is dropped by one assumption and raised by another"):
        FactSet(both)


def test_a_fact_declared_twice_is_refused() -> None:
    with pytest.raises(ChartError, match="'a' is declared twice"):
        FactSet([Fact("a", "", ""), Fact("a", "", "")])


def test_an_example_satisfies_its_guard_and_every_assumption() -> None:
    for text in ("", "walk_req", "force_limp & hw_fault", "!frames_ok", "waiting & !contact"):
        guard = facts.FACTS.parse(text)
        bits = example(facts.FACTS, guard)
        assert guard.holds(bits)
        assert facts.FACTS.repair(bits) == (bits, ())


def test_an_impossible_guard_has_no_example() -> None:
    with pytest.raises(AssertionError, match="impossible"):
        example(facts.FACTS, facts.FACTS.parse("force_limp & walk_req"))
