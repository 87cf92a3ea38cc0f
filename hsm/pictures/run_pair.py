"""Compares two recorded runs: figures of both, and where they first diverge."""

import math
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np

from hsm.chart.leaves import WALK, WALK_PHASE
from hsm.control.reasons import request_text
from hsm.runs.explanation import changes_told
from hsm.runs.falls.evidence import falls_of
from hsm.runs.format import FILE_NAME, RunRow
from hsm.runs.incidents import INCIDENT
from hsm.runs.provenance import differing
from hsm.runs.reader import RecordedRun
from hsm.runs.truth import RecordedTruth
from hsm.settings.robot_file import load_robot
from motions.kinematics.geometry import Pose2

_TOLD = 6
"""Most differing parameters that are named."""
_REASONS = ("request", "frame", "sight", "command", "leaf")
_SAME = 1e-6
"""Times closer than this, s, are the same: clocks sum up cycles."""
_PLANT = "plant_parameters"
_STEP_ENDS = ("next_step", "delay", "stop", "stopped")
"""Events with which a step of the walk ends."""


@dataclass(frozen=True, slots=True)
class RunPair:
    """Two runs.

    Attributes:
        one: The first run.
        other: The second run.
        truths: Ground truth of each; None if unknown.
    """

    one: RecordedRun
    other: RecordedRun
    truths: tuple[RecordedTruth | None, RecordedTruth | None]

    @property
    def names(self) -> tuple[str, str]:
        """Return a name for each run: the end of its path, as long as needed to differ."""
        one, other = (_place(run.path) for run in (self.one, self.other))
        longest = max(len(one.parts), len(other.parts))
        for count in range(1, longest):
            names = Path(*one.parts[-count:]).as_posix(), Path(*other.parts[-count:]).as_posix()
            if names[0] != names[1]:
                return names
        return str(one), str(other)

    def figures(self) -> dict[str, tuple[str, str]]:
        """Return the figures of both runs as text, by name."""
        runs = zip((self.one, self.other), self.truths, strict=True)
        one, other = (dict(_figures(run, truth)) for run, truth in runs)
        return {name: (text, other[name]) for name, text in one.items()}

    def made_with(self) -> tuple[str, ...]:
        """Return the differences in setup, one sentence each."""
        one, other = self.one.header, self.other.header
        told = [
            text if name == "disturbances" else f"{name} {text}"
            for of_one, of_other in ((one.about, other.about), (one.versions, other.versions))
            for name, text in _apart(of_one, of_other)
            if name not in ("scenario", INCIDENT, _PLANT)
        ]
        changes = self._changes()
        if changes[0] != changes[1]:
            told.append(f"changes of the walk {' | '.join(changes)}")
        only = f"in {self.names[0]}", f"in {self.names[1]}"
        differ = partial(differing, between=" | ", only=only)
        parameters = list(differ(one.parameters, other.parameters))
        plants = one.about.get(_PLANT), other.about.get(_PLANT)
        if None not in plants and not any(word.startswith("plant") for word in told):
            parameters += differ(*plants, path="plant")  # of one name, but not of one file
        more = len(parameters) - _TOLD
        return (*told, *parameters[:_TOLD], *([f"{more} more parameters"] if more > 0 else []))

    def _changes(self) -> tuple[str, str]:
        """Return the changes of the walk during each run, from the later begin on, in words."""
        begin = max(run.rows[0].time for run in (self.one, self.other)) - _SAME
        one, other = (
            [
                f"{what} at {run.rows[number].time:.2f} s"
                for number, what in changes_told(run)
                if run.rows[number].time > begin
            ]
            for run in (self.one, self.other)
        )
        return "; ".join(one) or "none", "; ".join(other) or "none"

    def _both(self, one: object, other: object) -> str:
        """Return a value of each run, labelled by its name."""
        return f"{self.names[0]}: {one} | {self.names[1]}: {other}"

    def parting(self) -> str:
        """Return when the runs first diverge, in what, and why.

        The file of an incident begins in the middle of its run: both are compared from there.
        """
        both = self._from_the_later_begin()
        if not both[0] or not both[1]:
            return f"they do not overlap: {self._both(_lasts(self.one), _lasts(self.other))}"
        for number, (one, other) in enumerate(zip(*both, strict=False)):
            for name in _REASONS:
                if getattr(one, name) != getattr(other, name) and not _nothing(one, other, name):
                    return self._told([rows[number:] for rows in both], name)
        lengths = len(both[0]), len(both[1])
        since = self.one.rows[0].time != self.other.rows[0].time
        begin = f" from {both[0][0].time:.2f} s on, where the later one begins" if since else ""
        if lengths[0] == lengths[1]:
            return f"they are identical, cycle by cycle{begin}"
        last = both[0][min(lengths) - 1].time
        return f"they are identical{begin} until {last:.2f} s, where the shorter one ends"

    def _from_the_later_begin(self) -> tuple[tuple[RunRow, ...], tuple[RunRow, ...]]:
        """Return the rows of both from the begin of the later run on."""
        rows = self.one.rows, self.other.rows
        begin = max(each[0].time for each in rows) - _SAME
        one, other = (each[bisect_left(each, begin, key=attrgetter("time")) :] for each in rows)
        return one, other

    def _told(self, rest: Sequence[Sequence[RunRow]], name: str) -> str:
        """Return why the runs diverge in the first of the remaining rows."""
        one, other = rest[0][0], rest[1][0]
        number = len(self.one.rows) - len(rest[0])
        made = self.made_with()
        match name:
            case "request":
                asked = tuple(
                    "no request" if row.request is None else request_text(row.request)
                    for row in (one, other)
                )
                why = f"the requests differ: {self._both(*asked)}"
            case "frame" | "sight":
                what = "sightings differ" if name == "sight" else "sensor input differs"
                why = f"the {what}{_because(made)}"
            case _:
                why = f"the input is the same, but the decision differs{_because(made)}"
        leaves = next(
            (
                f"; their states differ from {a.time:.2f} s on ({self._both(a.leaf, b.leaf)})"
                for a, b in zip(*rest, strict=False)
                if a.leaf != b.leaf
            ),
            "; their states never differ",
        )
        return f"they diverge at {one.time:.2f} s, cycle {number + 1}: {why}{leaves}"

    def text(self) -> str:
        """Return the comparison as two columns, with differences in setup and the divergence."""
        names, figures = self.names, self.figures()
        first = max(len(names[0]), *(len(pair[0]) for pair in figures.values())) + 3
        label = max(map(len, figures)) + 3
        lines = [f"{'':<{label}}{names[0]:<{first}}{names[1]}"]
        lines += [f"{name:<{label}}{a:<{first}}{b}" for name, (a, b) in figures.items()]
        made = self.made_with()
        lines.append(f"differences in setup: {'; '.join(made) if made else 'none'}")
        return "\n".join([*lines, self.parting()])

    def record(self) -> dict[str, object]:
        """Return the comparison as plain values."""
        return {
            "names": list(self.names),
            "figures": {name: list(pair) for name, pair in self.figures().items()},
            "made_with": list(self.made_with()),
            "parting": self.parting(),
        }


