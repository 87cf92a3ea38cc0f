"""A recorded walk of any program: a run of this one, or an MCAP log."""

import statistics
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from hardware.robots.model import RobotModel
from hsm.errors import HsmError
from hsm.runs.mcap_log import LoggedCycle, beginning, read_mcap
from hsm.runs.reader import RecordedRun, read_run
from hsm.runs.time_window import WHOLE, TimeWindow
from hsm.settings.robot_file import load_robot

_OFF: Final = 0.1
"""Tolerance of a log's cycle, as a share of the robot's."""


@dataclass(frozen=True, slots=True)
class WalkLog:
    """A recorded walk.

    Attributes:
        path: The file.
        robot: Model of the robot whose joints it contains.
        cycles: Cycles, at least one.
    """

    path: Path
    robot: RobotModel
    cycles: tuple[LoggedCycle, ...]


def is_mcap(path: Path) -> bool:
    """Return whether a file is an MCAP log, by its name."""
    return path.suffix.lower() == ".mcap"


def read_walk(path: Path, part: TimeWindow = WHOLE) -> WalkLog:
    """Read a recorded walk.

    Args:
        path: An MCAP file, a run, or the folder of a run.
        part: Part of it, by the time since its start.

    Raises:
        HsmError: If it is not a log, is damaged, or is of a robot with another cycle.
    """
    return _of_mcap(path, part) if is_mcap(path) else _of_run(read_run(path), part)


def _of_run(run: RecordedRun, part: TimeWindow) -> WalkLog:
    """Return a run of this program as a recorded walk.

    Raises:
        HsmError: If the part holds no cycle.
    """
    began = beginning(run.rows[0].time)  # an incident starts in mid-run
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


def _of_mcap(path: Path, part: TimeWindow) -> WalkLog:
    robot = load_robot()
    cycles = read_mcap(path, robot.names, part)
    if len(cycles) > 1:
        cycle = statistics.median(after.time - before.time for before, after in pairwise(cycles))
        if abs(cycle - robot.cycle) > _OFF * robot.cycle:
            raise HsmError(
                f"{path}: one command every {1e3 * cycle:.1f} ms; the robot expects one every "
                f"{1e3 * robot.cycle:.0f} ms"
            )
    return WalkLog(path, robot, cycles)
