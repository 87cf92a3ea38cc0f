"""A sole that stands on an edge is turned until its pressure is where it is wanted."""

from types import SimpleNamespace
from typing import Any

import pytest

from hardware.robots.model import Side
from hsm.control.assembly import load_robot, load_settings
from motions.locomotion.preview.balance.footing import Footing
from motions.locomotion.preview.parameters import FootingParameters

_CYCLE = 0.012
# Of the cells front left, front right, rear left, rear right of a sole.
_LEFT_EDGE = (0.5, 0.0, 0.5, 0.0)
_RIGHT_EDGE = (0.0, 0.5, 0.0, 0.5)
_NOTHING = (0.0, 0.0, 0.0, 0.0)


@pytest.fixture(scope="module")
def parameters() -> FootingParameters:
    return load_settings("normal").preview.footing


def footing() -> Footing:
    own = load_settings("normal").preview
    return Footing(load_robot(), own.footing, own.sole)


def robot(left: tuple[float, ...], right: tuple[float, ...]) -> Any:
    """Return a robot with these shares of their range on the cells of its soles."""
    return SimpleNamespace(cycle=_CYCLE, support=SimpleNamespace(cells=(*left, *right)))


def rolled(
    left: tuple[float, ...], right: tuple[float, ...], *, cycles: int = 1, falls: float = 0.0
) -> tuple[float, float]:
    """Return how far both ankles are rolled then, rad."""
    feet = footing()
    for _ in range(cycles):
        feet.update(robot(left, right), None, falls)
    return feet.rolls[Side.LEFT], feet.rolls[Side.RIGHT]


def test_the_edge_that_is_pressed_is_raised() -> None:
    left, right = rolled(_LEFT_EDGE, _RIGHT_EDGE)
    assert left > 0.0 > right
    assert left == pytest.approx(-right)


def test_pressure_where_it_is_wanted_turns_no_ankle() -> None:
    sole, own = load_robot().dimensions.sole, load_settings("normal").preview.sole
    inner = (-own.centre_inward - sole.fsr[0][1]) / (sole.fsr[1][1] - sole.fsr[0][1])
    wanted = (1.0 - inner, inner, 0.0, 0.0)
    mirrored = (inner, 1.0 - inner, 0.0, 0.0)
    assert rolled(wanted, mirrored, cycles=50) == pytest.approx((0.0, 0.0), abs=1e-12)


def test_a_robot_that_falls_to_a_side_gets_its_pressure_there() -> None:
    both = (0.25, 0.25, 0.25, 0.25)
    still, _ = rolled(both, both)
    falls_left, _ = rolled(both, both, falls=0.01)
    assert falls_left < still, "the left edge goes down"


def test_no_ankle_is_turned_further_than_its_limit(parameters: FootingParameters) -> None:
    assert rolled(_LEFT_EDGE, _RIGHT_EDGE, cycles=500) == pytest.approx(
        (parameters.limit, -parameters.limit)
    )


def test_a_foot_that_is_lifted_goes_back_to_level(parameters: FootingParameters) -> None:
    feet = footing()
    for _ in range(5):
        feet.update(robot(_LEFT_EDGE, _RIGHT_EDGE), None, 0.0)
    turned = dict(feet.rolls)
    feet.update(robot(_LEFT_EDGE, _RIGHT_EDGE), Side.RIGHT, 0.0)
    assert feet.rolls[Side.LEFT] > turned[Side.LEFT]
    back = turned[Side.RIGHT] + parameters.fade * _CYCLE
    assert feet.rolls[Side.RIGHT] == pytest.approx(back)
    for _ in range(100):
        feet.update(robot(_NOTHING, _NOTHING), None, 0.0)
    assert feet.rolls == {Side.LEFT: 0.0, Side.RIGHT: 0.0}
