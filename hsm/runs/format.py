"""The format of a run on disk, version 2: definitions shared by writer and reader.

A file is a line that names the format, followed by records: one header, blocks of rows, one end.
Every record has a number, its length and checksums, so that a flipped bit, a lost block and a
truncated file can be told apart. The README of this folder describes the format for other readers.
"""

import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from hardware.robots.nao import JOINT_COUNT, Joint
from hardware.sensors_and_commands import CYCLE, DARK, LIGHT_COUNT, JointCommand, SensorFrame, Touch
from hardware.wire_precision import NEWTONS_PER_KG
from hsm.chart import Transition
from hsm.control.walk_change import WalkChange
from motions.requests import MotionRequest
from motions.sight import Sighting

FILE_NAME: Final = "run.hsm"
FORMAT: Final = b"nao-hsm run "
VERSION: Final = 2
FIRST_LINE: Final = FORMAT + b"%d\n" % VERSION

HEADER: Final = b"HEAD"
BLOCK: Final = b"ROWS"
END: Final = b"END\n"

ROWS_PER_BLOCK: Final = 8
"""A killed process loses at most so many cycles, 0.1 s."""
LARGEST_BODY: Final = 1 << 24
"""Bytes in one record, far more than any header; a larger size indicates damage."""

_FRONT = struct.Struct("<4s3I")
_CHECKSUM = struct.Struct("<I")
FRONT_SIZE: Final = _FRONT.size + _CHECKSUM.size


@dataclass(frozen=True, slots=True)
class Front:
    """The fixed-size fields before the body of a record.

    Attributes:
        kind: `HEADER`, `BLOCK` or `END`.
        number: Number of the record in the file, from 0.
        size: Size of the body, bytes.
        checksum: CRC-32 of the body.
    """

    kind: bytes
    number: int
    size: int
    checksum: int


def record(kind: bytes, number: int, body: bytes) -> bytes:
    """Return a record in file format."""
    front = _FRONT.pack(kind, number, len(body), zlib.crc32(body))
    return b"".join((front, _CHECKSUM.pack(zlib.crc32(front)), body))


def front_of(data: bytes) -> Front | None:
    """Parse the first `FRONT_SIZE` bytes of a record; None if they are damaged."""
    front = data[: _FRONT.size]
    if _CHECKSUM.pack(zlib.crc32(front)) != data[_FRONT.size :]:
        return None
    return Front(*_FRONT.unpack(front))


@dataclass(frozen=True, slots=True)
class Quantity:
    """Numbers of one kind in a row.

    Attributes:
        unit: Unit in the file.
        packed: Binary format in the file: little-endian, consecutive.
        scale: Factor from the file's unit to SI.
    """

    unit: str
    packed: struct.Struct
    scale: float = 1.0


_TIME, _WHOLE = struct.Struct("<d"), struct.Struct("<i")
_NUMBER, _TWO, _THREE = struct.Struct("<f"), struct.Struct("<2f"), struct.Struct("<3f")
_CELLS, _TOUCHES = struct.Struct("<8f"), struct.Struct(f"<{len(Touch)}f")
_LIGHTS = struct.Struct(f"<{LIGHT_COUNT}f")
_JOINTS, _STAGES = struct.Struct(f"<{JOINT_COUNT}f"), struct.Struct(f"<{JOINT_COUNT}b")

FRAME: Final = {
    "time": Quantity("s", _TIME),
    "positions": Quantity("rad", _JOINTS),
    "stiffness": Quantity("0..1", _JOINTS),
    "currents": Quantity("A", _JOINTS),
    "temperatures": Quantity("degC", _JOINTS),
    "status": Quantity("0..3", _STAGES),
    "gyro": Quantity("rad/s", _THREE),
    "accelerometer": Quantity("m/s2", _THREE),
    "angles": Quantity("rad", _TWO),
    "fsr": Quantity("kg", _CELLS, NEWTONS_PER_KG),
    "touch": Quantity("0..1", _TOUCHES),
    "battery_charge": Quantity("0..1", _NUMBER),
    "battery_current": Quantity("A", _NUMBER),
    "sonar": Quantity("m", _TWO),
    "battery_status": Quantity("16 bits", _WHOLE),
    "battery_temperature": Quantity("degC", _NUMBER),
}
"""The fields of a frame in the order of a row, in the units and precision of the wire."""
COMMAND: Final = {
    "positions": Quantity("rad", _JOINTS),
    "stiffness": Quantity("0..1", _JOINTS),
    "lights": Quantity("0..1", _LIGHTS),
}
"""The fields of a command, likewise."""


FIRST_REQUEST_FIELDS: Final = ("motion", "forward", "left", "turn", "special", "dive")
"""Fields of a request in the first files of this version; the others were added later."""
_DARK: Final = _LIGHTS.pack(*DARK.numbers())

Pieces = tuple[bytes, ...]
"""The packed fields of a frame or a command in a row."""


def pieces_of_frame(frame: SensorFrame) -> Pieces:
    """Return the packed fields of a frame, in the order of `FRAME`; unrolled for speed.

    The frame has the precision of the wire (`hardware.wire_precision`), so nothing is rounded.
    """
    return (
        _TIME.pack(frame.time),
        _JOINTS.pack(*frame.positions),
        _JOINTS.pack(*frame.stiffness),
        _JOINTS.pack(*frame.currents),
        _JOINTS.pack(*frame.temperatures),
        _STAGES.pack(*frame.status),
        _THREE.pack(*frame.gyro),
        _THREE.pack(*frame.accelerometer),
        _TWO.pack(*frame.angles),
        _CELLS.pack(*[force / NEWTONS_PER_KG for force in frame.fsr]),
        _TOUCHES.pack(*frame.touch),
        _NUMBER.pack(frame.battery_charge),
        _NUMBER.pack(frame.battery_current),
        _TWO.pack(*frame.sonar),
        _WHOLE.pack(frame.battery_status),
        _NUMBER.pack(frame.battery_temperature),
    )


