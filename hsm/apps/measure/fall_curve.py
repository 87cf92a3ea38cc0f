"""The fall detector's curve: how early it speaks against how often it is wrong."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_OWN = "#d1495b"
_OTHER = "#1b1f24"


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """What one threshold is worth.

    Attributes:
        threshold: Excess of the capture point beyond the soles, m.
        falls: Falls that it was tried on.
        missed: Falls that it never announced.
        median: Announcement after passing 45 degrees for good, s; negative is earlier.
        latest: The latest of them, s.
        staggers: Pushed robots that did not fall.
        false_in_staggers: Alarms among those.
        walked: Time of walking with small pushes, s.
        false_in_walks: False alarms in it.
    """

    threshold: float
    falls: int
    missed: int
    median: float
    latest: float
    staggers: int
    false_in_staggers: int
    walked: float
    false_in_walks: int

    @property
    def per_hour(self) -> float:
        """Return false alarms per hour of pushed walking; NaN without any walking."""
        return self.false_in_walks * 3600.0 / self.walked if self.walked > 0.0 else math.nan

    @property
    def false_share(self) -> float:
        """Return the share of staggering robots that it calls falling."""
        return self.false_in_staggers / self.staggers if self.staggers else math.nan

    def record(self) -> dict[str, object]:
        """Return plain values."""
        return {
            "threshold_mm": round(self.threshold * 1e3),
            "falls": self.falls,
            "missed": self.missed,
            "median_ms": round(self.median * 1e3) if self.falls > self.missed else None,
            "latest_ms": round(self.latest * 1e3) if self.falls > self.missed else None,
            "staggers": self.staggers,
            "false_in_staggers": self.false_in_staggers,
            "walked_s": round(self.walked),
            "false_in_walks": self.false_in_walks,
        }

    def text(self) -> str:
        """Return one line."""
        announced = self.falls - self.missed
        when = "no fall announced"
        if announced:
            when = (
                f"median {self.median * 1e3:.0f} ms, latest {self.latest * 1e3:.0f} ms after 45 deg"
            )
        return (
            f"excess {self.threshold * 1e3:.0f} mm: {when} ({announced}/{self.falls} "
            f"falls); false in {self.false_in_staggers}/{self.staggers} staggers, "
            f"{self.false_in_walks} in {self.walked:.0f} s of walking"
        )


def draw_curve(path: Path, points: Sequence[CurvePoint], title: str) -> None:
    """Draw the curve; the first point is the one that the robot uses."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10.0, 5.0), dpi=100, layout="constrained")
    FigureCanvasAgg(figure)
    walking, staggering = figure.subplots(1, 2, sharex=True)
    own, ordered = points[0], sorted(points, key=lambda point: point.threshold)
    for axes, name, value in (
        (walking, "false alarms per hour of pushed walking", _per_hour),
        (staggering, "robots called falling that did not fall [%]", _percent),
    ):
        early = [-point.median * 1e3 for point in ordered]
        wrong = [value(point) for point in ordered]
        axes.plot(early, wrong, "o-", color=_OTHER, lw=1.2, ms=4)
        axes.plot([-own.median * 1e3], [value(own)], "o", color=_OWN, ms=10, mfc="none", mew=2)
        _name_points(axes, early, wrong, ordered, own)
        axes.set_ylabel(name)
        axes.set_xlabel("announced before 45 degrees, median [ms]")
        axes.margins(x=0.08)
        axes.set_ylim(-0.08 * max(1.0, *wrong), 1.15 * max(1.0, *wrong))
        axes.grid(color="#e7e9ec")
    figure.suptitle(f"{title}; numbers are the threshold in mm, red is ours", fontsize=11)
    figure.savefig(path)


def _name_points(
    axes: Any,
    early: Sequence[float],
    wrong: Sequence[float],
    points: Sequence[CurvePoint],
    own: CurvePoint,
) -> None:
    """Write the thresholds at the points; those in one place share one text."""
    places: dict[tuple[int, float], list[CurvePoint]] = {}
    for x, y, point in zip(early, wrong, points, strict=True):
        places.setdefault((round(x), round(y, 2)), []).append(point)
    for index, (place, found) in enumerate(places.items()):
        ends = dict.fromkeys(f"{point.threshold * 1e3:.0f}" for point in (found[0], found[-1]))
        axes.annotate(
            " to ".join(ends),
            place,
            # Above and below in turn, because neighbours lie close together.
            xytext=(0, 9) if index % 2 else (0, -15),
            textcoords="offset points",
            ha="center",
            fontsize=8,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5},
            color=_OWN if own in found else _OTHER,
        )


def _per_hour(point: CurvePoint) -> float:
    return point.per_hour


def _percent(point: CurvePoint) -> float:
    return 100.0 * point.false_share