def _place(run: Path) -> Path:
    """Return the folder of a run, or its file if that has a name of its own."""
    path = run.resolve()
    return path.parent if path.name == FILE_NAME else path.with_suffix("")


def _lasts(run: RecordedRun) -> str:
    """Return the first and last time of a run, in words."""
    return f"{run.rows[0].time:.2f} to {run.rows[-1].time:.2f} s"


def _nothing(one: RunRow, other: RunRow, name: str) -> bool:
    """Return whether values differ only because NaN does not equal itself."""
    return name in ("frame", "sight") and repr(getattr(one, name)) == repr(getattr(other, name))


def _because(made: tuple[str, ...]) -> str:
    if not made:
        return ", although their setups are the same"
    more = f" and {len(made) - 1} more" if made[1:] else ""
    return f", because their setups differ ({made[0]}{more})"


def _apart(one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the name of every value that differs, with both values."""
    for name in {**one, **other}:
        if one.get(name) != other.get(name):
            yield name, f"{_words(one.get(name))} | {_words(other.get(name))}"


def _words(value: Any) -> str:
    """Return a value of a header as text."""
    match value:
        case None:
            return "none"
        case list():
            return ", ".join(map(str, value))
        case Mapping():
            return ", ".join(f"{name} {number}" for name, number in value.items())
    return str(value)


def _figures(run: RecordedRun, truth: RecordedTruth | None) -> Iterator[tuple[str, str]]:
    """Yield the figures of a run with their names."""
    rows, about = run.rows, run.header.about
    made_with = ("plant", "robot", "seed")
    yield ", ".join(made_with), ", ".join(str(about.get(name, "-")) for name in made_with)
    yield "duration", f"{rows[-1].time - rows[0].time:.2f} s"
    changes = [row.transition for row in rows if row.transition is not None]
    fell = falls_of(run)
    at = f", first at {fell[0]:.2f} s" if fell else ""
    yield "falls", f"{len(fell)}{at}"
    # A delay between two steps ends with `next_step` too, but is no step.
    steps = [
        change.seconds_in_state
        for change in changes
        if change.source in WALK_PHASE and change.event in _STEP_ENDS
    ]
    yield "steps", str(len(steps))
    yield "mean step", f"{sum(steps) / len(steps):.3f} s" if steps else "-"
    yield "final state", rows[-1].leaf
    yield from _true_figures(run, truth)


def _true_figures(run: RecordedRun, truth: RecordedTruth | None) -> Iterator[tuple[str, str]]:
    names = ("final pose", "path length", "largest pitch, walking", "largest roll, walking")
    if truth is None:
        yield from ((name, "-") for name in names)
        return
    column = {name: np.asarray(values) for name, values in truth.columns.items()}
    x, y, heading = column["torso.x"], column["torso.y"], column["torso.yaw"]
    start, end = (Pose2(x[row], y[row], heading[row]) for row in (0, -1))
    walked = start.inverse() @ end
    turned = math.degrees(walked.heading)
    yield names[0], f"{walked.x:z.2f}, {walked.y:z.2f} m, {turned:z.0f} deg from the start"
    # Half a second: two steps, so that sway does not add to the path.
    way = [*range(0, len(x) - 1, round(0.5 / load_robot().cycle)), len(x) - 1]
    yield names[1], f"{np.hypot(np.diff(x[way]), np.diff(y[way])).sum():.2f} m"
    walks = np.array([row.leaf in WALK for row in run.rows])[: len(x)]
    for name, tilt in zip(names[2:], ("torso.pitch", "torso.roll"), strict=True):
        tilts = np.abs(column[tilt][: len(walks)][walks])
        yield name, f"{math.degrees(tilts.max()):.1f} deg" if len(tilts) else "-"
