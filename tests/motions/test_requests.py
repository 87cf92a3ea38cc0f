"""Requests that make no sense are refused with what is missing."""

import math

import pytest

from hardware.sensors_and_commands import JointCommand
from motions.requests import Dive, Motion, MotionRequest
from motions.stiffness import softened


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
    with pytest.raises(ValueError, match="finite number"):
        MotionRequest(Motion.WALK, forward=speed)


def test_no_joint_is_stiffer_than_a_wish_allows() -> None:
    command = JointCommand((0.1, 0.2, 0.3), (1.0, 0.5, 0.7))
    assert softened(command, ()) is command
    assert softened(command, (0.6, 0.6)).stiffness == (0.6, 0.5, 0.7)
    with pytest.raises(ValueError, match="stiffness_most"):
        MotionRequest(stiffness_most=(1.2,))
    assert MotionRequest(stiffness_most=(0.6,)).same_errand(MotionRequest())


def test_the_number_of_a_wish_counts_from_0() -> None:
    """One below it would be that of no wish at all."""
    with pytest.raises(ValueError, match="number is -3; expected a whole number of at least 0"):
        MotionRequest(Motion.WALK, number=-3)
