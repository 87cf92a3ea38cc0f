"""Decodes the header and rows of a file, and checks every type, length and range.

The writer omits unchanged fields; they are filled in here.
"""

import math
import struct
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, Final

from hardware.sensors_and_commands import DARK, JointCommand, Lights, SensorFrame
from hsm.chart import Transition
from hsm.control.walk_change import WalkChange
from hsm.runs.format import (
    COMMAND,
    FIRST_REQUEST_FIELDS,
    FRAME,
    NO_COMMAND,
    ROW,
    Header,
    Pieces,
    Quantity,
    RunRow,
    pieces_of_frame,
    values_of,
)
from hsm.runs.serialisation import ValuesError, plain, value
from motions.requests import MotionRequest
from motions.sight import Sighting

_LATER_REQUEST_FIELDS: Final = {
    item.name: plain(item.default)
    for item in fields(MotionRequest)
    if item.name not in FIRST_REQUEST_FIELDS
}
"""Defaults of the request fields that the first files of this version lack, by name."""


def header_from(data: Any) -> Header:
    """Return the header from plain data.

    Raises:
        ValuesError: If the data is no header.
    """
    header = value(Header, data)
    for name, items in (("leaves", header.leaves), ("facts", header.facts)):
        if len(set(items)) < len(items) or not items:
            raise ValuesError(f"Header.{name} must be unique names")
    start = header.start
    if start is not None:
        _among(header.leaves, start.state, "Header.start.state")
        try:
            pieces_of_frame(start.frame)
        except (struct.error, TypeError) as error:
            raise ValuesError(f"Header.start.frame: {error}") from error
    return header


def _with_later_fields(item: Any) -> Any:
    """Return the data of a request, with fields added that are newer than its file."""
    return {**_LATER_REQUEST_FIELDS, **item} if isinstance(item, Mapping) else item


class RowDecoder:
    """Decodes the rows of a file in order, restoring unchanged fields."""

    def __init__(self, header: Header) -> None:
        """Start before the first row."""
        self._leaves = header.leaves
        self._all_facts = (1 << len(header.facts)) - 1
        self._time = -math.inf
        self._frame = _Changing("frame", FRAME)
        self._command = _Changing("command", COMMAND, NO_COMMAND)
        self._shown = DARK.numbers(), DARK
        self._request: MotionRequest | None = None

    def row(self, item: Any) -> RunRow:
        """Return the next row.

        Raises:
            ValuesError: If the item is no row.
        """
        if not isinstance(item, list) or len(item) != len(ROW):
            raise ValuesError(f"a row has {len(ROW)} entries")
        entries = dict(zip(ROW, item, strict=True))
        change = entries["parameter_changes"]
        leaf = self._leaves[_whole(entries["leaf"], "leaf", len(self._leaves) - 1)]
        return RunRow(
            time=self._later(entries["time"]),
            frame=self._received(entries["frame"]),
            request=self._requested(entries["request"]),
            sight=None if entries["sight"] is None else value(Sighting, entries["sight"]),
            change=None if change is None else value(WalkChange, change),
            leaf=leaf,
            age=_whole(entries["age"], "age", 1 << 53),
            facts=_whole(entries["facts"], "facts", self._all_facts),
            command=self._sent([entries[name] for name in COMMAND]),
            transition=self._taken(entries["transition"], leaf),
        )

    def _later(self, time: Any) -> float:
        if type(time) is not float or not math.isfinite(time):
            raise ValuesError(f"time must be finite, not {time!r}")
        if time < self._time:
            raise ValuesError(f"time goes back from {self._time:.3f} s to {time:.3f} s")
        self._time = time
        return time

    def _received(self, item: Any) -> SensorFrame | None:
        """Return the frame; a non-finite value in it is allowed, because robots send them."""
        return None if item is None else SensorFrame(**self._frame.values(item))

    def _sent(self, item: Any) -> JointCommand:
        numbers = self._command.values(item)
        try:
            lights = self._lights(numbers.pop("lights"))
        except ValueError as error:
            raise ValuesError(str(error)) from error
        command = JointCommand(**numbers, lights=lights)
        if not all(map(math.isfinite, (*command.positions, *command.stiffness))):
            raise ValuesError("the command is not finite")
        return command

    def _lights(self, numbers: tuple[float, ...]) -> Lights:
        if numbers != self._shown[0]:
            self._shown = numbers, Lights.of(numbers)
        return self._shown[1]

    def _requested(self, item: Any) -> MotionRequest | None:
        if item is None:
            return None
        if item is not True:
            self._request = value(MotionRequest, _with_later_fields(item))
        if self._request is None:
            raise ValuesError("the request refers to the last one, but there was none")
        return self._request

    def _taken(self, item: Any, leaf: str) -> Transition | None:
        if item is None:
            return None
        transition = value(Transition, item)
        _among(self._leaves, transition.source, "Transition.source")
        if transition.dest != leaf:
            raise ValuesError(f"the leaf is {leaf}, but the transition led to {transition.dest}")
        return transition


class _Changing:
    """Decodes fields that are written only when they change."""

    def __init__(
        self, name: str, quantities: Mapping[str, Quantity], before: Pieces | None = None
    ) -> None:
        self._name = name
        self._quantities = quantities
        self._last: Pieces = before or (b"",) * len(quantities)

    def values(self, item: Any) -> dict[str, Any]:
        """Return the values of all fields, by name."""
        if not isinstance(item, list) or len(item) != len(self._last):
            raise ValuesError(f"{self._name} must have {len(self._last)} fields")
        pieces = zip(item, self._last, strict=True)
        self._last = tuple(old if new is None else new for new, old in pieces)
        for piece, (name, quantity) in zip(self._last, self._quantities.items(), strict=True):
            if not isinstance(piece, bytes) or len(piece) != quantity.packed.size:
                raise ValuesError(f"{self._name}.{name} must have {quantity.packed.size} bytes")
        values = values_of(self._last, self._quantities)
        return dict(zip(self._quantities, values, strict=True))


def _whole(item: Any, name: str, largest: int) -> int:
    if type(item) is not int or not 0 <= item <= largest:
        raise ValuesError(f"{name} must be a whole number from 0 to {largest}, not {item!r}")
    return item


def _among(known: Sequence[str], name: str, place: str) -> None:
    if name not in known:
        raise ValuesError(f"{place} must be a leaf of the chart, not '{name}'")
