"""A recorded run prepared for viewing: poses, states, reasons and curves by row."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from hardware.props import Prop
from hardware.sensors_and_commands import SensorFrame
from hardware.simulation.pictures.triangles import BodyPoses, Floats
from hardware.simulation.plant.robot import SimulatedRobot
from hsm.apps.view.recorded.estimated_poses import EstimatedPoses
from hsm.apps.view.signals import EVERY, Row, Rows, SignalReader
from hsm.chart import Transition
from hsm.console import Bar
from hsm.control.assembly import MotionSettings, build_cycle, load_settings
from hsm.runs.explanation import changes_told
from hsm.runs.incidents import INCIDENT
from hsm.runs.reader import RecordedRun, read_run
from hsm.runs.records import RunError
from hsm.runs.replay import is_incident, replayed, sensed_again
from hsm.runs.truth import RecordedTruth, truth_of
from hsm.scenarios.set_up import props_told
from hsm.simulated.simulation import load_plant

_TORSO: Final = ("x", "y", "z", "roll", "pitch", "yaw")
_PLACE: Final = ("x", "y", "z", "qw", "qx", "qy", "qz")


@dataclass(frozen=True, slots=True)
class RunToView:
    """A run with everything that is shown of it.

    Attributes:
        run: The run.
        truth: True poses of torso and props, or estimated ones if there is no ground truth.
        settings: Parameters of the run; the current ones if this program cannot read them.
        poses: Computes the poses of the bodies, row by row.
        signals: Data of the curves, from a replay; of an incident, only its perception.
        late: Delay of the frames, cycles.
        note: Differences from the recording; empty if there are none.
    """

    run: RecordedRun
    truth: RecordedTruth
    settings: MotionSettings
    poses: BodyPoses
    signals: Rows
    late: int
    note: str = ""

    @property
    def times(self) -> list[float]:
        """Return the times of the rows, s."""
        count = min(len(self.run.rows), len(self.truth.columns["time"]))
        return [row.time for row in self.run.rows[:count]]

    @property
    def says(self) -> str:
        """Return a one-line description of the run."""
        about = self.run.header.about
        words = [str(about[name]) for name in ("scenario",) if name in about]
        words += [f"{name} {about[name]}" for name in ("plant", "robot", "seed", "model", "profile")
                  if name in about]  # fmt: skip
        return ", ".join([*words, *([self.note] if self.note else [])])

    def transitions(self) -> list[tuple[int, Transition]]:
        """Return every transition with its row."""
        return [
            (number, row.transition)
            for number, row in enumerate(self.run.rows)
            if row.transition is not None
        ]

    def changes(self) -> list[tuple[int, str]]:
        """Return every change of the walk, in words, with its row."""
        return [(number, f"change taken: {what}") for number, what in changes_told(self.run)]

    def of(self, row: int) -> tuple[Floats, Floats]:
        """Return positions and orientations of all bodies in a row."""
        columns = self.truth.columns
        x, y, z, roll, pitch, yaw = (columns[f"torso.{name}"][row] for name in _TORSO)
        names = {name.rpartition(".")[0] for name in columns if name.endswith(".qw")}
        props = {name: tuple(columns[f"{name}.{p}"][row] for p in _PLACE) for name in names}
        torso = (x, y, z), (roll, pitch, yaw)
        return self.poses.of(torso, self._frame(row).positions, props)

    def _frame(self, row: int) -> SensorFrame:
        """Return the frame that was measured in a row, which arrived `late` cycles later."""
        rows = self.run.rows
        for later in range(min(row + self.late, len(rows) - 1), -1, -1):
            frame = rows[later].frame
            if frame is not None:
                return frame
        raise RunError(self.run.path, "", "has no frame: there is nothing to show")


def load_run(path: Path) -> RunToView:
    """Read a run with its ground truth, or with its robot's estimates.

    Raises:
        RunError: If it is no run.
    """
    run = read_run(path)
    truth = None if is_incident(run) else truth_of(run)
    note = ""
    try:
        settings = run.settings()
    except RunError:
        settings, note = load_settings(), "its parameters are unreadable: curves with current ones"
    about = run.header.about
    plant = load_plant(str(about.get("plant", "standard")))
    poses = BodyPoses(SimulatedRobot(settings.robot, plant, props=_props(run.path, about)))
    if truth is not None:
        signals, late = _decided_again(run, settings, None), plant.delays.sensor_cycles
        return RunToView(run, truth, settings, poses, signals, late, note)
    estimated = EstimatedPoses(poses)
    signals = _decided_again(run, settings, estimated)
    where = "estimated poses: no ground truth"
    if is_incident(run):
        where = f"{about[INCIDENT]}; estimated poses, relative to the start of the recording"
    told = ", ".join(filter(None, (note, where)))
    return RunToView(run, estimated.truth(run), settings, poses, signals, 0, told)


def _decided_again(
    run: RecordedRun, settings: MotionSettings, estimated: EstimatedPoses | None
) -> Rows:
    """Replay the run: return the data of the curves, and pass every cycle to `estimated`."""
    cycle, kept = build_cycle(settings), is_incident(run)
    cycles = sensed_again(run, cycle) if kept else replayed(run, cycle)
    reader = SignalReader(cycle)
    table: list[Row] = []
    with Bar("replay", len(run.rows)) as bar:
        for number, again in enumerate(cycles):
            if estimated is not None:
                estimated.look(again.row.time, again.outcome.robot)
            if number % EVERY == 0:
                _, *drawn = reader.row(again.outcome, as_decided=not kept)
                table.append((again.row.time, *drawn))
                bar.to(number)
    return np.array(table)


def _props(path: Path, about: Mapping[str, Any]) -> tuple[Prop, ...]:
    try:
        return props_told(about.get("props", ()))
    except (ValueError, TypeError) as error:
        raise RunError(path, "header", f"has props that are unknown here: {error}") from error
