"""Leaves and state classes correspond one to one; incomplete declarations are refused."""

import pytest

from hsm.chart import ChartError
from hsm.chart.leaves import FAULT, ROBOT, STAND_NORMAL
from hsm.control.assembly import build_cycle, demand_whole_declarations, load_settings
from hsm.states import stand
from hsm.states.catalogue import mismatches
from hsm.states.resting import Fault
from hsm.states.state import STATE_FACTORIES, State, implements


def test_every_leaf_has_a_class_and_every_class_a_leaf() -> None:
    assert mismatches() == []
    assert set(STATE_FACTORIES) == set(ROBOT.leaves)


def test_a_leaf_without_a_class_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(STATE_FACTORIES, STAND_NORMAL)
    with pytest.raises(ChartError, match="leaf 'Stand.Normal' has no class"):
        build_cycle(load_settings())


def test_a_class_whose_leaf_no_longer_exists_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ROBOT, "leaves", [leaf for leaf in ROBOT.leaves if leaf is not FAULT])
    with pytest.raises(ChartError, match="'Fault' has a class, Fault, but is not a leaf"):
        demand_whole_declarations()


def test_a_class_that_names_no_leaf_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = type("Lost", (State,), {"__module__": stand.__name__})
    monkeypatch.setattr(stand, "Lost", lost, raising=False)
    with pytest.raises(ChartError, match="class Lost in hsm/states belongs to no leaf"):
        demand_whole_declarations()


def test_two_classes_for_a_leaf_are_refused() -> None:
    with pytest.raises(ChartError, match="leaf 'Fault' has two classes"):
        implements(FAULT)(Fault)
