"""The maker's dance in the preview walk: sixteen wide steps, each where it was asked for."""

from typing import Any

import pytest

from hsm.apps.naoqi.hosting.in_physics import SimulatedProgram
from hsm.campaigns.programs.naoqi import ProgramCase, measure_naoqi
from hsm.campaigns.trials import CampaignConfig

pytestmark = pytest.mark.benchmark
TRIALS = 40


@pytest.fixture(scope="module", params=["standard", "worn"])
def dance(request: pytest.FixtureRequest) -> tuple[str, Any]:
    config = CampaignConfig(request.param)
    report = measure_naoqi(config, ProgramCase.DANCE, SimulatedProgram, trials=TRIALS, jobs=2)
    return request.param, report.record()["dance"]


def test_robots_stay_up_in_nineteen_of_twenty_dances(dance: tuple[str, Any]) -> None:
    plant, found = dance
    assert found["falls"] <= TRIALS // 20, plant
    assert found["exit_0"] + found["falls"] == TRIALS, "who does not fall comes to the end"
    assert found["steps"] == 16


@pytest.mark.parametrize("dance", ["standard"], indirect=True)
def test_soles_of_a_calibrated_robot_land_where_they_were_asked_to(
    dance: tuple[str, Any],
) -> None:
    _, found = dance
    assert found["off_mm"]["p95"] <= 10.5 and found["off_mm"]["max"] <= 20.0
    assert found["off_deg"]["p95"] <= 3.0


@pytest.mark.xfail(
    reason="wrong zeros are 17 mm at wide steps; those of the hips turn the feet by 7 deg, which"
    " soles that stand cannot tell"
)
@pytest.mark.parametrize("dance", ["worn"], indirect=True)
def test_soles_of_an_old_robot_land_within_15_mm_and_5_deg(dance: tuple[str, Any]) -> None:
    _, found = dance
    assert found["off_mm"]["p95"] <= 15.0 and found["off_deg"]["p95"] <= 5.0
