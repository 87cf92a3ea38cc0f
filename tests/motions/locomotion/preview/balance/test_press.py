"""Foot forces follow the plan: a foot that carries too little is lowered against the other."""

from types import SimpleNamespace
from typing import Any

import pytest

from hardware.robots.model import Side
from hsm.control.assembly import load_settings
from motions.kinematics.geometry import Pose3
from motions.locomotion.preview.balance.parameters import PressParameters
from motions.locomotion.preview.balance.press import FootPress

_CYCLE = 0.012
_WEIGHT = 50.0


@pytest.fixture(scope="module")
def parameters() -> PressParameters:
    return load_settings("normal").preview.press


def carried(left: float, weight: float = _WEIGHT, *, contact: bool = True) -> Any:
    """Return a robot with a share of its weight on the left sole."""
    support = SimpleNamespace(left_force=left * weight, right_force=(1.0 - left) * weight)
    return SimpleNamespace(cycle=_CYCLE, contact=contact, support=support)


def pressed(left: float) -> dict[Side, float]:
    return {Side.LEFT: left, Side.RIGHT: 1.0 - left}


def answered(parameters: PressParameters, planned: float, robot: Any, cycles: int) -> float:
    """Return how much lower the left foot is after some cycles on both feet, m."""
    press = FootPress(parameters)
    for _ in range(cycles):
        press.update(robot, pressed(planned), None, 0.0)
    return press.lower


def test_the_foot_that_carries_less_than_planned_is_lowered(parameters: PressParameters) -> None:
    first = answered(parameters, 0.9, carried(0.4), 1)
    assert first == pytest.approx(parameters.gain * 0.5 * _CYCLE)
    assert answered(parameters, 0.1, carried(0.6), 1) == pytest.approx(-first)
    assert answered(parameters, 0.6, carried(0.6), 10) == 0.0


def test_the_correction_is_limited_by_its_leak_and_by_a_maximum(
    parameters: PressParameters,
) -> None:
    small = answered(parameters, 0.6, carried(0.4), 500)
    assert small == pytest.approx(parameters.gain * parameters.time * 0.2)
    assert answered(parameters, 1.0, carried(0.0), 500) == parameters.limit
    assert answered(parameters, 0.0, carried(1.0), 500) == -parameters.limit


def test_forces_are_compared_with_the_plan_of_the_time_of_the_command(
    parameters: PressParameters,
) -> None:
    press = FootPress(parameters)
    for _ in range(20):
        press.update(carried(0.5), pressed(0.5), None, 0.0)
    for _ in range(parameters.delay):
        press.update(carried(0.5), pressed(1.0), None, 0.0)
        assert press.lower == 0.0
    press.update(carried(0.5), pressed(1.0), None, 0.0)
    assert press.lower > 0.0


@pytest.mark.parametrize("swing", Side)
def test_a_foot_that_touches_down_early_is_lowered_no_further(
    parameters: PressParameters, swing: Side
) -> None:
    descent = 0.1
    planned = pressed(0.0 if swing is Side.LEFT else 1.0)
    touching = carried(0.2 if swing is Side.LEFT else 0.8)
    moves = []
    for speed in (0.0, descent):
        press = FootPress(parameters)
        press.update(touching, planned, swing, speed)
        left, right = press.apply(Pose3(0.0, 0.0, 0.0), Pose3(0.0, 0.0, 0.0))
        moves.append(right.z - left.z)
    stopped = (moves[1] - moves[0]) * swing.sign
    assert stopped == pytest.approx(-descent * _CYCLE), "the foot is raised by its descent"
    in_air = carried(0.0 if swing is Side.LEFT else 1.0)
    press = FootPress(parameters)
    press.update(in_air, planned, swing, descent)
    assert press.lower == 0.0


@pytest.mark.parametrize(
    "robot", [carried(0.0, 5.0), carried(0.0, contact=False)], ids=["hops", "lifted"]
)
def test_unloaded_soles_teach_nothing_and_the_correction_fades(
    parameters: PressParameters, robot: Any
) -> None:
    press = FootPress(parameters)
    for _ in range(20):
        press.update(carried(0.0), pressed(1.0), None, 0.0)
    before = press.lower
    press.update(robot, pressed(1.0), None, 0.0)
    assert press.lower == pytest.approx(before - parameters.fade * _CYCLE)
    for _ in range(100):
        press.update(robot, pressed(1.0), None, 0.0)
    assert press.lower == 0.0


def test_each_foot_takes_half_and_keeps_its_position_and_rotation(
    parameters: PressParameters,
) -> None:
    press = FootPress(parameters)
    press.lower = 0.004
    left, right = Pose3(0.01, 0.05, 0.02), Pose3(-0.01, -0.05, 0.03)
    placed = press.apply(left, right)
    assert [round(foot.z, 9) for foot in placed] == [0.018, 0.032]
    assert [(foot.x, foot.y, foot.rotation) for foot in placed] == [
        (foot.x, foot.y, foot.rotation) for foot in (left, right)
    ]
