"""A run as columns of numbers with units: of the robot, of the walk's terms, and of the truth.

A played run and a recorded one give the same columns: values that are not on disk are recomputed by
a replay. The ground truth is known only for runs in physics.
"""

import csv
import math
from array import array
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.declared import shortened
from hardware.robots.nao import HAND_JOINTS, Joint
from hardware.sensors_and_commands import SensorFrame
from hsm.chart.leaves import PREVIEW_WALK, WALK
from hsm.control.assembly import MotionSettings, build_cycle
from hsm.control.cycle import ControlCycle, Outcome
from hsm.control.loop import Cycle
from hsm.control.speed_asked import speed_asked
from hsm.errors import HsmError, UnknownNameError
from hsm.output_files import whole_file
from hsm.runs.mcap_log import CELLS
from hsm.runs.provenance import differing
from hsm.runs.reader import RecordedRun, read_run
from hsm.runs.records import RunError
from hsm.runs.replay import replayed
from hsm.runs.serialisation import plain
from hsm.runs.truth import truth_of
from hsm.simulated.runner import ScenarioObserver
from hsm.simulated.simulation import Simulation
from hsm.simulated.truth_table import TruthTable
from motions.walking.parameters import SpeedProfile
from motions.walking.terms.term import DisplayUnit

_OWN = {
    "time": "s", "forward": "m/s", "left": "m/s", "turn": "rad/s", "roll": "rad", "pitch": "rad",
    "left_force": "N", "right_force": "N", "odometry.x": "m", "odometry.y": "m",
    "odometry.heading": "rad",
    **{f"gyro.{axis}": "rad/s" for axis in "xyz"},
    **{f"accelerometer.{axis}": "m/s2" for axis in "xyz"},
    **{f"fsr.{cell}": "N" for cell in CELLS},
}  # fmt: skip
_NO_CELLS = (float("nan"),) * len(CELLS)
_JOINTS = {joint.key: "" if joint in HAND_JOINTS else "rad" for joint in Joint}
"""Units of positions; those of the hands are shares, 0 closed to 1 open."""
_ALIASES = {
    "x": "torso.x", "y": "torso.y", "heading": "torso.yaw", "torso_height": "torso.z",
    "true_roll": "torso.roll", "true_pitch": "torso.pitch",
}  # fmt: skip
"""Short names of the most used columns of the truth."""
_UNITS = {DisplayUnit.ANGLE: "rad", DisplayUnit.LENGTH: "m", DisplayUnit.SHARE: ""}


