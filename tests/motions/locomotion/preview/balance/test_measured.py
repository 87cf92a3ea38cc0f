"""What is measured of the centre of mass, against hand-made robots."""

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
    """Return a robot that stands, with its centre of mass so far to the left, m."""
    return SeenRobot(0.012, 0.0, 0.0, (SOLES["left_sole"].x, place, -0.02), **SOLES)


def after(
    measured: MeasuredCentre, feet: dict[Side, Pose2], place: float = 0.0, cycles: int = 8
) -> None:
    for _ in range(cycles):
        measured.update(seen(place), feet, HALF, CartState(), CartState())


def test_a_foot_that_lands_elsewhere_makes_no_speed(settings: MotionSettings) -> None:
    measured = MeasuredCentre(settings.preview.feedback)
    after(measured, FEET)
    after(measured, {**FEET, Side.LEFT: Pose2(0.06, 0.11)}, cycles=1)
    assert measured.gap_speed == pytest.approx((0.0, 0.0), abs=1e-9)


def test_a_body_that_is_further_left_than_planned_is_seen_there(settings: MotionSettings) -> None:
    measured = MeasuredCentre(settings.preview.feedback)
    after(measured, FEET, place=0.013)
    assert measured.gap == pytest.approx((0.0, 0.013), abs=1e-6)


def test_a_drawn_plan_is_as_much_nearer_as_it_is_drawn(settings: MotionSettings) -> None:
    measured = MeasuredCentre(settings.preview.feedback)
    after(measured, FEET, place=0.010)
    x, y = CartState(), CartState()
    measured.draw(x, y, 0.25)
    assert y.place == pytest.approx(0.0025)
    measured.update(seen(0.010), FEET, HALF, x, y)
    assert measured.gap[1] == pytest.approx(0.0075)
