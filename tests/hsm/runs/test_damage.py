"""Damaged run files are never taken for intact ones."""

import random
import re
import struct
import tracemalloc
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgpack
import pytest

from hsm.chart.facts import FACTS
from hsm.runs.format import BLOCK, END, FILE_NAME, FIRST_LINE, FRONT_SIZE, HEADER, ROW, record
from hsm.runs.reader import read_run
from hsm.runs.records import RunError
from hsm.runs.replay import compare
from tests.hsm.runs.conftest import SHORT, Written
from tests.hsm.runs.sealed import parts_of, rows_of, sealed, with_rows

ALL_FACTS = (1 << len(FACTS.facts)) - 1
ENOUGH_MEMORY = 64 << 20
"""Bytes; a hundred times the memory needed to read the short run."""


def verdict(path: Path) -> str:
    """Return the verdict on a file: `identical`, or one sentence why not."""
    try:
        run = read_run(path)
    except RunError as error:
        assert "\n" not in str(error)
        assert str(error).startswith(f"{path}: ")
        return str(error)
    if not run.closed:
        return run.warning
    return "identical" if compare(run).identical else "different"


@pytest.fixture
def told(tmp_path: Path) -> Callable[[bytes], str]:
    """Return a function that writes bytes to a file and returns the verdict on it."""
    path = tmp_path / FILE_NAME

    def tell(data: bytes) -> str:
        path.write_bytes(data)
        return verdict(path)

    return tell


Told = Callable[[bytes], str]


def places(data: bytes) -> Iterable[int]:
    """Yield bit positions: all of the first line, one front and the end; random ones between."""
    parts = parts_of(data)
    close = [*range(len(FIRST_LINE)), *range(parts[-1].byte, len(data))]
    close += range(parts[1].byte, parts[1].byte + FRONT_SIZE)
    yield from (8 * byte + bit for byte in close for bit in range(8))
    chance = random.Random(7)
    for part in parts[:-1]:
        yield from (
            8 * byte + chance.randrange(8) for byte in range(part.byte, part.byte + FRONT_SIZE)
        )
    begin, end = parts[0].byte + FRONT_SIZE, parts[1].byte
    yield from (chance.randrange(8 * begin, 8 * end) for _ in range(100))
    yield from (chance.randrange(8 * end, 8 * parts[-1].byte) for _ in range(200))


def test_an_undamaged_file_is_identical(short: Written, told: Told) -> None:
    assert told(short.path.read_bytes()) == "identical"


def test_every_single_flipped_bit_is_noticed(short: Written, told: Told) -> None:
    data = short.path.read_bytes()
    flips = list(places(data))
    assert len(flips) >= 1_000
    unnoticed = []
    for bit in flips:
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        if told(bytes(flipped)) == "identical":
            unnoticed.append(bit)
    assert unnoticed == []


def test_a_flipped_bit_is_reported_with_the_first_byte_of_its_block(
    short: Written, told: Told
) -> None:
    data = bytearray(short.path.read_bytes())
    part = parts_of(bytes(data))[3]
    data[part.byte + FRONT_SIZE + 100] ^= 1
    assert f"byte {part.byte}: the checksum of record 3 is wrong" in told(bytes(data))


def test_a_file_cut_between_blocks_keeps_all_rows_before_and_warns(
    short: Written, told: Told, tmp_path: Path
) -> None:
    data, whole = short.path.read_bytes(), short.read().rows
    for number, part in enumerate(parts_of(data)[2:], start=1):
        text = told(data[: part.byte])
        run = read_run(tmp_path / FILE_NAME)
        assert repr(run.rows) == repr(whole[: 8 * number])
        assert text.endswith(f"ends at {run.rows[-1].time:.2f} s: the run was not closed")


def test_a_file_without_a_whole_block_has_no_cycles(short: Written, told: Told) -> None:
    data = short.path.read_bytes()
    header, first, second, *_ = parts_of(data)
    assert told(data[:5]).endswith("ends within its first line")
    assert told(data[: header.byte + 50]).endswith("ends within its header")
    for end in (first.byte, second.byte - 1):
        assert told(data[:end]).endswith("has no cycles")


def test_a_file_cut_anywhere_is_not_identical_and_keeps_its_whole_blocks(
    short: Written, told: Told, tmp_path: Path
) -> None:
    data, whole = short.path.read_bytes(), repr(short.read().rows[0])
    borders = [part.byte for part in parts_of(data)]
    chance = random.Random(11)
    for end in (chance.randrange(len(data)) for _ in range(500)):
        assert told(data[:end]) != "identical"
        blocks = sum(border <= end for border in borders[2:])
        if blocks:
            rows = read_run(tmp_path / FILE_NAME).rows
            assert len(rows) == min(8 * blocks, SHORT)
            assert repr(rows[0]) == whole


