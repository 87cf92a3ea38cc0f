"""Draws a path from above: the line, its start and end, the requested end, and what lies there."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from hardware.props import BALL_RADIUS, Cable, Patch, Prop
from hardware.units import FlatPoint
from motions.kinematics.geometry import Pose2
from motions.sight import Circle

PASSIVE_RADIUS: Final = 0.15
"""Radius with which a robot on the field is drawn, m."""
OBSTACLE, BALL = "#7a8794", "#d1495b"
_GROUND = "#b9a26a"
PATH = "#1b1f24"
ASKED = "#6b3fa0"
EVENT = "#b3541e"
"""Colour of disturbances and falls."""
_START = "#2f7d4f"
_ARROW = 0.12
"""Length of the arrow for a heading, as a share of the extent of the path."""
_TARGET_ARROW = 0.15
"""Length of that of a target, m."""


def draw_course(axes: Any, path: Sequence[Pose2], asked: Sequence[Pose2], label: str) -> None:
    """Draw a path with its start and end, and the requested path, which may be empty."""
    length = _ARROW * max(*extent([*path, *asked]), 0.5)
    if asked:
        draw_line(axes, asked, color=ASKED, lw=1.2, ls="--", label="requested")
    draw_line(axes, path, color=PATH, lw=1.6, label=label)
    _mark(axes, path[0], "o", _START, "start", length)
    _mark(axes, path[-1], "D", PATH, "end", length)
    if asked:
        # Hollow and on top: the requested end is often the start.
        _mark(axes, asked[-1], "s", ASKED, "requested end", length, ms=12, mfc="none", mew=2.0)
    axes.set_aspect("equal", adjustable="datalim")


def extent(places: Sequence[Pose2 | Circle]) -> tuple[float, float]:
    """Return how far some places spread in x and y, m."""
    xs, ys = [place.x for place in places], [place.y for place in places]
    return max(xs) - min(xs), max(ys) - min(ys)


def draw_line(axes: Any, poses: Sequence[Pose2], **look: Any) -> None:
    """Draw a line through poses; `look` are options of matplotlib."""
    axes.plot([pose.x for pose in poses], [pose.y for pose in poses], **look)


def draw_events(axes: Any, places: Sequence[Pose2], label: str) -> None:
    """Draw marks at the places of events, under one label."""
    if places:
        shape = "X" if label == "fall" else "*"
        xs, ys = [pose.x for pose in places], [pose.y for pose in places]
        axes.plot(xs, ys, shape, ms=11, color=EVENT, mec="white", ls="", label=label, zorder=4)


def draw_targets(axes: Any, targets: Iterable[Pose2]) -> None:
    """Draw requested poses under one label."""
    for number, target in enumerate(targets):
        label = None if number else "target"
        axes.plot([target.x], [target.y], marker="+", ms=14, mew=2, color=ASKED, ls="", label=label)
        draw_arrow(axes, target, target @ Pose2(_TARGET_ARROW), color=ASKED)


def draw_discs(axes: Any, things: Iterable[Circle], label: str, **look: Any) -> None:
    """Draw round objects under one label; `look` are options of matplotlib."""
    from matplotlib.patches import Circle as Disc

    for number, thing in enumerate(things):
        named = None if number else label
        axes.add_patch(Disc((thing.x, thing.y), thing.radius, label=named, **look))


def draw_ball(axes: Any, place: FlatPoint) -> None:
    """Draw a ball."""
    draw_discs(axes, [Circle(*place, BALL_RADIUS)], "ball", fc=BALL)


def draw_ground(axes: Any, props: Iterable[Prop], world: Pose2) -> None:
    """Draw the patches and cables among the props; `world` is the pose of their frame."""
    from matplotlib.patches import Polygon

    looks = {
        Patch: {"fc": "none", "hatch": "///", "ec": _GROUND, "lw": 0.8},
        Cable: {"fc": _GROUND, "ec": _GROUND, "lw": 2.0},
    }
    seen: set[type] = set()
    for prop in props:
        if isinstance(prop, Patch | Cable):
            wide = prop.width if isinstance(prop, Patch) else prop.diameter
            corners = _corners(world @ Pose2(prop.x, prop.y, prop.heading), prop.length, wide)
            label = None if type(prop) in seen else prop.words
            seen.add(type(prop))
            look = looks[type(prop)]
            axes.add_patch(Polygon(corners, closed=True, label=label, zorder=0.6, **look))


def _corners(middle: Pose2, length: float, width: float) -> list[FlatPoint]:
    """Return the corners of a rectangle, all the way round."""
    shares = ((0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5), (0.5, -0.5))
    placed = [middle @ Pose2(along * length, across * width) for along, across in shares]
    return [(corner.x, corner.y) for corner in placed]


def _mark(
    axes: Any, pose: Pose2, shape: str, colour: str, label: str, length: float, **look: Any
) -> None:
    axes.plot(
        [pose.x], [pose.y], marker=shape, color=colour, ls="", label=label, **{"ms": 7, **look}
    )
    draw_arrow(axes, pose, pose @ Pose2(length), color=colour, lw=1.6)


def draw_arrow(axes: Any, begin: Pose2, end: Pose2, **look: Any) -> None:
    """Draw an arrow between two places; `look` are options of matplotlib."""
    arrow = {"arrowstyle": "->", **look}
    axes.annotate("", (end.x, end.y), (begin.x, begin.y), arrowprops=arrow)
