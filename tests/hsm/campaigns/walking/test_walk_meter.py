"""How long a way was, whatever its turns."""

import math
from types import SimpleNamespace
from typing import Any

import pytest

from hardware.sensors_and_commands import CYCLE
from hsm.campaigns.walking.walking_trial import FallWatch, WalkMeter

SPEED = 0.2
"""m/s."""
SECONDS = 4.0


def measured(x_at: Any, y_at: Any = lambda _: 0.0) -> WalkMeter:
    """Return the meter after a way of which the torso's places (m) are given by the time (s)."""
    meter = WalkMeter()
    outcome: Any = SimpleNamespace(transition=None, robot=SimpleNamespace(cycle=CYCLE))
    for cycle in range(round(SECONDS / CYCLE) + 1):
        place = (x_at(cycle * CYCLE), y_at(cycle * CYCLE), 0.3)
        truth = SimpleNamespace(torso_position=place, heading=0.0)
        simulation: Any = SimpleNamespace(observed=truth)
        meter.look(simulation, outcome)
    return meter


def test_a_way_there_and_back_is_as_long_as_both() -> None:
    there_and_back = measured(lambda time: SPEED * min(time, SECONDS - time))
    assert there_and_back.speed[0] == pytest.approx(0.0, abs=1e-3)
    assert there_and_back.metres == pytest.approx(SPEED * SECONDS, rel=0.05)


def test_a_torso_that_sways_from_foot_to_foot_makes_no_way_of_it() -> None:
    swaying = measured(
        lambda time: SPEED * time, lambda time: 0.02 * math.sin(2.0 * math.pi * time / 0.5)
    )
    assert swaying.metres == pytest.approx(SPEED * SECONDS, rel=0.01)


def test_the_first_fall_of_a_walk_is_the_one_whose_time_is_kept() -> None:
    watch = FallWatch(standing_height=0.3)
    outcome: Any = SimpleNamespace(leaf="Stand.Normal")
    for time, up_z in ((1.0, 1.0), (2.0, 0.1), (3.0, 0.1), (4.0, 1.0)):
        truth = SimpleNamespace(up_z=up_z, torso_height=0.3)
        simulation: Any = SimpleNamespace(time=time, observed=truth)
        assert watch.look(simulation, outcome) is (time >= 2.0)
    assert watch.fell_at == 2.0


@pytest.mark.parametrize(
    ("leaf", "up_z", "torso_height", "fallen"),
    [
        ("Stand.Normal", 0.51, 0.19, False),
        ("Stand.Normal", 0.49, 0.3, True),
        ("Stand.Normal", 1.0, 0.17, True),
        ("FallProtection.Early", 1.0, 0.3, True),
    ],
)
def test_a_fall_is_the_machines_word_or_a_torso_that_lies_or_is_down(
    leaf: str, up_z: float, torso_height: float, fallen: bool
) -> None:
    truth = SimpleNamespace(up_z=up_z, torso_height=torso_height)
    simulation: Any = SimpleNamespace(time=1.0, observed=truth)
    outcome: Any = SimpleNamespace(leaf=leaf)
    assert FallWatch(standing_height=0.3).look(simulation, outcome) is fallen
