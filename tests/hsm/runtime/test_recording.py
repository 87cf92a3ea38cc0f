"""A run on disk: what is written comes back; what is cut off is told; what is no run is refused."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import msgpack
import pytest

from hardware.frames import SensorFrame
from hsm.errors import HsmError
from hsm.runtime.assembly import MotionSettings, load_settings
from hsm.runtime.cycle import Outcome
from hsm.runtime.fingerprint import fingerprint
from hsm.runtime.recorded import RecordedRun, RecordingError, read_run
from hsm.runtime.recording import RunWriter, Start, header_of, record_of
from hsm.runtime.replay import compare
from motions.requests import Motion, MotionRequest
from tests.hsm.runtime.bench import Bench

WALK = MotionRequest(Motion.WALK, forward=0.15, turn=0.1)


@dataclass(frozen=True, slots=True)
class Fed:
    """What a cycle was fed with, and what came of it."""

    frame: SensorFrame | None
    request: MotionRequest | None
    outcome: Outcome
    age: int


@dataclass(frozen=True, slots=True)
class Written:
    """A file and what should be in it."""

    path: Path
    cycles: tuple[Fed, ...]

    def read(self) -> RecordedRun:
        return read_run(self.path)


def inputs(bench: Bench) -> Iterator[tuple[SensorFrame | None, MotionRequest | None]]:
    """Yield frames and requests of a bench, some broken or missing."""
    for number in range(420):
        bench.time += 0.012
        frame: SensorFrame | None = bench.frame()
        assert frame is not None
        if number == 50:
            frame = replace(frame, gyro=(math.nan, -0.0, math.inf))
        request = None if number % 7 == 3 else WALK if number > 350 else MotionRequest()
        yield (None if number in (60, 61) else frame), request


@pytest.fixture(scope="module")
def settings() -> MotionSettings:
    return load_settings()


@pytest.fixture(scope="module")
def written(settings: MotionSettings, tmp_path_factory: pytest.TempPathFactory) -> Written:
    path = tmp_path_factory.mktemp("recording") / "run.hsm"
    bench = Bench(settings)
    cycles = []
    about = {"scenario": "bench", "seed": 3}
    header = header_of(bench.cycle.machine.chart, fingerprint(settings), about, None)
    with RunWriter(path, header) as writer:
        for frame, request in inputs(bench):
            outcome = bench.cycle.step(frame, request)
            bench.positions = outcome.command.positions
            bench.stiffness = outcome.command.stiffness
            age = bench.cycle.machine.ticks
            writer.add(frame, request, outcome, age)
            cycles.append(Fed(frame, request, outcome, age))
    return Written(path, tuple(cycles))


@pytest.fixture
def cut(written: Written, tmp_path: Path) -> Path:
    """Return the run of a process that was killed in the middle of a row."""
    path = tmp_path / "run.hsm"
    path.write_bytes(written.path.read_bytes()[:-700])
    return path


def test_every_frame_comes_back_bit_for_bit(written: Written) -> None:
    # repr tells 0.0 from -0.0, shows every digit of a float, and a NaN equals itself in it.
    then = [repr(fed.frame) for fed in written.cycles]
    assert [repr(row.frame) for row in written.read().rows] == then


def test_every_request_comes_back_and_silence_stays_silence(written: Written) -> None:
    then = [fed.request for fed in written.cycles]
    assert [row.request for row in written.read().rows] == then


def test_every_command_comes_back_bit_for_bit(written: Written) -> None:
    then = [repr(fed.outcome.command) for fed in written.cycles]
    assert [repr(row.command) for row in written.read().rows] == then


def test_every_transition_comes_back_with_its_reason(written: Written) -> None:
    taken = [fed.outcome.transition for fed in written.cycles if fed.outcome.transition]
    assert len(taken) >= 4
    back = [row.transition for row in written.read().rows if row.transition is not None]
    assert back == [record_of(transition) for transition in taken]


def test_time_leaf_age_and_facts_come_back(written: Written) -> None:
    then = [(f.outcome.robot.time, f.outcome.leaf, f.age, f.outcome.facts) for f in written.cycles]
    assert [(r.time, r.leaf, r.age, r.facts) for r in written.read().rows] == then


def test_a_start_in_a_state_comes_back(settings: MotionSettings, tmp_path: Path) -> None:
    bench = Bench(settings)
    start = Start("Stand.Normal", bench.frame())
    path = tmp_path / "run.hsm"
    RunWriter(path, header_of(bench.cycle.machine.chart, "", {}, start)).close()
    assert read_run(path).header.start == start


def test_a_run_that_ended_in_good_order_is_whole(written: Written) -> None:
    assert written.read().whole


def test_a_file_that_was_cut_off_is_read_to_its_last_whole_row(written: Written, cut: Path) -> None:
    rows = written.read().rows
    assert len(read_run(cut).rows) == len(rows) - 1
    assert repr(read_run(cut).rows) == repr(rows[:-1])


def test_a_file_that_was_cut_off_says_so(cut: Path) -> None:
    run = read_run(cut)
    assert not run.whole
    assert run.warning.endswith("without a proper end: the first 419 cycles are there")


def test_wherever_a_file_is_cut_off_the_rows_before_are_there(
    written: Written, tmp_path: Path
) -> None:
    data = written.path.read_bytes()
    path = tmp_path / "run.hsm"
    whole = []
    for end in range(4_000, 8_000, 37):
        path.write_bytes(data[:end])
        run = read_run(path)
        assert not run.whole
        whole.append(len(run.rows))
    assert whole == sorted(whole)
    assert whole[-1] > whole[0]


def test_a_process_that_dies_leaves_all_but_the_last_cycles(
    written: Written, tmp_path: Path
) -> None:
    path = tmp_path / "run.hsm"
    writer = RunWriter(path, written.read().header)
    for fed in written.cycles[:100]:
        writer.add(fed.frame, fed.request, fed.outcome, fed.age)
    # Nothing was closed or flushed.
    assert len(read_run(path).rows) >= 85
    writer.close()


def test_a_folder_stands_for_the_run_in_it(written: Written) -> None:
    assert read_run(written.path.parent).path == written.path


def test_a_file_that_does_not_exist_is_one_error_that_says_where_runs_come_from(
    tmp_path: Path,
) -> None:
    with pytest.raises(RecordingError, match="nothing.hsm: cannot be read: No such file") as error:
        read_run(tmp_path / "nothing.hsm")
    assert isinstance(error.value, HsmError)
    assert "hsm run SCENARIO" in error.value.hint


@pytest.mark.parametrize(
    "data", [b"", b"t [s]  state\n", b"\x93\x01\x02\x03", b"\xc1" * 9, bytes(99), b"\x81\xa1"]
)
def test_a_file_of_something_else_is_no_run(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "run.hsm"
    path.write_bytes(data)
    with pytest.raises(RecordingError, match=re.escape(str(path))) as error:
        read_run(path)
    assert error.value.hint


def test_a_run_of_another_format_says_what_is_not_the_same(
    written: Written, tmp_path: Path
) -> None:
    unpacker = msgpack.Unpacker(use_list=False)
    unpacker.feed(written.path.read_bytes())
    header = unpacker.unpack()
    path = tmp_path / "run.hsm"
    path.write_bytes(msgpack.packb(header | {"version": 99}))
    with pytest.raises(RecordingError, match="its 'version' is not this program's"):
        read_run(path)


def test_a_damaged_row_is_told_with_its_place(written: Written, tmp_path: Path) -> None:
    data = bytearray(written.path.read_bytes())
    data[5_000:5_200] = b"\xc1" * 200
    path = tmp_path / "run.hsm"
    path.write_bytes(data)
    with pytest.raises(RecordingError, match=r"run\.hsm: byte \d+: is ") as error:
        read_run(path)
    assert 3_000 < error.value.byte < 5_200


def test_rows_that_are_missing_in_the_middle_are_noticed(written: Written, tmp_path: Path) -> None:
    unpacker = msgpack.Unpacker(use_list=False)
    unpacker.feed(written.path.read_bytes())
    objects = list(unpacker)
    path = tmp_path / "run.hsm"
    path.write_bytes(b"".join(map(msgpack.packb, objects[:30] + objects[40:])))
    with pytest.raises(RecordingError, match="says that its rows end at byte"):
        read_run(path)


def test_lost_frames_silence_and_broken_values_replay_identically(
    written: Written, settings: MotionSettings
) -> None:
    result = compare(written.read(), settings)
    assert result.difference is None
    assert result.cycles == len(written.cycles)


def test_the_hash_of_the_parameters_is_the_same_for_the_same_files(
    settings: MotionSettings,
) -> None:
    assert fingerprint(load_settings()) == fingerprint(settings)


def test_the_hash_of_the_parameters_knows_a_number_anywhere(settings: MotionSettings) -> None:
    link = replace(settings.facts.link, lost_after=0.099)
    other = replace(settings, facts=replace(settings.facts, link=link))
    assert fingerprint(other) != fingerprint(settings)


def test_the_hash_of_the_parameters_knows_the_motions(settings: MotionSettings) -> None:
    other = load_settings()
    other.motions.blocks.popitem()
    assert fingerprint(other) != fingerprint(settings)
