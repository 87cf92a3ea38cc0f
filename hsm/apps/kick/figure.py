"""Figure of a kick: path and speed of the foot, centre of mass, joint speeds."""

import math
from heapq import nlargest
from itertools import pairwise
from pathlib import Path

from hsm.control.assembly import MotionSettings
from hsm.pictures.canvas import new_figure
from hsm.pictures.saving import save_figure
from motions.kicks.rehearsal import KickMoment, motor_shares

_FOOT, _COM, _LIMIT = "#2a6f97", "#d1495b", "#7a8794"
_JOINTS = 5


def draw_kick(
    path: Path, moments: tuple[KickMoment, ...], settings: MotionSettings, title: str
) -> None:
    """Draw a rehearsed kick.

    Args:
        path: The file; its suffix determines the format.
        moments: The kick.
        settings: The robot and its kicks.
        title: Title of the figure.
    """
    from matplotlib.patches import Rectangle

    figure = new_figure(12.0, 8.0, title, dpi=90)
    (side, above), (fast, motors) = figure.subplots(2, 2)
    model, cycle = settings.robot, settings.robot.cycle
    times = [moment.time for moment in moments]
    x, y, z = ([1e3 * moment.foot[axis] for moment in moments] for axis in range(3))
    side.plot(x, z, color=_FOOT, marker=".", ms=3)
    side.set(title="kicking foot, side view", xlabel="forward [mm]", ylabel="up [mm]")
    # The left foot kicks: the outer edge of the support sole lies to the right.
    sole = model.dimensions.sole
    length, width = sole.front + sole.back, sole.inner + sole.outer
    corner = -1e3 * sole.back, -1e3 * sole.outer
    above.add_patch(Rectangle(corner, 1e3 * length, 1e3 * width, color="#e1e4e8", zorder=0))
    above.plot(
        [1e3 * moment.com[0] for moment in moments],
        [1e3 * moment.com[1] for moment in moments],
        color=_COM,
        label="centre of mass",
    )
    apart = 2e3 * model.dimensions.hip_offset_y
    above.plot(x, [apart + value for value in y], color=_FOOT, label="kicking foot")
    above.set(title="top view, with support sole", xlabel="forward [mm]", ylabel="left [mm]")
    above.set_aspect("equal")
    above.legend(loc="upper left", bbox_to_anchor=(1.02, 1.0), frameon=False, fontsize=8)
    speeds = [math.dist(a.foot, b.foot) / cycle for a, b in pairwise(moments)]
    fast.plot(times[1:], speeds, color=_FOOT)
    fast.set(title="speed of the foot", xlabel="time [s]", ylabel="speed [m/s]")
    shares = motor_shares(moments, model)
    for joint in nlargest(_JOINTS, shares, key=lambda each: shares[each]):
        free = model.no_load_speed(joint)
        asked = [
            abs(b.joints[joint] - a.joints[joint]) / cycle / free for a, b in pairwise(moments)
        ]
        motors.plot(times[1:], asked, label=model.names[joint], lw=1.2)
    motors.axhline(1.0, color=_LIMIT, ls="--", lw=0.8)
    motors.set(title="joint speed / no-load speed of its motor", xlabel="time [s]")
    motors.legend(loc="upper left", bbox_to_anchor=(1.02, 1.0), frameon=False, fontsize=8)
    save_figure(figure, path)
