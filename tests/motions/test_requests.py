"""Inconsistent requests are refused with a message that says what is missing."""

import math

import pytest

from hardware.sensors_and_commands import JointCommand
from motions.destinations import LeaveBallLine
from motions.kicks.wish import Intercept
from motions.requests import Dive, Motion, MotionRequest, WhileRolling
from motions.stiffness import softened


def test_a_dive_must_be_named() -> None:
    with pytest.raises(ValueError, match="one of prepare, jump_left, jump_right, squat"):
        MotionRequest(Motion.DIVE)


def test_a_dive_belongs_to_no_other_motion() -> None:
    with pytest.raises(ValueError, match="'jump_left' belongs to motion 'dive', not to 'stand'"):
        MotionRequest(dive=Dive.JUMP_LEFT)


def test_a_special_motion_may_be_named_in_capitals() -> None:
    one, other = (MotionRequest(Motion.SPECIAL, special=name) for name in ("Wave", "wave"))
    assert one == other and one.same_errand(other)


@pytest.mark.parametrize("motion", [Motion.STAND, Motion.SIT])
def test_a_speed_belongs_to_walking_only(motion: Motion) -> None:
    with pytest.raises(ValueError, match="belongs to motion 'walk'"):
        MotionRequest(motion, forward=0.1)


@pytest.mark.parametrize("speed", [math.nan, math.inf])
def test_a_speed_must_be_finite(speed: float) -> None:
    with pytest.raises(ValueError, match="finite number"):
        MotionRequest(Motion.WALK, forward=speed)


@pytest.mark.parametrize(
    ("speed", "told"), [({"forward": 200}, "-1 to 1 m/s"), ({"turn": -60.0}, "-4 to 4 rad/s")]
)
def test_a_speed_in_another_unit_is_refused_with_its_range(
    speed: dict[str, float], told: str
) -> None:
    with pytest.raises(ValueError, match=f"expected {told}$"):
        MotionRequest(Motion.WALK, **speed)


def test_a_stiffness_out_of_range_is_refused() -> None:
    command = JointCommand((0.1, 0.2, 0.3), (1.0, 0.5, 0.7))
    assert softened(command, ()) is command
    assert softened(command, (0.6, 0.6)).stiffness == (0.6, 0.5, 0.7)
    with pytest.raises(ValueError, match="stiffness_most"):
        MotionRequest(stiffness_most=(1.2,))
    assert MotionRequest(stiffness_most=(0.6,)).same_errand(MotionRequest())


def test_the_number_of_a_request_starts_at_0() -> None:
    """A number below 0 stands for no request at all."""
    with pytest.raises(ValueError, match="number is -3; expected a whole number of at least 0"):
        MotionRequest(Motion.WALK, number=-3)


@pytest.mark.parametrize("motion", [Motion.STAND, Motion.INTERCEPT, Motion.SIT])
def test_only_a_walk_with_another_purpose_can_be_interrupted(motion: Motion) -> None:
    with pytest.raises(ValueError, match="while_rolling 'intercept' belongs to motions walk, "):
        MotionRequest(motion, while_rolling=WhileRolling.INTERCEPT)


def test_an_interruption_has_the_details_of_its_motion() -> None:
    leaves = WhileRolling.OUT_OF_BALL_LINE
    with pytest.raises(ValueError, match="'walk'; to interrupt that, give while_rolling 'interc"):
        MotionRequest(Motion.WALK, intercept=Intercept())
    with pytest.raises(ValueError, match="'out_of_ball_line' needs 'out_of_ball_line'"):
        MotionRequest(Motion.WALK, while_rolling=leaves)
    with pytest.raises(ValueError, match="'intercept' belongs to motion 'intercept'"):
        MotionRequest(Motion.WALK, while_rolling=leaves, intercept=Intercept())
    line = LeaveBallLine((4.0, 0.0))
    request = MotionRequest(Motion.WALK, while_rolling=leaves, out_of_ball_line=line)
    assert request.same_errand(MotionRequest(Motion.WALK))
