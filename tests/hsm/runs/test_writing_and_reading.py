"""Runs on disk: the round trip is exact, truncation is reported, other files are refused."""

import re
from dataclasses import fields, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgpack
import pytest

from hardware.sensors_and_commands import DARK, JointCommand, Lights, SensorFrame
from hardware.wire_precision import crossing_command
from hsm.control.assembly import MotionSettings
from hsm.errors import HsmError
from hsm.runs.format import (
    COMMAND,
    FILE_NAME,
    FIRST_REQUEST_FIELDS,
    FRAME,
    FRONT_SIZE,
    HEADER,
    ROW,
    ROWS_PER_BLOCK,
    RunStart,
)
from hsm.runs.reader import read_run
from hsm.runs.records import RecordWriter, RunError
from hsm.runs.writer import RunWriter
from motions.requests import Motion, MotionRequest
from tests.hsm.control.bench import Bench
from tests.hsm.runs.conftest import CYCLES, SHORT, Written, write
from tests.hsm.runs.sealed import parts_of, rows_of, sealed, with_rows


def test_every_frame_is_read_back_bit_for_bit(written: Written) -> None:
    # repr distinguishes 0.0 from -0.0, shows every digit of a float, and is equal for two NaN.
    then = [repr(fed.frame) for fed in written.cycles]
    assert [repr(row.frame) for row in written.read().rows] == then


def test_every_request_is_read_back_and_silence_stays_silence(written: Written) -> None:
    then = [fed.request for fed in written.cycles]
    assert [row.request for row in written.read().rows] == then


def test_every_command_is_read_back_as_it_was_sent_bit_for_bit(written: Written) -> None:
    then = [repr(crossing_command(fed.outcome.command)) for fed in written.cycles]
    assert [repr(row.command) for row in written.read().rows] == then


def test_every_transition_is_read_back_with_its_reason(written: Written) -> None:
    taken = [fed.outcome.transition for fed in written.cycles if fed.outcome.transition]
    assert len(taken) >= 4
    back = [row.transition for row in written.read().rows if row.transition is not None]
    assert back == taken


def test_time_leaf_age_and_facts_are_read_back(written: Written) -> None:
    then = [(f.outcome.robot.time, f.outcome.leaf, f.age, f.outcome.facts) for f in written.cycles]
    assert [(r.time, r.leaf, r.age, r.facts) for r in written.read().rows] == then


def test_a_request_that_differs_only_in_the_sign_of_zero_is_written(
    written: Written, tmp_path: Path
) -> None:
    wishes = [MotionRequest(Motion.WALK, forward=0.1, turn=zero) for zero in (0.0, -0.0)]
    cycles = tuple(
        replace(fed, request=wish) for fed, wish in zip(written.cycles[:2], wishes, strict=True)
    )
    rows = write(tmp_path / FILE_NAME, written.header, cycles).read().rows
    assert [repr(row.request) for row in rows] == [repr(wish) for wish in wishes]


def test_a_command_that_differs_only_in_the_sign_of_zero_is_written(
    written: Written, tmp_path: Path
) -> None:
    commands = [JointCommand((zero,) * 25, (zero,) * 25) for zero in (0.0, -0.0)]
    cycles = tuple(
        replace(fed, outcome=replace(fed.outcome, command=command, transition=None))
        for fed, command in zip(written.cycles[:2], commands, strict=True)
    )
    rows = write(tmp_path / FILE_NAME, written.header, cycles).read().rows
    assert [repr(row.command) for row in rows] == [repr(command) for command in commands]


def test_a_field_that_did_not_change_is_not_written_again(written: Written) -> None:
    names = list(FRAME)
    row = rows_of(written.path.read_bytes())[2]
    fields_written = {name for name, piece in zip(names, row[1], strict=True) if piece is not None}
    assert "time" in fields_written
    assert not fields_written & {"temperatures", "status", "touch", "battery_charge"}


def test_sightings_and_parameter_changes_have_an_empty_place_in_a_row(
    written: Written,
) -> None:
    assert {(row[2], row[4]) for row in rows_of(written.path.read_bytes())} == {(None, None)}


def test_lights_are_written_in_the_cycles_in_which_they_change(written: Written) -> None:
    lights = [DARK, *(fed.outcome.command.lights for fed in written.cycles)]
    changes = [before != now for before, now in pairwise(lights)]
    rows = rows_of(written.path.read_bytes())
    assert [row[10] is not None for row in rows] == changes
    assert 0 < sum(changes) < 10


def test_the_layout_lists_the_fields_of_frame_and_command_in_order() -> None:
    assert tuple(FRAME) == tuple(field.name for field in fields(SensorFrame))
    assert tuple(COMMAND) == tuple(field.name for field in fields(JointCommand))


def test_the_parameters_are_read_back_to_the_last_digit(
    written: Written, settings: MotionSettings
) -> None:
    back = written.read().settings()
    assert back == settings
    assert repr(back) == repr(settings)
    assert repr(back.motions.blocks) == repr(settings.motions.blocks)