@pytest.mark.parametrize("number", [0, 1, 3, 5])
def test_a_duplicated_or_missing_record_is_noticed(short: Written, told: Told, number: int) -> None:
    data = short.path.read_bytes()
    borders = [part.byte for part in parts_of(data)]
    begin, end = borders[number], borders[number + 1]
    assert "records were lost, added or moved" in told(data[:end] + data[begin:])
    assert "records were lost, added or moved" in told(data[:begin] + data[end:])


@pytest.mark.parametrize(("one", "other"), [(1, 2), (1, 4), (3, 4)])
def test_swapped_blocks_are_noticed(short: Written, told: Told, one: int, other: int) -> None:
    data = short.path.read_bytes()
    borders = [part.byte for part in parts_of(data)]
    pieces = [data[a:b] for a, b in zip([0, *borders], [*borders, len(data)], strict=True)]
    pieces[one + 1], pieces[other + 1] = pieces[other + 1], pieces[one + 1]
    assert f"found record {other} in place of record {one}" in told(b"".join(pieces))


def test_a_block_of_another_run_is_noticed(short: Written, written: Written, told: Told) -> None:
    data, other = short.path.read_bytes(), written.path.read_bytes()
    mine, theirs = parts_of(data)[5], parts_of(other)[5]
    assert mine.body != theirs.body
    end = mine.byte + FRONT_SIZE + len(mine.body)
    foreign = record(BLOCK, 5, theirs.body)
    assert told(data[: mine.byte] + foreign + data[end:]).endswith("there are 40 rows, not 36")


def test_a_changed_block_with_a_valid_checksum_is_noticed_by_the_digest(
    short: Written, told: Told
) -> None:
    data = short.path.read_bytes()
    part = parts_of(data)[4]
    rows = msgpack.unpackb(part.body, strict_map_key=False)
    rows[3][6] += 1
    end = part.byte + FRONT_SIZE + len(part.body)
    other = record(BLOCK, 4, msgpack.packb(rows))
    assert told(data[: part.byte] + other + data[end:]).endswith(
        "the digest of everything before it is wrong"
    )


def test_data_after_the_end_is_noticed(short: Written, told: Told) -> None:
    assert told(short.path.read_bytes() + b"\0").endswith("there is data after the end")


def test_a_run_without_cycles_is_not_identical(short: Written, told: Told) -> None:
    assert told(with_rows(short.path.read_bytes(), [])).endswith("has no cycles")


def test_garbage_is_refused_in_one_sentence_wherever_it_begins(short: Written, told: Told) -> None:
    data, chance = short.path.read_bytes(), random.Random(3)
    for begin in (0, len(FIRST_LINE), 40, *(part.byte for part in parts_of(data))):
        for _ in range(20):
            garbage = chance.randbytes(chance.randrange(FRONT_SIZE, 3_000))
            assert told(data[:begin] + garbage) != "identical"


def bombs() -> dict[str, bytes]:
    """Return msgpack data that declares far more than it holds."""
    nest = struct.pack(">BI", 0xDD, 1 << 12) * 3_000
    return {
        "array": struct.pack(">BI", 0xDD, 0xFFFFFFFF),
        "map": struct.pack(">BI", 0xDF, 0xFFFFFFFF),
        "text": struct.pack(">BI", 0xDB, 0xFFFFFFFF),
        "bytes": struct.pack(">BI", 0xC6, 0xFFFFFFFF),
        "extension": struct.pack(">BIb", 0xC9, 0xFFFFFFFF, 5),
        "nest of arrays": nest,
        "nest of maps": b"\x81\xa1a" * 100_000,
        "arrays side by side": b"\x9f" + struct.pack(">BI", 0xDD, 0xFFFFFF) * 15,
    }


@pytest.mark.parametrize("kind", [HEADER, BLOCK, END])
@pytest.mark.parametrize("bomb", bombs().values(), ids=bombs().keys())
def test_a_msgpack_bomb_with_a_valid_checksum_is_refused_in_one_sentence(
    short: Written, told: Told, kind: bytes, bomb: bytes
) -> None:
    header = FIRST_LINE + record(HEADER, 0, parts_of(short.path.read_bytes())[0].body)
    data = (
        FIRST_LINE + record(HEADER, 0, bomb) if kind == HEADER else header + record(kind, 1, bomb)
    )
    tracemalloc.start()
    try:
        text = told(data)
        assert tracemalloc.get_traced_memory()[1] < ENOUGH_MEMORY
    finally:
        tracemalloc.stop()
    assert re.search(r"byte \d+: holds no data \(", text), text


def test_a_record_that_declares_a_huge_size_is_not_read(short: Written, told: Told) -> None:
    data = short.path.read_bytes()
    front = struct.pack("<4s3I", HEADER, 0, 0xFFFFFFFF, 0)
    whole = FIRST_LINE + front + struct.pack("<I", zlib.crc32(front)) + data
    assert told(whole).endswith("no record has 4294967295 bytes")


ENTRIES = list(ROW)

