"""Measures the true distance walked for every requested speed."""

import math
from collections.abc import Iterable, Sequence

from hardware.disturbance import Disturbance
from hardware.disturbances import HoldUpright, LayDown, LetGo, Lift, PutDown
from hsm.chart.leaves import STAND_NORMAL, WALK
from hsm.scenarios.distance_check import SETTLES, Speed, WalkedDistance
from hsm.simulated.history import History


def ways(history: History, counted: Sequence[bool]) -> tuple[WalkedDistance, ...]:
    """Return the distance walked for every requested speed, over the rows that count, in order.

    A speed of which another profile allows another share is one of its own.

    The distance is the torso's, projected on the requested direction in its own heading, so that
    neither swaying nor turning counts as progress; motion in a fall does not count.
    """
    upright = can_walk(history)
    sums: dict[tuple[Speed, Speed | None], list[float]] = {}
    for row in range(1, len(history)):
        speed = _asked(history, row)
        if any(speed) and counted[row]:
            total = sums.setdefault((speed, history.allowed(speed, row)), [0.0, 0.0, 0.0])
            total[0] += _step(history, "time", row)
            if upright[row]:
                ahead, turned = _gone(history, row, speed)
                total[1] += ahead
                total[2] += turned
    return tuple(
        WalkedDistance(speed, seconds, ahead, turned, allowed)
        for (speed, allowed), (seconds, ahead, turned) in sums.items()
    )


def can_walk(history: History) -> list[bool]:
    """Return for every row whether the robot walks, or stands ready to walk."""
    known = [name in STAND_NORMAL or name in WALK for name in history.names]
    return [known[number] for number in history.leaves]


def undisturbed(history: History, disturbances: Iterable[tuple[float, Disturbance]]) -> list[bool]:
    """Return for every row whether the robot has no excuse for not walking as requested.

    See `hsm.scenarios.distance_check.DistanceDemand` for the rule; times of disturbances are in s.
    """
    spans, upright, times = _spans(disturbances), can_walk(history), history.columns["time"]
    told: Speed | None = None
    excused, settled = 0.0, 0.0
    rows = []
    for row, time in enumerate(times):
        if _asked(history, row) != told:
            told, settled = _asked(history, row), time + SETTLES
            if not upright[row]:
                excused = time + SETTLES
        hit = any(begin <= time <= end for begin, end in spans)
        if hit or time < excused and not upright[row]:
            excused = time + SETTLES
        rows.append(time >= max(excused, settled))
    return rows


def _spans(disturbances: Iterable[tuple[float, Disturbance]]) -> list[tuple[float, float]]:
    """Return start and end of every disturbance, s; holding ends when the robot is let go."""
    spans: list[tuple[float, float]] = []
    held: list[float] = []
    for begin, what in disturbances:
        if isinstance(what, PutDown | LayDown | LetGo):
            spans += [(since, begin) for since in held]
            held = []
        if isinstance(what, Lift | HoldUpright):
            held.append(begin)
        elif not isinstance(what, PutDown | LetGo):
            spans.append((begin, begin + float(getattr(what, "duration", 0.0))))
    return spans + [(since, math.inf) for since in held]


def _asked(history: History, row: int) -> Speed:
    column = history.columns
    return column["forward"][row], column["left"][row], column["turn"][row]


def _gone(history: History, row: int, speed: Speed) -> tuple[float, float]:
    """Return a cycle's distance along a speed, m, and its turn in that direction, rad."""
    dx, dy = _step(history, "x", row), _step(history, "y", row)
    turned = math.remainder(_step(history, "heading", row), 2.0 * math.pi)
    middle = history.columns["heading"][row] - 0.5 * turned
    c, s = math.cos(middle), math.sin(middle)
    along = speed[0] * (c * dx + s * dy) + speed[1] * (c * dy - s * dx)
    length = math.hypot(speed[0], speed[1])
    turn = math.copysign(1.0, speed[2]) * turned if speed[2] else 0.0
    return (along / length if length else 0.0), turn


def _step(history: History, name: str, row: int) -> float:
    column = history.columns[name]
    return column[row] - column[row - 1]
