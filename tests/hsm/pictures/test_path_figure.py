"""The figure of a path: its data with and without the ground truth."""

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
  - {patch: {x_mm: 100, y_mm: 800, length_mm: 400, width_mm: 300, friction: 0.4}}
  - {cable: {x_mm: 100, y_mm: -800, length_mm: 500, heading_deg: 30}}
sight: true
timeline:
  - at_s: 0.5
    request: {motion: walk_to, walk_to: {x_mm: 400, y_mm: 0, heading_deg: 20}}
expect:
  - leaf: Stand.Normal
"""


RESTS = """
name: rests
description: Rests for some seconds.
plant: ideal
robot: 0
seed: 0
start: {START}
duration_s: 4.5
timeline:
  - {at_s: 0, request: {motion: REQUEST}}
expect:
  - leaf: LEAF
"""


@pytest.fixture(scope="module")
def recorded(settings: MotionSettings, tmp_path_factory: pytest.TempPathFactory) -> RecordedRun:
    return record(WAY, settings, tmp_path_factory.mktemp("way"))


@pytest.fixture(scope="module")
def series(recorded: RecordedRun) -> PathSeries:
    return collect_path(recorded, read_truth(recorded.path.parent))


def test_the_path_is_the_true_one_and_the_estimate_ends_at_the_target(
    series: PathSeries,
) -> None:
    end, estimate = series.path[-1], series.estimated[-1]
    assert (end.x, end.y) == pytest.approx((0.4, 0.0), abs=0.1)
    assert series.target is not None
    assert math.hypot(series.target.x - estimate.x, series.target.y - estimate.y) < 0.05


def test_the_target_is_drawn_at_the_requested_pose_despite_odometry_drift(
    series: PathSeries,
) -> None:
    assert series.target is not None
    assert (series.target.x, series.target.y) == pytest.approx((0.4, 0.0), abs=0.005)
    assert math.degrees(series.target.heading) == pytest.approx(20.0, abs=0.5)


def test_feet_land_on_both_sides_of_the_path(series: PathSeries) -> None:
    sides = [foot.side for foot in series.feet]
    assert abs(sides.count(Side.LEFT) - sides.count(Side.RIGHT)) <= 2
    left = max(foot.pose.y for foot in series.feet if foot.side is Side.LEFT)
    right = min(foot.pose.y for foot in series.feet if foot.side is Side.RIGHT)
    assert left > 0.03 and right < -0.03


def test_planned_steps_lead_to_the_target_and_are_longer_in_total(series: PathSeries) -> None:
    """Steps are lengthened to make up for joint play."""
    end, target = series.steps[-1].end, series.target
    assert target is not None
    assert math.hypot(end.x - target.x, end.y - target.y) < 0.05
    assert 0.35 < sum((step.start.inverse() @ step.end).x for step in series.steps) < 0.7


def test_props_are_drawn_at_their_place_and_in_their_size(series: PathSeries) -> None:
    (post,) = series.things
    assert (post.x, post.y, post.radius) == pytest.approx((0.5, 0.4, 0.08), abs=1e-6)
    assert series.ball[-1] == pytest.approx((0.6, -0.4), abs=0.02)


def test_patches_and_cables_are_drawn_too(series: PathSeries, tmp_path: Path) -> None:
    draw_path(tmp_path / "path.svg", series, "a way")
    drawn = (tmp_path / "path.svg").read_text()
    assert all(f"<!-- {name} -->" in drawn for name in ("patch", "cable", "obstacles", "ball"))


@pytest.mark.parametrize(
    ("start", "request_", "leaf", "gazes"),
    [
        ("posture: standing, state: Stand.Normal", "stand_high", "Stand.High", 1),
        ("posture: lying_back", "stand", "Limp.HoldUpright", 0),
    ],
)
def test_a_gaze_is_drawn_once_per_place_and_not_of_a_lying_robot(
    settings: MotionSettings, tmp_path: Path, start: str, request_: str, leaf: str, gazes: int
) -> None:
    text = RESTS.replace("START", start).replace("REQUEST", request_).replace("LEAF", leaf)
    run = record(text, settings, tmp_path)
    assert len(collect_path(run, read_truth(tmp_path)).gaze) == gazes
    assert len(collect_path(run, None).gaze) == gazes


def test_every_push_is_marked_where_it_set_in(settings: MotionSettings, tmp_path: Path) -> None:
    text = RESTS.replace("START", "posture: standing, state: Stand.Normal")
    text = (
        text.replace("REQUEST", "stand")
        .replace("LEAF", "Stand.Normal")
        .replace(
            "expect:",
            """  - {at_s: 1, disturb: {push: {impulse_ns: 0.3, direction_deg: 0}}}
  - {at_s: 3, disturb: {push: {impulse_ns: 0.3, direction_deg: 90}}}
expect:""",
        )
    )
    run = record(text, settings, tmp_path)
    pushes = collect_path(run, read_truth(tmp_path)).forces
    assert len(pushes) == 2 and math.hypot(pushes[0].x, pushes[0].y) < 0.02
    assert collect_path(run, None).forces == []


def test_without_the_truth_the_path_is_the_estimated_one(
    recorded: RecordedRun, series: PathSeries
) -> None:
    estimated = collect_path(recorded, None)
    assert not estimated.known and estimated.estimated == []
    end, true = estimated.path[-1], series.path[-1]
    assert math.hypot(end.x - true.x, end.y - true.y) < 0.1


def test_feet_of_the_preview_walk_land_at_their_planned_poses(
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


def test_the_figure_is_written_with_all_feet(series: PathSeries, tmp_path: Path) -> None:
    draw_path(tmp_path / "path.svg", series, "a way")
    drawn = (tmp_path / "path.svg").read_text()
    assert drawn.startswith("<?xml") and drawn.count("<path") > 2 * len(series.feet)