WRONG: list[tuple[str, Any, str]] = [
    ("time", 3, "time must be finite, not 3"),
    ("time", float("nan"), "time must be finite, not nan"),
    ("time", float("inf"), "time must be finite, not inf"),
    ("time", 0.001, "time goes back from 0.240 s to 0.001 s"),
    ("frame", [], "frame must have 16 fields"),
    ("frame", b"", "frame must have 16 fields"),
    ("frame", [b"\0" * 8, b"\0" * 96, *[None] * 14], "frame.positions must have 100 bytes"),
    ("frame", [1.0, *[None] * 15], "frame.time must have 8 bytes"),
    ("sight", {"ball": [1.0, 2.0]}, "Sighting lacks 'obstacles'"),
    ("parameter_changes", [], "WalkChange must be a map of walking, profile"),
    ("lights", [0.0], "command.lights must have 356 bytes"),
    ("lights", struct.pack("<89f", *[1.5] * 89), "chest must be 3 numbers from 0 to 1"),
    ("request", False, "MotionRequest must be a map of motion, forward"),
    ("request", {"motion": "FLY"}, "MotionRequest lacks 'dive'"),
    ("leaf", 999, "leaf must be a whole number from 0 to "),
    ("leaf", -1, "leaf must be a whole number from 0 to "),
    ("leaf", True, "leaf must be a whole number from 0 to "),
    ("leaf", "Off", "leaf must be a whole number from 0 to "),
    ("age", 0.5, "age must be a whole number"),
    ("facts", ALL_FACTS + 1, f"facts must be a whole number from 0 to {ALL_FACTS}"),
    ("positions", b"\0" * 99, "command.positions must have 100 bytes"),
    ("positions", struct.pack("<25f", *[float("nan")] * 25), "the command is not finite"),
    ("stiffness", struct.pack("<25f", *[float("inf")] * 25), "the command is not finite"),
    ("stiffness", [0.0] * 25, "command.stiffness must have 100 bytes"),
    ("transition", {"tick": 3}, "Transition lacks 'band'"),
    ("transition", 7, "Transition must be a map of tick, time"),
]


@pytest.mark.parametrize(("entry", "value", "sentence"), WRONG)
def test_an_invalid_row_is_reported_with_its_number_and_byte(
    short: Written, told: Told, entry: str, value: Any, sentence: str
) -> None:
    data = short.path.read_bytes()
    rows = rows_of(data)
    rows[20][ENTRIES.index(entry)] = value
    byte = parts_of(with_rows(data, rows))[3].byte
    text = told(with_rows(data, rows))
    assert f": row 21 (block at byte {byte}): {sentence}" in text


def test_a_transition_must_lead_to_the_leaf_of_its_row(short: Written, told: Told) -> None:
    data = short.path.read_bytes()
    rows = rows_of(data)
    number = next(i for i, row in enumerate(rows) if row[-1] is not None)
    rows[number][-1]["dest"] = "Fault"
    assert "but the transition led to Fault" in told(with_rows(data, rows))


def test_the_first_request_cannot_repeat_an_earlier_one(short: Written, told: Told) -> None:
    data = short.path.read_bytes()
    rows = rows_of(data)
    rows[0][ENTRIES.index("request")] = True
    assert "row 1 (block at byte" in told(with_rows(data, rows))


@pytest.mark.parametrize(
    "row", [[], [1.0], {}, None, 3, [None] * 12, [0.1] * 13], ids=lambda row: repr(row)[:20]
)
def test_data_that_is_no_row_is_reported_with_its_number(
    short: Written, told: Told, row: Any
) -> None:
    data = short.path.read_bytes()
    rows = rows_of(data)
    assert ": row 21 (block at byte" in told(with_rows(data, [*rows[:20], row, *rows[21:]]))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"leaves": []}, "Header.leaves must be unique names"),
        ({"leaves": ["Off", "Off"]}, "Header.leaves must be unique names"),
        ({"leaves": [1]}, "Header.leaves[0] must be a text, not 1"),
        ({"versions": {"nao-hsm": 1}}, "Header.versions.nao-hsm must be a text, not 1"),
        ({"structure": None}, "Header.structure must be a text, not None"),
        ({"seed": 3}, "Header has an unknown 'seed'"),
        ({"start": {"state": "Off"}}, "Header.start lacks 'frame'"),
    ],
)
def test_an_invalid_header_is_refused(
    short: Written, told: Told, change: dict[str, Any], sentence: str
) -> None:
    data = short.path.read_bytes()
    parts = parts_of(data)
    header = msgpack.unpackb(parts[0].body, strict_map_key=False)
    header["run"] |= change
    bodies = [(HEADER, msgpack.packb(header)), *((part.kind, part.body) for part in parts[1:-1])]
    assert sentence in told(sealed(bodies, SHORT))


def test_another_layout_of_the_rows_is_refused(short: Written, told: Told) -> None:
    data = short.path.read_bytes()
    parts = parts_of(data)
    header = msgpack.unpackb(parts[0].body, strict_map_key=False)
    header["layout"]["joints"].reverse()
    bodies = [(HEADER, msgpack.packb(header)), *((part.kind, part.body) for part in parts[1:-1])]
    assert "was written with another row layout" in told(sealed(bodies, SHORT))
