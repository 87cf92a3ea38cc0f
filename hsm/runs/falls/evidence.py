"""Evidence on a fall: the robot's own data from a replayed run, as columns of numbers.

It comes from frames, commands and estimates only. Disturbances are not in a run, and its ground
truth is not read, so that a real robot gives the same evidence.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hardware.robots.model import Side
from hsm.chart import Transition
from hsm.chart.leaves import FALL_PROTECTION, STAND, WALK, WALK_PHASE
from hsm.control.assembly import build_cycle
from hsm.control.cycle import ControlCycle
from hsm.control.speed_asked import speed_asked
from hsm.runs.reader import RecordedRun
from hsm.runs.replay import ReplayedCycle, differences, replayed
from motions.kinematics.geometry import rotate, rotation_from_rpy
from motions.perception.state import FootSupport, RobotState
from motions.walking.parameters import SpeedProfile
from motions.walking.rhythm.running_step import RunningStep
from motions.walking.step import StepEnd

Column = NDArray[np.float64]
LAST = 20
"""Cycles, a quarter of a second: a walk delay may lie between the last step and the fall."""


@dataclass(frozen=True, slots=True)
class WalkedStep:
    """A finished or interrupted step.

    Attributes:
        begin: Begin of the step, s.
        end: End or interruption of the step, s.
        swing: The swing foot.
        planned: Planned duration, s.
        x: Planned forward size, m.
        why: Why it ended; None if the fall interrupted it.
        clearance: Largest measured height of the swing foot over the support foot, m.
    """

    begin: float
    end: float
    swing: Side
    planned: float
    x: float
    why: StepEnd | None
    clearance: float


@dataclass(slots=True)
class FallEvidence:
    """The robot's data until a fall was detected.

    Attributes:
        at: Time of the detection, s.
        columns: One value or row of values per cycle until then; NaN where unknown.
        steps: Steps of the walk, in order; the last is the one in which the robot fell.
        terms: Every value of the walk's terms, by name, in SI units.
        numb: Feet whose soles are known to have a dead cell.
        differs_from: Time of the first cycle in which the replay differs, s; None if none.
    """

    at: float
    columns: dict[str, Column]
    steps: tuple[WalkedStep, ...]
    terms: dict[str, Column]
    numb: tuple[Side, ...] = ()
    differs_from: float | None = None

    @property
    def was_walking(self) -> bool:
        """Return whether the robot was walking, by either walk, and not yet standing."""
        on_feet, stood = self.columns["on_feet"], self.columns["stood"]
        return not stood[-2:].any() and bool((on_feet > stood)[-LAST:].any())


def begins_fall(transition: Transition) -> bool:
    """Return whether a transition is the detection of a fall."""
    return transition.dest in FALL_PROTECTION and transition.source not in FALL_PROTECTION


def falls_of(run: RecordedRun) -> tuple[float, ...]:
    """Return the times at which falls were detected, s."""
    return tuple(
        row.time for row in run.rows if row.transition is not None and begins_fall(row.transition)
    )


def evidence_of(run: RecordedRun, at: float) -> FallEvidence:
    """Replay a run until the detection of a fall, s, and return the evidence.

    Raises:
        RunError: If the run's parameters do not fit this program.
    """
    settings = run.settings()
    cycle = build_cycle(settings)
    collector = _EvidenceCollector(cycle, settings.robot.dimensions.hip_offset_z, settings.profile)
    differs_from = None
    for again in replayed(run, cycle):
        if differs_from is None and differences(again, run.header.facts):
            differs_from = again.row.time
        collector.look(again)
        if again.row.time >= at:
            break
    return collector.evidence(at, differs_from)


class _EvidenceCollector:
    def __init__(self, cycle: ControlCycle, torso_height: float, profile: SpeedProfile) -> None:
        self._engine = cycle.components.walking
        self._profile = profile
        self._torso = torso_height
        self._rows: list[dict[str, float | Sequence[float]]] = []
        self._terms: list[dict[str, float]] = []
        self._steps: list[WalkedStep] = []
        self._step: RunningStep | None = None
        self._begin = 0.0
        self._highest = 0.0
        self._support: FootSupport

    def look(self, again: ReplayedCycle) -> None:
        """Add a cycle."""
        if again.outcome.change is not None:
            self._profile = again.outcome.change.profile
        robot, walking = again.outcome.robot, again.outcome.leaf in WALK_PHASE
        self._follow(robot, walking)
        self._support = robot.support
        self._rows.append(self._row(again, walking))
        if walking:
            self._terms.append({v.name: v.number for v in self._engine.terms.values()})
        else:
            self._terms.append({})

    def _row(self, again: ReplayedCycle, walking: bool) -> dict[str, float | Sequence[float]]:
        row, robot = again.row, again.outcome.robot
        running, error = self._engine.running, self._engine.walk.dcm_error
        side = robot.support.side
        level = rotation_from_rpy(robot.roll, robot.pitch, 0.0)
        sole = robot.sole(side)
        arm = rotate(level, (-sole.x, -sole.y, self._torso - sole.z))
        push = rotate(level, robot.accelerometer)
        known = walking and running is not None
        step = running if known else None
        cells = (math.nan,) * 8 if row.frame is None else row.frame.fsr
        return {
            "time": row.time,
            "walking": float(known),
            "stood": float(row.leaf in STAND),
            "on_feet": float(row.leaf in STAND or row.leaf in WALK),
            "roll": robot.roll,
            "pitch": robot.pitch,
            "ahead": push[0],
            "aside": push[1],
            "arm": arm[:2],
            "support": float(side.sign),
            "commanded": row.command.positions,
            "measured": robot.positions,
            "currents": robot.currents,
            "cells": cells,
            "swing": float(step.swing.sign) if step is not None else math.nan,
            "sent": self._stride(row.command.positions, step),
            "went": self._stride(robot.positions, step),
            "dcm_forward": error.forward if known else math.nan,
            "dcm_left": error.side * step.swing.sign if step is not None else math.nan,
            # Of the followed request, which persists through cycles without a new one.
            "asked": speed_asked(again.outcome.request, self._profile),
        }

    def _stride(self, positions: Sequence[float], step: RunningStep | None) -> tuple[float, float]:
        """Return the offset of the swing foot from the other one, forward and left, m."""
        if step is None:
            return math.nan, math.nan
        feet = self._engine.placement.offsets(positions)
        swing, stands = feet.of(step.swing), feet.of(step.support)
        return swing.forward - stands.forward, swing.side - stands.side

    def _follow(self, robot: RobotState, walking: bool) -> None:
        running = self._engine.running if walking else None
        if running is not None:
            high = robot.sole(running.swing).z - robot.sole(running.support).z
            if running is self._step:
                self._highest = max(self._highest, high)
        if running is self._step:
            return
        self._finish(robot.time)
        self._step, self._begin, self._highest = running, robot.time, 0.0

    def _finish(self, time: float) -> None:
        done = self._step
        if done is not None:
            self._steps.append(
                WalkedStep(
                    self._begin, time, done.swing, done.duration, done.step.x, done.end,
                    self._highest,
                )
            )  # fmt: skip

    def evidence(self, at: float, differs_from: float | None) -> FallEvidence:
        """Return the collected evidence."""
        self._finish(at)
        names = self._rows[0]
        columns = {name: np.array([row[name] for row in self._rows], dtype=float) for name in names}
        told = next((values for values in self._terms if values), {})
        terms = {
            name: np.array([values.get(name, np.nan) for values in self._terms]) for name in told
        }
        numb = tuple(side for side in Side if self._support.has_dead_cell(side))
        return FallEvidence(at, columns, tuple(self._steps), terms, numb, differs_from)
