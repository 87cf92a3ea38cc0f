"""Figure of two runs, superimposed: path from above, speed, tilt, torso height, states."""

from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

from hsm.chart import Appearance
from hsm.errors import HsmError
from hsm.palette import group_of
from hsm.pictures.canvas import beside, lay_grid, new_figure
from hsm.pictures.figure import MOST_NUMBERS, STRIDE, Series, patch, roll_is_defined, true_speed
from hsm.pictures.run_pair import RunPair
from hsm.pictures.saving import save_figure
from hsm.runs.reader import RecordedRun
from hsm.runs.truth import TRUTH_NAME

_COLOURS = ("#1b1f24", "#d1495b")


def draw_pair(path: Path, pair: RunPair) -> None:
    """Draw two runs into a file, whose extension selects the format.

    Raises:
        HsmError: If the truth of one of them is unknown.
    """
    figure = new_figure(16.5, 8.0, pair.parting(), wrap=True, size=10)
    rows, above = beside(figure)
    *bands, forward, pitch, roll, height = rows.subplots(
        6, 1, sharex=True, height_ratios=[0.2, 0.2, 1, 1, 1, 0.8]
    )
    plots = (forward, pitch, roll, height)
    way = above.subplots()
    groups = []
    runs = zip((pair.one, pair.other), pair.truths, pair.names, bands, _COLOURS, strict=True)
    for run, truth, name, band, colour in runs:
        if truth is None:
            raise HsmError(f"{run.path} has no {TRUTH_NAME} beside it: its path is unknown")
        columns = {key: np.asarray(values) for key, values in truth.columns.items()}
        groups += _states(band, run)
        # A title, not a label beside the band: a long name takes no room from the plots.
        band.set_title(
            f"\N{BOX DRAWINGS HEAVY HORIZONTAL} {name}",
            loc="left", color=colour, fontsize=10, parse_math=False,
        )  # fmt: skip
        _draw(plots, way, columns, colour)
    labels = (
        f"forward [m/s],\nmean of {STRIDE:g} s", "pitch [deg]", "roll [deg]", "torso height [mm]",
    )  # fmt: skip
    for axes, label in zip(plots, labels, strict=True):
        axes.set_ylabel(label)
        lay_grid(axes)
    forward.set_ylim(-0.5, 0.6)  # a fall moves the torso faster than any walk
    height.set_xlabel("time [s]")
    way.set_aspect("equal", adjustable="datalim")
    way.set_xlabel("x [m]")
    way.set_ylabel("y [m]")
    way.locator_params(axis="x", nbins=MOST_NUMBERS)
    lay_grid(way)
    states = {group.label: patch(group) for group in groups}
    rows.legend(
        handles=list(states.values()), loc="outside lower center", ncols=len(states), frameon=False,
        handlelength=1.0,
    )  # fmt: skip
    save_figure(figure, path)


def _draw(plots: Any, way: Any, columns: dict[str, Series], colour: str) -> None:
    time = columns["time"]
    torso = {key: columns[f"torso.{key}"] for key in ("x", "y")}
    forward, _ = true_speed({"time": time, "heading": columns["torso.yaw"], **torso})
    pitch, roll = (np.degrees(columns[f"torso.{name}"]) for name in ("pitch", "roll"))
    roll = np.where(roll_is_defined(columns["torso.pitch"]), roll, np.nan)
    shown = (forward, pitch, roll, 1e3 * columns["torso.z"])
    for axes, values in zip(plots, shown, strict=True):
        axes.plot(time, values, color=colour, lw=1.1, alpha=0.85)
    way.plot(torso["x"], torso["y"], color=colour, lw=1.4)
    way.plot(torso["x"][-1:], torso["y"][-1:], marker="D", ms=7, color=colour, ls="")


def _states(axes: Any, run: RecordedRun) -> list[Appearance]:
    """Draw the states of a run as a band; return their looks."""
    drawn = []
    begin = run.rows[0].time
    for look, stay in groupby(run.rows, lambda row: group_of(row.leaf)):
        end = list(stay)[-1].time
        axes.axvspan(begin, end, color=look.colour, lw=0)
        drawn.append(look)
        begin = end
    axes.set_yticks([])
    return drawn
