"""The figure of a run: speeds, disturbances, falls and the requested end."""

import math
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hardware.disturbances import Push
from hardware.postures import Posture
from hardware.props import Ball, Cable, Cylinder, PassiveRobot, Patch, key_of
from hardware.robots.model import Side
from hsm.control.assembly import MotionSettings
from hsm.pictures.figure import figure_of, true_speed
from hsm.pictures.path_from_above import draw_course
from hsm.pictures.time_window import window_of
from hsm.pictures.walk_figure import draw_walk
from hsm.pictures.walk_series import collect
from hsm.runs.reader import read_run
from hsm.scenarios.field import OneProp
from hsm.scenarios.scenario import Scenario, ScenarioStart
from hsm.scenarios.timeline import OneKind, TimelineEntry, TimelineRequest
from hsm.simulated.recorder import Recorder
from hsm.simulated.runner import Run, about, run
from motions.destinations import WalkBehindBall, WalkTo
from motions.kinematics.geometry import Pose2
from motions.locomotion.wish import Footsteps, FootstepWish, PreviewWish
from motions.requests import Motion


@pytest.mark.parametrize("heading", [0.0, 0.5 * math.pi])
def test_a_walk_at_constant_speed_has_that_true_speed_in_every_cycle(heading: float) -> None:
    time = 0.012 * np.arange(200)
    columns = {
        "time": time,
        "x": 0.2 * time * math.cos(heading),
        "y": 0.2 * time * math.sin(heading),
        "heading": np.full_like(time, heading),
    }
    forward, left = true_speed(columns)
    assert forward == pytest.approx(0.2)
    assert left == pytest.approx(0.0)


def play(settings: MotionSettings, folder: Path, *timeline: TimelineEntry) -> Run:
    start = ScenarioStart(Posture.STANDING, "Stand.Normal")
    scenario = Scenario("a run", "Is drawn.", "ideal", 3.0, timeline, start=start)
    with Recorder(folder / "run.hsm", settings, about(scenario)) as recorder:
        return run(scenario, settings, observers=[recorder])


def labels(axes: Any) -> list[str]:
    return [str(label) for label in axes.get_legend_handles_labels()[1]]


def test_a_push_and_the_fall_after_it_are_marked_in_both_figures(
    settings: MotionSettings, tmp_path: Path
) -> None:
    walks = TimelineEntry(at=0.2, request=TimelineRequest(Motion.WALK, 0.15))
    push = TimelineEntry(at=2.0, disturb=OneKind(push=Push(0.5 * math.pi, 8.0)))
    drawn = figure_of(play(settings, tmp_path, walks, push))
    assert {"disturbance", "fall"} <= set(labels(drawn.axes[0])) | set(labels(drawn.axes[-1]))
    recorded = read_run(tmp_path)
    series = collect(recorded, window_of(recorded, 1.0, 3.0))
    events = dict((what, at) for at, what in series.events)
    assert events["a push"] == pytest.approx(2.0, abs=0.1) and events["fall"] > events["a push"]
    draw_walk(tmp_path / "walk.svg", series, "pushed")


def test_props_and_targets_are_drawn_above_and_a_kicked_ball_does_not_widen_the_picture(
    settings: MotionSettings,
) -> None:
    props = (
        Cylinder(0.7, 0.03), PassiveRobot(1.4, -0.1), Patch(0.2, 0.5, 0.3, 0.4, 0.3),
        Cable(0.4, 0.6, 0.6), Ball(1.2, 0.4, 3.0),
    )  # fmt: skip
    to = TimelineRequest(Motion.WALK_TO, walk_to=WalkTo(1.8, 0.0))
    at_ball = TimelineRequest(Motion.WALK_TO_BALL, walk_to_ball=WalkBehindBall(0.0))
    scenario = Scenario(
        "a field", "Is drawn.", "ideal", 3.0,
        (TimelineEntry(at=0.2, request=to), TimelineEntry(at=1.0, request=at_ball)),
        props=tuple(OneProp(**{key_of(type(prop)): prop}) for prop in props),
        sight=True,
    )  # fmt: skip
    done = run(scenario, settings)
    assert done.history.ball is not None and done.history.ball.end[0] > 4.0
    above = figure_of(done).axes[-1]
    drawn = {"patch", "cable", "obstacles at the start", "ball", "target"}
    assert drawn <= set(labels(above))
    assert above.get_xlim()[1] < 3.0
    assert "\nrolled " in above.get_title(loc="left")


def test_a_walk_to_a_pose_has_no_requested_speed_in_the_legend(
    settings: MotionSettings, tmp_path: Path
) -> None:
    to = TimelineRequest(Motion.WALK_TO, walk_to=WalkTo(0.2, 0.0))
    drawn = figure_of(play(settings, tmp_path, TimelineEntry(at=0.2, request=to)))
    told = [label for axes in drawn.axes for label in labels(axes)]
    assert "forward, true, mean of 0.5 s" in told and "forward, requested" not in told


@pytest.fixture(scope="module")
def footsteps(settings: MotionSettings, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return the figure of a robot that makes two footsteps without a requested speed."""
    steps = [FootstepWish(side, 0.04, 0.1 * side.sign, speed=1.0) for side in Side]
    wish = PreviewWish(footsteps=Footsteps(tuple(steps)))
    request = TimelineRequest(Motion.PREVIEW, preview=wish)
    folder = tmp_path_factory.mktemp("footsteps")
    return figure_of(play(settings, folder, TimelineEntry(at=0.2, request=request)))


def test_a_preview_walk_has_its_true_speed_and_no_requested_one(footsteps: Any) -> None:
    (speed,) = (axes for axes in footsteps.axes if axes.get_ylabel() == "speed [m/s]")
    assert labels(speed) == ["forward, true, mean of 0.5 s"]
    drawn = speed.get_lines()[0].get_ydata()
    assert np.isfinite(drawn).all() and max(drawn) > 0.01


def test_the_numbers_below_the_path_do_not_overlap(footsteps: Any) -> None:
    above = footsteps.axes[-1]
    above.set_aspect("auto")  # equal scales would ignore the limits below
    for far in (0.02, 0.1, 1.0):
        above.set_xlim(-far, 0.7 * far)
        footsteps.draw_without_rendering()
        low, high = above.get_xlim()
        ticks = [tick for tick in above.xaxis.get_major_ticks() if low <= tick.get_loc() <= high]
        boxes = [tick.label1.get_window_extent() for tick in ticks]
        assert len(boxes) > 2
        assert all(box.x1 + 2.0 < after.x0 for box, after in pairwise(boxes)), far


def test_a_requested_end_at_the_start_is_drawn_as_a_ring_around_it() -> None:
    from matplotlib.figure import Figure

    axes = Figure().subplots()
    way = [Pose2(), Pose2(1.0), Pose2(0.1)]
    draw_course(axes, way, [Pose2(), Pose2(1.0), Pose2()], "way")
    lines = {str(line.get_label()): line for line in axes.get_lines()}
    start, asked = lines["start"], lines["requested end"]
    assert asked.get_markersize() > start.get_markersize()
    assert asked.get_markerfacecolor() == "none"
    assert axes.get_lines().index(asked) > axes.get_lines().index(start)
