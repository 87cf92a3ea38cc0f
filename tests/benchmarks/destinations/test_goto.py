"""Walks to poses two metres away, in any direction and orientation, by odometry alone."""

from typing import Any

import pytest

from hsm.campaigns.context import CampaignConfig
from hsm.campaigns.destinations.goto import measure_goto
from hsm.campaigns.destinations.goto_trial import GotoTrial

pytestmark = pytest.mark.benchmark
TRIALS = 40


@pytest.fixture(scope="module")
def ways(request: pytest.FixtureRequest) -> Any:
    """Return the results of robots that had stood long enough to learn their gyro bias."""
    asked = GotoTrial(0, way=2.0, stand=4.0)
    return measure_goto(CampaignConfig(request.param), asked, trials=TRIALS, jobs=2).record()


on_standard = pytest.mark.parametrize("ways", ["standard"], indirect=True, scope="module")


@on_standard
def test_robots_arrive_without_a_fall_within_the_tolerance_of_odometry(ways: Any) -> None:
    assert (ways["arrived"], ways["falls"]) == (TRIALS, 0)
    assert ways["believed_mm"]["max"] <= 10.0
    assert ways["believed_deg"]["max"] <= 2.0
    assert ways["seconds"]["median"] <= 11.0


@on_standard
def test_the_target_is_in_view_in_nearly_all_steps(ways: Any) -> None:
    assert ways["in_view"] >= 0.99


@pytest.mark.xfail(
    strict=True,
    reason="1.33 in nine of ten: steps last 6 % longer than planned, and err by 6 mm and 1.7 deg"
    " where 10 mm and 2 deg are required: two more steps near the target; a third of the robots,"
    " twisted by up to 3 deg while their feet are brought together, start to walk again",
)
@on_standard
def test_a_walk_takes_hardly_longer_than_its_steps_executed_exactly(ways: Any) -> None:
    assert ways["ratio"]["p90"] <= 1.15
