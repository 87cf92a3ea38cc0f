"""A walk that stumbles, on hand-made steps."""

from dataclasses import replace

import pytest

from motions.walking.configuration import WalkingParameters
from motions.walking.parameters import SpeedProfile
from motions.walking.planning.stumble import Stumble, StumbleParameters
from motions.walking.step import Step
from tests.fakes import robot_state
from tests.motions.walking.stepper import LASTS, made


@pytest.fixture
def parameters(walking: WalkingParameters) -> StumbleParameters:
    return walking.stumble


def walked(stumble: Stumble, *, late: float = 1.0, tilt: float = 0.0, steps: int = 1) -> float:
    """Make steps that take so many times their duration and end tilted; return what is left."""
    for _ in range(steps):
        stumble.learn(made(Step(0.05), took=late * LASTS), robot_state(pitch=tilt))
    return stumble.share


def test_a_calm_walk_may_go_as_fast_as_its_profile(
    parameters: StumbleParameters, profile: SpeedProfile
) -> None:
    stumble = Stumble(parameters)
    for late, tilt in ((0.9, 0.0), (parameters.late[0], -parameters.tilt[0])):
        assert walked(stumble, late=late, tilt=tilt) == pytest.approx(1.0)
    assert Stumble(parameters).cut(profile.fastest) == profile.fastest


@pytest.mark.parametrize("how", ["late", "ahead", "back"])
def test_a_stumble_cuts_speed_forward_and_backward_at_once_and_nothing_else(
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


def test_speed_comes_back_step_by_step_and_in_a_new_walk_at_once(
    parameters: StumbleParameters,
) -> None:
    stumble = Stumble(parameters)
    walked(stumble, late=3.0)
    assert walked(stumble) == pytest.approx(parameters.slowest + parameters.calmer)
    assert walked(stumble, steps=30) == 1.0
    walked(stumble, late=3.0)
    stumble.reset()
    assert stumble.share == 1.0


def test_no_word_on_another_motion_and_none_if_switched_off(parameters: StumbleParameters) -> None:
    stumble = Stumble(parameters)
    walked(stumble, late=3.0)
    stumble.learn(None, robot_state())
    assert stumble.share == pytest.approx(parameters.slowest)
    assert walked(Stumble(replace(parameters, active=False)), late=3.0) == 1.0
