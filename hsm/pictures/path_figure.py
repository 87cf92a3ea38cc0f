"""Figure of a path from above: feet, plans, estimates, obstacles and the ball."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hardware.robots.model import Side, Sole
from hardware.units import FlatPoint
from hsm.pictures.canvas import lay_grid, new_figure
from hsm.pictures.path_from_above import draw_course, draw_events, draw_line
from hsm.pictures.path_series import Footprint, PathSeries
from hsm.pictures.saving import save_figure
from motions.kinematics.geometry import Pose2
from motions.kinematics.sole_outline import corners
from motions.sight import Circle

_SOLES = {Side.LEFT: "#0b6e99", Side.RIGHT: "#c2452d"}
_VIEW, _VIEW_LENGTH = math.radians(28.0), 0.35
_LONGEST = 14.0
"""Longest side of the figure, inches."""


def draw_path(path: Path, series: PathSeries, title: str) -> None:
    """Draw the path of a run into a file, whose extension selects the format."""
    figure = new_figure(*_size(series), title)
    axes = figure.subplots()
    _things(axes, series)
    _gaze(axes, series)
    _feet(axes, series)
    draw_course(axes, series.path, (), "true path" if series.known else "estimated path")
    if series.estimated:
        draw_line(axes, series.estimated, color="#8a6d1d", lw=1.2, ls="--", label="estimated path")
    for step in series.steps:
        axes.annotate(
            "",
            (step.end.x, step.end.y),
            (step.start.x, step.start.y),
            arrowprops={"arrowstyle": "->", "color": "#2f7d4f", "lw": 1.0},
        )
    if series.steps:
        axes.plot([], [], color="#2f7d4f", lw=1.0, label="planned steps")
    _target(axes, series)
    draw_events(axes, series.falls, "fall")
    axes.set_aspect("equal")
    axes.set_xlabel("x [m]")
    axes.set_ylabel("y [m]")
    lay_grid(axes)
    axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), frameon=False)
    save_figure(figure, path)


def _size(series: PathSeries) -> tuple[float, float]:
    xs = [pose.x for pose in series.path] + [thing.x for thing in series.things]
    ys = [pose.y for pose in series.path] + [thing.y for thing in series.things]
    wide = max(max(xs) - min(xs) + 1.0, 1.5)
    high = max(max(ys) - min(ys) + 1.0, 1.5)
    scale = min(_LONGEST / max(wide, high), 5.0)
    return scale * wide + 3.0, scale * high + 1.0


def _feet(axes: Any, series: PathSeries) -> None:
    """Draw the soles where they landed, and outlines where they were planned to."""
    from matplotlib.patches import Polygon

    told = set()
    for foot in series.feet:
        label = None if foot.side in told else f"{foot.side.name.lower()} foot"
        told.add(foot.side)
        look = {"fc": _SOLES[foot.side], "ec": "none", "alpha": 0.35, "label": label}
        axes.add_patch(Polygon(_outline(foot, series.sole), closed=True, **look))
    for number, foot in enumerate(series.footholds):
        look = {"fc": "none", "ec": _SOLES[foot.side], "lw": 1.0, "ls": "--"}
        label = None if number else "planned footholds"
        axes.add_patch(Polygon(_outline(foot, series.sole), closed=True, label=label, **look))


def _outline(foot: Footprint, sole: Sole) -> list[FlatPoint]:
    front_outer, front_inner, rear_outer, rear_inner = corners(foot.side, sole)
    way_round = (front_outer, front_inner, rear_inner, rear_outer)
    placed = [foot.pose @ Pose2(*corner) for corner in way_round]
    return [(corner.x, corner.y) for corner in placed]


def _things(axes: Any, series: PathSeries) -> None:
    from matplotlib.patches import Circle as Disc

    def discs(things: Sequence[Circle], name: str, **look: Any) -> None:
        for number, thing in enumerate(things):
            label = None if number else name
            axes.add_patch(Disc((thing.x, thing.y), thing.radius, label=label, **look))

    discs(series.things, "obstacles", fc="#7a8794")
    for trail in series.trails:
        axes.plot(*zip(*trail, strict=True), color="#7a8794", lw=1.2)
    if series.known:
        look = {"fc": "none", "ec": "#8a6d1d", "ls": "--"}
        discs(series.estimated_things, "estimated obstacles at the end", **look)
    if series.ball:
        xs, ys = zip(*series.ball, strict=True)
        axes.plot(xs, ys, color="#d1495b", lw=1.2, label="ball")
        axes.add_patch(Disc(series.ball[-1], 0.05, fc="#d1495b"))


def _gaze(axes: Any, series: PathSeries) -> None:
    from matplotlib.patches import Wedge

    look: dict[str, Any] = {"fc": "#c98a00", "ec": "none", "alpha": 0.12}
    opening = math.degrees(_VIEW)
    for number, gaze in enumerate(series.gaze):
        middle = math.degrees(gaze.heading)
        reach = _VIEW_LENGTH, middle - opening, middle + opening
        label = None if number else "gaze, every 2 s"
        axes.add_patch(Wedge((gaze.x, gaze.y), *reach, label=label, **look))


def _target(axes: Any, series: PathSeries) -> None:
    if series.target is None:
        return
    end = series.target
    tip = end @ Pose2(0.15)
    axes.plot([end.x], [end.y], marker="+", ms=14, mew=2, color="#6b3fa0", ls="", label="target")
    axes.annotate(
        "", (tip.x, tip.y), (end.x, end.y), arrowprops={"arrowstyle": "->", "color": "#6b3fa0"}
    )
