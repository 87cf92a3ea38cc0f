"""Finds the cause of a fall from the robot's own data.

Each cause leaves a characteristic mark. A push accelerates the whole robot more than any touchdown;
a held foot is far from its commanded position; above a sliding sole, the torso moves differently
from what joints and attitude imply; a dead motor draws no current and does not follow its command;
a dead sole shows a constant value. A mark counts if it exceeds what the same walk shows without a
fall. Without any mark, the cause is the walk itself: too fast, or not steady enough; for a robot
that did not walk it is unknown.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from hardware.robots.model import RobotModel, Side
from hsm.runs.falls.evidence import Column, FallEvidence, WalkedStep
from hsm.runs.falls.finding import FallCause, FallFinding, towards
from hsm.runs.falls.marks import FallMarks, WalkMark
from motions.walking.parameters import SpeedProfile

Mask = NDArray[np.bool_]


def cause_of(
    evidence: FallEvidence, model: RobotModel, profile: SpeedProfile, marks: FallMarks
) -> FallFinding:
    """Return the cause of a fall.

    Defects have precedence over sudden events: a robot with a dead motor may stagger for seconds.
    """
    judge = _Judge(evidence, model, marks)
    for defect in (judge.dead_motor, judge.dead_sole):
        found = defect()
        if found is not None:
            return found
    sudden: tuple[Callable[[], FallFinding | None], ...]
    sudden = (judge.push, judge.held_foot, judge.slip)
    happened = [found for found in (look() for look in sudden) if found is not None]
    if not happened:
        return judge.walk(profile)
    follows = any(_follows_a_held_foot(found, evidence) for found in happened)
    lead = marks.held_foot.drags if follows else 0.0
    return min(happened, key=lambda f: f.since - (lead if f.cause is FallCause.HELD_FOOT else 0.0))


def _follows_a_held_foot(found: FallFinding, evidence: FallEvidence) -> bool:
    """Return whether a finding may be an effect of a held foot, which brakes the robot."""
    if found.cause is FallCause.PUSH:
        return float(evidence.columns["asked"][-1][0]) * math.cos(found.direction) < 0.0
    return found.cause is FallCause.SLIP


class _Judge:
    """Tests the evidence for every cause."""

    def __init__(self, evidence: FallEvidence, model: RobotModel, marks: FallMarks) -> None:
        self._evidence, self._model, self._marks = evidence, model, marks
        self._columns = columns = evidence.columns
        self._time = time = columns["time"]
        early = (time > marks.begins) & (time < evidence.at - marks.latest)
        for left in np.flatnonzero(np.diff(columns["on_feet"]) < 0.0) + 1:  # it fell or sat down
            early &= (time < time[left] - marks.latest) | (time >= time[left])
        self._usual_rows: Mask = early & (columns["on_feet"] > 0.0)
        self._late: Mask = time >= evidence.at - marks.latest
        self._steady: Mask = np.hypot(columns["roll"], columns["pitch"]) < marks.leant
        error = np.full_like(columns["measured"], np.nan)
        lag = marks.lag
        error[lag:] = columns["commanded"][:-lag] - columns["measured"][lag:]
        self._error: Column = error

    def _usual(self, values: Column) -> float:
        """Return the usual maximum of the walk without a fall; 0 if the walk is too short."""
        known = values[self._usual_rows & np.isfinite(values)]
        return (
            float(np.percentile(known, self._marks.usual_percentile))
            if len(known) >= self._marks.defect
            else 0.0
        )

    def push(self) -> FallFinding | None:
        """Look for an acceleration beyond that of steps."""
        mark = self._marks.push
        pulls = np.stack([self._columns["ahead"], self._columns["aside"]], axis=1)
        smooth = _mean(np.nan_to_num(pulls), mark.smoothed)
        size = np.hypot(smooth[:, 0], smooth[:, 1])
        usual = self._usual(size)
        limit = max(mark.acceleration, mark.acceleration_share * usual)
        rows = np.flatnonzero(self._late & (size > limit))
        if not len(rows):
            return None
        peak = rows[np.argmax(size[rows])]
        direction = math.atan2(smooth[peak, 1], smooth[peak, 0])
        first = max(0, rows[0] - mark.smoothed // 2)
        return FallFinding(
            FallCause.PUSH,
            float(self._time[first]),
            f"a push {towards(direction)}: the torso was accelerated by {size[peak]:.1f} m/s2 for "
            f"at least {1e3 * self._model.cycle * mark.smoothed:.0f} ms"
            + (f", and before that by at most {usual:.1f} m/s2" if usual else ""),
            direction,
        )

    def held_foot(self) -> FallFinding | None:
        """Look for a swing leg that does not follow its command."""
        mark = self._marks.held_foot
        swing = self._columns["swing"]
        hip, stride = self._hip_error(), self._stride_error()
        usual_hip, usual_stride = self._usual(hip), self._usual(stride)
        bent = np.nan_to_num(hip) > max(mark.hip, mark.hip_share * usual_hip)
        behind = np.nan_to_num(stride) > max(mark.behind, mark.behind_share * usual_stride)
        sudden = self._late & self._steady & (bent | behind)
        rows = np.flatnonzero(sudden | self._ended_short(stride))
        if not len(rows):
            return None
        side = Side.LEFT if swing[rows[0]] > 0.0 else Side.RIGHT
        foot = side.name.lower()
        bend = f"{math.degrees(np.nanmax(hip[rows])):.0f} deg"
        away = f"its hip was up to {bend} off its command"
        if len(known := stride[rows][np.isfinite(stride[rows])]):  # unknown early in a swing
            way = f"{1e3 * known.max():.0f} mm"
            away = f"it was up to {way} and its hip {bend} off their commands"
        return FallFinding(
            FallCause.HELD_FOOT,
            float(self._time[rows[0]]),
            f"the swinging {foot} foot was held: {away}"
            + (
                f"; in this walk usually at most {1e3 * usual_stride:.0f} mm"
                f" and {math.degrees(usual_hip):.0f} deg"
                if usual_stride and usual_hip
                else ""
            ),
            part=foot,
        )

    def _ended_short(self, stride: Column) -> Mask:
        """Return where a swing ended further from its target than usual in this walk."""
        mark = self._marks.held_foot
        swing, time = self._columns["swing"], self._time
        ends = np.flatnonzero(np.isfinite(swing[:-1]) & (swing[:-1] != swing[1:]))
        since = self._evidence.at - 2.0 * self._marks.latest
        marked = np.zeros(len(time), dtype=bool)
        apart = {}
        for end in ends:
            known = stride[max(0, end + 1 - mark.ending) : end + 1]
            known = known[np.isfinite(known)]
            if len(known):
                apart[end] = float(known.mean())
        usual: list[float] = []  # earlier steps only: the error grows as a walk speeds up
        for end, value in apart.items():
            if len(usual) >= mark.few_steps and time[end] >= since and self._steady[end]:
                most = float(np.percentile(usual, mark.short_percentile))
                limit = max(mark.short, mark.short_share * most)
                marked[end] = value > limit
                if not marked[end]:  # the foot is free again: its earlier marks do not count
                    marked[:end] &= swing[:end] != swing[end]
            usual.append(value)
        return marked

    def _hip_error(self) -> Column:
        """Return the pitch error of the swing leg's hip, rad."""
        swing, legs = self._columns["swing"], self._model.legs
        errors = np.full_like(swing, np.nan)
        for side in Side:
            mine = swing == side.sign
            errors[mine] = np.abs(self._error[mine, legs[side].hip_pitch])
        return errors

    def _stride_error(self) -> Column:
        """Return the forward error of the swing foot, m."""
        swing = self._columns["swing"]
        errors = np.full_like(swing, np.nan)
        lag = self._marks.lag
        same = swing[lag:] == swing[:-lag]
        apart = np.abs(self._columns["sent"][:-lag, 0] - self._columns["went"][lag:, 0])
        errors[lag:] = np.where(same, apart, np.nan)
        return errors

    def slip(self) -> FallFinding | None:
        """Look for torso motion that the support leg does not explain."""
        unexplained = self._unexplained()
        rows = np.flatnonzero(
            (self._time >= self._evidence.at - 2.0 * self._marks.latest)
            & (np.nan_to_num(unexplained) > self._marks.slip.speed)
        )
        if not len(rows):
            return None
        side = Side.LEFT if self._columns["support"][rows[0]] > 0.0 else Side.RIGHT
        foot = side.name.lower()
        return FallFinding(
            FallCause.SLIP,
            float(self._time[rows[0]]),
            f"the {foot} foot slid while it carried: the torso's speed differed by up to "
            f"{unexplained[rows].max():.1f} m/s from the one implied by joints and attitude",
            part=foot,
        )

    def _unexplained(self) -> Column:
        """Return the change of speed that the accelerometer shows but the support leg does not."""
        gathered, smoothed = self._marks.slip.gathered, self._marks.slip.smoothed
        arm, support = self._columns["arm"], self._columns["support"]
        leg = np.zeros_like(arm)
        leg[1:] = np.diff(arm, axis=0) / self._model.cycle
        pulls = np.stack([self._columns["ahead"], self._columns["aside"]], axis=1)
        felt = np.cumsum(np.nan_to_num(pulls) * self._model.cycle, axis=0)
        apart = _mean(felt, smoothed) - _mean(leg, smoothed)
        change = np.full(len(apart), np.nan)
        rows = slice(gathered, None)
        grown = apart[rows] - apart[:-gathered]
        change[rows] = np.hypot(grown[:, 0], grown[:, 1])
        for back in range(1, gathered + smoothed + 1):  # includes the window of the smoothing
            change[back:][support[back:] != support[:-back]] = np.nan
        return change

    def dead_motor(self) -> FallFinding | None:
        """Look for a joint that draws no current and does not follow its command."""
        mark = self._marks.dead_motor
        last = slice(max(0, len(self._time) - 2 * self._marks.defect), None)
        current = np.abs(self._columns["currents"])[last]
        error = np.abs(self._error[last])
        for joint in self._model.leg_joints:
            silent = float(np.nanmedian(current[:, joint])) < mark.current
            once = float(np.nanmax(np.abs(self._columns["currents"][:, joint])))
            wrong = float(np.nanmax(error[:, joint]))
            if silent and wrong > mark.error and once > mark.taken:
                name = self._model.names[joint]
                return FallFinding(
                    FallCause.DEAD_MOTOR,
                    self._silent_since(joint),
                    f"the motor of {name} had no power: it drew no current and was up to "
                    f"{math.degrees(wrong):.0f} deg off its command",
                    part=name,
                )
        return None

    def _silent_since(self, joint: int) -> float:
        quiet = 2.0 * self._marks.dead_motor.current
        taken = np.flatnonzero(np.abs(self._columns["currents"][:, joint]) >= quiet)
        return float(self._time[taken[-1]]) if len(taken) else float(self._time[0])

    def dead_sole(self) -> FallFinding | None:
        """Look for a sole whose cells have all become constant."""
        defect = self._marks.defect
        cells = self._columns["cells"]
        known = np.flatnonzero(np.isfinite(cells[:, 0]))
        if len(known) < 2 * defect:
            return None
        last = cells[known[-defect:]]
        for side, place in ((Side.LEFT, slice(0, 4)), (Side.RIGHT, slice(4, 8))):
            still = np.ptp(last[:, place], axis=0) < 1e-6
            alive = cells[known][:, place].max(axis=0) > self._marks.dead_sole.loaded
            if still.all() and alive.any():
                moved = np.flatnonzero(np.abs(np.diff(cells[known][:, place], axis=0)).max(1) > 0)
                since = moved[-1] + 1 if len(moved) else 0  # 0: dead from the beginning
                foot = side.name.lower()
                value = last[-1, place].sum()
                return FallFinding(
                    FallCause.DEAD_SOLE,
                    float(self._time[known[since]]),
                    f"the cells of the {foot} sole failed: they showed {value:.0f} N whatever the "
                    "load, so steps ended at the wrong time",
                    part=foot,
                )
        return None

    def walk(self, profile: SpeedProfile) -> FallFinding:
        """Return the finding without external cause: the walk itself, or unknown without a walk."""
        if not self._evidence.was_walking:
            words = "no push, held foot, slip or defect is visible, and the robot did not walk: it "
            words += "was tipped without a mark, as when somebody slowly leans on it"
            return FallFinding(FallCause.UNKNOWN, self._evidence.at, words)
        mark = self._marks.walk
        asked = self._columns["asked"][-1]
        ahead = profile.forward if asked[0] >= 0.0 else profile.backward
        share = max(
            abs(asked[0]) / ahead, abs(asked[1]) / profile.side, abs(asked[2]) / profile.turn
        )
        shows = _unsteady(self._evidence.steps, mark)
        since = shows[0] if shows else self._evidence.at
        told = f"; before that, {shows[1]}" if shows else ""
        for side in self._evidence.numb:
            told += f"; a cell of the {side.name.lower()} sole is dead: it may carry unnoticed"
        if share >= mark.fast_share:
            return FallFinding(
                FallCause.TOO_FAST,
                since,
                "no push, held foot, slip or defect is visible: the requested walk was "
                f"{share:.0%} of the profile's maximum speed, too fast for this robot{told}",
            )
        words = f"no push, held foot, slip or defect is visible: the walk itself failed{told}"
        return FallFinding(FallCause.WALK, since, words)


def _unsteady(steps: Sequence[WalkedStep], mark: WalkMark) -> tuple[float, str] | None:
    """Return begin and fault of the first faulty one of the last steps; None if none is."""
    usual = float(np.median([step.clearance for step in steps])) if steps else 0.0
    for step in steps[-mark.looked_at_steps :]:
        foot = step.swing.name.lower()
        if step.why is None:
            continue
        lasted = step.end - step.begin
        if mark.is_late(lasted, step.planned):
            return step.begin, f"a step of the {foot} foot was late ({lasted:.2f} s)"
        if step.clearance < mark.low_share * usual:
            return step.begin, (
                f"the {foot} foot was raised by only {1e3 * step.clearance:.0f} mm, "
                f"usually {1e3 * usual:.0f} mm"
            )
    return None


def _mean(values: Column, cycles: int) -> Column:
    """Return the mean over the last cycles, column by column."""
    window = np.ones(cycles) / cycles
    columns = [np.convolve(column, window)[: len(column)] for column in values.T]
    return np.stack(columns, axis=1)
