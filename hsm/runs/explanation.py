"""Explains one cycle of a recorded run: what fired, or what every row of the leaf was missing.

What was true comes from the run. The numbers behind it are not in the run: a replay makes them
again, and they are left out when it does not come to the same.
"""

import math
from dataclasses import asdict, dataclass
from itertools import islice
from numbers import Real
from pathlib import Path
from typing import Any

from hardware.declared import shortened
from hsm.chart import Chart, Fact, Transition, facts, robot_chart
from hsm.chart.engine.explain import one_line, unmet
from hsm.chart.leaves import WALK_PHASE
from hsm.control.assembly import build_cycle, load_robot
from hsm.control.cycle import Outcome
from hsm.control.reasons import Evidence, because, request_text
from hsm.runs.reader import RecordedRun, read_run
from hsm.runs.records import RunError
from hsm.runs.replay import differences, replayed
from motions.requests import Motion
from motions.walking.rhythm.running_step import RunningStep

_BALL_MOTIONS = (Motion.KICK, Motion.DRIBBLE, Motion.INTERCEPT)
"""Motions that kick, dribble or stop a ball."""
# A robot that does not fall falls nowhere: what speaks against it are its tilt and its rates.
_AGAINST = {facts.FACTS.names(facts.FALLING)[0]: facts.FACTS.names(facts.UPRIGHT | facts.CALM)}


@dataclass(frozen=True, slots=True)
class UnmetCondition:
    """What a row was missing.

    Attributes:
        literal: The part of the guard that did not hold, such as `!contact`, or the dwell.
        numbers: What it rests on; empty if no numbers stand behind it.
    """

    literal: str
    numbers: str

    def __str__(self) -> str:
        return f"{self.literal} ({self.numbers})" if self.numbers else self.literal


