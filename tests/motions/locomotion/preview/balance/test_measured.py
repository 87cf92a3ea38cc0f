"""The measured centre of mass, on hand-made robots."""

import pytest

from hardware.robots.model import Side
from hsm.control.assembly import MotionSettings
from motions.kinematics.geometry import Pose2
from motions.locomotion.preview.balance.measured import MeasuredCentre, SeenRobot
from motions.locomotion.preview.lipm import CartState
from tests.fakes import SOLES

FEET = {Side.LEFT: Pose2(0.0, 0.05), Side.RIGHT: Pose2(0.0, -0.05)}
HALF = {Side.LEFT: 0.5, Side.RIGHT: 0.5}


def seen(place: float) -> SeenRobot:
    """Return a standing robot with its centre of mass to the left by `place`, m."""
    return SeenRobot(0.012, 0.0, 0.0, (SOLES["left_sole"].x, place, -0.02), **SOLES)


def after(
    measured: MeasuredCentre, feet: dict[Side, Pose2], place: float = 0.0, cycles: int = 8
) -> None:
    for _ in range(cycles):
        measured.update(seen(place), feet, HALF, CartState(), CartState())


def test_a_foot_that_lands_off_its_plan_causes_no_gap_speed(settings: MotionSettings) -> None:
    measured = MeasuredCentre(settings.preview.feedback)
    after(measured, FEET)
    after(measured, {**FEET, Side.LEFT: Pose2(0.06, 0.11)}, cycles=1)
    assert measured.gap_speed == pytest.approx((0.0, 0.0), abs=1e-9)


def test_a_body_further_left_than_planned_gives_an_equal_gap(settings: MotionSettings) -> None:
    measured = MeasuredCentre(settings.preview.feedback)
    after(measured, FEET, place=0.013)
    assert measured.gap == pytest.approx((0.0, 0.013), abs=1e-6)


def test_drawing_the_plan_to_the_measurement_reduces_the_gap_by_the_same_share(
    settings: MotionSettings,
) -> None:
    measured = MeasuredCentre(settings.preview.feedback)
    after(measured, FEET, place=0.010)
    x, y = CartState(), CartState()
    measured.draw(x, y, 0.25)
    assert y.position == pytest.approx(0.0025)
    measured.update(seen(0.010), FEET, HALF, x, y)
    assert measured.gap[1] == pytest.approx(0.0075)
