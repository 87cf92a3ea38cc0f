"""Records a run on disk while it is played: inputs and outputs of the control cycle."""

from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from hsm.control.assembly import MotionSettings
from hsm.control.cycle import ControlCycle
from hsm.control.loop import Cycle
from hsm.runs.format import RunStart
from hsm.runs.truth import TruthWriter, truth_beside
from hsm.runs.writer import RunWriter, header_of
from hsm.simulated.runner import ScenarioObserver
from hsm.simulated.simulation import Simulation
from hsm.simulated.truth_table import TruthTable


class Recorder(ExitStack, ScenarioObserver):
    """Records the run that it observes; a context manager that closes the files at the end."""

    def __init__(self, path: Path, settings: MotionSettings, about: Mapping[str, object]) -> None:
        """Prepare; files are opened when the run begins. `about` describes it in plain values."""
        super().__init__()
        self._path = path
        self._settings = settings
        self._about = about
        self._begun: tuple[ControlCycle, RunWriter, TruthTable, TruthWriter] | None = None

    def begin(self, simulation: Simulation) -> None:
        """Write the header of the run, and open the table of true states."""
        machine = simulation.cycle.machine
        frame = None if simulation.started_in is None else simulation.frame
        start = None if frame is None else RunStart(machine.name, frame)
        made_with = {**self._about, **simulation.world}
        header = header_of(machine.chart, self._settings, made_with, start)
        run = self.enter_context(RunWriter(self._path, header))
        table = TruthTable(simulation)
        said = {**self._about, "radius_m": table.radii} if table.radii else self._about
        truth = TruthWriter(truth_beside(self._path), said, table.columns)
        self._begun = simulation.cycle, run, table, self.enter_context(truth)

    def look(self, made: Cycle) -> None:
        """Write a cycle; its truth first, so that an interrupt never leaves a run without it."""
        assert self._begun is not None, "the run has not begun"
        control, run, table, truth = self._begun
        truth.add(table.row())
        run.add(made, control.machine.ticks)
