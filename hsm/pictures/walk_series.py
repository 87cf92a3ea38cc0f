"""Replays a recorded run and collects what the walk did in every cycle."""

import math
from array import array
from collections.abc import Callable
from dataclasses import dataclass, field

from hardware.frames import CYCLE
from hardware.nao import Side
from hsm.chart.leaves import WALK
from hsm.control.assembly import MotionSettings, build_cycle
from hsm.control.cycle import Outcome
from hsm.pictures.window import Window
from hsm.runs.format import Row
from hsm.runs.reader import RecordedRun
from hsm.runs.replay import differences, replayed
from motions.walking.balance.ankle_strategy import AnkleTurn
from motions.walking.engine import WalkingEngine
from motions.walking.running_step import RunningStep
from motions.walking.step import StepEnd

_DEG = 180.0 / math.pi
_MM = 1e3


@dataclass(frozen=True, slots=True)
class Term:
    """Something that the engine adds to the plan.

    Attributes:
        name: For the legend.
        value: Its value in the unit of its row of the picture.
    """

    name: str
    value: Callable[[WalkingEngine], float]


def _support(engine: WalkingEngine) -> Side:
    """Return the support foot of the last step; before the first one it does not matter."""
    return Side.LEFT if engine.running is None else engine.running.support


def _pressed(engine: WalkingEngine) -> AnkleTurn:
    """Return the turn of the support ankle."""
    return engine.ankle_strategy.turns[_support(engine)]


ANGLE_TERMS = (
    Term("gyro, support ankle", lambda engine: _DEG * engine.balance.ankle_pitch),
    Term("lean, hips", lambda engine: _DEG * engine.lean.pitch),
    Term("hip strategy", lambda engine: _DEG * engine.hip_strategy.angles[_support(engine)]),
    Term("ankle strategy, pitch", lambda engine: _DEG * _pressed(engine).pitch),
    Term("ankle strategy, roll", lambda engine: _DEG * _pressed(engine).roll),
)
"""In degrees."""
FOOT_TERMS = (
    Term("capture, forward", lambda engine: _MM * engine.capture.forward),
    Term("capture, outward", lambda engine: _MM * engine.capture.outward),
    Term("step adjustment, swing foot", lambda engine: _MM * engine.adjustment.swing),
    Term("excess forward", lambda engine: _MM * engine.excess.forward),
    Term("excess to the swing side", lambda engine: _MM * engine.excess.side),
)
"""In millimetres."""
_KINDS = ("requested", "measured")
FEET = ("left", "right")
AXES = ("forward", "side", "lift")
"""Offsets of a foot from the stance."""


@dataclass(frozen=True, slots=True)
class StepMark:
    """A finished step.

    Attributes:
        begin: Time of its first cycle, s.
        end: Time at which it was over, s.
        swing: The foot that swung.
        planned: Planned duration, s.
        why: Why it was over; None if another motion cut it off.
    """

    begin: float
    end: float
    swing: Side
    planned: float
    why: StepEnd | None


@dataclass(slots=True)
class WalkSeries:
    """What the walk did in a part of a run.

    Attributes:
        columns: One value per cycle; NaN where the walk had nothing to do with it. `time` s;
            `requested left forward` and its like, mm; `roll`, `pitch` deg; `left force`,
            `right force` N; every term by its name.
        leaves: Short name of the active leaf in every cycle.
        steps: Finished steps.
        differs_from: Time of the first cycle that the replay commands otherwise, s; None if none.
    """

    columns: dict[str, "array[float]"]
    leaves: list[str] = field(default_factory=list)
    steps: list[StepMark] = field(default_factory=list)
    differs_from: float | None = None


def collect(run: RecordedRun, window: Window, settings: MotionSettings | None = None) -> WalkSeries:
    """Replay a run and keep what lies in the window.

    Args:
        run: The run; it is replayed from its beginning.
        window: The part to keep.
        settings: Parameters instead of the run's own.

    Raises:
        RunError: If this program has no parameters like the run's own.
    """
    cycle = build_cycle(settings or run.settings())
    engine = cycle.components.walking
    collector = _Collector(engine, window)
    series = collector.series
    for again in replayed(run, cycle):
        if series.differs_from is None and differences(again, run.header.facts):
            series.differs_from = again.row.time
        collector.look(again.row, again.outcome)
    return series


class _Collector:
    def __init__(self, engine: WalkingEngine, window: Window) -> None:
        self._engine, self._window = engine, window
        self._step: RunningStep | None = None
        self._begin = 0.0
        names = ["time", "roll", "pitch", "left force", "right force"]
        names += [f"{kind} {foot} {axis}" for kind in _KINDS for foot in FEET for axis in AXES]
        names += [term.name for term in (*ANGLE_TERMS, *FOOT_TERMS)]
        self.series = WalkSeries({name: array("d") for name in names})

    def look(self, row: Row, outcome: Outcome) -> None:
        """Take in one cycle; steps are followed also outside the window."""
        self._follow_steps(row.time, walking=_walks(outcome.leaf))
        if not self._window.begin <= row.time <= self._window.end:
            return
        robot, support = outcome.robot, outcome.robot.support
        values = {
            "time": row.time,
            "roll": _DEG * robot.roll,
            "pitch": _DEG * robot.pitch,
            "left force": support.left_force,
            "right force": support.right_force,
        }
        placement, walking = self._engine.placement, _walks(outcome.leaf)
        for kind, positions in zip(_KINDS, (row.command.positions, robot.positions), strict=True):
            feet = placement.offsets(positions)
            for name, foot in zip(FEET, (feet.left, feet.right), strict=True):
                for axis in AXES:
                    offset = _MM * float(getattr(foot, axis))
                    values[f"{kind} {name} {axis}"] = offset if walking else math.nan
        for term in (*ANGLE_TERMS, *FOOT_TERMS):
            values[term.name] = term.value(self._engine) if walking else math.nan
        for name, value in values.items():
            self.series.columns[name].append(value)
        self.series.leaves.append(outcome.leaf)

    def _follow_steps(self, time: float, *, walking: bool) -> None:
        running = self._engine.running if walking else None
        if running is self._step:
            return
        done, begin = self._step, self._begin
        if done is not None and begin + done.time >= self._window.begin <= time:
            end = begin + done.time - CYCLE
            if end <= self._window.end:
                mark = StepMark(begin, end, done.swing, done.duration, done.end)
                self.series.steps.append(mark)
        self._step, self._begin = running, time


def _walks(leaf: str) -> bool:
    return leaf in WALK
