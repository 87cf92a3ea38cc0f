"""Changes of a walk build on its present parameters, not on those of the file."""

from collections.abc import Callable

import pytest

from hsm.control.assembly import MotionSettings
from hsm.errors import ConfigError
from hsm.settings.located_yaml import parse
from hsm.settings.walk_changes import changed_walk
from motions.walking.configuration import WalkingParameters

Changed = Callable[..., WalkingParameters]


@pytest.fixture
def changed(settings: MotionSettings) -> Changed:
    def change(*patches: str) -> WalkingParameters:
        """Return the walk after these patches, one after the other."""
        walking, profile = settings.walking, settings.profile
        for patch in patches:
            walking, profile = changed_walk(
                walking,
                profile,
                settings.robot,
                settings.kicks,
                patch=parse(patch, "mine"),
                profile_file=None,
            )
        return walking

    return change


def test_a_change_is_possible_after_the_change_that_it_needs(changed: Changed) -> None:
    walking = changed("capture: {active: false}", "adjustment: {active: true}")
    assert (walking.capture.active, walking.adjustment.active) == (False, True)  # type: ignore[attr-defined]
    assert changed("sag: {shortest: 1.2, longest: 2}", "sag: {shortest: 1.5}").sag.shortest == 1.5


@pytest.mark.parametrize(
    ("before", "patch", "told"),
    [
        (
            "capture: {active: false}\nadjustment: {active: true}",
            "capture: {active: true}",
            "^mine:1:1: capture and adjustment are both active",
        ),
        ("sag: {longest: 1}", "sag: {shortest: 1.1}", "^mine:1:6: sag: 'longest' must be at least"),
    ],
)
def test_a_change_that_contradicts_an_earlier_one_is_refused_with_its_place(
    changed: Changed, before: str, patch: str, told: str
) -> None:
    with pytest.raises(ConfigError, match=told):
        changed(before, patch)


def test_a_change_without_effect_keeps_every_digit(
    changed: Changed, settings: MotionSettings
) -> None:
    lift = 1e3 * settings.walking.step.lift
    assert changed(f"step: {{lift_mm: {lift:g}}}") == settings.walking
