"""The descriptions of props in a recorded run suffice to recreate them."""

from dataclasses import replace

import pytest

from hardware.props import PROPS, Ball, Patch, Prop
from hsm.scenarios.field import OneProp
from hsm.scenarios.loader import load_scenarios
from hsm.scenarios.scenario import Scenario
from hsm.scenarios.set_up import props_told, set_up
from hsm.settings.loader import config_folder

NAMES = [path.stem for path in sorted((config_folder() / "scenarios").glob("*.yaml"))]


def told(scenario: Scenario) -> list[str]:
    props = set_up(scenario).get("props", [])
    assert isinstance(props, list)
    return props


def numbers(prop: Prop) -> dict[str, float]:
    """Return the values of a prop that are not None."""
    given = {name: getattr(prop, name) for name in type(prop).__match_args__}  # type: ignore[attr-defined]
    return {name: value for name, value in given.items() if value is not None}


@pytest.fixture(scope="module")
def scenarios() -> list[Scenario]:
    return load_scenarios(NAMES, judged=False)


def test_the_props_of_every_scenario_are_restored_from_their_descriptions(
    scenarios: list[Scenario],
) -> None:
    some = 0
    for scenario in scenarios:
        back = props_told(told(scenario))
        assert len(back) == len(scenario.props)
        for read, entry in zip(back, scenario.props, strict=True):
            some += 1
            assert type(read) is type(entry.prop)
            assert numbers(read) == pytest.approx(numbers(entry.prop), rel=1e-5), scenario.name
    assert some > 10


def test_a_prop_with_every_field_set_is_restored(scenarios: list[Scenario]) -> None:
    patch = Patch(1.5, -0.25, 0.5, 0.125, 0.75, 0.5, 0.012, 1.25)
    ball = Ball(0.5, -0.5, 2.0, -1.5)
    field = (OneProp(patch=patch), OneProp(ball=ball))
    scenario = replace(scenarios[0], props=field)
    assert props_told(told(scenario)) == (patch, ball)


@pytest.mark.parametrize("kind", PROPS.values(), ids=lambda kind: kind.__name__)
def test_the_words_of_a_prop_leave_nothing_to_fill_in(kind: type[Prop]) -> None:
    assert "{" not in kind.words


@pytest.mark.parametrize("words", ["", "cow", "ball (z 3)", "ball (x near, y 0)", "ball x 1"])
def test_a_text_that_describes_no_prop_is_refused(words: str) -> None:
    with pytest.raises((ValueError, TypeError)):
        props_told([words])
