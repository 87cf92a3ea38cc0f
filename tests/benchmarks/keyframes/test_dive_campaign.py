"""How far a goalkeeper reaches, how softly it lands, and how often it is up again."""

import pytest

from hsm.campaigns.falling.dive import DIVES, measure_dive
from hsm.campaigns.trials import CampaignConfig

pytestmark = pytest.mark.benchmark
TRIALS = 20


@pytest.mark.parametrize("plant", ["standard", "worn"])
@pytest.mark.parametrize("dive", list(DIVES))
def test_a_keeper_dives_and_is_up_again(plant: str, dive: str) -> None:
    report = measure_dive(CampaignConfig(plant), (dive,), trials=TRIALS, jobs=2)
    print(report.text())
    found = report.record()[dive]
    assert isinstance(found, dict)
    assert found["got_up"] >= (TRIALS if dive == "squat" else TRIALS - 1)
    assert found["peak"] < 0.95
    assert found["head_n"] == found["torso_n"] == 0, "most land without head and torso"


@pytest.mark.parametrize("dive", ["jump_left", "jump_right"])
def test_a_jump_reaches_four_times_the_width_of_the_feet(dive: str) -> None:
    found = measure_dive(CampaignConfig("standard"), (dive,), trials=TRIALS, jobs=2).record()[dive]
    assert isinstance(found, dict)
    assert found["least_reach_m"] > 0.7
    assert found["low_s"] < 1.0