@dataclass(frozen=True, slots=True)
class RowResult:
    """One row of the leaf, in the order of the search.

    Attributes:
        place: In this order, from 1.
        band: Who asks.
        row: Event, guard, dwell and destination.
        event: The event alone.
        lacks: What was missing; empty if it held.
    """

    place: int
    band: str
    row: str
    event: str
    lacks: tuple[UnmetCondition, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """One cycle, explained.

    Attributes:
        cycle: Its number in the run, from 1.
        time: s.
        leaf: The leaf that was asked where to go.
        age: Cycles that it had lasted, this one included.
        seconds: The same in s.
        request: What was followed; empty when a replay does not come to the same.
        forgotten: What was asked and is not followed any more, since something made it forgotten;
            empty as a rule.
        unfollowed: Of head and arms, what is wished and not done.
        step: Where the running step goes and why; empty outside of steps.
        facts: What was true.
        fired: The transition; None if no row fired.
        rows: All rows of the leaf.
        remarks: What a reader has to know about the numbers.
    """

    cycle: int
    time: float
    leaf: str
    age: int
    seconds: float
    request: str
    forgotten: str
    unfollowed: tuple[str, ...]
    step: str
    facts: tuple[str, ...]
    fired: Transition | None
    rows: tuple[RowResult, ...]
    remarks: tuple[str, ...]

    def plain(self) -> dict[str, Any]:
        """Return it as plain values."""
        return asdict(self) | {"fired": None if self.fired is None else self.fired.record()}


def explain_cycle(run: RecordedRun, cycle: int, chart: Chart) -> Explanation:
    """Explain a cycle of a run, by its number from 1 and the table."""
    row = run.rows[cycle - 1]
    again, remarks = _again(run, cycle)
    made = None if again is None else again.outcome
    leaf, age, facts = row.leaf, row.age, _translated(row.facts, run.header.facts, chart)
    if row.transition is not None:
        leaf, age = row.transition.source, row.transition.ticks_in_state
    return Explanation(
        cycle=cycle,
        time=row.time,
        leaf=leaf,
        age=age,
        seconds=age * chart.period,
        request="" if made is None else request_text(made.request),
        forgotten="" if made is None or made.forgotten is None else request_text(made.forgotten),
        unfollowed=() if made is None else made.info.unfollowed,
        step="" if again is None else again.step,
        facts=chart.facts.names(facts),
        fired=row.transition,
        rows=_rows(chart, leaf, age, facts, again),
        remarks=remarks,
    )


@dataclass(frozen=True, slots=True)
class _Replayed:
    """What a replay came to in the cycle, with what the outcome does not tell.

    Attributes:
        outcome: Of the cycle.
        errand: What there is to go, in words.
        kick: What a kick in the walk was missing when it was looked at last.
        step: Where the running step goes.
    """

    outcome: Outcome
    errand: str
    kick: str
    step: str


def _again(run: RecordedRun, cycle: int) -> tuple[_Replayed | None, tuple[str, ...]]:
    """Return what the cycle comes to now, or a remark if anything until then differs."""
    try:
        fresh = build_cycle(run.settings())
        for number, again in enumerate(islice(replayed(run, fresh), cycle), start=1):
            what = differences(again, run.header.facts)
            if what:
                return None, (f"no numbers: a replay differs from cycle {number} on ({what[0]})",)
    except RunError as error:
        return None, (f"no numbers: {error}",)
    outcome, components = again.outcome, fresh.components
    errand, kick = components.errand.account(), components.in_walk.said
    if not kick and outcome.request.motion in _BALL_MOTIONS:
        kick = errand
    return _Replayed(outcome, errand, kick, _step(components.walking.running, outcome, errand)), ()


def _step(running: RunningStep | None, outcome: Outcome, errand: str) -> str:
    """Return in words where the running step goes, and what there is to go."""
    if running is None or outcome.leaf not in WALK_PHASE:
        return ""
    step, foot = running.step, running.swing.name.lower()
    why = errand or request_text(outcome.request)
    return (
        f"{foot} foot, {1e3 * step.x:z.0f} mm ahead, {1e3 * step.y:z.0f} mm to the left, "
        f"{math.degrees(step.turn):z.0f} deg; {running.time:.2f} of {running.duration:.2f} s; {why}"
    )


def _translated(facts: int, names: tuple[str, ...], chart: Chart) -> int:
    """Return the facts of a run as bits of this chart, which may have others."""
    true = (name for number, name in enumerate(names) if facts >> number & 1)
    return sum(chart.facts.bits.get(name, 0) for name in true)


def _rows(
    chart: Chart, leaf: str, age: int, facts: int, again: _Replayed | None
) -> tuple[RowResult, ...]:
    asked = []
    for place, (*_, arrow) in enumerate(chart.options[chart.tree.path(leaf)], start=1):
        lacks = tuple(
            UnmetCondition(what, _numbers(chart, what, again))
            for what in unmet(chart, arrow, facts, age)
        )
        asked.append(
            RowResult(place, arrow.priority.name, one_line(chart, arrow), arrow.event, lacks)
        )
    return tuple(asked)


def _numbers(chart: Chart, literal: str, again: _Replayed | None) -> str:
    """Return the numbers behind a literal; the meaning of a fact that has none."""
    name = literal.removeprefix("!")
    fact = next((f for f in chart.facts.facts if f.name == name), None)
    if fact is None or again is None:
        return ""
    outcome = again.outcome
    # What the leaf itself knew is not in the outcome.
    evidence = Evidence(
        outcome.robot, outcome.request, outcome.silent, "", again.errand, again.kick
    )
    return because(_AGAINST.get(literal, [name]), evidence, _meaning(fact, literal))


def _meaning(fact: Fact, literal: str) -> str:
    return f"{'true' if literal.startswith('!') else 'false'}: {fact.meaning}"


def explain(recorded: RecordedRun | Path | str, at: float) -> Explanation:
    """Say for one cycle of a run which row fired, or what every row of the leaf was missing.

    Args:
        recorded: The run, or the file or folder that it is in.
        at: Time in the run, s; the nearest cycle is explained.

    Raises:
        RunError: If the file is no run, or the time is not in it.
        TypeError: If the time is no number.
    """
    if not isinstance(at, Real) or isinstance(at, bool):
        raise TypeError(f"at is {shortened(at)}; expected a time in the run, s")
    run = recorded if isinstance(recorded, RecordedRun) else read_run(recorded)
    cycle = load_robot().cycle
    first, last = run.rows[0].time, run.rows[-1].time
    if not first - cycle <= at <= last + cycle:
        what = f"has no cycle at {at:g} s; it lasts from {first:.2f} s to {last:.2f} s"
        raise RunError(run.path, "", what, f"Ask for a time between, such as {last:.2f}.")
    return explain_cycle(run, cycle_at(run, at), robot_chart(cycle))


def cycle_at(run: RecordedRun, time: float) -> int:
    """Return the number of the cycle nearest to a time, from 1; the run has cycles."""
    rows = run.rows
    return min(range(len(rows)), key=lambda number: abs(rows[number].time - time)) + 1
