"""Figure of a run: a band of states, speed, tilt, forces and height, with the path beside them."""

import math
from bisect import bisect_left
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.props import Cylinder, PassiveRobot, Prop
from hsm.chart import Appearance
from hsm.chart.leaves import STAND, WALK
from hsm.pictures.canvas import bare_band, beside, lay_grid, new_figure
from hsm.pictures.path_from_above import (
    BALL,
    EVENT,
    OBSTACLE,
    PASSIVE_RADIUS,
    draw_ball,
    draw_course,
    draw_discs,
    draw_events,
    draw_ground,
    draw_targets,
)
from hsm.pictures.saving import save_figure
from hsm.runs.falls.evidence import begins_fall
from hsm.simulated.asked_course import asked_course, by_speed
from hsm.simulated.history import BallWay, History, spans
from hsm.simulated.runner import Run
from motions.destinations import TargetFrame
from motions.kinematics.geometry import Pose2
from motions.sight import Circle

Marks = Sequence[tuple[float, str]]
Series = NDArray[np.float64]

STRIDE = 0.5
"""Time over which the true speed is averaged, s: two steps, to remove the sway."""
_USUAL = 98.0
"""Percentile of the speeds on the feet that the axis must cover."""
_STEEP = math.radians(60.0)
"""Pitch beyond which roll is no longer drawn, rad."""
_TRUE = "#1b1f24"
_OTHER = "#d1495b"
MOST_NUMBERS = 5
"""Most intervals below the path from above: of more, long numbers such as -0.025 overlap."""
_LINES_OF_MARKS = 3
"""Lines over which the labels of disturbances are staggered."""


def draw_figure(path: Path, done: Run) -> None:
    """Draw a run into a file, whose extension selects the format."""
    save_figure(figure_of(done), path)


def figure_of(done: Run) -> Any:
    """Return the figure of a run."""
    scenario, history = done.scenario, done.history
    where = f"{scenario.plant}, robot {scenario.robot}, seed {scenario.seed}"
    marks = [(time, str(disturbance)) for time, disturbance in done.disturbances]
    walked = bool(done.summary.end)
    title = f"{scenario.name} ({where}): {done.summary}"
    figure = new_figure(16.5 if walked else 12.0, 8.8, title)
    rows, above = beside(figure) if walked else (figure, None)
    band, speed, tilt, force, height = rows.subplots(
        5, 1, sharex=True, height_ratios=[0.42, 1.0, 1.0, 1.0, 0.8]
    )
    if above is not None:
        _way(above.subplots(), done)
    columns = {name: np.asarray(values) for name, values in history.columns.items()}
    _band(band, history)
    _speed(speed, columns, _upright(history), np.asarray(by_speed(history)))
    _tilt(tilt, columns)
    _force(force, columns)
    _height(height, columns)
    for axes in (speed, tilt, force, height):
        _dress(axes, marks)
        for begin, end, group in spans(history):
            axes.axvspan(begin, end, color=group.colour, alpha=0.16, lw=0, zorder=0)
    _name_marks(speed, marks)
    height.set_xlabel("time [s]")
    height.set_xlim(0.0, columns["time"][-1])
    rows.align_ylabels()
    return figure


def _way(axes: Any, done: Run) -> None:
    """Draw the path from above, with the requested one."""
    course = asked_course(done.history)
    way, asked = (
        [Pose2(place.x, place.y, place.turned) for place in places]
        for places in (course.places, course.asked)
    )
    columns, ball = done.history.columns, done.history.ball
    # The origin of the picture is the torso at the start.
    world = Pose2(*(columns[name][0] for name in ("x", "y", "heading"))).inverse()
    _props(axes, [entry.prop for entry in done.scenario.props], world)
    draw_course(axes, way, asked, "torso")
    if not asked:  # the course is unknown, but not the places
        draw_targets(axes, _targets(done.history, way))
    times = columns["time"]
    falls = [change.time for change in done.transitions if begins_fall(change)]
    for label, moments in (("disturbance", [at for at, _ in done.disturbances]), ("fall", falls)):
        rows = (min(bisect_left(times, at), len(way) - 1) for at in moments)
        draw_events(axes, [way[row] for row in rows], label)
    if ball is not None:
        _ball(axes, ball, world)
    told = (*done.summary.end.split("; "), *done.summary.ball.split(": "))
    axes.set_title("\n".join(filter(None, told)), fontsize=9, loc="left")
    axes.set_xlabel("x (forward at the start) [m]")
    axes.set_ylabel("y (left at the start) [m]")
    axes.locator_params(axis="x", nbins=MOST_NUMBERS)
    lay_grid(axes)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=3, frameon=False, fontsize=8)


