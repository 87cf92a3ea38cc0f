"""Writes a run to disk while it is played: what went into the control cycle and what came out."""

from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

from hsm.control.assembly import MotionSettings
from hsm.control.cycle import Outcome
from hsm.runs.format import Start
from hsm.runs.writer import RunWriter, header_of
from hsm.simulated.runner import Observer
from hsm.simulated.simulation import Simulation


class Recorder(Observer):
    """Records the run that it looks on; a context, which closes the file when the run is over."""

    def __init__(self, path: Path, settings: MotionSettings, about: Mapping[str, object]) -> None:
        """Prepare; the file is opened when the run begins.

        Args:
            path: The file.
            settings: Parameters of the run.
            about: What is run, as plain values.
        """
        self._path = path
        self._settings = settings
        self._about = about
        self._writer: RunWriter | None = None

    def __enter__(self) -> "Recorder":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._writer is not None:
            self._writer.__exit__(kind, error, trace)

    def begin(self, simulation: Simulation) -> None:
        """Write what the run is made with."""
        machine, frame = simulation.cycle.machine, simulation.frame
        start = None
        if simulation.started_in is not None and frame is not None:
            start = Start(machine.name, frame)
        header = header_of(machine.chart, self._settings, self._about, start)
        self._writer = RunWriter(self._path, header)

    def cycle(self, simulation: Simulation, outcome: Outcome) -> None:
        """Write a cycle."""
        assert self._writer is not None, "the run has not begun"
        age = simulation.cycle.machine.ticks
        self._writer.add(simulation.frame, simulation.request, outcome, age)
