"""The distance of the feet is controlled by the pressure below them."""

from dataclasses import replace

import pytest

from hardware.robots.model import RobotModel, Side
from hsm.control.assembly import load_settings
from hsm.settings.robot_file import load_robot
from motions.kinematics.geometry import Pose2
from motions.kinematics.pressure_centre import cells_below, pressure_centre
from motions.locomotion.preview.balance.parameters import WidthParameters
from motions.locomotion.preview.balance.width import FeetWidth
from motions.perception.state import RobotState
from tests.fakes import robot_state, support

_STEP = 30
"""Cycles of single support."""


@pytest.fixture(scope="module")
def model() -> RobotModel:
    return load_robot()


@pytest.fixture(scope="module")
def parameters() -> WidthParameters:
    return load_settings("normal").preview.width


def pressed(model: RobotModel, side: Side, inward: float, *, load: float = 2.0) -> RobotState:
    """Return a robot on one foot with its pressure inwards of the sole's origin by `inward`, m."""
    cells = cells_below(model.dimensions.sole)[side]
    inner, outer = (1, 0) if side is Side.LEFT else (0, 1)
    places = [-side.sign * cells[cell][1] for cell in (inner, outer)]
    share = (inward - places[1]) / (places[0] - places[1])
    shown = [0.0] * 4
    shown[inner], shown[outer] = load * share, load * (1.0 - share)
    assert -side.sign * pressure_centre(cells, shown)[1] == pytest.approx(inward)
    empty = (0.0,) * 4
    both = (*shown, *empty) if side is Side.LEFT else (*empty, *shown)
    return robot_state(support=replace(support(), cells=both))


def walked(
    model: RobotModel, parameters: WidthParameters, inward: float, steps: int, **more: float
) -> FeetWidth:
    """Return the estimate for a robot whose feet never come nearer, whatever is commanded."""
    width = FeetWidth(model, parameters)
    for step in range(steps):
        side = Side.LEFT if step % 2 == 0 else Side.RIGHT
        robot = pressed(model, side, inward, **more)
        for _ in range(_STEP):
            width.update(robot, side.other)
    return width


def test_feet_with_pressure_on_their_inner_sides_are_commanded_nearer_to_each_other(
    model: RobotModel, parameters: WidthParameters
) -> None:
    wide = walked(model, parameters, parameters.inward + 0.006, 6)
    narrow = walked(model, parameters, parameters.inward - 0.006, 6)
    assert wide.nearer > 0.002
    assert narrow.nearer == pytest.approx(-wide.nearer)
    out = parameters.wider - wide.nearer
    left, right = wide.apply(Pose2(0.0, 0.05), Pose2(0.0, -0.05))
    assert (left.y, right.y) == pytest.approx((0.05 + out, -0.05 - out))


def test_feet_stop_moving_once_the_pressure_is_right(
    model: RobotModel, parameters: WidthParameters
) -> None:
    wide, width = 0.008, FeetWidth(model, parameters)
    for step in range(40):
        side = Side.LEFT if step % 2 == 0 else Side.RIGHT
        for _ in range(_STEP):
            inward = parameters.inward + wide - width.nearer
            width.update(pressed(model, side, inward), side.other)
    assert width.nearer == pytest.approx(parameters.believed * wide, rel=0.01)


def test_a_lean_to_one_side_does_not_change_the_distance_of_the_feet(
    model: RobotModel, parameters: WidthParameters
) -> None:
    width = FeetWidth(model, parameters)
    for _ in range(6):
        for side in Side:
            robot = pressed(model, side, parameters.inward + side.sign * 0.008)
            for _ in range(_STEP):
                width.update(robot, side.other)
    assert width.nearer == pytest.approx(0.0, abs=1e-3)


def test_double_support_and_lightly_loaded_feet_teach_nothing(
    model: RobotModel, parameters: WidthParameters
) -> None:
    assert walked(model, parameters, 0.02, 6, load=0.9 * parameters.least_load).nearer == 0.0
    width = FeetWidth(model, parameters)
    for _ in range(200):
        width.update(pressed(model, Side.LEFT, 0.02), None)
        width.update(replace(pressed(model, Side.LEFT, 0.02), contact=False), Side.RIGHT)
    assert width.nearer == 0.0
    assert walked(model, parameters, 0.02, 1).nearer == 0.0, "one foot alone determines no width"


def test_the_correction_is_limited_in_distance_and_speed(
    model: RobotModel, parameters: WidthParameters
) -> None:
    close = replace(parameters, limit=0.002)
    assert walked(model, close, 0.02, 10).nearer == pytest.approx(0.002)
    slow = replace(parameters, speed=0.001)
    seconds = 2 * _STEP * robot_state().cycle
    assert 0.0 < walked(model, slow, 0.02, 2).nearer <= 0.001 * seconds


def test_a_new_walk_begins_without_a_correction(
    model: RobotModel, parameters: WidthParameters
) -> None:
    width = walked(model, parameters, 0.02, 6)
    width.begin()
    assert width.nearer == 0.0
    width.update(pressed(model, Side.LEFT, 0.02), Side.RIGHT)
    assert width.nearer == 0.0
