"""A scenario that a program makes holds what its types say, or a field is refused by its name."""

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
def test_a_field_of_another_type_is_refused_by_its_name(sound: Any) -> None:
    for item in fields(sound):
        with pytest.raises(ValueError, match=rf"^{type(sound).__name__}: {item.name} is <obj.*exp"):
            replace(sound, **{item.name: object()})


@pytest.mark.parametrize("strange", ["walk", math.nan, -1, 10**400, None, True, (1.0,), []])
@pytest.mark.parametrize("sound", SOUND, ids=lambda one: type(one).__name__)
def test_a_strange_value_is_taken_or_refused_with_a_sentence(sound: Any, strange: Any) -> None:
    for item in fields(sound):
        try:
            replace(sound, **{item.name: strange})
        except ValueError as error:
            assert str(error)


def test_a_motion_is_a_member_and_no_text() -> None:
    with pytest.raises(ValueError, match="TimelineRequest: motion is 'walk'; expected Motion.WALK"):
        TimelineRequest("walk", 0.1)  # type: ignore[arg-type]
    assert TimelineRequest(Motion.WALK, 0.1).request.forward == 0.1
