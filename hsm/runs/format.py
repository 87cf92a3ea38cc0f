"""The format of a run on disk, version 2: what writer and reader share.

A file is a line that names the format, then records: one header, blocks of rows, one end. Every
record is numbered and carries its length and its checksums, so that a flipped bit, a lost block
and a cut are told from each other. The page of this folder describes it for other readers.
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
"""A process that is killed loses less than this: 0.1 s."""
LARGEST_BODY: Final = 1 << 24
"""Bytes in one record, far beyond any header: what says more is damaged."""

_FRONT = struct.Struct("<4s3I")
_CHECKSUM = struct.Struct("<I")
FRONT_SIZE: Final = _FRONT.size + _CHECKSUM.size


@dataclass(frozen=True, slots=True)
class Front:
    """What stands before the body of a record.

    Attributes:
        kind: `HEADER`, `BLOCK` or `END`.
        number: Of the record in the file, from 0.
        size: Of the body, bytes.
        checksum: CRC-32 of the body.
    """

    kind: bytes
    number: int
    size: int
    checksum: int


def record(kind: bytes, number: int, body: bytes) -> bytes:
    """Return a record as it stands in a file."""
    front = _FRONT.pack(kind, number, len(body), zlib.crc32(body))
    return b"".join((front, _CHECKSUM.pack(zlib.crc32(front)), body))


def front_of(data: bytes) -> Front | None:
    """Return what the first `FRONT_SIZE` bytes of a record say; None if they are damaged."""
    front = data[: _FRONT.size]
    if _CHECKSUM.pack(zlib.crc32(front)) != data[_FRONT.size :]:
        return None
    return Front(*_FRONT.unpack(front))


@dataclass(frozen=True, slots=True)
class Quantity:
    """Numbers of one kind in a row.

    Attributes:
        unit: Of each, in the file.
        packed: How they stand in the file: little-endian, one after the other.
        scale: What a number in the file is multiplied by to be in SI.
    """

    unit: str
    packed: struct.Struct
    scale: float = 1.0

    def is_told_as(self, told: object) -> bool:
        """Return whether the layout in a header tells this."""
        return told == [self.unit, self.packed.format]


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
"""The fields of a frame in the order in which a row holds them: as they cross the wire."""
COMMAND: Final = {
    "positions": Quantity("rad", _JOINTS),
    "stiffness": Quantity("0..1", _JOINTS),
    "lights": Quantity("0..1", _LIGHTS),
}
"""The fields of a command, likewise."""


def _wide(quantity: Quantity) -> Quantity:
    """Return a quantity as files had it at first: doubles in SI, whole numbers of 32 bits."""
    unit = "N" if quantity.unit == "kg" else quantity.unit
    at_first = quantity.packed.format.replace("f", "d").replace("b", "i")
    return Quantity(unit, struct.Struct(at_first))


_LATER: Final = ("sonar", "battery_status", "battery_temperature", "lights")
"""Fields that files of this version had not at first; they are as a frame or command has them."""
FIRST_WISHES: Final = ("motion", "forward", "left", "turn", "special", "dive")
"""Fields that a request had from the first; the others came later."""
_DARK: Final = _LIGHTS.pack(*DARK.numbers())

Pieces = tuple[bytes, ...]
"""The fields of a frame or a command as they stand in a row."""


def pieces_of_frame(frame: SensorFrame) -> Pieces:
    """Return the fields of a frame, in the order of `FRAME`; spelled out because it is fast.

    The frame has the precision of the wire (`hardware.wire_precision`): nothing is rounded.
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
    """Return the fields of a command, in the order of `COMMAND`, as they cross the border."""
    lights = command.lights
    shown = _DARK if lights is DARK else _LIGHTS.pack(*lights.numbers())
    return _JOINTS.pack(*command.positions), _JOINTS.pack(*command.stiffness), shown


NO_COMMAND: Final[Pieces] = (b"", b"", _DARK)
"""What stands before the first row: a robot's lights begin dark."""


