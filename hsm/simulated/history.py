"""History of a run for figures and summaries: one row of numbers per cycle, in columns."""

import math
from array import array
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from hsm.chart import Appearance
from hsm.control.loop import Cycle
from hsm.control.speed_asked import speed_asked
from hsm.palette import group_of
from hsm.scenarios.distance_check import Speed
from hsm.simulated.simulation import Simulation
from motions.requests import MotionRequest
from motions.walking.parameters import SpeedProfile

COLUMNS: Final = (
    "time", "forward", "left", "turn", "x", "y", "heading", "torso_height", "true_roll",
    "true_pitch", "roll", "pitch", "left_force", "right_force",
)  # fmt: skip

_LIES: Final = 0.01
"""A ball that has moved less than this, m, counts as unmoved."""
_ROLLS: Final = 0.05
"""A ball slower than this, m/s, counts as at rest."""


@dataclass(frozen=True, slots=True)
class BallWay:
    """Displacement of a ball.

    Attributes:
        begin: Initial position, or where it was last placed, forward and to the left of the
            robot's start, m.
        end: Current position, m.
        speed: Current speed, m/s.
    """

    begin: tuple[float, float]
    end: tuple[float, float]
    speed: float

    def __str__(self) -> str:
        forward, left = self.end[0] - self.begin[0], self.end[1] - self.begin[1]
        way = math.hypot(forward, left)
        place = f"{self.end[0]:z.2f}, {self.end[1]:z.2f} m"
        if way < _LIES:
            return f"ball lies at {place}, where it was"
        told = f"ball ends at {place}: rolled {way:.2f} m"
        told += f" to {math.degrees(math.atan2(left, forward)):z.0f} deg"
        return told + (f", and rolls on at {self.speed:.1f} m/s" if self.speed > _ROLLS else "")


class History:
    """One row per cycle of a run, stored as columns of doubles.

    Attributes:
        columns: Column by name. `time` s; `forward`, `left` m/s and `turn` rad/s as requested;
            `x`, `y`, `torso_height` m, `heading`, `true_roll`, `true_pitch` rad of the torso in
            the world; `roll`, `pitch` rad as estimated; `left_force`, `right_force` N as measured
            by the soles.
        leaves: Active leaf of every cycle, as an index into `names`.
        names: Short names of the leaves that were active.
        requests: All requests that were followed, with the row at which each started.
        profiles: All speed profiles of the walk, with the row at which each was taken.
        ball: Displacement of the ball; None without one.
    """

    def __init__(self, simulation: Simulation, profile: SpeedProfile) -> None:
        """Start without rows; the profile converts requests that are shares of its speeds."""
        self._simulation = simulation
        self.profiles = [(0, profile)]
        self.requests: list[tuple[int, MotionRequest]] = []
        self.ball: BallWay | None = None
        self.columns = {name: array("d") for name in COLUMNS}
        self.leaves = array("H")
        self.names: list[str] = []
        self._numbers: dict[str, int] = {}
        self._append = tuple(column.append for column in self.columns.values())

    def __len__(self) -> int:
        return len(self.leaves)

    def __getstate__(self) -> dict[str, object]:
        """Return the state for another process: the rows, without the simulation."""
        return {**vars(self), "_simulation": None}

    def look(self, made: Cycle) -> None:
        """Add the row of the last cycle."""
        outcome = made.outcome
        where, robot, request = self._simulation.robot.whereabouts(), outcome.robot, outcome.request
        (x, y, height), (roll, pitch, heading) = where.torso_position, where.rpy
        if where.ball is not None:
            end = where.ball.position[:2]
            begin = end if self.ball is None else self.ball.begin
            self.ball = BallWay(begin, end, math.hypot(*where.ball.velocity[:2]))
        if outcome.change is not None:
            self.profiles.append((len(self), outcome.change.profile))
        if not self.requests or request != self.requests[-1][1]:
            self.requests.append((len(self), request))
        row = (
            robot.time,
            *speed_asked(request, self.profiles[-1][1]),
            x, y, heading, height, roll, pitch, robot.roll, robot.pitch,
            robot.support.left_force, robot.support.right_force,
        )  # fmt: skip
        for append, value in zip(self._append, row, strict=True):
            append(value)
        if outcome.leaf not in self._numbers:
            self._numbers[outcome.leaf] = len(self.names)
            self.names.append(outcome.leaf)
        self.leaves.append(self._numbers[outcome.leaf])

    def ball_was_moved(self) -> None:
        """Restart the ball's displacement, as it has been placed elsewhere."""
        self.ball = None

    def profile_at(self, row: int) -> SpeedProfile:
        """Return the speed profile of a row."""
        return next(profile for begin, profile in reversed(self.profiles) if begin <= row)

    def allowed(self, speed: Speed, row: int) -> Speed | None:
        """Return a speed cut to the profile of a row; None if it is within it."""
        most = self.profile_at(row)
        cut = (
            min(max(speed[0], -most.backward), most.forward),
            min(max(speed[1], -most.side), most.side),
            min(max(speed[2], -most.turn), most.turn),
        )
        return None if cut == speed else cut


def spans(history: History) -> list[tuple[float, float, Appearance]]:
    """Return start and end, s, of every uninterrupted stay in a group of states."""
    times = history.columns["time"]
    groups = [group_of(name) for name in history.names]
    stays = [
        (times[next(rows)], group)
        for group, rows in groupby(range(len(history)), lambda i: groups[history.leaves[i]])
    ]
    ends = [begin for begin, _ in stays[1:]] + [times[-1]] if stays else []
    return [(begin, end, group) for (begin, group), end in zip(stays, ends, strict=True)]
