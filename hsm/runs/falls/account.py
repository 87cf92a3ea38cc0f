"""Explains a fall of a recorded run in one paragraph: its cause, and what could have caught it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from shlex import quote

import numpy as np

from hsm.chart.leaves import WALK
from hsm.control.walk_change import WalkChange
from hsm.runs.falls.causes import cause_of
from hsm.runs.falls.evidence import LAST, Column, FallEvidence, WalkedStep, evidence_of, falls_of
from hsm.runs.falls.finding import FallCause, FallFinding
from hsm.runs.falls.marks import WalkMark, load_marks
from hsm.runs.reader import RecordedRun, read_run
from hsm.runs.records import RunError
from hsm.runs.time_window import TimeWindow
from motions.walking.configuration import WalkingParameters
from motions.walking.step import StepEnd

_BEFORE, _AFTER = 1.5, 0.5
"""Time to draw before and after a fall, s."""
_STEPS = 3
_AT_LIMIT = 1e-3
"""A term is at its limit if its last values are equal and, within this share, its largest."""


@dataclass(frozen=True, slots=True)
class FallAccount:
    """An explained fall.

    Attributes:
        at: Time at which it was detected, s.
        because: Reason of the transition.
        finding: The cause.
        error: DCM error at that time, forward and to the left, m; None if the robot did not walk.
        steps: The last steps, in words.
        at_limit: Terms of the walk that were at their limit.
        needed: What would have been needed, as a sentence; empty if unknown.
        command: Command that draws this part of the run, or shows the run if it has no walk here.
        differs_from: Time from which on the replay differs from the run, s, so that much of the
            account is about another fall; None if it is the same until the fall.
    """

    at: float
    because: str
    finding: FallFinding
    error: tuple[float, float] | None
    steps: tuple[str, ...]
    at_limit: tuple[str, ...]
    needed: str
    command: str
    differs_from: float | None = None

    def text(self) -> str:
        """Return the paragraph, and the command below it."""
        finding = self.finding
        sentences = [f"The robot fell at {self.at:.2f} s ({self.because})."]
        before = self.at - finding.since
        if finding.cause in (FallCause.TOO_FAST, FallCause.WALK, FallCause.UNKNOWN):
            sentences.append(f"{finding.words[0].upper()}{finding.words[1:]}.")
        else:
            sentences.append(f"The cause came {before:.2f} s earlier: {finding.words}.")
        if self.error is not None:
            forward, left = self.error
            sentences.append(
                "At that time its capture point was off the plan by "
                f"{_way(forward, 'forward', 'backward')} and {_way(left, 'left', 'right')}."
            )
        if self.steps:
            sentences.append(f"Last steps: {'; '.join(self.steps)}.")
        if self.at_limit:
            sentences.append(f"Terms at their limit: {', '.join(self.at_limit)}.")
        if self.needed:
            sentences.append(self.needed)
        if self.differs_from is not None:
            sentences.append(
                f"The replay differs from the run from {self.differs_from:.2f} s: support, terms "
                "and steps are those of the current program."
            )
        return " ".join(sentences) + f"\nTo see it: {self.command}"

    def plain(self) -> dict[str, object]:
        """Return the account as plain values."""
        finding = self.finding
        return {
            "t": self.at,
            "because": self.because,
            "cause": finding.cause.name.lower(),
            "since": finding.since,
            "direction_deg": None
            if math.isnan(finding.direction)
            else round(math.degrees(finding.direction), 1),
            "part": finding.part or None,
            "words": finding.words,
            "dcm_error_m": None if self.error is None else list(self.error),
            "steps": list(self.steps),
            "at_limit": list(self.at_limit),
            "needed": self.needed,
            "command": self.command,
            "replay_differs_from": self.differs_from,
        }


def account_of_fall(run: RecordedRun, at: float) -> FallAccount:
    """Explain one fall of a run, detected at one of `falls_of`, s, by a replay until then.

    Raises:
        RunError: If the run's parameters do not fit this program.
    """
    settings = run.settings()
    changes = [row.change for row in run.rows if row.change is not None and row.time <= at]
    walk = changes[-1] if changes else WalkChange(settings.walking, settings.profile)
    evidence, marks = evidence_of(run, at), load_marks()
    walked, last = _in_pressure_walk(evidence), evidence.steps[-_STEPS:]
    row = next(row for row in run.rows if row.time == at)
    return FallAccount(
        at=at,
        because="" if row.transition is None else row.transition.because,
        finding=cause_of(evidence, settings.robot, walk.profile, marks),
        error=_error(evidence) if walked else None,
        steps=tuple(_told(step, marks.walk) for step in last) if walked else (),
        at_limit=_at_limit(evidence) if walked else (),
        needed=_needed(evidence, walk.walking) if walked else "",
        command=_command(run, at),
        differs_from=evidence.differs_from,
    )


def _command(run: RecordedRun, at: float) -> str:
    """Return the command that shows a fall: a plot of the walk, if there is any around it."""
    path = quote(str(run.path))
    window = TimeWindow(max(run.rows[0].time, at - _BEFORE), min(run.rows[-1].time, at + _AFTER))
    if not any(row.leaf in WALK for row in run.rows if row.time in window):
        return f"hsm view {path}"
    return f"hsm plot walk {path} --from {window.begin:.2f} --to {window.end:.2f}"


def accounts_of_falls(recorded: RecordedRun | Path | str) -> tuple[FallAccount, ...]:
    """Explain every fall of a run, given as an object, its file or its folder.

    Raises:
        RunError: If the file is no run, or has no fall.
    """
    run = recorded if isinstance(recorded, RecordedRun) else read_run(recorded)
    falls = falls_of(run)
    if not falls:
        hint = "`hsm explain RUN --at T` explains any other moment."
        raise RunError(run.path, "", "the robot did not fall in this run", hint)
    return tuple(account_of_fall(run, at) for at in falls)


def _in_pressure_walk(evidence: FallEvidence) -> bool:
    """Return whether the robot was in the pressure walk, not yet standing, when it fell."""
    if not evidence.steps or evidence.columns["stood"][-2:].any():
        return False
    return bool(evidence.columns["walking"][-LAST:].any())


def _error(evidence: FallEvidence) -> tuple[float, float] | None:
    pairs = np.stack([evidence.columns["dcm_forward"], evidence.columns["dcm_left"]], axis=1)
    known = pairs[-LAST:]
    known = known[np.isfinite(known).all(axis=1)]
    return (float(known[-1][0]), float(known[-1][1])) if len(known) else None


def _way(metres: float, positive: str, negative: str) -> str:
    return f"{1e3 * abs(metres):.0f} mm {positive if metres >= 0.0 else negative}"


def _told(step: WalkedStep, mark: WalkMark) -> str:
    lasted = step.end - step.begin
    parts = [f"{step.swing.name.lower()}, {1e3 * step.x:z.0f} mm ahead, {lasted:.2f} s"]
    if step.why is None:
        parts.append("interrupted by the fall")
    elif step.why is not StepEnd.SWITCH:
        parts.append(f"ended by {step.why.value}")
    if mark.is_late(lasted, step.planned):
        parts.append(f"late: {step.planned:.2f} s planned")
    if step.why is not None:
        parts.append(f"swing foot raised {1e3 * step.clearance:.0f} mm")
    return ", ".join(parts)


def _at_limit(evidence: FallEvidence) -> tuple[str, ...]:
    """Return the names of terms whose last values are equal and the largest of the run."""
    found = []
    for name, values in evidence.terms.items():
        known = values[np.isfinite(values)]
        if name.startswith("DCM") or len(known) < 4:
            continue
        most, last = np.abs(known).max(), np.abs(known[-3:])
        if most > 0.0 and (last >= (1.0 - _AT_LIMIT) * most).all() and np.ptp(known[-3:]) == 0.0:
            found.append(name)
    return tuple(found)


def _needed(evidence: FallEvidence, walking: WalkingParameters) -> str:
    """Return a sentence on where the swing foot would have had to land, and its capture step."""
    error = _error(evidence)
    if error is None:
        return ""
    step = evidence.steps[-1]
    remaining = max(step.planned - (step.end - step.begin), 0.0)
    growth = math.exp(walking.pendulum.rate * remaining)
    forward, left = (growth * value for value in error)
    got = _final(evidence.terms, "capture, forward")
    had = (
        "" if got is None else f"; the capture step had moved it by {_way(got, 'forward', 'back')}"
    )
    capture = walking.capture  # type: ignore[attr-defined] # a group of the terms
    ahead = _reach(forward, capture.max_forward)
    aside = _reach(left, capture.max_outward)
    return (
        "To catch the fall, the swing foot would have had to land "
        f"{_way(forward, 'further forward', 'further back')}{ahead} and "
        f"{_way(left, 'to the left', 'to the right')}{aside} of its plan"
        f" within {remaining:.2f} s{had}."
    )


def _reach(metres: float, most: float) -> str:
    return " (more than a step can reach)" if abs(metres) > most else ""


def _final(terms: Mapping[str, Column], name: str) -> float | None:
    values = terms.get(name, np.array([]))
    known = [value for value in values if math.isfinite(value)]
    return float(known[-1]) if known else None
