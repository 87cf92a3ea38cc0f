"""Draws a path from above: the line, its start and end, and the requested end."""

import math
from collections.abc import Sequence
from typing import Any

from motions.kinematics.geometry import Pose2

PATH = "#1b1f24"
ASKED = "#6b3fa0"
EVENT = "#b3541e"
"""Colour of disturbances and falls."""
_START = "#2f7d4f"
_ARROW = 0.12
"""Length of the arrow for a heading, as a share of the extent of the path."""


def draw_course(axes: Any, path: Sequence[Pose2], asked: Sequence[Pose2], label: str) -> None:
    """Draw a path with its start and end, and the requested path, which may be empty."""
    length = _ARROW * _extent([*path, *asked])
    if asked:
        draw_line(axes, asked, color=ASKED, lw=1.2, ls="--", label="requested")
    draw_line(axes, path, color=PATH, lw=1.6, label=label)
    _mark(axes, path[0], "o", _START, "start", length)
    _mark(axes, path[-1], "D", PATH, "end", length)
    if asked:
        # Hollow and on top: the requested end is often the start.
        _mark(axes, asked[-1], "s", ASKED, "requested end", length, ms=12, mfc="none", mew=2.0)
    axes.set_aspect("equal", adjustable="datalim")


def _extent(poses: Sequence[Pose2]) -> float:
    xs, ys = [pose.x for pose in poses], [pose.y for pose in poses]
    return max(max(xs) - min(xs), max(ys) - min(ys), 0.5)


def draw_line(axes: Any, poses: Sequence[Pose2], **look: Any) -> None:
    """Draw a line through poses; `look` are options of matplotlib."""
    axes.plot([pose.x for pose in poses], [pose.y for pose in poses], **look)


def draw_events(axes: Any, places: Sequence[Pose2], label: str) -> None:
    """Draw marks at the places of events, under one label."""
    if places:
        shape = "X" if label == "fall" else "*"
        xs, ys = [pose.x for pose in places], [pose.y for pose in places]
        axes.plot(xs, ys, shape, ms=11, color=EVENT, mec="white", ls="", label=label, zorder=4)


def _mark(
    axes: Any, pose: Pose2, shape: str, colour: str, label: str, length: float, **look: Any
) -> None:
    tip = (pose.x + length * math.cos(pose.heading), pose.y + length * math.sin(pose.heading))
    axes.plot(
        [pose.x], [pose.y], marker=shape, color=colour, ls="", label=label, **{"ms": 7, **look}
    )
    axes.annotate(
        "", tip, (pose.x, pose.y), arrowprops={"arrowstyle": "->", "color": colour, "lw": 1.6}
    )
