"""Guards as cubes, checked by brute force over all combinations of five facts."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hsm.chart.engine.guards import Guard, closure, resolvent

BITS = 5
ALL = range(1 << BITS)
guards = st.builds(
    lambda care, want: Guard(care, want & care),
    st.integers(0, (1 << BITS) - 1),
    st.integers(0, (1 << BITS) - 1),
)


def members(guard: Guard) -> set[int]:
    return {bits for bits in ALL if guard.holds(bits)}


@given(guards, guards)
def test_guards_exclude_each_other_exactly_if_nothing_satisfies_both(
    one: Guard, other: Guard
) -> None:
    assert one.excludes(other) == members(one).isdisjoint(members(other))


@given(guards, guards)
def test_a_guard_implies_another_exactly_if_it_is_a_subset(one: Guard, other: Guard) -> None:
    assert one.implies(other) == (members(one) <= members(other))


@given(guards, guards)
def test_the_conjunction_is_the_intersection(one: Guard, other: Guard) -> None:
    if one.excludes(other):
        with pytest.raises(ValueError):
            one & other
    else:
        assert members(one & other) == members(one) & members(other)


@given(guards, guards)
def test_a_resolvent_covers_nothing_outside_its_two_guards(one: Guard, other: Guard) -> None:
    derived = resolvent(one, other)
    if derived is not None:
        assert members(derived) <= members(one) | members(other)


@given(st.lists(guards.filter(lambda guard: guard.care), max_size=5))
def test_the_closure_forbids_exactly_what_its_guards_forbid(listed: list[Guard]) -> None:
    forbidden = set().union(*map(members, listed)) if listed else set()
    assert set().union(*map(members, closure(listed))) == forbidden


@given(st.lists(guards.filter(lambda guard: guard.care), max_size=5))
def test_the_closure_decides_the_possibility_of_partial_facts(listed: list[Guard]) -> None:
    forbidden = set().union(*map(members, listed)) if listed else set()
    possible = set(ALL) - forbidden
    closed = closure(listed)
    for mask in (0b00011, 0b10101, 0b01110):
        few = [guard for guard in closed if guard.care & ~mask == 0]
        for bits in {bits & mask for bits in ALL}:
            really = any(other & mask == bits for other in possible)
            assert really == (not any(guard.holds(bits) for guard in few))


def test_resolution_needs_exactly_one_clash() -> None:
    literals = [Guard(care, want) for care in (1, 2, 3) for want in range(4) if want & ~care == 0]
    for one, other in product(literals, literals):
        clashes = ((one.want ^ other.want) & one.care & other.care).bit_count()
        assert (resolvent(one, other) is not None) == (clashes == 1)
