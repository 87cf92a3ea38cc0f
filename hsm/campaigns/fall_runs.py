"""Keeps the runs of a campaign in which the robot fell, to be looked at and explained."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree

from hsm.chart.leaves import FALL_PROTECTION
from hsm.control.assembly import MotionSettings
from hsm.control.loop import Cycle
from hsm.runs.format import FILE_NAME
from hsm.runs.writer import claim_free_folder
from hsm.simulated.recorder import Recorder
from hsm.simulated.simulation import Simulation


class _FallWatcher(Recorder):
    """Records a run and remembers whether the robot fell in it."""

    fell = False

    def look(self, made: Cycle) -> None:
        """Write a cycle."""
        super().look(made)
        self.fell = self.fell or made.outcome.leaf in FALL_PROTECTION


class FallRuns:
    """Records the runs of trials below a folder; those without a fall are deleted again."""

    def __init__(self, folder: Path | None, settings: MotionSettings) -> None:
        """Record runs with these settings below a folder; nothing without one."""
        self._folder = folder
        self._settings = settings
        self._open: list[tuple[Path, _FallWatcher]] = []

    def record(self, simulation: Simulation, plant: str, robot: int, trial: int) -> None:
        """Record the run of a robot in a trial, from its beginning."""
        if self._folder is None:
            return
        folder = claim_free_folder(self._folder / f"trial_{trial}")
        about = {"plant": plant, "robot": robot, "trial": trial}
        watcher = _FallWatcher(folder / FILE_NAME, self._settings, about)
        watcher.begin(simulation)
        simulation.observers.append(watcher)
        self._open.append((folder, watcher))

    @contextmanager
    def of_one_trial(self) -> Iterator[None]:
        """Close the runs of a trial at its end, and delete those without a fall."""
        try:
            yield
        finally:
            for folder, watcher in self._open:
                watcher.close()
                if not watcher.fell:
                    rmtree(folder)
            self._open.clear()
