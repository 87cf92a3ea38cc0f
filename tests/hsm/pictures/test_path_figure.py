"""The picture of a way: what is collected with the truth and without it."""

import math
from pathlib import Path

import pytest

from hardware.robots.model import Side
from hsm.control.assembly import MotionSettings
from hsm.pictures.path_figure import draw_path
from hsm.pictures.path_series import PathSeries, collect_path
from hsm.runs.reader import RecordedRun
from hsm.runs.truth import read_truth
from tests.hsm.pictures.conftest import record

WAY = """
name: a way
description: Walks past a post to a pose, with a ball beside it.
plant: ideal
robot: 0
seed: 0
start: {posture: standing, state: Stand.Normal}
duration_s: 6
props:
  - {cylinder: {x_mm: 500, y_mm: 400, radius_mm: 80}}
  - {ball: {x_mm: 600, y_mm: -400}}
sight: true
timeline:
  - at_s: 0.5
    request: {motion: walk_to, walk_to: {x_mm: 400, y_mm: 0, heading_deg: 20}}
expect:
  - leaf: Stand.Normal
"""


@pytest.fixture(scope="module")
def recorded(settings: MotionSettings, tmp_path_factory: pytest.TempPathFactory) -> RecordedRun:
    return record(WAY, settings, tmp_path_factory.mktemp("way"))


@pytest.fixture(scope="module")
def series(recorded: RecordedRun) -> PathSeries:
    return collect_path(recorded, read_truth(recorded.path.parent))


def test_the_way_is_that_of_the_truth_and_what_was_believed_ends_at_the_target(
    series: PathSeries,
) -> None:
    end, believed = series.way[-1], series.believed[-1]
    assert (end.x, end.y) == pytest.approx((0.4, 0.0), abs=0.1)
    assert series.target is not None
    assert math.hypot(series.target.x - believed.x, series.target.y - believed.y) < 0.05


def test_the_target_stands_where_it_was_asked_whatever_the_robot_believed_on_its_way(
    series: PathSeries,
) -> None:
    assert series.target is not None
    assert (series.target.x, series.target.y) == pytest.approx((0.4, 0.0), abs=0.005)
    assert math.degrees(series.target.heading) == pytest.approx(20.0, abs=0.5)


def test_feet_come_down_on_both_sides_of_the_way(series: PathSeries) -> None:
    sides = [foot.side for foot in series.feet]
    assert abs(sides.count(Side.LEFT) - sides.count(Side.RIGHT)) <= 2
    left = max(foot.pose.y for foot in series.feet if foot.side is Side.LEFT)
    right = min(foot.pose.y for foot in series.feet if foot.side is Side.RIGHT)
    assert left > 0.03 and right < -0.03


def test_planned_steps_lead_the_way_and_somewhat_beyond(series: PathSeries) -> None:
    """Steps are lengthened by what play swallows."""
    end, target = series.steps[-1].end, series.target
    assert target is not None
    assert math.hypot(end.x - target.x, end.y - target.y) < 0.05
    assert 0.35 < sum((step.start.inverse() @ step.end).x for step in series.steps) < 0.7


def test_things_and_the_ball_are_where_and_as_large_as_they_were_put(series: PathSeries) -> None:
    (post,) = series.things
    assert (post.x, post.y, post.radius) == pytest.approx((0.5, 0.4, 0.08), abs=1e-6)
    assert series.ball[-1] == pytest.approx((0.6, -0.4), abs=0.02)


def test_without_the_truth_the_way_is_the_one_believed(
    recorded: RecordedRun, series: PathSeries
) -> None:
    believed = collect_path(recorded, None)
    assert not believed.known and believed.believed == []
    end, true = believed.way[-1], series.way[-1]
    assert math.hypot(end.x - true.x, end.y - true.y) < 0.1


def test_feet_that_are_placed_stand_where_the_plan_has_them(
    placed: RecordedRun, tmp_path: Path
) -> None:
    for truth in (read_truth(placed.path.parent), None):
        series = collect_path(placed, truth)
        begun, landed = series.feet[:2], series.feet[2:]
        assert [foot.side for foot in begun] == [Side.LEFT, Side.RIGHT]
        assert [foot.side for foot in landed] == [Side.LEFT, Side.RIGHT] * 2
        for foot, planned in zip(landed, series.footholds, strict=True):
            off = planned.pose.inverse() @ foot.pose
            assert foot.side is planned.side
            assert math.hypot(off.x, off.y) < 0.025
            assert abs(math.degrees(off.heading)) < 3.0
    draw_path(tmp_path / "path.png", series, "placed")
    assert (tmp_path / "path.png").stat().st_size > 10_000


def test_a_picture_is_left(series: PathSeries, tmp_path: Path) -> None:
    draw_path(tmp_path / "path.svg", series, "a way")
    drawn = (tmp_path / "path.svg").read_text()
    assert drawn.startswith("<?xml") and drawn.count("<path") > 2 * len(series.feet)
