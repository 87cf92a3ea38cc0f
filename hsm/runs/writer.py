"""Writes a run to disk while it is running: inputs and outputs of the control cycle.

The file only grows, a block of rows at a time, so that a killed process loses only its last moment.
It holds the inputs that a replay needs, bit for bit, and the outputs. Estimates are left out,
because a replay recomputes them, and the robot's clock is the only one.
"""

from collections.abc import Mapping
from dataclasses import fields
from itertools import chain, count
from operator import attrgetter
from pathlib import Path
from typing import BinaryIO

import msgpack

from hardware.sensors_and_commands import JointCommand, SensorFrame
from hsm.chart import Chart
from hsm.control.assembly import MotionSettings
from hsm.control.loop import Cycle
from hsm.runs.format import (
    COMMAND,
    FILE_NAME,
    FIRST_LINE,
    FRAME,
    NO_COMMAND,
    ROWS_PER_BLOCK,
    Header,
    Pieces,
    RunStart,
    changed,
    layout,
    pieces_of_command,
    pieces_of_frame,
)
from hsm.runs.provenance import versions
from hsm.runs.records import RecordWriter, RowWriter
from hsm.runs.serialisation import plain
from motions.requests import MotionRequest


def claim_folder(folder: Path) -> bool:
    """Create an empty run in a folder, which need not exist; return False if it holds a run.

    If several commands claim it at the same time, only one gets it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    try:
        (folder / FILE_NAME).touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def claim_free_folder(usual: Path) -> Path:
    """Claim and return a folder without a run: the usual one, or the next numbered one."""
    numbered = (usual.with_name(f"{usual.name}-{number}") for number in count(2))
    return next(filter(claim_folder, chain([usual], numbered)))


def header_of(
    chart: Chart, settings: MotionSettings, about: Mapping[str, object], start: RunStart | None
) -> Header:
    """Return the header of a new run."""
    return Header(
        about=dict(about),
        versions=dict(versions()),
        structure=chart.structure,
        leaves=tuple(chart.short(leaf) for leaf in chart.tree.leaves),
        facts=tuple(chart.facts.bits),
        start=start,
        parameters=plain(settings),
    )


_fields_of_request = attrgetter(*(item.name for item in fields(MotionRequest)))


class RunWriter(RowWriter[tuple[Cycle, int]]):
    """Writes one run."""

    def __init__(
        self,
        place: Path | BinaryIO,
        header: Header,
        *,
        rows_per_block: int = ROWS_PER_BLOCK,
        whole_every: int = 0,
    ) -> None:
        """Open the file, replacing an existing one.

        Args:
            place: Path in an existing folder, or an open file.
            header: Provenance of the run.
            rows_per_block: Cycles per block.
            whole_every: Blocks between complete rows, at which a file may begin; 0: only the first
                row is complete.
        """
        self._whole_every = whole_every
        self._blocks = 0
        self._pack = msgpack.Packer().pack
        self._leaves = {leaf: number for number, leaf in enumerate(header.leaves)}
        self._frame: Pieces = (b"",) * len(FRAME)
        self._command = NO_COMMAND
        self._pack_request = msgpack.Packer(default=plain).pack
        self._request: MotionRequest | None = None
        self._request_bits = b""
        body = self._pack({"layout": layout(), "run": plain(header)})
        super().__init__(RecordWriter(place, FIRST_LINE, body), rows_per_block)

    def add(self, made: Cycle, age: int) -> None:
        """Add a cycle; a full block is written, but not in a cycle with a transition.

        `age` is the age of the active leaf after the cycle, in ticks.
        """
        # A cycle with a transition plans the next motion, and is already slower than others.
        busy = made.outcome.transition is not None
        self._put((made, age), later=int(busy))

    def _begin_anew(self) -> None:
        """Make the next row complete."""
        self._frame, self._command = (b"",) * len(FRAME), (b"",) * len(COMMAND)
        self._request, self._request_bits = None, b""

    def _row(self, made: Cycle, age: int) -> tuple[object, ...]:
        outcome, transition = made.outcome, made.outcome.transition
        return (
            outcome.robot.time,
            None if made.frame is None else self._changed_frame(made.frame),
            None if made.sight is None else plain(made.sight),
            None if made.request is None else self._changed_request(made.request),
            None if outcome.change is None else plain(outcome.change),
            self._leaves[outcome.leaf],
            age,
            outcome.facts,
            *self._changed_command(outcome.command),
            None if transition is None else plain(transition),
        )

    def _changed_frame(self, frame: SensorFrame) -> list[bytes | None]:
        before, self._frame = self._frame, pieces_of_frame(frame)
        return changed(self._frame, before)

    def _changed_command(self, command: JointCommand) -> list[bytes | None]:
        before, self._command = self._command, pieces_of_command(command)
        return changed(self._command, before)

    def _changed_request(self, request: MotionRequest) -> object:
        """Return the request as plain data, or True if it is bitwise the last one."""
        if request is not self._request:
            # Equality is not enough: 0.0 equals -0.0, and a motion may distinguish them.
            bits = self._pack_request(_fields_of_request(request))
            unchanged = bits == self._request_bits
            self._request, self._request_bits = request, bits
            if not unchanged:
                return plain(request)
        return True

    def _packed(self, rows: list[tuple[Cycle, int]]) -> bytes:
        if self._whole_every and self._blocks % self._whole_every == 0:
            self._begin_anew()
        self._blocks += 1
        body: bytes = self._pack([self._row(made, age) for made, age in rows])
        return body
