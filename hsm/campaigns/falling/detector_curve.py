"""The fall detector's trade-off curve: latency against false alarms."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hsm.campaigns.report import Group
from hsm.campaigns.statistics import Average, Frequency, Rate
from hsm.pictures.canvas import lay_grid, new_figure
from hsm.pictures.saving import save_figure

_OWN = "#d1495b"
_OTHER = "#1b1f24"


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """Performance of the detector at one threshold.

    Attributes:
        threshold: Excess of the capture point beyond the soles, m.
        missed: Falls never announced.
        median: Median latency after the tilt exceeds 45 degrees for good, ms; negative if earlier.
        latest: Largest latency, ms; None if no fall was announced.
        false_in_staggers: Alarms for pushed robots that did not fall.
        false_in_walks: Number of false alarms in walks with small pushes.
        walked: Duration of these walks, s.
    """

    threshold: float
    missed: Rate
    median: Average
    latest: float | None
    false_in_staggers: Rate
    false_in_walks: int
    walked: float

    @property
    def per_hour(self) -> Frequency:
        """Return false alarms per hour of pushed walking."""
        return Frequency(self.false_in_walks, self.walked / 3600.0)

    def figures(self) -> Group:
        """Return the figures for a record."""
        return Group(
            {
                "threshold_mm": round(self.threshold * 1e3),
                "falls": self.missed.trials,
                "missed": self.missed,
                "median_ms": self.median,
                "latest_ms": self.latest,
                "staggers": self.false_in_staggers.trials,
                "false_in_staggers": self.false_in_staggers,
                "walked_s": round(self.walked),
                "false_in_walks": self.false_in_walks,
                "false_per_hour": self.per_hour,
            }
        )


def draw_curve(path: Path, points: Sequence[CurvePoint], title: str) -> None:
    """Draw the curve; the first point is the robot's own threshold."""
    what = f"{title}; numbers: thresholds in mm; red: the robot's own"
    figure = new_figure(10.0, 5.0, what, size=11)
    walking, staggering = figure.subplots(1, 2, sharex=True)
    own, ordered = points[0], sorted(points, key=lambda point: point.threshold)
    for axes, name, value in (
        (walking, "false alarms per hour of pushed walking", _per_hour),
        (staggering, "robots reported as falling that did not fall [%]", _percent),
    ):
        early = [-point.median.value for point in ordered]
        wrong = [value(point) for point in ordered]
        axes.plot(early, wrong, "o-", color=_OTHER, lw=1.2, ms=4)
        axes.plot([-own.median.value], [value(own)], "o", color=_OWN, ms=10, mfc="none", mew=2)
        _name_points(axes, early, wrong, ordered, own)
        axes.set_ylabel(name)
        axes.set_xlabel("announced before 45 degrees, median [ms]")
        axes.margins(x=0.08)
        axes.set_ylim(-0.08 * max(1.0, *wrong), 1.15 * max(1.0, *wrong))
        lay_grid(axes)
    save_figure(figure, path)


def _name_points(
    axes: Any,
    early: Sequence[float],
    wrong: Sequence[float],
    points: Sequence[CurvePoint],
    own: CurvePoint,
) -> None:
    """Label the points with their thresholds; points at the same position share a label.

    A threshold that announced no fall has no position and no label.
    """
    places: dict[tuple[int, float], list[CurvePoint]] = {}
    for x, y, point in zip(early, wrong, points, strict=True):
        if math.isnan(x) or math.isnan(y):
            continue
        places.setdefault((round(x), round(y, 2)), []).append(point)
    for index, (place, found) in enumerate(places.items()):
        ends = dict.fromkeys(f"{point.threshold * 1e3:.0f}" for point in (found[0], found[-1]))
        axes.annotate(
            " to ".join(ends),
            place,
            # Alternately above and below, because neighbours are close together.
            xytext=(0, 9) if index % 2 else (0, -15),
            textcoords="offset points",
            ha="center",
            fontsize=8,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5},
            color=_OWN if own in found else _OTHER,
        )


def _per_hour(point: CurvePoint) -> float:
    return math.nan if point.per_hour.plain is None else point.per_hour.plain


def _percent(point: CurvePoint) -> float:
    return 100.0 * point.false_in_staggers.value
