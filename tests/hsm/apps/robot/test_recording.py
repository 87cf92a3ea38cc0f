"""A run over the socket is recorded without a cycle waiting for it, and replays identically."""

import fcntl
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from hsm.apps.robot.client import RobotClient
from hsm.apps.robot.process_queues import PIPE_SIZE, recording_pipe
from hsm.apps.robot.recording import (
    Outbox,
    RecordingError,
    RunRecording,
    _keep,
    make_room,
    record,
)
from hsm.apps.robot.watchdog import RobotOptions, Watchdog
from hsm.campaigns.wire.processes import wait_for
from hsm.control.assembly import build_cycle, load_settings
from hsm.control.loop import Cycle
from hsm.errors import HsmError
from hsm.output_files import ResultError, demand_latest, lead_to_latest
from hsm.runs.reader import RecordedRun, read_run
from hsm.runs.records import RunError
from hsm.runs.replay import compare
from tests.fakes import sensor_frame
from tests.hsm.apps.robot.served import comes_to, process_of, run_of, signals_kept, stands


@contextmanager
def still(process: int) -> Iterator[None]:
    """Let a process stand still."""
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


UNREAD = 5
"""Cycles that may be lost with the process: 60 ms."""


@dataclass(frozen=True)
class Recorded:
    """Two runs over the socket: the cycle of the first was killed, the second ended as it should.

    Attributes:
        killed: What was recorded of the first.
        made: Its cycles when it was killed.
        ended: What was recorded of the second.
        while_still: Cycles that were made while the recorder stood still.
    """

    killed: RecordedRun
    made: int
    ended: RecordedRun
    while_still: int


def rows_of(folder: Path) -> int:
    try:
        return len(read_run(folder).rows)
    except RunError:
        return 0


