"""Figure of a path from above: feet, plans, estimates, obstacles and the ball."""

import math
from pathlib import Path
from typing import Any

from hardware.robots.model import Side, Sole
from hardware.units import FlatPoint
from hsm.pictures.canvas import lay_grid, new_figure
from hsm.pictures.path_from_above import (
    BALL,
    OBSTACLE,
    draw_arrow,
    draw_ball,
    draw_course,
    draw_discs,
    draw_events,
    draw_ground,
    draw_line,
    draw_targets,
    extent,
)
from hsm.pictures.path_series import Footprint, PathSeries
from hsm.pictures.saving import save_figure
from motions.kinematics.geometry import Pose2
from motions.kinematics.sole_outline import corners

_SOLES = {Side.LEFT: "#0b6e99", Side.RIGHT: "#c2452d"}
_PLANNED = "#2f7d4f"
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
        draw_arrow(axes, step.start, step.end, color=_PLANNED, lw=1.0)
    if series.steps:
        axes.plot([], [], color=_PLANNED, lw=1.0, label="planned steps")
    draw_targets(axes, [] if series.target is None else [series.target])
    draw_events(axes, series.forces, "force from outside")
    draw_events(axes, series.falls, "fall")
    axes.set_aspect("equal")
    axes.set_xlabel("x [m]")
    axes.set_ylabel("y [m]")
    lay_grid(axes)
    axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), frameon=False)
    save_figure(figure, path)


def _size(series: PathSeries) -> tuple[float, float]:
    wide, high = (max(each + 1.0, 1.5) for each in extent([*series.path, *series.things]))
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
    draw_ground(axes, series.ground, Pose2())
    draw_discs(axes, series.things, "obstacles", fc=OBSTACLE)
    for trail in series.trails:
        axes.plot(*zip(*trail, strict=True), color=OBSTACLE, lw=1.2)
    if series.known:
        look = {"fc": "none", "ec": "#8a6d1d", "ls": "--"}
        draw_discs(axes, series.estimated_things, "estimated obstacles at the end", **look)
    if series.ball:
        axes.plot(*zip(*series.ball, strict=True), color=BALL, lw=1.2)
        draw_ball(axes, series.ball[-1])


def _gaze(axes: Any, series: PathSeries) -> None:
    from matplotlib.patches import Wedge

    look: dict[str, Any] = {"fc": "#c98a00", "ec": "none", "alpha": 0.12}
    opening = math.degrees(_VIEW)
    for number, gaze in enumerate(series.gaze):
        middle = math.degrees(gaze.heading)
        reach = _VIEW_LENGTH, middle - opening, middle + opening
        label = None if number else "gaze, at most every 2 s"
        axes.add_patch(Wedge((gaze.x, gaze.y), *reach, label=label, **look))
