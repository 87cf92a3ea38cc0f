"""The joint play measure against its published formula, computed by hand."""

import math

import pytest

from hsm.campaigns.plants.play_measure import PlayMeasure, quality
from tests.hardware.simulation.plant.rig import NAO

STILL = (0.0,) * len(NAO.names)


def sum_of(missed: dict[str, float], *, forward: float = 0.2, seconds: float = 60.0) -> float:
    """Return the sum (deg) of a robot whose joints miss so much (deg) of every request."""
    measured = list(STILL)
    for name, angle in missed.items():
        measured[NAO.names.index(name)] = math.radians(angle)
    measure = PlayMeasure(NAO)
    for _ in range(round(seconds / NAO.cycle)):
        measure.look(measured, STILL, forward)
    return math.degrees(measure.sum)


def test_what_a_good_robot_misses_too_counts_nothing() -> None:
    assert sum_of({"l_hip_pitch": 1.3, "r_knee_pitch": -1.3, "l_ankle_pitch": 0.7}) == 0.0


@pytest.mark.parametrize(
    "missed, expected",
    [
        ({"l_hip_pitch": 2.0}, 0.5 * 0.6),
        ({"l_knee_pitch": -2.0, "r_knee_pitch": 3.0}, 0.5 * (0.6 + 1.6)),
        ({"r_ankle_pitch": 2.0}, 1.5 * 1.2),
        ({"l_hip_roll": 9.0, "r_ankle_roll": 9.0}, 0.0),
    ],
    ids=["a hip", "both knees", "an ankle", "rolls"],
)
def test_what_is_missed_beyond_the_reference_counts_by_its_weight(
    missed: dict[str, float], expected: float
) -> None:
    assert sum_of(missed) == pytest.approx(expected, abs=0.01)


@pytest.mark.parametrize("forward, reference", [(0.1, 0.8), (0.2, 0.8), (0.225, 0.9), (0.3, 1.0)])
def test_less_is_expected_of_the_ankles_of_a_slow_walk(forward: float, reference: float) -> None:
    found = sum_of({"l_ankle_pitch": 2.0}, forward=forward)
    assert found == pytest.approx(1.5 * (2.0 - reference), abs=0.01)


def test_the_first_second_of_a_walk_does_not_count() -> None:
    assert sum_of({"l_knee_pitch": 5.0}, seconds=0.99) == 0.0
    assert sum_of({"l_knee_pitch": 5.0}, seconds=1.5) > 0.5


@pytest.mark.parametrize("play, expected", [(0.0, 1.0), (0.5, 1.0), (1.2, 0.5), (1.9, 0.0)])
def test_the_quality_falls_from_a_good_robot_to_one_that_is_worn_out(
    play: float, expected: float
) -> None:
    assert quality(math.radians(play)) == pytest.approx(expected)
