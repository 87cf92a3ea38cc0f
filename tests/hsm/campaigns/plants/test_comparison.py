"""A log beside plants: distances in units of how robots differ, and which plant is nearest."""

import math
from collections.abc import Sequence

import pytest

from hardware.sensors_and_commands import SensorFrame
from hsm.campaigns.context import CampaignConfig, build_context
from hsm.campaigns.plants.comparison import Comparison, NoFigures, ask_again
from hsm.campaigns.plants.joint_tracking import WalkedCycle
from hsm.campaigns.plants.signature import Signature, signature
from hsm.settings.robot_file import load_robot
from motions.requests import Motion, MotionRequest
from tests.fakes import sensor_frame

NAO = load_robot()


def robots(*values: float) -> Sequence[Signature]:
    return [{"lag_ms": value} for value in values]


def compared(log: float, **others: Sequence[Signature | NoFigures]) -> Comparison:
    return Comparison({"lag_ms": log}, others)


def test_a_distance_is_told_in_standard_deviations_of_robots_of_one_plant() -> None:
    report = compared(46.0, standard=robots(38.0, 40.0, 42.0), worn=robots(48.0, 50.0, 52.0))
    assert report.distance("standard") == pytest.approx(3.0)
    assert report.distance("worn") == pytest.approx(2.0)
    assert report.nearest == "worn"


def test_robots_that_agree_better_than_two_per_cent_are_taken_for_alike() -> None:
    report = compared(100.0, standard=robots(101.0, 101.0), worn=robots(103.0, 103.0))
    assert report.distance("standard") == pytest.approx(0.5)


def test_a_plant_all_of_whose_robots_fell_is_never_the_nearest() -> None:
    report = compared(40.0, broken=[NoFigures.FELL] * 2, worn=robots(90.0, 99.0))
    assert math.isnan(report.distance("broken"))
    assert report.nearest == "worn"
    assert "broken: 2 fell" in report.text()


def test_a_robot_that_fell_counts_as_fallen_and_the_others_keep_their_numbers() -> None:
    report = compared(40.0, worn=[NoFigures.FELL, *robots(90.0, 99.0)])
    assert report.without("worn", NoFigures.FELL) == 1
    assert report.figure("worn", "lag_ms").robots == (1, 2)


def test_a_robot_that_steps_too_briefly_is_told_beside_those_that_fell() -> None:
    brief = [NoFigures.BRIEF, NoFigures.FELL, NoFigures.BRIEF]
    report = compared(40.0, soft=brief, worn=robots(90.0, 99.0))
    assert report.nearest == "worn"
    assert "soft: 1 fell\nsoft: 2 stepped too briefly" in report.text()
    others = report.record()["others"]
    assert isinstance(others, dict)
    assert (others["soft"]["fell"], others["soft"]["brief"]) == (1, 2)


def test_a_log_that_no_robot_walks_for_long_enough_has_no_nearest_plant() -> None:
    report = compared(40.0, soft=[NoFigures.BRIEF])
    assert report.record()["nearest"] is None
    assert report.text().endswith("nearest: none")
    assert report.unmeasured == "all robots of soft fell or stepped too briefly"


def test_a_robot_that_is_asked_for_a_short_walk_steps_too_briefly() -> None:
    walks = MotionRequest(Motion.WALK, forward=0.1)
    context = build_context(CampaignConfig("standard"))
    assert ask_again(((0.0, walks),), 2.5, context, 0) is NoFigures.BRIEF


def sine(cycles: int, late: int) -> list[WalkedCycle]:
    """Return a walk whose joints follow one sine so many cycles late."""

    def angle(cycle: int) -> float:
        return 0.3 * math.sin(0.25 * cycle)

    def at(cycle: int) -> SensorFrame:
        return sensor_frame(positions=(angle(cycle - late),) * 25)

    return [WalkedCycle(at(cycle), [angle(cycle)] * 25) for cycle in range(cycles)]


def test_joints_that_follow_four_cycles_late_are_told_so() -> None:
    found = signature(NAO, sine(300, 4))
    assert found["lag_knee_pitch_ms"] == pytest.approx(48.0, abs=1.0)
    assert signature(NAO, sine(300, 3))["missed_knee_pitch_deg"] == pytest.approx(0.0, abs=1e-9)


def test_a_walk_of_a_moment_has_no_figures() -> None:
    with pytest.raises(ValueError, match="more than 24 cycles of walking"):
        signature(NAO, sine(24, 3))
