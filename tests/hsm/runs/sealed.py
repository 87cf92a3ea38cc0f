"""Takes run files apart and seals them again, to test wrong content under valid checksums."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgpack

from hsm.runs.format import BLOCK, END, FIRST_LINE, FRONT_SIZE, front_of, record


@dataclass(frozen=True, slots=True)
class Part:
    """A record: its first byte, kind and content."""

    byte: int
    kind: bytes
    body: bytes


def parts_of(data: bytes) -> list[Part]:
    """Return the records of a file, including the end record."""
    parts, byte = [], len(FIRST_LINE)
    while byte < len(data):
        front = front_of(data[byte : byte + FRONT_SIZE])
        assert front is not None
        begin = byte + FRONT_SIZE
        parts.append(Part(byte, front.kind, data[begin : begin + front.size]))
        byte = begin + front.size
    return parts


def sealed(bodies: Sequence[tuple[bytes, bytes]], rows: int) -> bytes:
    """Return a file of records with valid numbers, checksums and end."""
    data = FIRST_LINE
    for number, (kind, body) in enumerate(bodies):
        data += record(kind, number, body)
    end = msgpack.packb({"rows": rows, "sha256": hashlib.sha256(data).digest()})
    return data + record(END, len(bodies), end)


def rows_of(data: bytes) -> list[list[Any]]:
    """Return the undecoded rows of a file."""
    return [
        row
        for part in parts_of(data)
        if part.kind == BLOCK
        for row in msgpack.unpackb(part.body, strict_map_key=False)
    ]


def with_rows(data: bytes, rows: Sequence[Any]) -> bytes:
    """Return a sealed file with other rows, eight to a block."""
    bodies = [(parts_of(data)[0].kind, parts_of(data)[0].body)]
    for begin in range(0, len(rows), 8):
        bodies.append((BLOCK, msgpack.packb(rows[begin : begin + 8])))
    return sealed(bodies, len(rows))