def _props(axes: Any, props: Sequence[Prop], world: Pose2) -> None:
    """Draw the props as they were at the start, except the ball."""
    draw_ground(axes, props, world)
    upright = [prop for prop in props if isinstance(prop, Cylinder | PassiveRobot)]
    radii = [prop.radius if isinstance(prop, Cylinder) else PASSIVE_RADIUS for prop in upright]
    circles = [Circle(prop.x, prop.y, r) for prop, r in zip(upright, radii, strict=True)]
    things = [circle.in_frame_of(world) for circle in circles]
    draw_discs(axes, things, "obstacles at the start", fc=OBSTACLE)


def _ball(axes: Any, ball: BallWay, world: Pose2) -> None:
    """Draw the ball where it lay, and how it rolled, as far as this is in the picture."""
    from matplotlib.lines import Line2D

    begin, end = (world @ Pose2(*place) for place in (ball.begin, ball.end))
    draw_ball(axes, (begin.x, begin.y))
    # No plot, which would widen the picture: a kicked ball rolls much further than a robot walks.
    axes.add_artist(Line2D((begin.x, end.x), (begin.y, end.y), color=BALL, lw=1.2))


def _targets(history: History, way: Sequence[Pose2]) -> list[Pose2]:
    """Return the poses that were requested, relative to the start."""
    targets = []
    for row, request in history.requests:
        if (to := request.walk_to) is not None:
            begin = way[row] if to.frame is TargetFrame.ROBOT else Pose2()
            targets.append(begin @ Pose2(to.x, to.y, to.heading))
    return targets


def _band(axes: Any, history: History) -> None:
    stays = spans(history)
    whole = max(stays[-1][1] - stays[0][0], 1e-9)
    seen = {}
    for begin, end, group in stays:
        seen[group.label] = group
        axes.axvspan(begin, end, color=group.colour, lw=0)
        if (end - begin) / whole > 0.012 * len(group.label):
            axes.text(0.5 * (begin + end), 0.5, group.label, ha="center", va="center", fontsize=9)
    handles = [patch(group) for group in seen.values()]
    axes.legend(
        handles=handles, loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=len(handles),
        frameon=False, fontsize=8, handlelength=1.0, columnspacing=1.2,
    )  # fmt: skip
    bare_band(axes)


def patch(group: Appearance) -> Any:
    """Return the legend handle of a group of states."""
    from matplotlib.patches import Patch

    return Patch(color=group.colour, label=group.label)


def _upright(history: History) -> NDArray[np.bool_]:
    """Return for every row whether the robot stands or walks: only then is its heading defined."""
    on_feet = [name in STAND or name in WALK for name in history.names]
    return np.asarray([on_feet[leaf] for leaf in history.leaves], dtype=np.bool_)


def _speed(
    axes: Any, columns: dict[str, Series], upright: NDArray[np.bool_], asked_for: NDArray[np.bool_]
) -> None:
    time = columns["time"]
    forward, left = (np.where(upright, speed, np.nan) for speed in true_speed(columns))
    shown = [("forward", columns["forward"], forward, _TRUE)]
    if np.any(columns["left"]):
        shown.append(("left", columns["left"], left, _OTHER))
    for name, asked, true, colour in shown:
        dashes = np.where(asked_for, asked, np.nan)
        if np.any(asked[asked_for]):
            axes.plot(
                time, dashes, color=colour, lw=1.2, ls="--", alpha=0.6, label=f"{name}, requested"
            )
        axes.plot(time, true, color=colour, lw=1.3, label=f"{name}, true, mean of {STRIDE:g} s")
    # A fall moves the torso faster than any walk, but this plot is about walking.
    walked = [
        1.2 * float(np.percentile(np.abs(true[upright]), _USUAL))
        for *_, true, _ in shown
        if any(upright)
    ]
    top = max(0.18, *walked, *(1.8 * float(np.max(np.abs(asked))) for _, asked, _, _ in shown))
    low = -top if any(np.min(asked) < 0.0 for _, asked, _, _ in shown) else -0.5 * top
    axes.set_ylim(low, top)
    axes.set_ylabel("speed [m/s]")