@pytest.fixture(scope="module")
def recorded(lola: Path, tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    """Return a run that stands, and the next one, which walks; its recorder stands still once."""
    runs = tmp_path_factory.mktemp("runs")
    with run_of(lola, "--record", str(runs)) as it:
        log = it.folder / "log"
        with RobotClient(it.requests) as robot:
            stands(robot, log)
            made = robot.status()["cycles"]
            os.kill(process_of("cycle", it.watchdog.pid), signal.SIGKILL)
        wait_for("a second run", lambda: len(list(runs.glob("2*"))) == 2, 30.0, log)
        first = min(runs.glob("2*"))
        # The recorder outlives the cycle that it records: on a busy machine it still writes.
        with suppress(HsmError):  # told by the test of it
            wait_for("its last rows", lambda: rows_of(first) >= made - UNREAD, 30.0, log)
        killed = read_run(first)
        wait_for("the socket", it.requests.exists, 30.0, log)
        with RobotClient(it.requests) as robot:
            stands(robot, log)
            before = robot.status()["cycles"]
            with still(process_of("record", it.watchdog.pid)):
                wait_for("2 s", lambda: robot.status()["cycles"] > before + 200, 10.0, log)
                while_still = robot.status()["cycles"] - before
            robot.walk(0.2)
            comes_to(robot, "WalkPhase.Stepping", log)
        it.watchdog.send_signal(signal.SIGTERM)
        it.watchdog.wait(20.0)
    return Recorded(killed, made, read_run(runs / "latest"), while_still)


def test_a_recorder_that_stands_still_keeps_nobody_waiting(recorded: Recorded) -> None:
    assert recorded.while_still > 200


def test_a_recorded_run_replays_identically(recorded: Recorded) -> None:
    """That includes what came while the recorder stood still."""
    run = recorded.ended
    assert run.closed and run.header.about["robot"] == "SIMULATED-ROBOT-0000"
    report = compare(run)
    assert report.identical, report.difference
    assert report.cycles > recorded.while_still and report.transitions > 3


def test_a_killed_cycle_leaves_all_but_its_last_moment(recorded: Recorded) -> None:
    run = recorded.killed
    assert not run.closed and len(run.rows) >= recorded.made - UNREAD
    report = compare(run)
    assert report.difference is None and report.cycles == len(run.rows)


def test_the_beginning_of_a_run_is_kept_though_its_recorder_starts_late_and_its_cycle_is_killed(
    tmp_path: Path,
) -> None:
    settings = load_settings()
    control = build_cycle(settings)
    reading, writing = recording_pipe()
    with RunRecording(writing, control, settings, {}), open(reading, "rb", buffering=0) as pipe:
        (tmp_path / "run.hsm").write_bytes(pipe.read(PIPE_SIZE))  # what the kernel keeps
    with pytest.raises(RunError, match="has no cycles"):  # its header is complete
        read_run(tmp_path / "run.hsm")


def test_what_waits_for_a_pipe_is_bounded_and_in_its_order() -> None:
    reading, writing = os.pipe()
    outbox = Outbox(writing)
    said = os.urandom(1 << 20)
    assert outbox.write(said) == len(said) and not outbox.overflowed
    found = bytearray()

    def read() -> None:
        with open(reading, "rb") as pipe:
            found.extend(pipe.read())

    reader = threading.Thread(target=read)
    reader.start()
    outbox.close()
    reader.join()
    assert bytes(found) == said


def test_more_than_may_wait_ends_the_recording_and_not_the_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The reader is there and reads nothing, as one whose disk has hung."""
    monkeypatch.setattr("hsm.apps.robot.recording._WAITING", 1 << 16)
    settings = load_settings()
    control = build_cycle(settings)
    reading, writing = os.pipe()
    recording = RunRecording(writing, control, settings, {})
    frame = sensor_frame(0.012)
    made = Cycle(frame, None, control.step(frame, None))

    def look() -> None:
        for _ in range(2000):
            recording.look(made)
        with recording:
            pass

    cycles = threading.Thread(target=look, daemon=True)
    cycles.start()
    cycles.join(30.0)
    assert not cycles.is_alive(), "the cycle waits for the disk"
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(writing)
    with open(reading, "rb") as pipe:
        assert pipe.read(), "what had been passed on is kept"


@pytest.mark.parametrize(("limit_mb", "kept"), [(1.0, 300), (0.0001, 100)])
def test_a_run_has_a_largest_size(tmp_path: Path, limit_mb: float, kept: int) -> None:
    reading, writing = os.pipe()
    os.write(writing, bytes(300))
    os.close(writing)
    with signals_kept():
        assert record(reading, tmp_path / "runs", limit_mb) == 0
    assert (tmp_path / "runs" / "latest" / "run.hsm").stat().st_size == kept


@pytest.mark.parametrize("theirs", ["a folder", "a file"])
def test_what_people_have_called_latest_is_told_before_a_robot_is_waited_for_and_kept(
    tmp_path: Path, theirs: str
) -> None:
    place = tmp_path / "latest" if theirs == "a file" else tmp_path / "latest" / "notes"
    place.parent.mkdir(exist_ok=True)
    place.write_text("mine")
    options = RobotOptions(tmp_path / "nowhere", None, tmp_path, 1.0, (), False, False)
    with pytest.raises(ResultError, match=f"latest: is {theirs}, but the link to the newest run"):
        Watchdog(options).run()
    (tmp_path / "a_run").mkdir()
    assert not lead_to_latest(tmp_path / "a_run")
    assert place.read_text() == "mine"
    assert {item.name for item in tmp_path.iterdir()} == {"latest", "a_run"}


def test_a_link_that_led_to_an_older_run_or_to_nothing_leads_to_the_newest(tmp_path: Path) -> None:
    (tmp_path / "latest").symlink_to("gone")
    demand_latest(tmp_path)
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        assert lead_to_latest(tmp_path / name)
        assert (tmp_path / "latest").resolve() == tmp_path / name


def test_the_oldest_runs_give_way_and_their_incidents_after_them(tmp_path: Path) -> None:
    old, older, newest = (tmp_path / f"2026-01-0{day}_10-00-00" for day in (2, 1, 3))
    for place in (old, older, newest):
        place.mkdir()
        (place / "run.hsm").write_bytes(bytes(1000))
    (older / "incident-1.hsm").write_bytes(bytes(100))
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "run.hsm").write_bytes(bytes(5000))

    def left() -> list[str]:
        return sorted(str(file.relative_to(tmp_path)) for file in tmp_path.glob("2*/*"))

    make_room(tmp_path, newest, 3100)
    assert len(left()) == 4
    make_room(tmp_path, newest, 2500)
    assert left() == [
        "2026-01-01_10-00-00/incident-1.hsm",
        "2026-01-02_10-00-00/run.hsm",
        "2026-01-03_10-00-00/run.hsm",
    ]
    make_room(tmp_path, newest, 10)
    assert left() == ["2026-01-03_10-00-00/run.hsm"]
    assert not old.exists() and (tmp_path / "mine" / "run.hsm").exists()


def test_what_a_person_does_to_older_runs_does_not_end_the_recording(tmp_path: Path) -> None:
    """They keep figures in folders of their own there, and delete runs while room is made."""
    old, newest = (tmp_path / f"2026-01-0{day}_10-00-00" for day in (1, 2))
    for place in (old, newest):
        place.mkdir()
        (place / "run.hsm").write_bytes(bytes(1000))
    (old / "figures").mkdir()
    (old / "figures" / "fall.png").write_bytes(bytes(5000))
    (old / "gone").symlink_to(tmp_path / "nowhere")
    make_room(tmp_path, newest, 1500)
    assert not (old / "run.hsm").exists()
    assert (old / "figures" / "fall.png").exists(), "only what we made is deleted"
    assert (newest / "run.hsm").exists()
    make_room(tmp_path, newest, 10)
    assert (old / "figures" / "fall.png").exists()


def test_a_run_that_another_recorder_writes_does_not_give_way(tmp_path: Path) -> None:
    """As of a second robot, or of a cycle that was killed and whose last rows still come."""
    old, newest = (tmp_path / f"2026-01-0{day}_10-00-00" for day in (1, 2))
    for place in (old, newest):
        place.mkdir()
        (place / "run.hsm").write_bytes(bytes(1000))
    (old / "incident-1.hsm").write_bytes(bytes(100))
    with (old / "run.hsm").open("rb") as written:
        fcntl.flock(written, fcntl.LOCK_EX)
        assert make_room(tmp_path, newest, 10) == []
        assert len(list(old.iterdir())) == 2
    make_room(tmp_path, newest, 10)
    assert not old.exists()


def test_a_recorder_locks_the_run_that_it_writes(tmp_path: Path) -> None:
    seen: list[list[Path]] = []

    def pieces() -> Iterator[bytes]:
        other = tmp_path / "2026-01-09_10-00-00"
        yield bytes(1000)
        other.mkdir()
        make_room(tmp_path, other, 10)
        seen.append(list(place.glob("*.hsm")))

    place = tmp_path / "2026-01-01_10-00-00"
    place.mkdir()
    _keep(pieces(), place, 1.0)
    assert seen == [[place / "run.hsm"]]


def test_a_link_that_cannot_be_led_to_a_run_does_not_end_its_recording(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """As where somebody has a folder of the name under which it is made."""
    (tmp_path / f".latest-{os.getpid()}").mkdir()
    reading, writing = os.pipe()
    os.write(writing, bytes(300))
    os.close(writing)
    with signals_kept():
        assert record(reading, tmp_path, 1.0) == 0
    assert [file.stat().st_size for file in tmp_path.glob("2*/run.hsm")] == [300]
    assert "'latest' beside it does not point to it" in caplog.text


def test_what_cannot_be_deleted_stays_and_does_not_end_the_recording(tmp_path: Path) -> None:
    """As a run of another user; here a folder has the name of its file."""
    others, old, newest = (tmp_path / f"2026-01-0{day}_10-00-00" for day in (1, 2, 3))
    (others / "run.hsm" / "theirs").mkdir(parents=True)
    for place in (old, newest):
        place.mkdir()
        (place / "run.hsm").write_bytes(bytes(1000))
    assert make_room(tmp_path, newest, 1500) == [others / "run.hsm"]
    assert not old.exists() and (newest / "run.hsm").exists()


def test_a_cycle_that_has_found_no_robot_leaves_no_run(tmp_path: Path) -> None:
    """A service that waits for its robot starts one a minute."""
    reading, writing = os.pipe()
    os.close(writing)
    with signals_kept():
        assert record(reading, tmp_path, 1.0) == 0
    assert not list(tmp_path.iterdir())


def test_a_system_with_smaller_pipes_records_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As where the pipes of one user have all the room that they may have."""

    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(fcntl, "fcntl", refuse)
    reading, writing = recording_pipe()
    os.write(writing, bytes(300))
    os.close(writing)
    with signals_kept():
        assert record(reading, tmp_path, 1.0) == 0
    assert (tmp_path / "latest" / "run.hsm").stat().st_size == 300


def test_a_full_disk_is_told_with_the_file_and_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    full = Path("/dev/full")
    monkeypatch.setattr("hsm.apps.robot.recording.FILE_NAME", str(full))
    reading, writing = os.pipe()
    os.write(writing, bytes(300))
    os.close(writing)
    with signals_kept(), pytest.raises(RecordingError, match="/dev/full: .* No space left") as told:
        record(reading, tmp_path, 1.0)
    assert "--record-mb" in told.value.hint


def test_incidents_that_cannot_be_written_do_not_end_the_recording(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object) -> None:
        raise ResultError(tmp_path / "incident-1.hsm", "cannot be written")

    monkeypatch.setattr("hsm.apps.robot.recording.Incidents.take", refuse)
    settings = load_settings()
    control = build_cycle(settings)
    reading, writing = recording_pipe()
    with RunRecording(writing, control, settings, {}) as recording:
        frame = sensor_frame(0.012)
        recording.look(Cycle(frame, None, control.step(frame, None)))
    with signals_kept():
        assert record(reading, tmp_path / "runs", 100.0) == 0
    assert len(read_run(tmp_path / "runs" / "latest").rows) == 1
    assert "no more incidents are saved: " in caplog.text


def test_a_recording_whose_recorder_has_ended_is_told(caplog: pytest.LogCaptureFixture) -> None:
    settings = load_settings()
    control = build_cycle(settings)
    reading, writing = os.pipe()
    recording = RunRecording(writing, control, settings, {})
    os.close(reading)
    frame = sensor_frame(0.012)
    made = Cycle(frame, None, control.step(frame, None))
    for _ in range(50):
        recording.look(made)
    with recording:
        pass
    assert caplog.messages == ["the recording ends: its recorder has ended"]


@pytest.mark.parametrize("breaks", [False, True])
def test_a_run_that_an_error_ends_does_not_say_that_it_ended_in_good_order(
    tmp_path: Path, breaks: bool
) -> None:
    settings = load_settings()
    control = build_cycle(settings)
    reading, writing = recording_pipe()
    with suppress(ZeroDivisionError), RunRecording(writing, control, settings, {}) as recording:
        frame = sensor_frame(0.012)
        recording.look(Cycle(frame, None, control.step(frame, None)))
        if breaks:
            raise ZeroDivisionError
    with open(reading, "rb") as pipe:
        (tmp_path / "run.hsm").write_bytes(pipe.read())
    run = read_run(tmp_path)
    assert len(run.rows) == 1 and run.closed is not breaks
