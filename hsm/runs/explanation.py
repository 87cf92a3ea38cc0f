"""Explains one cycle of a recorded run: which row fired, or which conditions each row lacked.

The facts come from the run. The numbers behind them are not in it: a replay recomputes them, and
they are omitted if the replay differs from the run.
"""

import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from numbers import Real
from pathlib import Path
from typing import Any

from hardware.declared import shortened
from hsm.chart import Chart, ChartError, Fact, Transition, facts, robot_chart
from hsm.chart.engine.explain import one_line, unmet
from hsm.chart.leaves import WALK_PHASE
from hsm.control.assembly import build_cycle
from hsm.control.cycle import Outcome
from hsm.control.reasons import Evidence, because, request_text
from hsm.runs.provenance import differences_told
from hsm.runs.reader import RecordedRun, read_run
from hsm.runs.records import RunError
from hsm.runs.replay import differences, replayed
from hsm.runs.serialisation import plain
from hsm.settings.robot_file import load_robot
from motions.requests import Motion
from motions.walking.rhythm.running_step import RunningStep

_BALL_MOTIONS = (Motion.KICK, Motion.DRIBBLE, Motion.INTERCEPT)
"""Motions that kick, dribble or stop a ball."""
# A robot that does not fall has no direction of fall: show its tilt and rates instead.
_AGAINST = {facts.FACTS.names(facts.FALLING)[0]: facts.FACTS.names(facts.UPRIGHT | facts.CALM)}


@dataclass(frozen=True, slots=True)
class UnmetCondition:
    """A condition that a row lacked.

    Attributes:
        literal: The part of the guard that did not hold, such as `!contact`, or the dwell.
        numbers: The numbers behind it; empty if there are none.
    """

    literal: str
    numbers: str

    def __str__(self) -> str:
        return f"{self.literal} ({self.numbers})" if self.numbers else self.literal


@dataclass(frozen=True, slots=True)
class RowResult:
    """One row of the leaf, in search order.

    Attributes:
        place: Position in the search order, from 1.
        band: Priority of the row.
        row: Event, guard, dwell and destination.
        event: The event alone.
        lacks: Unmet conditions; empty if the row held.
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
        cycle: Number of the cycle in the run, from 1.
        time: Time of the cycle, s.
        leaf: The leaf whose rows were tested.
        age: Cycles since the leaf was entered, this one included.
        seconds: The same in s.
        request: The request that was followed; empty if a replay differs from the run.
        forgotten: A cancelled request of the behaviour; usually empty.
        unfollowed: Requests for head and arms that are not followed.
        step: Target of the running step and its reason; empty outside of steps.
        change: New parameters of the walk, taken in this cycle; empty if there were none.
        facts: The true facts.
        fired: The transition; None if no row fired.
        rows: All rows of the leaf.
        remarks: Reservations about the numbers.
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
    change: str
    facts: tuple[str, ...]
    fired: Transition | None
    rows: tuple[RowResult, ...]
    remarks: tuple[str, ...]

    def plain(self) -> dict[str, Any]:
        """Return the explanation as plain values."""
        return asdict(self) | {"fired": None if self.fired is None else self.fired.record()}


def explain_cycle(run: RecordedRun, cycle: int, chart: Chart) -> Explanation:
    """Explain a cycle of a run, given its number from 1, by the rows of a chart."""
    row = run.rows[cycle - 1]
    again, remarks = _again(run, cycle)
    made = None if again is None else again.outcome
    leaf, age, facts = row.leaf, row.age, _translated(row.facts, run.header.facts, chart)
    if row.transition is not None:
        leaf, age = row.transition.source, row.transition.ticks_in_state
    try:
        rows = _rows(chart, leaf, age, facts, again)
    except ChartError:
        rows, remarks = (), (*remarks, f"no rows: the chart has no leaf '{leaf}' any more")
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
        change=dict(changes_told(run)).get(cycle - 1, ""),
        facts=chart.facts.names(facts),
        fired=row.transition,
        rows=rows,
        remarks=remarks,
    )


@dataclass(frozen=True, slots=True)
class _Replayed:
    """The replayed cycle, with accounts that are not in the outcome.

    Attributes:
        outcome: Outcome of the cycle.
        errand: Account of the errand: the remaining path, in words.
        kick: What a kick in the walk lacked when it was last evaluated.
        step: Target of the running step, in words.
    """

    outcome: Outcome
    errand: str
    kick: str
    step: str


def _again(run: RecordedRun, cycle: int) -> tuple[_Replayed | None, tuple[str, ...]]:
    """Return the replayed cycle, or a remark if the replay differs before or in it."""
    try:
        fresh = build_cycle(run.settings())
        for number, again in enumerate(islice(replayed(run, fresh), cycle), start=1):
            what = differences(again, run.header.facts)
            if what:
                return None, (f"no numbers: a replay differs from cycle {number} on ({what[0]})",)
    except RunError as error:
        return None, (f"no numbers: {error}",)
    outcome, components = again.outcome, fresh.components
    errand, kick = components.errand.account(), components.walk_kicks.said
    if not kick and outcome.request.motion in _BALL_MOTIONS:
        kick = errand
    return _Replayed(outcome, errand, kick, _step(components.walking.running, outcome, errand)), ()


def changes_told(run: RecordedRun) -> Iterator[tuple[int, str]]:
    """Yield every row in which parameters of the walk changed, and which, in words."""
    before = run.header.parameters
    for number, row in enumerate(run.rows):
        if row.change is not None:
            now = plain(row.change)
            yield number, differences_told({key: before.get(key) for key in now}, now)
            before = now


def _step(running: RunningStep | None, outcome: Outcome, errand: str) -> str:
    """Return the target of the running step and the remaining path, in words."""
    if running is None or outcome.leaf not in WALK_PHASE:
        return ""
    step, foot = running.step, running.swing.name.lower()
    why = errand or request_text(outcome.request)
    return (
        f"{foot} foot, {1e3 * step.x:z.0f} mm ahead, {1e3 * step.y:z.0f} mm to the left, "
        f"{math.degrees(step.turn):z.0f} deg; {running.time:.2f} of {running.duration:.2f} s; {why}"
    )


def _translated(facts: int, names: tuple[str, ...], chart: Chart) -> int:
    """Return the facts of a run as bits of this chart, whose facts may differ."""
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
    """Return the numbers behind a literal, or the meaning of its fact if there are none."""
    name = literal.removeprefix("!")
    fact = next((f for f in chart.facts.facts if f.name == name), None)
    if fact is None or again is None:
        return ""
    outcome = again.outcome
    # The account of the leaf is not in the outcome.
    evidence = Evidence(
        outcome.robot, outcome.request, outcome.silent, "", again.errand, again.kick
    )
    return because(_AGAINST.get(literal, [name]), evidence, _meaning(fact, literal))


def _meaning(fact: Fact, literal: str) -> str:
    return f"{'true' if literal.startswith('!') else 'false'}: {fact.meaning}"


def explain(recorded: RecordedRun | Path | str, at: float) -> Explanation:
    """Explain which row fired in a cycle of a run, or which conditions each row of the leaf lacked.

    Args:
        recorded: The run, its file or its folder.
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
        raise RunError(run.path, "", what, f"Give a time in between, such as {last:.2f}.")
    return explain_cycle(run, cycle_at(run, at), robot_chart(cycle))


def cycle_at(run: RecordedRun, time: float) -> int:
    """Return the number, from 1, of the cycle nearest to a time, s."""
    rows = run.rows
    return min(range(len(rows)), key=lambda number: abs(rows[number].time - time)) + 1
