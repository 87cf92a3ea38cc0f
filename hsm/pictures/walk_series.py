"""Replays a recorded run and collects the data of its walk, cycle by cycle."""

import math
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field

from hardware.robots.model import Side
from hsm.chart.leaves import PREVIEW_SINGLE_SUPPORT, PREVIEW_WALK, WALK
from hsm.control.assembly import MotionSettings, build_cycle
from hsm.control.cycle import Outcome
from hsm.runs.falls.account import account_of_fall
from hsm.runs.falls.evidence import falls_of
from hsm.runs.format import RunRow
from hsm.runs.reader import RecordedRun
from hsm.runs.replay import differences, replayed
from hsm.runs.time_window import TimeWindow
from motions.locomotion.info import NO_PLAN
from motions.walking.engine import WalkingEngine
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.step import StepEnd
from motions.walking.terms.term import Value

_DEG = 180.0 / math.pi
_MM = 1e3

_KINDS = ("requested", "measured")
FEET = ("left", "right")
AXES = ("forward", "side", "lift")
"""Offsets of a foot from the stance."""
FALL = "fall"
"""Name of the event that is the fall itself; other events are causes."""


@dataclass(frozen=True, slots=True)
class StepMark:
    """A finished step.

    Attributes:
        begin: Time of its first cycle, s.
        end: Time of its end, s.
        swing: The swing foot.
        planned: Planned duration, s.
        why: Why it ended; None if another motion interrupted it, or for a step of the preview walk.
        placed: It is a step of the preview walk.
    """

    begin: float
    end: float
    swing: Side
    planned: float
    why: StepEnd | None = None
    placed: bool = False


@dataclass(slots=True)
class WalkSeries:
    """The data of the walk in a part of a run.

    Attributes:
        columns: Columns by name, with one value per cycle; NaN where the walk is not active.
            `time`, s; `requested left forward` etc., mm; `roll`, `pitch`, deg; `left force`,
            `right force`, N; every value of a term by its name, in its display unit.
        told: Values of the terms, with the numbers from before the first cycle.
        leaves: Short name of the active leaf in every cycle.
        steps: Finished steps.
        events: Falls and their causes: time, s, and name.
        differs_from: Time of the first cycle in which the replay differs, s; None if none.
    """

    columns: dict[str, "array[float]"]
    told: tuple[Value, ...] = ()
    leaves: list[str] = field(default_factory=list)
    steps: list[StepMark] = field(default_factory=list)
    events: tuple[tuple[float, str], ...] = ()
    differs_from: float | None = None


def collect(
    run: RecordedRun, window: TimeWindow, settings: MotionSettings | None = None
) -> WalkSeries:
    """Replay a run, optionally with other parameters, and return the data in the window.

    Raises:
        RunError: If the run's parameters do not fit this program.
    """
    cycle = build_cycle(settings or run.settings())
    engine = cycle.components.walking
    collector = _Collector(engine, window)
    series = collector.series
    for again in replayed(run, cycle):
        if series.differs_from is None and differences(again, run.header.facts):
            series.differs_from = again.row.time
        collector.look(again.row, again.outcome)
    series.events = tuple(_events(run, window))
    return series


def _events(run: RecordedRun, window: TimeWindow) -> Iterator[tuple[float, str]]:
    """Yield the falls in a window, with the cause of each as found from the robot's data."""
    for at in falls_of(run):
        if at in window:
            yield at, FALL
            finding = account_of_fall(run, at).finding
            if window.begin <= finding.since < at:
                yield finding.since, finding.cause.value


def columns_of(engine: WalkingEngine) -> list[str]:
    """Return the names of all columns."""
    names = ["time", "roll", "pitch", "left force", "right force"]
    names += [f"{kind} {foot} {axis}" for kind in _KINDS for foot in FEET for axis in AXES]
    return names + [value.name for value in engine.terms.values()]


class _Collector:
    def __init__(self, engine: WalkingEngine, window: TimeWindow) -> None:
        self._engine, self._window = engine, window
        self._step: RunningStep | None = None
        self._begin = 0.0
        self._plan, self._leaf, self._lift = NO_PLAN, "", (math.nan, math.nan)
        columns = {name: array("d") for name in columns_of(engine)}
        self.series = WalkSeries(columns, engine.terms.values())

    def look(self, row: RunRow, outcome: Outcome) -> None:
        """Add a cycle; steps are tracked outside of the window, too."""
        walking = outcome.leaf in WALK
        self._follow_steps(row.time, walking=walking)
        self._follow_plan(row.time, outcome)
        if row.time not in self._window:
            return
        robot, support = outcome.robot, outcome.robot.support
        values = {
            "time": row.time,
            "roll": _DEG * robot.roll,
            "pitch": _DEG * robot.pitch,
            "left force": support.left_force,
            "right force": support.right_force,
        }
        placement = self._engine.placement
        for kind, positions in zip(_KINDS, (row.command.positions, robot.positions), strict=True):
            feet = placement.offsets(positions)
            for name, foot in zip(FEET, (feet.left, feet.right), strict=True):
                for axis in AXES:
                    offset = _MM * float(getattr(foot, axis))
                    values[f"{kind} {name} {axis}"] = offset if walking else math.nan
        counts = walking and outcome.leaf not in PREVIEW_WALK
        if counts:
            for told in self._engine.terms.values():
                values[told.name] = told.unit.factor * told.number
        for name, column in self.series.columns.items():  # a change may have switched terms
            column.append(values.get(name, math.nan))
        self.series.leaves.append(outcome.leaf)

    def _follow_steps(self, time: float, *, walking: bool) -> None:
        running = self._engine.running if walking else None
        if running is self._step:
            return
        done, begin = self._step, self._begin
        if done is not None and begin + done.time >= self._window.begin <= time:
            end = begin + done.lasted
            self._mark(StepMark(begin, end, done.swing, done.duration, done.end))
        self._step, self._begin = running, time

    def _follow_plan(self, time: float, outcome: Outcome) -> None:
        """Track the steps of the preview walk, from lift-off to landing."""
        before, plan = self._plan, outcome.info.preview
        if plan.made > before.made and before.unchangeable:
            begin, planned = self._lift
            if begin >= self._window.begin:
                swing = before.unchangeable[0].swing
                self._mark(StepMark(begin, time, swing, planned, placed=True))
        elif outcome.leaf == PREVIEW_SINGLE_SUPPORT.name != self._leaf and plan.unchangeable:
            self._lift = time, plan.unchangeable[0].lands_in
        self._plan, self._leaf = plan, outcome.leaf

    def _mark(self, step: StepMark) -> None:
        if step.end <= self._window.end:
            self.series.steps.append(step)
