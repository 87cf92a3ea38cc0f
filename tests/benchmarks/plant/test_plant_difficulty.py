"""The plants are as difficult as real robots, measured with a walk that never changes.

Published: NAOs walk 0.25 to 0.30 m/s and lean backwards above it; worn ones walk worse with the
same software. A change of a plant that violates one of these needs a reason.
"""

from dataclasses import replace
from functools import cache

import pytest

from hardware.simulation.plant.parameters import PlantParameters
from tests.benchmarks.plant.campaign import Outcome, falls, falls_when_leant_on, mean, walk
from tests.hardware.simulation.plant.rig import IDEAL, STANDARD, WORN, flat

pytestmark = pytest.mark.benchmark
COLD = replace(
    flat(IDEAL),
    motor=replace(IDEAL.motor, winding_temperature=25.0, current_limit=1.0),
    battery=replace(IDEAL.battery, voltage=21.6, resistance=0.0, bridge_drop=0.0),
)
"""A robot without limits: full torque, no play, even ground."""
PLANTS: dict[str, PlantParameters] = {
    "standard": STANDARD,
    "worn": WORN,
    "cold": COLD,
    "standard on even ground": flat(STANDARD),
}
TRIALS = 20
"""Falls of a single robot at its limit are random: 6 trials change with every small change."""


@cache
def walks(plant: str, speed: float) -> tuple[Outcome, ...]:
    return tuple(walk(PLANTS[plant], speed, number) for number in range(TRIALS))


@pytest.mark.xfail(
    strict=True,
    reason="4 of 20, on even ground none: slopes of 1.9 deg along each axis make a walk without "
    "any balance fall",
)
def test_a_good_robot_walks_at_a_quarter_metre_per_second() -> None:
    assert falls(walks("standard", 0.25)) == 0


@pytest.mark.xfail(
    strict=True,
    reason="on even ground none falls: the same slopes make it fall",
)
def test_a_good_robot_does_not_fall_at_0_30_m_per_s() -> None:
    assert falls(walks("standard", 0.30)) <= 1


def test_a_good_robot_leans_backwards_at_0_30_m_per_s() -> None:
    outcomes = walks("standard", 0.30)
    assert -3.0 < mean(outcomes, "pitch") < -1.0


def test_a_good_robot_falls_at_half_a_metre_per_second() -> None:
    assert falls(walks("standard", 0.50)) >= 14


def test_a_robot_without_torque_limits_walks_faster_than_any_real_one() -> None:
    assert falls(walks("cold", 0.50)) == 0


def test_a_worn_robot_falls_at_speeds_that_a_good_one_can_walk() -> None:
    assert falls(walks("worn", 0.40)) >= 14
    assert falls(walks("worn", 0.30)) > falls(walks("standard", 0.30))


def test_uneven_ground_turns_leaning_into_falling() -> None:
    assert falls(walks("standard", 0.40)) >= 7 + falls(walks("standard on even ground", 0.40))


@pytest.mark.xfail(strict=True, reason="1 of 20, the eleventh, with or without wrong zeros")
def test_on_even_ground_no_robot_falls_at_the_speed_of_the_fastest_real_ones() -> None:
    assert falls(walks("standard on even ground", 0.40)) == 0


def test_the_joints_of_a_used_robot_have_no_more_play_than_teams_accept() -> None:
    """Teams slow a robot down above 0.5 deg."""
    assert mean(walks("standard", 0.20), "play") < 0.5


@pytest.mark.xfail(
    strict=True,
    reason="2.4: harder than real worn robots; about 1.6 without the wrong zeros of its joints",
)
def test_the_joints_of_a_worn_robot_have_the_play_of_a_real_one() -> None:
    """Teams call a robot worn out at 1.9 deg."""
    assert 1.0 < mean(walks("worn", 0.20), "play") < 1.9


def test_steps_take_a_quarter_of_a_second() -> None:
    assert mean(walks("standard", 0.20), "step_duration") == pytest.approx(0.26, abs=0.015)


@pytest.mark.xfail(
    strict=True,
    reason="with 6 N 10 of 12 fall to the new swing side and 9 of 12 to the other. Tried: 5 N (2 "
    "and 6), carpet (8 and 8 of 8), even ground without play: 8 and 8 of 8; only there 5 N "
    "separates the sides, 6 and 0 of 8.",
)
def test_a_lean_makes_the_robot_fall_only_towards_the_next_swing_foot() -> None:
    towards, away = (
        sum(falls_when_leant_on(STANDARD, 6.0, number, to_swing=to_swing) for number in range(12))
        for to_swing in (True, False)
    )
    assert towards >= 6
    assert away == 0