class UnknownColumnError(UnknownNameError, KeyError):
    """A column that a run does not have; also a KeyError, as for any mapping."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__("column", name, known)

    def __str__(self) -> str:
        return str(self.args[0])  # a KeyError would quote it


class RunSeries(Mapping[str, NDArray[Any]]):
    """Columns by name, with one value per cycle, in SI units.

    `time`; requested `forward`, `left`, `turn`; estimated `roll`, `pitch`, `odometry.x` etc.;
    `left_force`, `right_force` of the soles; `gyro.x`, `accelerometer.x` etc.; the measured force
    of every sole cell, `fsr.left_front_left` etc., NaN in a cycle without a frame (their places are
    in `RobotModel.dimensions.sole`); `joint.NAME` measured, `command.NAME` sent, `current.NAME`;
    `term.NAME` for every value of the walk's terms, NaN outside of the walk; `leaf`, the state.

    In physics also `x`, `y`, `heading`, `torso_height`, `true_roll`, `true_pitch`, and the recorded
    ground truth: `truth.torso.x` etc. for the torso (`x`, `y`, `z`, `roll`, `pitch`, `yaw`), the
    soles (`left_sole.x`, `.y`, `.z`, `.yaw`, `.force`), the centre of mass (`com.x`,
    `com_velocity.x`), disturbances (`outer_force.x`) and every prop. `Simulation.truth` has more.

    Attributes:
        units: Unit of every column; empty for shares and text.
    """

    def __init__(self, columns: Mapping[str, NDArray[Any]], units: Mapping[str, str]) -> None:
        """Take columns of equal length."""
        self._columns = dict(columns)
        self.units = dict(units)

    def __getitem__(self, name: str) -> NDArray[Any]:
        if name not in self._columns:
            raise UnknownColumnError(name, list(self._columns))
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def __repr__(self) -> str:
        rows = len(next(iter(self._columns.values()), ()))
        return f"<RunSeries: {len(self)} columns of {rows} cycles; list(...) names them>"

    def to_csv(self, path: str | Path) -> None:
        """Write all columns to a file; the first line has their names with units.

        Raises:
            ResultError: If it cannot be written.
        """
        with whole_file(Path(path)) as new, new.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow([self._titled(name) for name in self])
            writer.writerows(zip(*(column.tolist() for column in self.values()), strict=True))

    def to_dataframe(self) -> Any:
        """Return a pandas DataFrame with the same columns; the units are in its `attrs`.

        Raises:
            HsmError: If pandas is not installed.
        """
        if find_spec("pandas") is None:
            raise HsmError("pandas is not installed; fix: pip install pandas, or use to_csv")
        import pandas

        table = pandas.DataFrame(self._columns)
        table.attrs["units"] = self.units
        return table

    def _titled(self, name: str) -> str:
        unit = self.units.get(name, "")
        return f"{name} [{unit}]" if unit else name


class SeriesCollector(ScenarioObserver):
    """Collects the columns while a run is played."""

    def __init__(self, profile: SpeedProfile) -> None:
        """Start empty; the profile scales requests that are relative to it."""
        self._profile = profile
        self._truth = array("f")

    def begin(self, simulation: Simulation) -> None:
        """Set up the columns for a simulation."""
        self._table = TruthTable(simulation)
        self._rows = _Rows(simulation.cycle, self._profile)

    def look(self, made: Cycle) -> None:
        """Add a cycle."""
        self._rows.look(made.frame, made.outcome)
        self._truth.extend(self._table.row())

    def series(self) -> RunSeries:
        """Return the collected columns."""
        units = self._table.columns
        # Single precision as in truth.hsm, so that a recorded run equals the played one.
        table = np.array(self._truth, dtype=np.float64).reshape(-1, len(units))
        return self._rows.series(dict(zip(units, table.T, strict=True)), units)


def read_series(
    recorded: RecordedRun | Path | str, *, settings: MotionSettings | None = None
) -> RunSeries:
    """Return the columns of a recorded run, given as an object, its file or its folder.

    Args:
        recorded: The run.
        settings: Parameters of the run, needed if its walk has a term added by `with_term`, which
            no file can contain; default: those in the file.

    Raises:
        RunError: If it is no run, or its parameters do not fit this program or the given settings.
        TypeError: If the settings are of another type.
    """
    run = recorded if isinstance(recorded, RecordedRun) else read_run(recorded)
    if settings is None:
        settings = run.settings()
    else:
        _demand_settings_of(run, settings)
    cycle = build_cycle(settings)
    rows = _Rows(cycle, settings.profile)
    for again in replayed(run, cycle):
        rows.look(again.row.frame, again.outcome)
    truth = truth_of(run)
    if truth is None:
        return rows.series({}, {})
    return rows.series({k: np.array(v) for k, v in truth.columns.items()}, truth.units)


def _demand_settings_of(run: RecordedRun, settings: MotionSettings) -> None:
    """Check settings that were given for a run: others would compute columns of another robot."""
    if not isinstance(settings, MotionSettings):
        raise TypeError(f"expected settings such as load_settings(), got {shortened(settings)}")
    between, only = " in the run, but given as ", ("in the run", "in the given settings")
    apart = differing(run.header.parameters, plain(settings), between=between, only=only)
    if (first := next(apart, None)) is not None:
        hint = "Give the settings with which the run was played."
        raise RunError(run.path, "header", f"has other parameters: {first}", hint)


class _Rows:
    """Collects the columns of the robot and its control cycle, row by row."""

    def __init__(self, cycle: ControlCycle, profile: SpeedProfile) -> None:
        self._walking = cycle.components.walking
        self._profile = profile
        self._values = array("d")
        self._leaves: list[str] = []
        terms = self._walking.terms.values()
        self._units = {
            **_OWN,
            **{f"joint.{name}": unit for name, unit in _JOINTS.items()},
            **{f"command.{name}": unit for name, unit in _JOINTS.items()},
            **{f"current.{name}": "A" for name in _JOINTS},
            **{f"term.{value.name}": _UNITS[value.unit] for value in terms},
        }
        self._terms = [value.name for value in terms]

    def look(self, frame: SensorFrame | None, outcome: Outcome) -> None:
        """Add a cycle."""
        robot = outcome.robot
        if outcome.change is not None:
            self._profile = outcome.change.profile
        walks = outcome.leaf in WALK and outcome.leaf not in PREVIEW_WALK
        terms = {v.name: v.number for v in self._walking.terms.values()} if walks else {}
        row = (
            robot.time, *speed_asked(outcome.request, self._profile), robot.roll, robot.pitch,
            robot.support.left_force, robot.support.right_force,
            robot.odometry.x, robot.odometry.y, robot.odometry.heading,
            *robot.gyro, *robot.accelerometer, *(_NO_CELLS if frame is None else frame.fsr),
            *robot.positions, *outcome.command.positions, *robot.currents,
            *(terms.get(name, math.nan) for name in self._terms),  # a change may switch terms
        )  # fmt: skip
        self._values.extend(row)
        self._leaves.append(outcome.leaf)

    def series(self, truth: Mapping[str, NDArray[Any]], units: Mapping[str, str]) -> RunSeries:
        """Return all columns, including those of the truth."""
        table = np.array(self._values).reshape(-1, len(self._units))
        columns: dict[str, NDArray[Any]] = dict(zip(self._units, table.T, strict=True))
        named = dict(self._units)
        for name, of in _ALIASES.items():
            if of in truth:
                columns[name], named[name] = truth[of], units[of]
        for name, column in truth.items():
            if name != "time":
                columns[f"truth.{name}"], named[f"truth.{name}"] = column, units[name]
        columns["leaf"], named["leaf"] = np.array(self._leaves), ""
        shortest = min(len(column) for column in columns.values())
        return RunSeries({name: column[:shortest] for name, column in columns.items()}, named)
