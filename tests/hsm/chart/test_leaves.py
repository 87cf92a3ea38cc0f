"""The robot's leaves: each has a name, a look, a page and a box in the overview."""

from hsm.chart.drawing.write import PAGES
from hsm.chart.leaves import OVERVIEW, ROBOT
from hsm.chart.table import robot_chart

CHART = robot_chart(0.012)


def test_the_name_of_a_leaf_is_its_short_name_in_the_chart() -> None:
    assert {CHART.short(leaf.path): leaf.path for leaf in ROBOT.leaves} == {
        leaf.name: CHART.tree.path(leaf.name) for leaf in ROBOT.leaves
    }


def test_every_leaf_has_a_look_with_a_label() -> None:
    assert [leaf.name for leaf in ROBOT.leaves if leaf.look is None or not leaf.look.label] == []


def test_every_leaf_is_on_one_page_and_in_one_box_of_the_overview() -> None:
    for leaf in ROBOT.leaves:
        pages = [p.name for p in PAGES for root in p.roots if CHART.tree.inside(leaf.path, root)]
        assert len(pages) == 2 and pages[0] == "overview", leaf.name
        assert sum(leaf.name in box for box in OVERVIEW) == 1, leaf.name


def test_a_compound_contains_the_same_leaves_as_in_the_tree() -> None:
    for state in ROBOT.states:
        inside = {leaf.path for leaf in ROBOT.leaves if leaf.name in state}
        assert inside == set(CHART.tree.leaves_of(state.path))
