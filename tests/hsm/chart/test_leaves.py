"""The robot's leaves: each has a name, a look, a page and a box in the overview."""

import pytest

from hsm.chart import Leaf
from hsm.chart.drawing.write import PAGES
from hsm.chart.leaves import OVERVIEW, ROBOT
from hsm.chart.table import robot_chart

CHART = robot_chart(0.012)
LEAVES = pytest.mark.parametrize("leaf", ROBOT.leaves, ids=lambda leaf: leaf.name)


@LEAVES
def test_the_name_of_a_leaf_is_its_short_name_in_the_chart(leaf: Leaf) -> None:
    assert CHART.short(leaf.path) == leaf.name and CHART.tree.path(leaf.name) == leaf.path


@LEAVES
def test_a_leaf_has_a_look_with_a_label(leaf: Leaf) -> None:
    assert leaf.look is not None and leaf.look.label


@LEAVES
def test_a_leaf_is_on_one_page_and_in_one_box_of_the_overview(leaf: Leaf) -> None:
    pages = [p.name for p in PAGES for root in p.roots if CHART.tree.inside(leaf.path, root)]
    assert len(pages) == 2 and pages[0] == "overview"
    assert sum(leaf.name in box for box in OVERVIEW) == 1


def test_a_compound_contains_the_same_leaves_as_in_the_tree() -> None:
    for state in ROBOT.states:
        inside = {leaf.path for leaf in ROBOT.leaves if leaf.name in state}
        assert inside == set(CHART.tree.leaves_of(state.path))
