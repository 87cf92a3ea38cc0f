"""Figure of a played motion: target, measurement, limits and speed of every joint."""

import math
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

from hardware.robots.model import RobotModel
from hsm.apps.motion.stage import Performance
from hsm.pictures.canvas import new_figure
from hsm.pictures.saving import save_figure

_COLUMNS = 5
_SMOOTH = 3
"""Cycles over which a target's speed is averaged: a motor does not follow single-cycle steps."""
_TARGET, _MEASURED, _LIMIT = "#2a6f97", "#d1495b", "#7a8794"
_TITLE, _SATURATED = "#1b1f24", "#b00020"


def draw_joints(path: Path, done: Performance, model: RobotModel, title: str) -> None:
    """Draw a played motion into a PNG or SVG.

    Args:
        path: The file; its suffix determines the format.
        done: The played motion.
        model: The robot, for limits and motors.
        title: Title of the figure.
    """
    from matplotlib.lines import Line2D

    joints = range(len(model.specs))
    rows = math.ceil(len(joints) / _COLUMNS)
    figure = new_figure(16.0, 2.4 * rows, f"{title}: angles in deg over time in s", dpi=90)
    grid = figure.subplots(rows, _COLUMNS, sharex=True)
    for axes, joint in zip(grid.flat, joints, strict=False):
        _joint(axes, done, model, joint)
    for axes in grid.flat[len(joints) :]:
        axes.set_axis_off()
    for axes in grid.flat[len(joints) - _COLUMNS : len(joints)]:  # the lowest of each column
        axes.tick_params(labelbottom=True)
    first = grid.flat[0]
    handles, labels = first.get_legend_handles_labels()
    saturated = "red title: at the motor's limit"
    handles.append(Line2D([], [], ls="", label=saturated))
    legend = figure.legend(
        handles=handles, loc="outside upper right", ncols=len(handles), frameon=False
    )
    legend.get_texts()[-1].set_color(_SATURATED)
    save_figure(figure, path)


def _joint(axes: Any, done: Performance, model: RobotModel, joint: int) -> None:
    times = np.asarray(done.times)
    target = np.degrees([row[joint] for row in done.targets])
    measured = np.degrees([row[joint] for row in done.measured])
    spec = model.specs[joint]
    free = math.degrees(model.no_load_speed(joint))
    step = target[_SMOOTH:] - target[:-_SMOOTH]
    needed = float(np.abs(step).max(initial=0.0)) / (_SMOOTH * model.cycle) / free
    axes.plot(times, target, color=_TARGET, lw=1.4, label="target")
    axes.plot(times, measured, color=_MEASURED, lw=0.9, label="measured")
    low, high = axes.get_ylim()
    for limit in (math.degrees(spec.min), math.degrees(spec.max)):
        axes.axhline(limit, color=_LIMIT, lw=0.8, ls="--", label="limit" if limit > 0 else None)
    margin = 0.1 * max(high - low, 10.0)
    axes.set_ylim(low - margin, high + margin)
    begin = 0
    for _, cycles in groupby(done.labels):
        axes.axvline(times[begin], color="#e1e4e8", lw=0.7, zorder=0)
        begin += len(list(cycles))
    percent = round(needed * 100)
    colour = _SATURATED if percent >= 100 else _TITLE
    axes.set_title(f"{model.names[joint]}: {percent} % of free speed", fontsize=9, color=colour)
    axes.tick_params(labelsize=7)
