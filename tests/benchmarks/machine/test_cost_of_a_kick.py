"""Computing time of a kick in the control cycle."""

import pytest

from hsm.campaigns.context import CampaignConfig
from hsm.campaigns.machine.cycle import measure_cycle

pytestmark = pytest.mark.benchmark


def test_a_cycle_in_a_kick_costs_hardly_more_than_one_on_the_way_to_the_ball() -> None:
    report = measure_cycle(CampaignConfig("standard"), 10.0)
    print(report.text())
    share = report.record()["kick_over_walking_to_the_ball"]
    assert isinstance(share, float) and share < 1.3
