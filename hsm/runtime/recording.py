"""A run on disk: what went into the control cycle and what came out, one row per cycle.

The file is a stream of msgpack objects: one header, then a row per cycle, then the byte at which
the rows end. It only ever grows at its end, so that a process that is killed leaves all but the
last moment. Rows hold what a replay needs, bit for bit, and what came of it; estimates are not in
it, because a replay makes them again. It holds no clock but the robot's.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from operator import attrgetter
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Final

import msgpack
from pydantic import TypeAdapter

from hardware.frames import CYCLE, JointCommand, SensorFrame
from hardware.nao import Joint
from hsm.chart import Chart, Transition
from hsm.runtime.cycle import Outcome
from motions.requests import MotionRequest

FORMAT: Final = "nao-hsm run"
VERSION: Final = 1
FILE_NAME: Final = "run.hsm"

FRAME_UNITS: Final = {
    "time": "s",
    "positions": "rad",
    "stiffness": "0..1",
    "currents": "A",
    "temperatures": "degC",
    "status": "0..3",
    "gyro": "rad/s",
    "accelerometer": "m/s2",
    "angles": "rad",
    "fsr": "N",
    "touch": "0..1",
    "battery_charge": "0..1",
    "battery_current": "A",
}
"""Unit of every field of a frame, in the order in which a row holds them."""

ROW_UNITS: Final = {
    "time": "s",
    "frame": "see `frame`; nil: none came",
    "request": "SI; nil: nothing was said, true: the same as last time",
    "leaf": "index into `leaves`",
    "age": "cycles since the leaf was entered",
    "facts": "bits in the order of `facts`",
    "positions": "rad",
    "stiffness": "0..1; nil: as in the row before",
    "transition": "nil: none",
}
"""Unit of every entry of a row, in its order."""

_frame_values = attrgetter(*FRAME_UNITS)
_REQUEST: TypeAdapter[MotionRequest] = TypeAdapter(MotionRequest)


@dataclass(frozen=True, slots=True)
class Start:
    """How a run began in a state other than Off.

    Attributes:
        state: That state.
        frame: The frame that it started from.
    """

    state: str
    frame: SensorFrame


@dataclass(frozen=True, slots=True)
class Header:
    """What a run was made with.

    Attributes:
        structure: Hash of the chart.
        settings: Hash of the parameters.
        about: What was run, as plain values.
        start: How it began; None in Off.
        leaves: Short names of the chart's leaves.
        facts: Names of the chart's facts.
    """

    structure: str
    settings: str
    about: Mapping[str, object]
    start: Start | None
    leaves: tuple[str, ...]
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One cycle of a run.

    Attributes:
        time: Of the cycle, s.
        frame: What the robot sent; None when no frame came.
        request: What the behaviour said; None when it said nothing.
        leaf: Short name of the leaf that made the command.
        age: Cycles since it was entered; 0 in the cycle in which it is.
        facts: What was true, as bits.
        command: What was sent to the robot.
        transition: The record of the transition, if there was one.
    """

    time: float
    frame: SensorFrame | None
    request: MotionRequest | None
    leaf: str
    age: int
    facts: int
    command: JointCommand
    transition: Mapping[str, object] | None


def header_of(
    chart: Chart, settings: str, about: Mapping[str, object], start: Start | None
) -> Header:
    """Return the header of a run that begins now."""
    leaves = tuple(chart.short(leaf) for leaf in chart.tree.leaves)
    return Header(chart.structure, settings, about, start, leaves, tuple(chart.facts.bits))


def record_of(transition: Transition) -> dict[str, object]:
    """Return a transition as it comes back from a file."""
    return {**transition.record(), "changed": transition.changed}


class RunWriter:
    """Writes a run while it goes on; what it has been given is whole on disk when it is closed."""

    def __init__(self, path: Path, header: Header) -> None:
        """Open the file, replacing one that is there.

        Args:
            path: The file; its folder exists.
            header: What the run is made with.
        """
        self._pack = msgpack.Packer().pack
        self._numbers = {leaf: number for number, leaf in enumerate(header.leaves)}
        self._request: MotionRequest | None = None
        self._stiffness: tuple[float, ...] = ()
        self._file: BinaryIO = path.open("wb")
        self._file.write(self._pack(_plain(header)))
        self._file.flush()  # whatever happens from now on, this is a run

    def __enter__(self) -> "RunWriter":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def add(
        self, frame: SensorFrame | None, request: MotionRequest | None, outcome: Outcome, age: int
    ) -> None:
        """Add a cycle.

        Args:
            frame: What went into it.
            request: What the behaviour said.
            outcome: What came out.
            age: Ticks of the machine's leaf after the cycle.
        """
        command, transition = outcome.command, outcome.transition
        row = (
            outcome.robot.time,
            None if frame is None else _frame_values(frame),
            self._wish(request),
            self._numbers[outcome.leaf],
            age,
            outcome.facts,
            command.positions,
            None if command.stiffness == self._stiffness else command.stiffness,
            None if transition is None else record_of(transition),
        )
        self._file.write(self._pack(row))
        self._stiffness = command.stiffness

    def close(self) -> None:
        """Write that the run ended here in good order."""
        if not self._file.closed:
            # A place, because an interrupt may come between a row and a count of rows.
            self._file.write(self._pack(self._file.tell()))
            self._file.close()

    def _wish(self, request: MotionRequest | None) -> object:
        if request is None:
            return None
        if request == self._request:
            return True
        self._request = request
        return _REQUEST.dump_python(request, mode="json")


def _plain(header: Header) -> dict[str, object]:
    start = header.start
    assert tuple(FRAME_UNITS) == tuple(field.name for field in fields(SensorFrame))
    return {
        "format": FORMAT,
        "version": VERSION,
        "period": CYCLE,
        "frame": list(FRAME_UNITS.items()),
        "row": list(ROW_UNITS.items()),
        "joints": [joint.name for joint in Joint],
        "structure": header.structure,
        "settings": header.settings,
        "about": dict(header.about),
        "start": None if start is None else (start.state, _frame_values(start.frame)),
        "leaves": header.leaves,
        "facts": header.facts,
    }


def request_from(plain: Any) -> MotionRequest:
    """Return a request that was written as plain values."""
    return _REQUEST.validate_python(plain)
