"""Every request that ends a walk ends it in time, in both walks."""

from typing import Any

import pytest

from hsm.apps.naoqi.hosting.in_physics import SimulatedProgram
from hsm.campaigns.context import CampaignConfig
from hsm.campaigns.programs.stops import measure_stops

pytestmark = pytest.mark.benchmark
TRIALS = 20
MOST = {
    ("stop_move", "pressure_switched"): 0.6,
    ("stop_move", "preview"): 0.6,  # the longest step
    ("velocity_0", "pressure_switched"): 0.9,
    ("velocity_0", "preview"): 0.9,
    ("kill_move", "pressure_switched"): 0.024,
    ("kill_move", "preview"): 0.024,
    ("soft_leg", "pressure_switched"): 0.024,
    ("soft_leg", "preview"): 0.024,
    ("lift", "pressure_switched"): 0.25,
    ("lift", "preview"): 0.25,
}
"""Time limits, s, by the request that ends the walk and by the walk."""


@pytest.fixture(scope="module")
def stops() -> Any:
    report = measure_stops(CampaignConfig("standard"), SimulatedProgram, trials=TRIALS, jobs=2)
    return report.record()["stops"]


@pytest.mark.parametrize(("way", "walk"), sorted(MOST))
def test_a_walk_ends_in_time(stops: Any, way: str, walk: str) -> None:
    found = stops[way][walk]
    assert found["ended"] + found["falls"] >= TRIALS  # the preview walk falls now and then
    assert found["falls"] <= 1
    assert found["ended_s"]["max"] <= MOST[way, walk] + 1e-9
