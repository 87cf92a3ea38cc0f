"""Dives of a goalkeeper: reach, softness of the landing, and how often it gets up."""

from functools import cache
from typing import Any

import pytest

from hsm.campaigns.context import CampaignConfig
from hsm.campaigns.falling.dive import DIVES, measure_dive

pytestmark = pytest.mark.benchmark
TRIALS = 20


_SATURATES = pytest.mark.xfail(
    strict=True, reason="in one cycle the knee of one robot in twenty is close to its stall torque"
)


@cache
def _dives(plant: str, dive: str) -> dict[str, Any]:
    report = measure_dive(CampaignConfig(plant), (dive,), trials=TRIALS, jobs=2)
    print(report.text())
    found = report.record()[dive]
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("plant", ["standard", "worn"])
@pytest.mark.parametrize("dive", list(DIVES))
def test_a_keeper_dives_and_gets_up(plant: str, dive: str) -> None:
    found = _dives(plant, dive)
    assert found["got_up"] >= (TRIALS if dive == "squat" else TRIALS - 1)
    assert found["head_n"] == found["torso_n"] == 0, "most do not hit head or torso"


@pytest.mark.parametrize(
    ("dive", "plant"),
    [
        pytest.param("jump_left", "standard", marks=_SATURATES),
        ("jump_left", "worn"),
        ("jump_right", "standard"),
        ("jump_right", "worn"),
        ("squat", "standard"),
        ("squat", "worn"),
    ],
)
def test_no_motor_saturates_before_the_keeper_lands(dive: str, plant: str) -> None:
    assert _dives(plant, dive)["peak"] < 0.95


@pytest.mark.parametrize("dive", ["jump_left", "jump_right"])
def test_a_jump_reaches_four_times_the_width_of_the_feet(dive: str) -> None:
    found = _dives("standard", dive)
    assert found["least_reach_m"] > 0.7
    assert found["low_s"] < 1.0
