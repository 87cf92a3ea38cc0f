"""The tree of states by path, short name and pattern."""

import pytest

from hsm.chart.engine.errors import ChartError
from hsm.chart.engine.tree import Tree, lineage
from tests.hsm.chart.mini import LEAVES, leaf

TREE = Tree(LEAVES)
GROUPED = Tree([leaf("Off"), leaf("All.Up.Go.A", hidden=2), leaf("All.Up.Go.B", hidden=2)])


def test_short_names_omit_the_grouping_levels() -> None:
    assert [GROUPED.short(state) for state in GROUPED.states] == [
        "Off", "All", "Up", "Go", "Go.A", "Go.B",
    ]  # fmt: skip


def test_a_state_is_found_by_path_and_by_short_name() -> None:
    assert GROUPED.path("Go.B") == GROUPED.path("All.Up.Go.B") == "All.Up.Go.B"


def test_a_misspelt_state_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(ChartError, match="unknown state 'Lit.Bulb.Brigth'.*'Lit.Bulb.Bright'"):
        TREE.path("Lit.Bulb.Brigth")


def test_a_compound_is_entered_at_its_first_leaf() -> None:
    assert TREE.first_leaf("Lit") == "Lit.Bulb.Warming"


def test_a_leaf_is_inside_itself_but_not_inside_a_similar_name() -> None:
    tree = Tree([leaf("Run.Fast"), leaf("Runner.Slow")])
    assert tree.inside("Run.Fast", "Run.Fast") and tree.inside("Run.Fast", "Run")
    assert not tree.inside("Runner.Slow", "Run")


def test_braces_stand_for_a_choice_and_a_star_for_any_child() -> None:
    assert list(TREE.expand("Lit.{Bulb, Night}")) == [("Lit.Bulb", ""), ("Lit.Night", "")]
    assert list(TREE.expand("Lit.Bulb.*")) == [
        ("Lit.Bulb.Warming", "Warming"),
        ("Lit.Bulb.Bright", "Bright"),
    ]


def test_a_star_is_bound_to_the_child_that_it_matched() -> None:
    tree = Tree([leaf("K.A.X"), leaf("K.A.Y"), leaf("K.B.X"), leaf("K.B.Y")])
    assert list(tree.expand("K.*.Y")) == [("K.A.Y", "A"), ("K.B.Y", "B")]


def test_the_lineage_starts_at_the_outermost_state() -> None:
    assert lineage("Lit.Bulb.Bright") == ("Lit", "Lit.Bulb", "Lit.Bulb.Bright")


@pytest.mark.parametrize(
    ("paths", "message"),
    [
        (["A.b"], "CamelCase"),
        (["A", "A"], "declared twice"),
        (["A", "A.B"], "is a leaf and the parent of"),
    ],
)
def test_an_invalid_tree_is_refused(paths: list[str], message: str) -> None:
    with pytest.raises(ChartError, match=message):
        Tree([leaf(path) for path in paths])


def test_two_states_with_the_same_short_name_are_refused() -> None:
    with pytest.raises(ChartError, match="short name 'X'"):
        Tree([leaf("All.X", hidden=1), leaf("X")])
