"""The maker's dance in the preview walk: sixteen wide steps, each at its requested place."""

from typing import Any

import pytest

from hsm.apps.naoqi.hosting.in_physics import SimulatedProgram
from hsm.campaigns.context import CampaignConfig
from hsm.campaigns.programs.naoqi import ProgramCase, measure_naoqi

pytestmark = pytest.mark.benchmark
TRIALS = 40


OLD_ZEROS = pytest.mark.xfail(
    strict=True,
    reason="the joint that turns both hips has a wrong zero: its feet are turned by 7 deg, and"
    " no sensor of the robot shows it",
)


@pytest.fixture(scope="module")
def dance(request: pytest.FixtureRequest) -> Any:
    """Return the results of robots of a plant, as a record."""
    config = CampaignConfig(request.param)
    report = measure_naoqi(config, ProgramCase.DANCE, SimulatedProgram, trials=TRIALS, jobs=2)
    return report.record()["dance"]


@pytest.mark.parametrize(
    ("dance", "falls"),
    [pytest.param("standard", 0, id="standard"), pytest.param("worn", 2, id="worn")],
    indirect=["dance"],
    scope="module",
)
def test_robots_stay_up_and_finish_the_dance(dance: Any, falls: int) -> None:
    assert dance["falls"] <= falls
    assert dance["exit_0"] + dance["falls"] == TRIALS
    assert dance["steps"] == 16


@pytest.mark.parametrize(
    ("dance", "off", "usually", "furthest"),
    [
        pytest.param("standard", "off_mm", 10.0, 20.0, id="standard: places"),
        pytest.param("standard", "off_deg", 3.0, 5.0, id="standard: turns"),
        pytest.param("worn", "off_mm", 15.0, 30.0, id="worn: places"),
        pytest.param("worn", "off_deg", 5.0, 8.0, id="worn: turns", marks=OLD_ZEROS),
    ],
    indirect=["dance"],
    scope="module",
)
def test_soles_land_at_their_requested_places_and_angles(
    dance: Any, off: str, usually: float, furthest: float
) -> None:
    assert dance[off]["p95"] <= usually
    assert dance[off]["max"] <= furthest