def changed(pieces: Pieces, before: Pieces) -> list[bytes | None]:
    """Return the pieces, with None for every one that is the same as before to the bit."""
    return [None if new == old else new for new, old in zip(pieces, before, strict=True)]


def values_of(pieces: Pieces, quantities: Mapping[str, Quantity]) -> list[Any]:
    """Return the numbers and tuples of numbers that pieces stand for."""
    values = []
    for piece, quantity in zip(pieces, quantities.values(), strict=True):
        numbers = quantity.packed.unpack(piece)
        if quantity.scale != 1.0:
            numbers = tuple(number * quantity.scale for number in numbers)
        values.append(numbers[0] if len(numbers) == 1 else numbers)
    return values


ROW: Final = {
    "time": "s",
    "frame": "see `frame`; nil: none came; a field nil: as in the frame before",
    "sight": "SI; nil: nothing came from the eyes",
    "request": "SI; nil: nothing was said, true: the same as last time",
    "parameter_changes": "nil: none",
    "leaf": "index into `leaves`",
    "age": "cycles since the leaf was entered",
    "facts": "bits in the order of `facts`",
    "positions": "see `command`; nil: as in the row before",
    "stiffness": "see `command`; nil: as in the row before",
    "lights": "see `command`; nil: as in the row before, dark in the first",
    "transition": "nil: none",
}
"""What every entry of a row means, in its order."""


@dataclass(frozen=True, slots=True)
class RowFields:
    """What the rows of a file hold of a frame and of a command, by name, in their order."""

    frame: Mapping[str, Quantity]
    command: Mapping[str, Quantity]


def fields_of(told: Any) -> RowFields | None:
    """Return what the rows of a file hold; None if they are laid out otherwise.

    Args:
        told: The layout that its header tells. Fields that came later may be missing in it, and
            numbers may be as wide as they were at first.
    """
    known = layout()
    try:
        wishes = [name for name in known["request"] if name in told["request"]]
        same = {**told, "row": list(told["row"])} == {
            **known,
            "row": list(known["row"]),
            "request": wishes,
            **{part: told[part] for part in ("frame", "command")},
        }
        frame, command = _told(FRAME, told["frame"]), _told(COMMAND, told["command"])
    except (TypeError, KeyError, AttributeError):
        return None
    if not same or frame is None or command is None or not set(FIRST_WISHES) <= set(wishes):
        return None
    return RowFields(frame, {**COMMAND, **command})


def _told(known: Mapping[str, Quantity], told: Mapping[str, Any]) -> dict[str, Quantity] | None:
    """Return the quantities of a file by name; None if one of them is unknown or missing."""
    if not set(told) <= set(known) <= {*told, *_LATER}:
        return None
    found = {}
    for name, words in told.items():
        for quantity in (known[name], _wide(known[name])):
            if quantity.is_told_as(words):
                found[name] = quantity
    return found if len(found) == len(told) else None


def layout() -> dict[str, Any]:
    """Return how the rows of a file are laid out, as its header says it."""
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
        about: What was run, as plain values: scenario, plant, robot and seed, if it was one.
        versions: Of everything besides parameters that can change a command, by name.
        structure: Hash of the chart.
        leaves: Short names of the chart's leaves.
        facts: Names of the chart's facts.
        start: How it began; None in Off.
        parameters: Of the control cycle, as plain data in SI (`serialisation.plain`).
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
        time: Of the cycle, s.
        frame: What the robot sent; None when no frame came.
        request: What the behaviour said; None when it said nothing.
        sight: What was seen; None when nothing came from the eyes.
        leaf: Short name of the leaf that made the command.
        age: Cycles since it was entered; 0 in the cycle in which it is.
        facts: What was true, as bits.
        command: What was sent to the robot.
        transition: The transition, if there was one.
    """

    time: float
    frame: SensorFrame | None
    request: MotionRequest | None
    sight: Sighting | None
    leaf: str
    age: int
    facts: int
    command: JointCommand
    transition: Transition | None
