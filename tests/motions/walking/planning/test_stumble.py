"""Slower walking after a stumble, on hand-made steps."""

from dataclasses import replace

import pytest

from motions.walking.configuration import WalkingParameters
from motions.walking.parameters import SpeedProfile
from motions.walking.planning.stumble import Stumble, StumbleParameters
from motions.walking.step import Step
from tests.motions.walking.stepper import LASTS, made


@pytest.fixture
def parameters(walking: WalkingParameters) -> StumbleParameters:
    return walking.stumble


def walked(stumble: Stumble, *, late: float = 1.0, tilt: float = 0.0, steps: int = 1) -> float:
    """Make steps `late` times as long as planned, with a tilt at the end, rad; return the share."""
    for _ in range(steps):
        stumble.learn(made(Step(0.05), took=late * LASTS), tilt)
    return stumble.share


def test_a_calm_walk_keeps_the_speeds_of_its_profile(
    parameters: StumbleParameters, profile: SpeedProfile
) -> None:
    stumble = Stumble(parameters)
    for late, tilt in ((0.9, 0.0), (parameters.late[0], -parameters.tilt[0])):
        assert walked(stumble, late=late, tilt=tilt) == pytest.approx(1.0)
    assert Stumble(parameters).cut(profile.fastest) == profile.fastest


@pytest.mark.parametrize("how", ["late", "ahead", "back"])
def test_a_stumble_cuts_only_forward_and_backward_speed_at_once(
    parameters: StumbleParameters, profile: SpeedProfile, how: str
) -> None:
    stumble = Stumble(parameters)
    tilt = {"late": 0.0, "ahead": 1.0, "back": -1.0}[how]
    late = 3.0 if how == "late" else 1.0
    assert walked(stumble, late=late, tilt=tilt) == pytest.approx(parameters.slowest)
    cut, fastest = stumble.cut(profile.fastest), profile.fastest
    assert cut.forward == pytest.approx(parameters.slowest * fastest.forward)
    assert cut.backward == pytest.approx(parameters.slowest * fastest.backward)
    assert (cut.side, cut.turn) == (fastest.side, fastest.turn)


def test_half_a_stumble_cuts_half_as_much(parameters: StumbleParameters) -> None:
    middle = sum(parameters.late) / 2.0
    share = walked(Stumble(parameters), late=middle)
    assert share == pytest.approx((1.0 + parameters.slowest) / 2.0)


def test_speed_is_regained_step_by_step_and_at_once_in_a_new_walk(
    parameters: StumbleParameters,
) -> None:
    stumble = Stumble(parameters)
    walked(stumble, late=3.0)
    assert walked(stumble) == pytest.approx(parameters.slowest + parameters.calmer)
    assert walked(stumble, steps=30) == 1.0
    walked(stumble, late=3.0)
    stumble.reset()
    assert stumble.share == 1.0


def test_another_motion_teaches_nothing_and_switched_off_nothing_is_cut(
    parameters: StumbleParameters,
) -> None:
    stumble = Stumble(parameters)
    walked(stumble, late=3.0)
    stumble.learn(None, 0.0)
    assert stumble.share == pytest.approx(parameters.slowest)
    assert walked(Stumble(replace(parameters, active=False)), late=3.0) == 1.0
