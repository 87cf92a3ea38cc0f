"""Computing time of planning a path."""

from statistics import median

import pytest

from hsm.campaigns.destinations.plan import measure_plan

pytestmark = pytest.mark.benchmark


def test_a_step_to_a_pose_costs_at_most_four_times_a_step_at_a_speed() -> None:
    report = measure_plan("normal", trials=400)
    print(report.text())
    assert median(report.costs) < 4.0 * median(report.speed_costs)