def true_speed(columns: dict[str, Series]) -> tuple[Series, Series]:
    """Return the torso's forward and left speed in its own frame, averaged over a stride, m/s."""
    time, heading = columns["time"], columns["heading"]
    if len(time) < 3:
        return np.zeros_like(time), np.zeros_like(time)
    vx, vy = np.gradient(columns["x"], time), np.gradient(columns["y"], time)
    c, s = np.cos(heading), np.sin(heading)
    width = max(1, min(len(time), round(STRIDE / float(time[1] - time[0]))))
    return _averaged(c * vx + s * vy, width), _averaged(c * vy - s * vx, width)


def _averaged(values: Series, width: int) -> Series:
    """Return the moving average over `width` rows, or over the available ones at both ends."""
    window = np.ones(width)
    counts = np.convolve(np.ones_like(values), window, mode="same")
    averaged: Series = np.convolve(values, window, mode="same") / counts
    return averaged


def roll_is_defined(pitch: Series) -> NDArray[np.bool_]:
    """Return where to draw roll: it is ill-defined for a robot that lies on its front or back."""
    steep: NDArray[np.bool_] = np.abs(pitch) < _STEEP
    return steep


def _tilt(axes: Any, columns: dict[str, Series]) -> None:
    time = columns["time"]
    defined = roll_is_defined(columns["true_pitch"])
    for name, colour, shown in (("pitch", _TRUE, True), ("roll", _OTHER, defined)):
        true, estimate = (
            np.where(shown, np.degrees(columns[key]), np.nan) for key in (f"true_{name}", name)
        )
        axes.plot(time, true, color=colour, lw=1.3, label=f"{name}, true")
        axes.plot(time, estimate, color=colour, lw=2.4, alpha=0.35, label=f"{name}, estimated")
    axes.set_ylabel("tilt [deg]")


def _force(axes: Any, columns: dict[str, Series]) -> None:
    time = columns["time"]
    axes.plot(time, columns["left_force"], color=_TRUE, lw=0.9, label="left")
    axes.plot(time, columns["right_force"], color=_OTHER, lw=0.9, label="right")
    top = max(20.0, float(np.percentile(columns["left_force"] + columns["right_force"], 99)))
    axes.set_ylim(0.0, 1.15 * top)
    axes.set_ylabel("sole force [N]")


def _height(axes: Any, columns: dict[str, Series]) -> None:
    axes.plot(columns["time"], 1e3 * columns["torso_height"], color=_TRUE, lw=1.3)
    axes.set_ylim(bottom=0.0)
    axes.set_ylabel("torso height [mm]")


def _dress(axes: Any, marks: Marks) -> None:
    lay_grid(axes, frame=False)
    if axes.get_legend_handles_labels()[0]:
        # Above the axes: inside, the legend would cover the curves.
        axes.legend(loc="lower right", bbox_to_anchor=(1.0, 0.98), ncols=4, fontsize=8,
                    frameon=False, borderaxespad=0.0)  # fmt: skip
    for time, _ in marks:
        axes.axvline(time, color=EVENT, lw=1.2, ls=(0, (4, 2)))


def _name_marks(axes: Any, marks: Marks) -> None:
    low, high = axes.get_ylim()
    for number, (time, text) in enumerate(marks):
        above = 10 * (number % _LINES_OF_MARKS)  # staggered, because long labels overlap
        axes.annotate(
            text, (time, low + 0.04 * (high - low)), xytext=(4, above), textcoords="offset points",
            color=EVENT, fontsize=8, va="bottom",
            bbox={"fc": "white", "ec": "none", "pad": 0.8, "alpha": 0.85},
        )  # fmt: skip
