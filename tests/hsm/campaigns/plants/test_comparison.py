"""A log beside plants: distances in units of how robots differ, and which plant is nearest."""

import math
from collections.abc import Sequence
from pathlib import Path

import pytest

from hardware.sensors_and_commands import SensorFrame
from hsm.campaigns.context import CampaignConfig, build_context
from hsm.campaigns.plants import comparison
from hsm.campaigns.plants.comparison import Comparison, NoFigures, ask_again, compare_with_plants
from hsm.campaigns.plants.joint_tracking import WalkedCycle
from hsm.campaigns.plants.signature import Signature, signature
from hsm.campaigns.plants.walk_log import WalkLog
from hsm.errors import HsmError
from hsm.runs.mcap_log import LoggedCycle
from hsm.settings.robot_file import load_robot
from motions.requests import Motion, MotionRequest
from tests.fakes import sensor_frame

NAO = load_robot()
STANDARD: Sequence[Signature] = [{"lag_ms": value} for value in (38.0, 40.0, 42.0)]


def robots(*values: float) -> Sequence[Signature]:
    return [{"lag_ms": value} for value in values]


def compared(log: float, **others: Sequence[Signature | NoFigures]) -> Comparison:
    return Comparison({"lag_ms": log}, others, STANDARD)


def test_a_distance_is_told_in_standard_deviations_of_robots_of_the_reference_plant() -> None:
    report = compared(46.0, standard=STANDARD, worn=robots(40.0, 50.0, 60.0))
    assert report.distance("standard") == pytest.approx(3.0)
    assert report.distance("worn") == pytest.approx(2.0)
    assert report.nearest == "worn"
    assert "in standard deviations among robots of the plant standard; near 1," in report.text()


def test_the_standard_plant_is_the_reference_whichever_plants_are_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = {"standard": STANDARD, "worn": robots(40.0, 50.0, 60.0)}
    monkeypatch.setattr(comparison, "_of_log", lambda _: {"lag_ms": 46.0})
    monkeypatch.setattr(comparison, "run_campaign", lambda config, *_, **__: found[config.plant])
    log = WalkLog(Path("log"), NAO, (LoggedCycle(0.0, "Off", None, (), None),))
    for plants in (["worn"], ["worn", "standard"]):
        report = compare_with_plants(log, plants, robots=3, jobs=1)
        assert list(report.others) == plants
        assert report.distance("worn") == pytest.approx(2.0)


def test_only_of_several_plants_one_is_nearest_and_equal_ones_are_all_told() -> None:
    assert "nearest" not in compared(46.0, worn=STANDARD).text()
    report = compared(46.0, standard=STANDARD, worn=STANDARD, soft=robots(10.0, 20.0))
    assert report.text().endswith("nearest: standard, worn (equally near)")


def test_plants_within_the_spread_of_robots_are_not_excluded_by_a_nearer_one() -> None:
    closer = robots(40.5, 42.5)
    report = compared(41.5, standard=STANDARD, good=closer, soft=robots(10.0, 20.0))
    assert report.text().endswith("nearest: good; not excluded, within 1: standard")
    assert report.record()["nearest"] == "good"


def test_a_column_is_as_wide_as_its_name() -> None:
    heading, *_ = (
        compared(46.0, **{"a_very_long_name": STANDARD, "worn": STANDARD}).text().split("\n")
    )
    assert heading.split() == ["log", "a_very_long_name", "worn"]


def test_a_walk_that_is_too_brief_is_told_how_long_one_has_to_be() -> None:
    log = WalkLog(Path("log"), NAO, (LoggedCycle(0.0, "Off", None, (), None),))
    with pytest.raises(HsmError) as told:
        compare_with_plants(log, ["worn"], robots=2, jobs=1)
    assert told.value.hint == "Give a walk of more than 2.3 s, or another part: --from, --to."


def test_robots_that_agree_better_than_two_per_cent_are_taken_for_alike() -> None:
    others = {"standard": robots(101.0, 101.0), "worn": robots(103.0, 103.0)}
    report = Comparison({"lag_ms": 100.0}, others, others["standard"])
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
