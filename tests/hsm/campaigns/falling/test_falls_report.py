"""What counts as protected in time, as missed, and as a false alarm."""

import math
from dataclasses import replace

from hsm.campaigns.falling.falls import FallsReport
from hsm.campaigns.falling.pushed_walk import PushedWalk
from tests.hsm.campaigns.made_up_reports import fall_of

FELL = replace(fall_of(0), fell=True, impact_at=0.6, protected_at=0.4)


def test_a_fall_without_protection_or_with_a_late_one_was_not_protected_in_time() -> None:
    never = replace(FELL, number=1, protected_at=math.nan)
    late = replace(FELL, number=2, protected_at=0.7)
    stayed_up = replace(FELL, number=3, fell=False)
    falls = {"front": (FELL, never, late, stayed_up)}
    record = FallsReport(4.5, {"protected": falls, "stiff": falls}, (), ()).record()
    found = record["falls"]["protected"]["front"]  # type: ignore[index]
    assert (found["trials"], found["fell"], found["before_impact"]) == (4, 3, 1)
    assert found["least_lead_ms"] == -100


def test_alarms_of_a_long_walk_are_those_of_the_robots_own_detector() -> None:
    walks = (PushedWalk(1800.0, 200, False, (2, 50)), PushedWalk(900.0, 100, True, (1, 50)))
    walked = FallsReport(4.5, {"protected": {}, "stiff": {}}, walks, ()).record()["walk"]
    assert isinstance(walked, dict)
    assert (walked["false_alarms"], walked["falls"], walked["pushes"]) == (3, 1, 300)
    assert (walked["false_alarms_per_hour"], walked["falls_per_hour"]) == (4.0, 1.3333)
