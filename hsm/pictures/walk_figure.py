"""The picture of a walk: what was asked of the feet, what they did, and what held the balance."""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

from hardware.nao import Side
from hsm.chart import Look
from hsm.palette import group_of
from hsm.pictures.saving import save_figure
from hsm.pictures.walk_series import (
    ANGLE_TERMS,
    FOOT_TERMS,
    StepMark,
    Term,
    WalkSeries,
)
from motions.walking.step import StepEnd

_LEFT, _RIGHT = "#0b6e99", "#c2452d"
_SIDES = {"left": _LEFT, "right": _RIGHT}
_TERMS = ("#1b1f24", "#c2452d", "#0b6e99", "#8a6d1d", "#6b3fa0")
_GRID = "#e7e9ec"
_ENDS = {
    StepEnd.SWITCH: ("#2f7d4f", "o"),
    StepEnd.ABORT: ("#d1495b", "X"),
    StepEnd.QUIET: ("#8a6d1d", "s"),
    StepEnd.OVERTIME: ("#6b3fa0", "D"),
}
_CUT_OFF = ("#7a8794", "|")
_OTHER_END = ("#1b1f24", "^")
_HEIGHTS = (0.3, 1.15, 1.0, 0.9, 0.9, 0.9, 0.9, 0.9, 0.8)


def draw_walk(path: Path, series: WalkSeries, title: str) -> None:
    """Draw a part of a run into a PNG or SVG.

    Args:
        path: The file; its ending chooses the format.
        series: What the walk did.
        title: One line above it all.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(15.0, 15.5), dpi=100, layout="constrained")
    FigureCanvasAgg(figure)
    rows = figure.subplots(len(_HEIGHTS), 1, sharex=True, height_ratios=_HEIGHTS)
    band, forward, side, lift, force, torso, angles, feet, durations = rows
    time = np.asarray(series.columns["time"])
    _states(band, series)
    for axes, axis in ((forward, "forward"), (side, "side"), (lift, "lift")):
        _feet(axes, series, time, axis)
    _forces(force, series, time)
    for name, colour in (("pitch", _TERMS[0]), ("roll", _TERMS[1])):
        torso.plot(time, series.columns[name], color=colour, lw=1.4, label=name)
    torso.set_ylabel("torso [deg]")
    draw_terms(angles, series, ANGLE_TERMS)
    angles.set_ylabel("added [deg]")
    draw_terms(feet, series, FOOT_TERMS)
    feet.set_ylabel("capture [mm]")
    _durations(durations, series.steps)
    for axes in rows[1:]:
        _dress(axes, series.steps)
    durations.set_xlabel("time [s]   (shaded: the left foot swings; lines: the support switches)")
    durations.set_xlim(time[0], time[-1])
    figure.suptitle(title, fontsize=13, x=0.01, ha="left", parse_math=False)
    figure.align_ylabels()
    save_figure(figure, path)


def _states(axes: Any, series: WalkSeries) -> None:
    """Draw a band with the name of every leaf that lasts long enough to be written on."""
    time = series.columns["time"]
    whole = max(time[-1] - time[0], 1e-9)
    starts = [next(rows) for _, rows in groupby(range(len(time)), lambda i: series.leaves[i])]
    ends = [*(time[row] for row in starts[1:]), time[-1]]
    shades: dict[Look, int] = {}
    for row, end in zip(starts, ends, strict=True):
        leaf, group = series.leaves[row], group_of(series.leaves[row])
        # Neighbours of one colour are told apart by turns of lighter and darker.
        shades[group] = shades.get(group, 0) + 1
        shade = 1.0 if shades[group] % 2 else 0.6
        axes.axvspan(time[row], end, color=group.colour, alpha=shade, lw=0)
        if (end - time[row]) / whole > 0.0065 * len(leaf):
            middle = 0.5 * (time[row] + end)
            axes.text(middle, 0.5, leaf, ha="center", va="center", fontsize=8)
    axes.set_ylabel("state")
    axes.set_yticks([])
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _feet(axes: Any, series: WalkSeries, time: Any, axis: str) -> None:
    for foot, colour in _SIDES.items():
        requested = series.columns[f"requested {foot} {axis}"]
        measured = series.columns[f"measured {foot} {axis}"]
        axes.plot(time, requested, color=colour, lw=1.0, label=f"{foot}, requested")
        axes.plot(time, measured, color=colour, lw=2.6, alpha=0.35, label=f"{foot}, measured")
    axes.set_ylabel(f"feet, {axis} [mm]")


def _forces(axes: Any, series: WalkSeries, time: Any) -> None:
    for foot, colour in _SIDES.items():
        force = np.asarray(series.columns[f"{foot} force"])
        axes.fill_between(time, force, color=colour, alpha=0.25, lw=0)
        axes.plot(time, force, color=colour, lw=0.9, label=foot)
    axes.set_ylim(bottom=0.0)
    axes.set_ylabel("sole force [N]")


def draw_terms(axes: Any, series: WalkSeries, terms: Sequence[Term]) -> None:
    """Draw a line per term; what is computed, not added, is pale."""
    time = np.asarray(series.columns["time"])
    for term, colour in zip(terms, _TERMS[: len(terms)], strict=True):
        computed = term.name.startswith("excess")
        width, alpha = (2.4, 0.3) if computed else (1.3, 1.0)
        values = series.columns[term.name]
        axes.plot(time, values, color=colour, lw=width, alpha=alpha, label=term.name)


def _durations(axes: Any, steps: Sequence[StepMark]) -> None:
    """Draw a mark per step at its end, by why it was over, and a line at what was planned."""
    seen: set[str] = set()
    for step in steps:
        colour, mark = _CUT_OFF if step.why is None else _ENDS.get(step.why, _OTHER_END)
        name = "cut off by another motion" if step.why is None else step.why.value.split(":")[0]
        label = None if name in seen else name
        seen.add(name)
        duration = 1e3 * (step.end - step.begin)
        axes.plot(step.end, duration, mark, color=colour, ms=6, ls="none", label=label)
        planned = 1e3 * step.planned
        axes.plot((step.begin, step.end), (planned, planned), color="#7a8794", lw=1.2, ls="--")
    axes.set_ylabel("step [ms]")
    axes.set_ylim(bottom=0.0)


def _dress(axes: Any, steps: Sequence[StepMark]) -> None:
    axes.grid(color=_GRID, lw=0.8)
    axes.set_axisbelow(True)
    for name in ("top", "right"):
        axes.spines[name].set_visible(False)
    low, high = axes.get_ylim()
    axes.set_ylim(low, high + 0.28 * (high - low))  # room for the legend above the curves
    if axes.get_legend_handles_labels()[0]:
        axes.legend(loc="upper left", ncols=4, fontsize=8.5, frameon=True, framealpha=0.85,
                    edgecolor="none", borderpad=0.2)  # fmt: skip
    for step in steps:
        if step.swing is Side.LEFT:
            axes.axvspan(step.begin, step.end, color=_LEFT, alpha=0.07, lw=0, zorder=0)
        axes.axvline(step.end, color="#9aa3ad", lw=0.8, zorder=0.5)