def test_the_header_names_the_scenario_and_the_versions(written: Written) -> None:
    header = written.read().header
    assert header.about == {"scenario": "bench", "seed": 3}
    assert set(header.versions) == {"nao-hsm", "code", "python", "numpy", "machine"}


def test_the_start_leaf_and_frame_are_read_back(
    written: Written, settings: MotionSettings, tmp_path: Path
) -> None:
    start = RunStart("Stand.Normal", Bench(settings).frame())
    header = replace(written.header, start=start)
    back = write(tmp_path / FILE_NAME, header, written.cycles[:1]).read()
    assert repr(back.header.start) == repr(start)


def test_writing_the_same_run_twice_gives_identical_files(written: Written, tmp_path: Path) -> None:
    again = write(tmp_path / FILE_NAME, written.header, written.cycles)
    assert again.path.read_bytes() == written.path.read_bytes()


def test_a_run_that_ended_properly_is_closed(written: Written) -> None:
    run = written.read()
    assert run.closed
    assert run.warning == ""
    assert len(run.rows) == CYCLES


def test_a_run_ended_by_an_exception_keeps_its_rows_and_is_not_closed(
    written: Written, tmp_path: Path
) -> None:
    path = tmp_path / FILE_NAME
    with pytest.raises(ZeroDivisionError), RunWriter(path, written.header) as writer:
        for fed in written.cycles[:13]:
            writer.add(fed.made, fed.age)
        raise ZeroDivisionError
    run = read_run(path)
    assert len(run.rows) == 13
    assert not run.closed


def test_a_run_that_replaces_one_still_being_written_is_whole(
    written: Written, tmp_path: Path
) -> None:
    path = tmp_path / FILE_NAME
    with RunWriter(path, written.header) as slower:
        for number, fed in enumerate(written.cycles):
            slower.add(fed.made, fed.age)
            if number == 200:
                write(path, written.header, written.cycles[:SHORT])
    run = read_run(path)
    assert run.closed
    assert len(run.rows) == SHORT


