"""Facts: names and bits, assumptions and their repair."""

import random

import pytest

from hsm.chart import facts
from hsm.chart.engine.errors import ChartError
from hsm.chart.engine.factset import Fact, FactSet
from hsm.chart.table import robot_chart
from tests.hsm.chart.mini import example

CHART = robot_chart(0.012)


@pytest.mark.parametrize("name", facts.FACTS.bits)
def test_every_fact_has_a_constant_of_its_name(name: str) -> None:
    assert getattr(facts, name.upper()) == facts.FACTS.bit(name)


@pytest.mark.parametrize("name", facts.FACTS.bits)
def test_every_fact_is_asked_by_some_row(name: str) -> None:
    bit = facts.FACTS.bit(name)
    assert any(arrow.guard.care & bit for arrow in CHART.arrows)


@pytest.mark.parametrize("fact", facts.FACTS.facts, ids=lambda fact: fact.name)
def test_every_fact_says_what_it_means(fact: Fact) -> None:
    assert len(fact.meaning.split()) >= 3 and fact.group


def test_names_are_those_of_the_bits() -> None:
    assert facts.FACTS.names(facts.DONE | facts.FALLING) == ("falling", "done")
    assert facts.FACTS.names(0) == ()


def test_a_guard_is_written_the_way_it_is_read() -> None:
    for text in ("", "falling", "!contact & upright", "walk_req & delay_due"):
        guard = facts.FACTS.parse(text)
        assert facts.FACTS.parse(facts.FACTS.text(guard)) == guard


def test_changes_say_what_came_and_what_went() -> None:
    before, after = facts.CONTACT | facts.CALM, facts.CALM | facts.FALLING
    assert facts.FACTS.changes(before, after) == ("falling", "!contact")


def test_an_unknown_fact_is_answered_with_the_nearest_name() -> None:
    with pytest.raises(ChartError, match="'walk_reg'; the nearest is 'walk_req'"):
        facts.FACTS.parse("walk_reg & contact")


@pytest.mark.parametrize("text", ["falling falling", "falling &", "falling | contact", "!"])
def test_what_is_no_conjunction_is_refused(text: str) -> None:
    with pytest.raises(ChartError):
        facts.FACTS.parse(text)


def test_a_guard_that_contradicts_itself_is_refused() -> None:
    with pytest.raises(ChartError, match="true and false"):
        facts.FACTS.parse("falling & !falling")


def test_repair_always_ends_with_possible_facts() -> None:
    rng = random.Random(1)
    top = 1 << len(facts.FACTS.facts)
    for _ in range(20_000):
        bits, _ = facts.FACTS.repair(rng.randrange(top))
        assert not any(guard.holds(bits) for guard in facts.FACTS.impossible)


def test_possible_facts_are_not_repaired() -> None:
    bits = facts.FRAMES_OK | facts.LINK_OK | facts.CONTACT | facts.WALK_REQ
    assert facts.FACTS.repair(bits) == (bits, ())


def test_a_walk_without_ground_is_dropped() -> None:
    bits, violated = facts.FACTS.repair(facts.FRAMES_OK | facts.WALK_REQ)
    assert bits == facts.FRAMES_OK
    assert violated == ("walk_req & !contact",)


def test_an_emergency_stop_survives_every_repair() -> None:
    rng = random.Random(2)
    top = 1 << len(facts.FACTS.facts)
    for _ in range(5_000):
        bits, _ = facts.FACTS.repair(rng.randrange(top) | facts.FORCE_LIMP)
        assert bits & facts.FORCE_LIMP and bits & facts.LIMP_REQ


def test_assumptions_that_push_a_fact_both_ways_are_refused() -> None:
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


def test_there_is_no_example_of_the_impossible() -> None:
    with pytest.raises(AssertionError, match="impossible"):
        example(facts.FACTS, facts.FACTS.parse("force_limp & walk_req"))
