"""Figure of a walk: requested and measured feet, the terms of balance, and the steps."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

from hardware.robots.model import Side
from hsm.chart import Appearance
from hsm.palette import group_of
from hsm.pictures.canvas import bare_band, lay_grid, new_figure
from hsm.pictures.path_from_above import EVENT
from hsm.pictures.saving import save_figure
from hsm.pictures.walk_series import FALL, StepMark, WalkSeries
from motions.walking.step import StepEnd
from motions.walking.terms.term import DisplayUnit, Value

_LEFT, _RIGHT = "#0b6e99", "#c2452d"
_SIDES = {"left": _LEFT, "right": _RIGHT}
_TERMS = ("#1b1f24", "#c2452d", "#0b6e99", "#8a6d1d", "#6b3fa0",
          "#2f7d4f", "#d1495b", "#7a8794", "#c98a00", "#3b3f8f")  # fmt: skip
_DASHES = ("-", "--", ":", "-.")
_ENDS = {
    StepEnd.SWITCH: ("#2f7d4f", "o"),
    StepEnd.ABORT: ("#d1495b", "X"),
    StepEnd.QUIET: ("#8a6d1d", "s"),
    StepEnd.OVERTIME: ("#6b3fa0", "D"),
}
_PLACED, _CUT_OFF = ("#0b6e99", "P"), ("#7a8794", "|")
_OTHER_END = ("#1b1f24", "^")
Panel = tuple[float, Callable[[Any], None]]
"""Height of a row of the figure, as a share of two inches, and what draws it."""


def draw_walk(path: Path, series: WalkSeries, title: str) -> None:
    """Draw a part of a run into a file, whose extension selects the format."""
    panels = tuple(_panels(series))
    heights = [height for height, _ in panels]
    figure = new_figure(15.0, 2.0 * sum(heights), title, size=13)
    rows = figure.subplots(len(heights), 1, sharex=True, height_ratios=heights)
    for axes, (_, draw) in zip(rows, panels, strict=True):
        draw(axes)
    for axes in rows[1:]:
        _dress(axes, series.steps)
        for at, _ in series.events:
            axes.axvline(at, color=EVENT, lw=1.4, ls=(0, (4, 2)))
    name_events(rows[0], series.events)
    key = "   (shaded: left foot swings; vertical lines: support switches)" if series.steps else ""
    rows[-1].set_xlabel(f"time [s]{key}")
    time = series.columns["time"]
    rows[-1].set_xlim(time[0], time[-1])
    figure.align_ylabels()
    save_figure(figure, path)


def _panels(series: WalkSeries) -> Iterator[Panel]:
    """Yield the rows of the figure from top to bottom, without those that would be empty."""
    yield 0.3, partial(_states, series=series)
    if _is_known(series, "requested left forward"):
        for axis, height in (("forward", 1.15), ("side", 1.0), ("lift", 0.9)):
            yield height, partial(_feet, series=series, axis=axis)
    yield 0.9, partial(_forces, series=series)
    yield 0.9, partial(_torso, series=series)
    known = [value for value in series.told if _is_known(series, value.name)]
    for unit in DisplayUnit:
        if values := [value for value in known if value.unit is unit]:
            yield 0.9, partial(_terms, series=series, told=values, unit=unit)
    if series.steps:
        yield 0.8, partial(_durations, steps=series.steps)


def _is_known(series: WalkSeries, column: str) -> bool:
    return not np.isnan(series.columns[column]).all()


def _states(axes: Any, series: WalkSeries) -> None:
    """Draw a band with the name of every leaf; a short one has a number, explained below."""
    time = series.columns["time"]
    whole = max(time[-1] - time[0], 1e-9)
    starts = [next(rows) for _, rows in groupby(range(len(time)), lambda i: series.leaves[i])]
    ends = [*(time[row] for row in starts[1:]), time[-1]]
    shades: dict[Appearance, int] = {}
    short: dict[str, int] = {}
    for row, end in zip(starts, ends, strict=True):
        leaf, group = series.leaves[row], group_of(series.leaves[row])
        # Alternating shades distinguish neighbours of the same colour.
        shades[group] = shades.get(group, 0) + 1
        shade = 1.0 if shades[group] % 2 else 0.6
        axes.axvspan(time[row], end, color=group.colour, alpha=shade, lw=0)
        fits = (end - time[row]) / whole > 0.0065 * len(leaf)
        label = leaf if fits else str(short.setdefault(leaf, len(short) + 1))
        axes.text(0.5 * (time[row] + end), 0.5, label, ha="center", va="center", fontsize=8)
    bare_band(axes)
    key = ",   ".join(f"{number} {leaf}" for leaf, number in short.items())
    axes.set_xlabel(key, loc="left", fontsize=8)


def name_events(band: Any, events: Sequence[tuple[float, str]]) -> None:
    """Write events above the band: causes to the left of their line, falls to the right."""
    for at, what in events:
        side, room = ("left", 2) if what == FALL else ("right", -2)
        band.annotate(what, (at, 1.0), xytext=(room, 2), textcoords="offset points", xycoords=(
            "data", "axes fraction"), color=EVENT, fontsize=9, va="bottom", ha=side)  # fmt: skip
        band.axvline(at, color=EVENT, lw=1.4)


def _feet(axes: Any, series: WalkSeries, axis: str) -> None:
    time = series.columns["time"]
    for foot, colour in _SIDES.items():
        requested = series.columns[f"requested {foot} {axis}"]
        measured = series.columns[f"measured {foot} {axis}"]
        axes.plot(time, requested, color=colour, lw=1.0, label=f"{foot}, requested")
        axes.plot(time, measured, color=colour, lw=2.6, alpha=0.35, label=f"{foot}, measured")
    axes.set_ylabel(f"feet, {axis} [mm]")


def _forces(axes: Any, series: WalkSeries) -> None:
    time = series.columns["time"]
    for foot, colour in _SIDES.items():
        force = np.asarray(series.columns[f"{foot} force"])
        axes.fill_between(time, force, color=colour, alpha=0.25, lw=0)
        axes.plot(time, force, color=colour, lw=0.9, label=foot)
    axes.set_ylim(bottom=0.0)
    axes.set_ylabel("sole force [N]")


def _torso(axes: Any, series: WalkSeries) -> None:
    for name, colour in (("pitch", _TERMS[0]), ("roll", _TERMS[1])):
        axes.plot(series.columns["time"], series.columns[name], color=colour, lw=1.4, label=name)
    axes.set_ylabel("torso [deg]")


def _terms(axes: Any, series: WalkSeries, told: Sequence[Value], unit: DisplayUnit) -> None:
    draw_terms(axes, series, told)
    axes.set_ylabel(f"terms [{unit.symbol or unit.name.lower()}]")


def draw_terms(axes: Any, series: WalkSeries, told: Sequence[Value]) -> None:
    """Draw a line per value of a term; values that are computed but not added are pale."""
    time = series.columns["time"]
    for number, value in enumerate(told):
        dashes, colour = divmod(number, len(_TERMS))
        width, alpha = (1.3, 1.0) if value.added else (2.4, 0.3)
        axes.plot(time, series.columns[value.name], color=_TERMS[colour], lw=width, alpha=alpha,
                  ls=_DASHES[dashes % len(_DASHES)], label=value.name)  # fmt: skip


def _durations(axes: Any, steps: Sequence[StepMark]) -> None:
    """Draw a mark at the end of each step, by the reason of its end, and the planned duration."""
    seen: set[str] = set()
    axes.margins(y=0.15)  # marks at the top stay whole
    for step in steps:
        if step.why is not None:
            colour, mark = _ENDS.get(step.why, _OTHER_END)
            name = step.why.value.split(":")[0]
        elif step.placed:
            (colour, mark), name = _PLACED, "placed"
        else:
            (colour, mark), name = _CUT_OFF, "interrupted by another motion"
        label = None if name in seen else name
        seen.add(name)
        duration = 1e3 * (step.end - step.begin)
        axes.plot(step.end, duration, mark, color=colour, ms=6, ls="none", label=label)
        planned = 1e3 * step.planned
        axes.plot((step.begin, step.end), (planned, planned), color="#7a8794", lw=1.2, ls="--")
    axes.set_ylabel("step [ms]")
    axes.set_ylim(bottom=0.0)


def _dress(axes: Any, steps: Sequence[StepMark]) -> None:
    lay_grid(axes, frame=False)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), fontsize=7.5, frameon=False,
                    borderaxespad=0.0, labelspacing=0.3)  # fmt: skip
    for step in steps:
        if step.swing is Side.LEFT:
            axes.axvspan(step.begin, step.end, color=_LEFT, alpha=0.07, lw=0, zorder=0)
        axes.axvline(step.end, color="#9aa3ad", lw=0.8, zorder=0.5)
