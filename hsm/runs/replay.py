"""Replays a recorded run: feeds its inputs to a fresh control cycle and compares the outcomes."""

import logging
import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from numpy import float32

from hardware.robots.nao import Joint
from hardware.sensors_and_commands import JointCommand
from hardware.wire_precision import crossing_command
from hsm.chart import Transition
from hsm.control.assembly import build_cycle
from hsm.control.cycle import ControlCycle, Outcome
from hsm.runs.format import FILE_NAME, RunRow
from hsm.runs.incidents import INCIDENT
from hsm.runs.reader import RecordedRun
from hsm.runs.records import RunError

_READ_BY = (
    "`hsm view RUN` shows this file, `hsm explain RUN --at T` explains its states and facts,"
    " `hsm compare` and `hsm export` read it."
)


@dataclass(frozen=True, slots=True)
class ReplayedCycle:
    """One cycle of a run, with its replayed outcome.

    Attributes:
        row: The recorded cycle.
        outcome: Outcome of the same inputs in the replay.
        age: Ticks since the leaf was entered, after the cycle, in the replay.
    """

    row: RunRow
    outcome: Outcome
    age: int


@dataclass(frozen=True, slots=True)
class Difference:
    """The first cycle in which a replay differs from the run.

    Attributes:
        cycle: Number of the cycle, from 1.
        time: Time of the cycle, s.
        what: One sentence per difference.
    """

    cycle: int
    time: float
    what: tuple[str, ...]

    def __str__(self) -> str:
        return f"cycle {self.cycle}, t={self.time:.3f} s: {'; '.join(self.what)}"


@dataclass(frozen=True, slots=True)
class ReplayReport:
    """Result of a replay.

    Attributes:
        cycles: Number of identical cycles.
        transitions: Number of transitions in them.
        difference: The first difference; None if there was none.
        closed: The recording is complete.
    """

    cycles: int
    transitions: int
    difference: Difference | None
    closed: bool

    @property
    def identical(self) -> bool:
        """Return whether a complete run, of at least one cycle, was reproduced bit for bit."""
        return self.closed and self.difference is None and self.cycles > 0


def compare(run: RecordedRun) -> ReplayReport:
    """Replay a run to its end or to the first difference.

    Raises:
        RunError: If the run's parameters do not fit this program.
    """
    cycles = transitions = 0
    difference = None
    for again in replayed(run, build_cycle(run.settings())):
        what = differences(again, run.header.facts)
        if what:
            difference = Difference(cycles + 1, again.row.time, what)
            break
        cycles += 1
        transitions += again.row.transition is not None
    return ReplayReport(cycles, transitions, difference, run.closed)


def replayed(run: RecordedRun, cycle: ControlCycle) -> Iterator[ReplayedCycle]:
    """Feed a run to a fresh control cycle; yield every cycle with its replayed outcome.

    The caller may read the state of the control cycle after each one.

    Raises:
        RunError: If the run is the file of an incident.
    """
    if is_incident(run):
        what = "begins in the middle of a run, so its decisions cannot be replayed"
        whole = run.path.with_name(FILE_NAME)
        there = f"Replay {whole}" if whole.exists() else "The whole run is no longer beside it"
        raise RunError(run.path, "", what, f"{there}; {_READ_BY}")
    start = run.header.start
    if start is not None:
        cycle.start_in(start.state, start.frame)
    yield from _fed(run, cycle)


def sensed_again(run: RecordedRun, cycle: ControlCycle) -> Iterator[ReplayedCycle]:
    """Feed the file of an incident to a fresh control cycle; yield every cycle.

    The cycle starts in the first state of the file, without anything learnt before: its estimates
    are close to those of the robot, but its decisions may differ.
    """
    first = run.rows[0]
    if first.frame is not None and first.leaf in {
        leaf.name for leaf in cycle.machine.chart.tree.leaves.values()
    }:
        cycle.start_in(first.leaf, first.frame)
    yield from _fed(run, cycle)


def is_incident(run: RecordedRun) -> bool:
    """Return whether a run is the file of an incident, which begins in the middle of a run."""
    return INCIDENT in run.header.about


def _fed(run: RecordedRun, cycle: ControlCycle) -> Iterator[ReplayedCycle]:
    for row in run.rows:
        if row.change is not None:
            cycle.change(row.change)
        with _without_announcements():
            outcome = cycle.step(row.frame, row.request, row.sight)
        yield ReplayedCycle(row, outcome, cycle.machine.ticks)


@contextmanager
def _without_announcements() -> Iterator[None]:
    """Log only errors: what the robot asked people for in the run no longer concerns anybody."""
    log = logging.getLogger("hsm")
    log.addFilter(_is_error)
    try:
        yield
    finally:
        log.removeFilter(_is_error)


def _is_error(record: logging.LogRecord) -> bool:
    return record.levelno >= logging.ERROR


def differences(again: ReplayedCycle, facts: Sequence[str]) -> tuple[str, ...]:
    """Return one sentence per difference between a recorded cycle and its replay.

    `facts` are the names of the run's facts, in the order of their bits.
    """
    row, outcome = again.row, again.outcome
    then, now = row.command, crossing_command(outcome.command)
    what = [
        *_facts(row.facts, outcome.facts, facts),
        *_transition(row.transition, outcome.transition),
        *_plainly("leaf", row.leaf, outcome.leaf),
        *_plainly("age", row.age, again.age),
        *_plainly("time", row.time, outcome.robot.time),
        *_command(then, now),
        *_lights(then, now),
    ]
    return tuple(what)


def _plainly(name: str, then: object, now: object) -> Iterator[str]:
    if then != now:
        yield f"{name} {then}, now {now}"


def _facts(then: int, now: int, names: Sequence[str]) -> Iterator[str]:
    for number in range(max(then.bit_length(), now.bit_length())):
        bit = 1 << number
        if (then ^ now) & bit:
            name = names[number] if number < len(names) else f"fact {number}"
            was, is_ = ("true" if facts & bit else "false" for facts in (then, now))
            yield f"{name} was {was}, now {is_}"


def _transition(then: Transition | None, now: Transition | None) -> Iterator[str]:
    if _without_words(then) != _without_words(now):
        yield f"transition {_named(then)}, now {_named(now)}"


def _without_words(transition: Transition | None) -> Transition | None:
    """Return a transition without its sentences, which may change without changing the motion."""
    return None if transition is None else replace(transition, because="", note="")


def _named(transition: Transition | None) -> str:
    if transition is None:
        return "none"
    arrow = f"{transition.source} -> {transition.dest} by {transition.event}"
    return f"{arrow} after {transition.ticks_in_state} ticks"


def _command(then: JointCommand, now: JointCommand) -> Iterator[str]:
    for name, old, new in (
        ("position", then.positions, now.positions),
        ("stiffness", then.stiffness, now.stiffness),
    ):
        if _bits(*old) != _bits(*new):
            apart = [joint for joint in Joint if _bits(old[joint]) != _bits(new[joint])]
            worst = max(apart, key=lambda joint: abs(new[joint] - old[joint]))
            yield (
                f"{name} of {len(apart)} joints, most at {worst.name}:"
                f" {float32(old[worst])!s}, now {float32(new[worst])!s}"
            )


def _lights(then: JointCommand, now: JointCommand) -> Iterator[str]:
    if then.lights is now.lights:
        return
    if _bits(*then.lights.numbers()) != _bits(*now.lights.numbers()):
        yield "the lights differ"


def _bits(*values: float) -> bytes:
    """Return floats as bytes, so that 0.0 and -0.0 differ and a NaN equals itself."""
    return struct.pack(f"<{len(values)}d", *values)
