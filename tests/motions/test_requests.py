"""Requests that make no sense are refused with what is missing."""

import math

import pytest

from motions.requests import Dive, Motion, MotionRequest


def test_a_dive_must_be_named() -> None:
    with pytest.raises(ValueError, match="one of prepare, jump_left, jump_right, squat"):
        MotionRequest(Motion.DIVE)


def test_a_dive_belongs_to_no_other_motion() -> None:
    with pytest.raises(ValueError, match="'jump_left' belongs to motion 'dive', not to 'stand'"):
        MotionRequest(dive=Dive.JUMP_LEFT)


@pytest.mark.parametrize("motion", [Motion.STAND, Motion.SIT])
def test_a_speed_belongs_to_walking(motion: Motion) -> None:
    with pytest.raises(ValueError, match="belongs to motion 'walk'"):
        MotionRequest(motion, forward=0.1)


@pytest.mark.parametrize("speed", [math.nan, math.inf])
def test_a_speed_is_finite(speed: float) -> None:
    with pytest.raises(ValueError, match="not finite"):
        MotionRequest(Motion.WALK, forward=speed)
