"""A recorded walk of whatever program: a run of this one, or a log in MCAP."""

import statistics
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from hardware.robots.model import RobotModel
from hsm.control.assembly import load_robot
from hsm.errors import HsmError
from hsm.runs.mcap_log import WHOLE, LoggedCycle, LogPart, beginning, read_mcap
from hsm.runs.reader import RecordedRun, read_run

_OFF: Final = 0.1
"""Share by which the cycles of a log may be longer or shorter than the robot's."""


@dataclass(frozen=True, slots=True)
class WalkLog:
    """A recorded walk.

    Attributes:
        path: The file.
        robot: Whose joints it tells.
        cycles: At least one.
    """

    path: Path
    robot: RobotModel
    cycles: tuple[LoggedCycle, ...]


def is_mcap(path: Path) -> bool:
    """Return whether a log is one of another program by its name."""
    return path.suffix.lower() == ".mcap"


def read_walk(path: Path, part: LogPart = WHOLE) -> WalkLog:
    """Read a recorded walk.

    Args:
        path: A file in MCAP, a run, or the folder that a run has left.
        part: Of it, by the time since it began.

    Raises:
        HsmError: If it is none, is damaged, or of a robot with another cycle.
    """
    return _of_mcap(path, part) if is_mcap(path) else _of_run(read_run(path), part)


def _of_run(run: RecordedRun, part: LogPart) -> WalkLog:
    """Return a run of this program as a recorded walk.

    Raises:
        HsmError: If the part holds no cycle.
    """
    began = beginning(run.rows[0].time)  # an incident begins in mid-run
    cycles = tuple(
        LoggedCycle(
            row.time - began - part.begin, row.leaf, row.frame, row.command.positions, row.request
        )
        for row in run.rows
        if row.time - began in part
    )
    if not cycles:
        raise HsmError(f"{run.path} holds no cycle {part}")
    return WalkLog(run.path, run.settings().robot, cycles)


def _of_mcap(path: Path, part: LogPart) -> WalkLog:
    robot = load_robot()
    cycles = read_mcap(path, robot.names, part)
    if len(cycles) > 1:
        cycle = statistics.median(after.time - before.time for before, after in pairwise(cycles))
        if abs(cycle - robot.cycle) > _OFF * robot.cycle:
            raise HsmError(
                f"{path}: commands come every {1e3 * cycle:.1f} ms, the robot takes one every "
                f"{1e3 * robot.cycle:.0f} ms"
            )
    return WalkLog(path, robot, cycles)