def pieces_of_command(command: JointCommand) -> Pieces:
    """Return the packed fields of a command, in the order of `COMMAND`, as sent."""
    lights = command.lights
    shown = _DARK if lights is DARK else _LIGHTS.pack(*lights.numbers())
    return _JOINTS.pack(*command.positions), _JOINTS.pack(*command.stiffness), shown


NO_COMMAND: Final[Pieces] = (b"", b"", _DARK)
"""The fields before the first row: the lights are dark at first."""


def changed(pieces: Pieces, before: Pieces) -> list[bytes | None]:
    """Return the pieces, with None for every one that is bitwise unchanged."""
    return [None if new == old else new for new, old in zip(pieces, before, strict=True)]


def values_of(pieces: Pieces, quantities: Mapping[str, Quantity]) -> list[Any]:
    """Return the unpacked numbers and tuples of numbers, in SI."""
    values = []
    for piece, quantity in zip(pieces, quantities.values(), strict=True):
        numbers = quantity.packed.unpack(piece)
        if quantity.scale != 1.0:
            numbers = tuple(number * quantity.scale for number in numbers)
        values.append(numbers[0] if len(numbers) == 1 else numbers)
    return values


ROW: Final = {
    "time": "s",
    "frame": "see `frame`, hands 0..1; nil: none arrived; a field nil: as in the previous frame",
    "sight": "SI; nil: no new sighting",
    "request": "SI; nil: no request, true: the same as the last one",
    "parameter_changes": "new parameters of the walk, taken in this cycle; SI; nil: none",
    "leaf": "index into `leaves`",
    "age": "cycles since the leaf was entered",
    "facts": "bits in the order of `facts`",
    "positions": "see `command`, hands 0..1; nil: as in the previous row",
    "stiffness": "see `command`; nil: as in the previous row",
    "lights": "see `command`; nil: as in the previous row, dark in the first",
    "transition": "nil: none",
}
"""Meaning of the entries of a row, in order."""


def is_supported(given: Any) -> bool:
    """Return whether rows can be read, given the layout in the header of their file.

    Its requests may lack fields that were added later.
    """
    known = layout()
    try:
        request = [name for name in known["request"] if name in given["request"]]
        same = _ordered(given) == _ordered({**known, "request": request})
    except (TypeError, KeyError, AttributeError):
        return False
    return same and set(FIRST_REQUEST_FIELDS) <= set(request)


def _ordered(given: dict[str, Any]) -> dict[str, Any]:
    """Return a layout in which the order of fields counts, and the explanations of `row` do not."""
    quantities = {part: list(given[part].items()) for part in ("frame", "command")}
    return {**given, **quantities, "row": list(given["row"])}


def layout() -> dict[str, Any]:
    """Return the layout of rows for the header of a file."""
    return {
        "period": CYCLE,
        "joints": [joint.name for joint in Joint],
        "frame": {name: [item.unit, item.packed.format] for name, item in FRAME.items()},
        "command": {name: [item.unit, item.packed.format] for name, item in COMMAND.items()},
        "row": dict(ROW),
        "request": [item.name for item in fields(MotionRequest)],
        "transition": [item.name for item in fields(Transition)],
    }


@dataclass(frozen=True, slots=True)
class RunStart:
    """Start of a run in a state other than Off.

    Attributes:
        state: The initial state.
        frame: The initial frame.
    """

    state: str
    frame: SensorFrame


@dataclass(frozen=True, slots=True)
class Header:
    """Provenance of a run.

    Attributes:
        about: What was run, as plain values, such as scenario, plant, robot and seed.
        versions: Versions of everything except parameters that can change a command, by name.
        structure: Hash of the chart.
        leaves: Short names of the chart's leaves.
        facts: Names of the chart's facts, in the order of their bits.
        start: Initial state and frame; None if the run began in Off.
        parameters: Parameters of the control cycle, as plain data in SI (`serialisation.plain`).
    """

    about: dict[str, Any]
    versions: dict[str, str]
    structure: str
    leaves: tuple[str, ...]
    facts: tuple[str, ...]
    start: RunStart | None
    parameters: dict[str, Any]


@dataclass(frozen=True, slots=True)
class RunRow:
    """One cycle of a run.

    Attributes:
        time: Time of the cycle, s.
        frame: The robot's frame; None if none arrived.
        request: The behaviour's request; None if there was none.
        sight: A sighting; None if there was none.
        change: New parameters of the walk, taken in this cycle; None if there were none.
        leaf: Short name of the leaf that produced the command.
        age: Cycles since the leaf was entered; 0 in the cycle of the transition.
        facts: The facts, as bits.
        command: The command sent to the robot.
        transition: The transition, if there was one.
    """

    time: float
    frame: SensorFrame | None
    request: MotionRequest | None
    sight: Sighting | None
    change: WalkChange | None
    leaf: str
    age: int
    facts: int
    command: JointCommand
    transition: Transition | None
