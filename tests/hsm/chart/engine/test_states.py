"""Declarations of states: containment by name, looks and short names."""

from hsm.chart.engine.states import Appearance, Compound, shortened

GREEN = Appearance("go", "#00ff00")


def test_a_compound_contains_all_leaves_declared_at_any_depth() -> None:
    world = Compound()
    up = world.compound("Up", silent=True)
    go, stay = up.compound("Go"), up.leaf("Stay", "", "", "", None)
    fast = go.leaf("Fast", "", "", "", 1.0)
    assert [leaf.name for leaf in world.leaves] == ["Stay", "Go.Fast"]
    assert fast.name in go and fast.name in up and fast.name in fast
    assert stay.name not in go and stay.name not in fast
    assert [state.path for state in world.states] == ["Up", "Up.Go", "Up.Stay", "Up.Go.Fast"]


def test_a_similar_name_and_the_compound_itself_are_not_contained() -> None:
    world = Compound()
    run, runner = world.compound("Run"), world.compound("Runner")
    run.leaf("Fast", "", "", "", None)
    assert runner.leaf("Fast", "", "", "", None).name not in run
    assert run.name not in run and "Run.Fas" not in run


def test_a_state_inherits_the_look_of_its_parent_unless_it_has_its_own() -> None:
    around = Compound().compound("Go", look=GREEN)
    assert around.compound("On").leaf("A", "", "", "", None).look is GREEN
    assert around.leaf("B", "", "", "", None, look=Appearance("b", "#0000ff")).look != GREEN


def test_a_short_name_always_keeps_its_last_level() -> None:
    assert [shortened("A.B.C", hidden) for hidden in range(4)] == ["A.B.C", "B.C", "C", "C"]