def test_a_process_that_dies_loses_only_the_last_block(written: Written, tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    writer = RunWriter(path, written.header)
    for fed in written.cycles[:100]:
        writer.add(fed.made, fed.age)
    # Nothing was closed.
    run = read_run(path)
    writer.close(in_order=False)
    assert 100 - ROWS_PER_BLOCK <= len(run.rows) < 100
    assert run.warning == f"{path} ends at {run.rows[-1].time:.2f} s: the run was not closed"


def test_no_block_is_written_in_the_cycle_of_a_transition(written: Written, tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    writer = RunWriter(path, written.header)
    written_in = []
    for fed in written.cycles:
        before = path.stat().st_size
        writer.add(fed.made, fed.age)
        if path.stat().st_size > before:
            written_in.append(fed.outcome.transition)
    writer.close()
    assert len(written_in) > 10
    assert not any(written_in)


class InterruptedFile:
    """A file whose next write is interrupted by Ctrl-C half-way."""

    def __init__(self, file: Any) -> None:
        self.file = file

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)

    def write(self, data: bytes) -> int:
        self.file.write(data[: len(data) // 2])
        raise KeyboardInterrupt


@pytest.mark.parametrize("before", [0, 16])
def test_a_run_interrupted_during_a_write_keeps_all_its_rows(
    written: Written, tmp_path: Path, before: int
) -> None:
    """In the first block too: a run that was ended early is a run."""
    path = tmp_path / FILE_NAME
    writer = RunWriter(path, written.header)
    for fed in written.cycles[:before]:
        writer.add(fed.made, fed.age)
    records = writer._records
    records._file = InterruptedFile(file := records._file)  # type: ignore[assignment]
    with pytest.raises(KeyboardInterrupt):
        for fed in written.cycles[before:]:
            writer.add(fed.made, fed.age)
    records._file = file
    writer.close()
    run = read_run(path)
    assert run.closed and len(run.rows) > before
    assert repr(run.rows[-1].frame) == repr(fed.frame), "the last cycle is kept"
    assert repr(run.rows) == repr(written.read().rows[: len(run.rows)])


def test_a_run_interrupted_just_after_a_write_holds_no_row_twice(
    written: Written, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / FILE_NAME
    writer = RunWriter(path, written.header)
    whole = RecordWriter.write

    def interrupted(self: RecordWriter, *record: Any, **more: Any) -> None:
        whole(self, *record, **more)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(RecordWriter, "write", interrupted)
        for fed in written.cycles:
            writer.add(fed.made, fed.age)
    writer.close()
    run = read_run(path)
    assert run.closed and len(run.rows) >= ROWS_PER_BLOCK
    assert repr(run.rows) == repr(written.read().rows[: len(run.rows)])


def test_a_folder_can_be_given_for_the_run_inside(written: Written) -> None:
    assert read_run(written.path.parent).path == written.path


def test_a_missing_file_is_an_error_with_a_hint_how_to_record_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # a folder without other runs to suggest
    with pytest.raises(RunError, match="nothing.hsm: cannot be read: No such file") as error:
        read_run(tmp_path / "nothing.hsm")
    assert isinstance(error.value, HsmError)
    assert "hsm run SCENARIO" in error.value.hint


@pytest.mark.parametrize(
    "data", [b"", b"t [s]  state\n", b"\x93\x01\x02\x03", b"\xc1" * 9, bytes(99), b"\x81\xa1"]
)
def test_a_file_that_is_no_run_is_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    path.write_bytes(data)
    with pytest.raises(RunError, match=re.escape(f"{path}: is not a recorded run")) as error:
        read_run(path)
    assert error.value.hint


def test_a_run_of_version_1_is_refused_with_advice_to_record_again(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    path.write_bytes(msgpack.packb({"format": "nao-hsm run", "version": 1, "period": 0.012}))
    with pytest.raises(RunError, match="is a run of version 1, not 2: record it again"):
        read_run(path)


def test_a_run_of_a_later_version_is_refused_with_its_number(
    written: Written, tmp_path: Path
) -> None:
    path = tmp_path / FILE_NAME
    path.write_bytes(written.path.read_bytes().replace(b"run 2\n", b"run 3\n", 1))
    with pytest.raises(RunError, match="is a run of version 3, not 2"):
        read_run(path)


def test_a_run_takes_under_100_kb_for_its_header_and_600_bytes_per_row(written: Written) -> None:
    data = written.path.read_bytes()
    header = FRONT_SIZE + len(parts_of(data)[0].body)
    assert header < 100_000
    assert (len(data) - header) / CYCLES < 600


def test_lights_are_read_back_and_written_only_when_they_change(
    written: Written, tmp_path: Path
) -> None:
    red, dim = Lights(chest=(1.0, 0.0, 0.0)), Lights(skull=(0.25,) * 12)
    shown = [DARK, red, red, dim, DARK]
    cycles = tuple(
        replace(fed, outcome=replace(fed.outcome, command=replace(fed.outcome.command, lights=now)))
        for fed, now in zip(written.cycles, shown, strict=False)
    )
    file = write(tmp_path / FILE_NAME, written.header, cycles)
    assert [row.command.lights for row in file.read().rows] == shown
    place = list(ROW).index("lights")
    said = [row[place] is not None for row in rows_of(file.path.read_bytes())]
    assert said == [False, True, False, True, True]


def test_a_file_whose_requests_lack_later_fields_is_read(written: Written, tmp_path: Path) -> None:
    data = written.path.read_bytes()
    header = msgpack.unpackb(parts_of(data)[0].body, strict_map_key=False)
    header["layout"]["request"] = list(FIRST_REQUEST_FIELDS)
    rows = rows_of(data)
    for row in rows:
        if isinstance(row[3], dict):
            row[3] = {name: row[3][name] for name in FIRST_REQUEST_FIELDS}
    old = parts_of(with_rows(data, rows))[1:-1]
    bodies = [(HEADER, msgpack.packb(header)), *((part.kind, part.body) for part in old)]
    path = tmp_path / FILE_NAME
    path.write_bytes(sealed(bodies, len(rows)))
    assert [repr(row) for row in read_run(path).rows] == [repr(row) for row in written.read().rows]


def test_a_file_from_when_special_motions_were_not_declared_is_read(
    written: Written, tmp_path: Path
) -> None:
    data = written.path.read_bytes()
    header = msgpack.unpackb(parts_of(data)[0].body, strict_map_key=False)
    del header["run"]["parameters"]["keyframes"]["engine"]["specials"]
    rows = rows_of(data)
    for row in rows:
        if isinstance(row[3], dict):
            row[3]["special"] = "WAVE"
    old = parts_of(with_rows(data, rows))[1:-1]
    bodies = [(HEADER, msgpack.packb(header)), *((part.kind, part.body) for part in old)]
    path = tmp_path / FILE_NAME
    path.write_bytes(sealed(bodies, len(rows)))
    run = read_run(path)
    assert [repr(row) for row in run.rows] == [repr(row) for row in written.read().rows]
    assert run.settings().keyframes.engine.specials == ("wave",)


@pytest.mark.parametrize("gyro", [None, ["rad/s", "<3d"]])
def test_a_file_with_other_fields_of_a_frame_is_refused(
    written: Written, tmp_path: Path, gyro: list[str] | None
) -> None:
    data = written.path.read_bytes()
    header = msgpack.unpackb(parts_of(data)[0].body, strict_map_key=False)
    del header["layout"]["frame"]["gyro"]
    if gyro is not None:
        header["layout"]["frame"]["gyro"] = gyro
    path = tmp_path / FILE_NAME
    path.write_bytes(sealed([(HEADER, msgpack.packb(header))], 0))
    with pytest.raises(RunError, match="another row layout"):
        read_run(path)
