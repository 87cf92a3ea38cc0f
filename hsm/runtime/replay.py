"""Runs the control cycle again on what a recorded run was fed with, and compares what comes out."""

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hardware.frames import JointCommand
from hardware.nao import Joint
from hsm.chart import Transition
from hsm.runtime.assembly import MotionSettings, build_cycle
from hsm.runtime.cycle import ControlCycle, Outcome
from hsm.runtime.fingerprint import fingerprint
from hsm.runtime.recorded import RecordedRun
from hsm.runtime.recording import Row, record_of

# Words may be improved without the robot doing anything else.
_WORDS = ("because", "note")


@dataclass(frozen=True, slots=True)
class Difference:
    """The first cycle in which a replay is not the run.

    Attributes:
        cycle: Its number, from 1.
        time: Of the cycle, s.
        what: What differs, one sentence each.
    """

    cycle: int
    time: float
    what: tuple[str, ...]

    def __str__(self) -> str:
        return f"cycle {self.cycle}, t={self.time:.3f} s: {'; '.join(self.what)}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a replay came to.

    Attributes:
        cycles: Cycles that were identical.
        transitions: Transitions among them.
        difference: The first difference; None if there was none.
    """

    cycles: int
    transitions: int
    difference: Difference | None


def compare(run: RecordedRun, settings: MotionSettings) -> Comparison:
    """Replay a run to its end, or to the first difference."""
    cycles = transitions = 0
    for row, outcome in replayed(run, settings):
        what = differences(row, outcome, run.header.facts)
        if what:
            return Comparison(cycles, transitions, Difference(cycles + 1, row.time, what))
        cycles += 1
        transitions += row.transition is not None
    return Comparison(cycles, transitions, None)


def replayed(
    run: RecordedRun, settings: MotionSettings, cycle: ControlCycle | None = None
) -> Iterator[tuple[Row, Outcome]]:
    """Feed a fresh control cycle with a run; yield every row and what came out now.

    Args:
        run: The run.
        settings: Parameters of the control cycle.
        cycle: A fresh cycle of these settings, to be looked into meanwhile; built if None.
    """
    cycle, start = cycle or build_cycle(settings), run.header.start
    if start is not None:
        cycle.start_in(start.state, start.frame)
    for row in run.rows:
        yield row, cycle.step(row.frame, row.request)


def warnings(run: RecordedRun, settings: MotionSettings) -> tuple[str, ...]:
    """Say what the run was made with that is not the same now, and what it lacks."""
    chart = build_cycle(settings).machine.chart.structure
    now = fingerprint(settings)
    then = run.header
    lines = [run.warning] if run.warning else []
    if then.structure != chart:
        lines.append(f"the run was made with another chart: {then.structure}, now {chart}")
    if then.settings != now:
        lines.append(f"the run was made with other parameters: {then.settings}, now {now}")
    return tuple(lines)


def differences(row: Row, outcome: Outcome, facts: Sequence[str]) -> tuple[str, ...]:
    """Say what differs between a row and what came out of the same input now.

    Args:
        row: A cycle of the run.
        outcome: What the same cycle came to now.
        facts: Names of the run's facts, in the order of their bits.
    """
    what = [
        *_facts(row.facts, outcome.facts, facts),
        *_transition(row, outcome.transition),
        *([f"leaf {row.leaf}, now {outcome.leaf}"] if row.leaf != outcome.leaf else []),
        *_command(row.command, outcome.command),
    ]
    return tuple(what)


def _facts(then: int, now: int, names: Sequence[str]) -> Iterator[str]:
    for number in range(max(then.bit_length(), now.bit_length())):
        bit = 1 << number
        if (then ^ now) & bit:
            name = names[number] if number < len(names) else f"fact {number}"
            yield f"{name} was {_truth(then & bit)}, now {_truth(now & bit)}"


def _truth(bit: int) -> str:
    return "true" if bit else "false"


def _transition(row: Row, taken: Transition | None) -> Iterator[str]:
    then = {} if row.transition is None else dict(row.transition)
    now = {} if taken is None else record_of(taken)
    for word in _WORDS:
        then.pop(word, None)
        now.pop(word, None)
    if then != now:
        yield f"transition {_named(then)}, now {_named(now)}"


def _named(record: dict[str, object]) -> str:
    if not record:
        return "none"
    arrow = f"{record['from']} -> {record['to']} by {record['event']}"
    return f"{arrow} after {record['ticks_in_state']} ticks"


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
                f" {old[worst]!r}, now {new[worst]!r}"
            )


def _bits(*values: float) -> bytes:
    """Return floats so that 0.0 and -0.0 differ and a NaN equals itself."""
    return struct.pack(f"<{len(values)}d", *values)
