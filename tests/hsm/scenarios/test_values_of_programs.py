"""Scenarios built in Python: values of a wrong type are refused with the name of the field."""

import math
from dataclasses import fields, replace
from typing import Any

import pytest

from hardware.disturbances import Push
from hardware.props import Ball
from hsm.scenarios.expectation import Ban, Expectation
from hsm.scenarios.field import OneProp
from hsm.scenarios.scenario import PlantChanges, Scenario, ScenarioStart
from hsm.scenarios.timeline import OneKind, SpeedShareWish, TimelineEntry, TimelineRequest
from motions.requests import Motion

ENTRY = TimelineEntry(at=0.0, request=TimelineRequest(Motion.STAND))
SOUND: tuple[Any, ...] = (
    ENTRY,
    TimelineRequest(Motion.STAND),
    SpeedShareWish(),
    OneKind(push=Push(0.0, 1.0)),
    OneProp(ball=Ball(1.0, 0.0)),
    Expectation("next_step"),
    Ban("fall"),
    ScenarioStart(),
    PlantChanges(),
    Scenario("mine", "It stands.", "ideal", 1.0, (ENTRY,)),
)


@pytest.mark.parametrize("sound", SOUND, ids=lambda one: type(one).__name__)
def test_a_value_of_a_wrong_type_is_refused_with_the_name_of_its_field(sound: Any) -> None:
    for item in fields(sound):
        with pytest.raises(ValueError, match=rf"^{type(sound).__name__}: {item.name} is <obj.*exp"):
            replace(sound, **{item.name: object()})


@pytest.mark.parametrize("strange", ["walk", math.nan, -1, 10**400, None, True, (1.0,), []])
@pytest.mark.parametrize("sound", SOUND, ids=lambda one: type(one).__name__)
def test_a_strange_value_is_accepted_or_refused_with_a_message(sound: Any, strange: Any) -> None:
    for item in fields(sound):
        try:
            replace(sound, **{item.name: strange})
        except ValueError as error:
            assert str(error)


def test_a_motion_given_as_text_is_refused() -> None:
    with pytest.raises(ValueError, match="TimelineRequest: motion is 'walk'; expected Motion.WALK"):
        TimelineRequest("walk", 0.1)  # type: ignore[arg-type]
    assert TimelineRequest(Motion.WALK, 0.1).request.forward == 0.1
