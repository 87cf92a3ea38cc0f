"""`hsm kick list` and `hsm kick show`: kinds of kicks, and their demands on legs and motors."""

import math
from heapq import nlargest
from itertools import groupby, pairwise
from pathlib import Path

from hsm.apps.kick.rehearsals import rehearse
from hsm.console import say
from hsm.control.assembly import MotionSettings, load_settings
from hsm.json_text import json_text
from motions.kicks.rehearsal import KickMoment, faults, motor_shares
from motions.kicks.wish import KickKind

_TOLD = 4
"""Number of joints that are printed, the fastest first."""


def list_command(config: Path | None, *, as_json: bool) -> None:
    """Print every kind of kick with its type and range, from `config/` or a copy of it."""
    settings = load_settings(folder=config)
    kicks = settings.kicks
    rows: dict[str, object] = {}
    for kind in KickKind:
        place = kicks.table.places[kind.value]
        made = "from standing" if kind.from_stand else "while walking"
        weakest, strongest = place.length
        turn = math.degrees(place.turn)
        worn_out = place.reach(wear=1.0)
        rows[kind.value] = {
            "made": made,
            "length_m": [round(way, 3) for way in place.length],
            "worn_out_length_m": [round(way, 3) for way in worn_out],
            "turn_deg": round(turn, 1),
        }
        if not as_json:
            low, high = worn_out
            less = f", worn robots {low:.2f} to {high:.2f} m" if worn_out != place.length else ""
            said = f"{weakest:.2f} to {strongest:.2f} m{less}, {turn:+.0f} deg"
            say(f"{kind.value:<18} {made:<26} {said}")
    if as_json:
        say(json_text(rows))


def show_command(kind: KickKind, strength: float, config: Path | None) -> int:
    """Print the course and demands of a kick; return the exit code, 1 if it is infeasible.

    Args:
        kind: Kind of the kick.
        strength: Strength, 0..1.
        config: A copy of `config/` with the kick; None for that of the program.
    """
    settings = load_settings(folder=config)
    moments = rehearse(kind, settings, strength)
    say(f"{kind.value} with the left foot, strength {strength:g}")
    for (_, label), cycles in groupby(moments, key=lambda moment: (moment.part, moment.label)):
        say(_line(label, tuple(cycles), settings))
    for text in saturated(moments, settings):
        say(text)
    found = list(faults(moments, settings.robot))
    for fault in found:
        say(f"infeasible: {fault.text}")
    return int(bool(found))


def saturated(moments: tuple[KickMoment, ...], settings: MotionSettings) -> list[str]:
    """Return the fastest joints with their share of motor speed, noting those that saturate."""
    model, shares = settings.robot, motor_shares(moments, settings.robot)
    lines = []
    for joint in nlargest(_TOLD, shares, key=lambda each: shares[each]):
        late = ": will saturate, the foot comes later" if shares[joint] > 1.0 else ""
        lines.append(f"  {model.names[joint]} at {shares[joint]:.0%} of its motor's speed{late}")
    return lines


def _line(label: str, cycles: tuple[KickMoment, ...], settings: MotionSettings) -> str:
    last = cycles[-1]
    cycle = settings.robot.cycle
    speeds = [math.dist(a.foot, b.foot) / cycle for a, b in pairwise(cycles)]
    x, y, z = (1e3 * value for value in last.foot)
    com = ", ".join(f"{1e3 * value:z.0f}" for value in last.com)
    return (
        f"  {1e3 * last.time:5.0f} ms  {label:<9} foot {x:z4.0f}, {y:z4.0f}, {z:z3.0f} mm"
        f"  up to {max(speeds, default=0.0):.2f} m/s  centre of mass {com} mm"
    )
