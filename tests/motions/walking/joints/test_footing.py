"""Soles that stand on an edge are turned until their centre of pressure is at its target."""

import pytest

from hardware.robots.model import Side
from hsm.control.assembly import load_settings
from hsm.settings.robot_file import load_robot
from motions.perception.state import RobotState
from motions.walking.joints.footing import Footing, FootingParameters
from tests.fakes import robot_state, support

_CYCLE = 0.012
# Loads of a sole's cells: front left, front right, rear left, rear right.
_LEFT_EDGE = (0.5, 0.0, 0.5, 0.0)
_RIGHT_EDGE = (0.0, 0.5, 0.0, 0.5)
_TOES = (0.5, 0.5, 0.0, 0.0)
_HEEL = (0.0, 0.0, 0.5, 0.5)
_NOTHING = (0.0, 0.0, 0.0, 0.0)


@pytest.fixture(scope="module")
def parameters() -> FootingParameters:
    return load_settings("normal").preview.footing


def footing() -> Footing:
    own = load_settings("normal").preview
    return Footing(load_robot(), own.footing, (own.sole.centre_forward, own.sole.centre_inward))


def robot(left: tuple[float, ...], right: tuple[float, ...]) -> RobotState:
    """Return a robot with these loads on the cells of its soles, as shares of their range."""
    return robot_state(cycle=_CYCLE, support=support(cells=(*left, *right)))


def turned(
    left: tuple[float, ...],
    right: tuple[float, ...],
    *,
    cycles: int = 1,
    fall: tuple[float, float] = (0.0, 0.0),
) -> Footing:
    """Return the controller after some cycles with these loads on the soles."""
    feet = footing()
    for _ in range(cycles):
        feet.update(robot(left, right), None, fall)
    return feet


def rolls(feet: Footing) -> tuple[float, float]:
    return feet.turns[Side.LEFT].roll, feet.turns[Side.RIGHT].roll


def pitches(feet: Footing) -> tuple[float, float]:
    return feet.turns[Side.LEFT].pitch, feet.turns[Side.RIGHT].pitch


def test_the_loaded_edge_is_raised() -> None:
    left, right = rolls(turned(_LEFT_EDGE, _RIGHT_EDGE))
    assert left > 0.0 > right
    assert left == pytest.approx(-right)
    toes, heel = pitches(turned(_TOES, _HEEL))
    assert toes < 0.0 < heel


def test_pressure_at_its_target_turns_no_ankle() -> None:
    own = load_settings("normal").preview.sole
    (front, outer, _), (_, inner, _), (back, *_), _ = load_robot().dimensions.sole.fsr
    inwards = (-own.centre_inward - outer) / (inner - outer)
    ahead = (own.centre_forward - back) / (front - back)
    across = rolls(turned((1.0 - inwards, inwards, 0.0, 0.0), (inwards, 1.0 - inwards, 0.0, 0.0)))
    assert across == pytest.approx((0.0, 0.0), abs=1e-12)
    along = (0.5 * ahead, 0.5 * ahead, 0.5 - 0.5 * ahead, 0.5 - 0.5 * ahead)
    # One of the rear cells of a NAO lies 0.6 mm ahead of the other one.
    assert pitches(turned(along, along)) == pytest.approx((0.0, 0.0), abs=2e-5)


def test_a_falling_robot_presses_the_edges_in_the_direction_of_the_fall() -> None:
    even = (0.25, 0.25, 0.25, 0.25)
    still, falls = turned(even, even), turned(even, even, fall=(0.01, 0.005))
    assert rolls(falls)[0] < rolls(still)[0], "the left edge goes down"
    assert pitches(falls)[0] > pitches(still)[0], "the toes go down"


def test_no_ankle_turns_beyond_its_limit(parameters: FootingParameters) -> None:
    most = parameters.limit
    assert rolls(turned(_LEFT_EDGE, _RIGHT_EDGE, cycles=500)) == pytest.approx((most, -most))


def test_a_lifted_foot_returns_to_level(parameters: FootingParameters) -> None:
    feet = turned(_LEFT_EDGE, _RIGHT_EDGE, cycles=5)
    before = rolls(feet)
    feet.update(robot(_LEFT_EDGE, _RIGHT_EDGE), Side.RIGHT, (0.0, 0.0))
    left, right = rolls(feet)
    assert left > before[0]
    assert right == pytest.approx(before[1] + parameters.fade * _CYCLE)
    for _ in range(100):
        feet.update(robot(_NOTHING, _NOTHING), None, (0.0, 0.0))
    assert rolls(feet) == pitches(feet) == (0.0, 0.0)
