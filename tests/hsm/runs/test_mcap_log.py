"""MCAP logs of this and other programs; missing data is reported with its place."""

import json
import math
import random
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from mcap.writer import Writer

from hardware.robots.nao import Joint
from hsm.campaigns.plants.walk_log import read_walk
from hsm.chart.leaves import STAND_NORMAL, WALK_STEPPING
from hsm.control.assembly import load_settings
from hsm.errors import HsmError
from hsm.runs.mcap_log import AXES, CELLS, LoggedCycle, read_mcap
from hsm.runs.time_window import TimeWindow
from hsm.settings.robot_file import load_robot
from motions.requests import Motion, MotionRequest
from tests.hsm.apps.export.test_export_run import export
from tests.hsm.runs.conftest import made, write

JOINTS = load_robot().names
CYCLE = 12_000_000
Said = tuple[int, str, Mapping[str, Any]]
"""Time, ns, topic and message."""


def written(path: Path, said: Iterable[Said], encoding: str = "json") -> Path:
    with path.open("wb") as file:
        writer = Writer(file)
        writer.start()
        channels: dict[str, int] = {}
        for at, topic, message in said:
            if topic not in channels:
                channels[topic] = writer.register_channel(topic, encoding, schema_id=0)
            data = json.dumps(message).encode()
            writer.add_message(channels[topic], log_time=at, publish_time=at, data=data)
        writer.finish()  # type: ignore[no-untyped-call]
    return path


def frame(**other: object) -> dict[str, Any]:
    """Return the minimal frame of a log written by another program."""
    return {
        "positions": dict.fromkeys(JOINTS, 0.1),
        "currents": dict.fromkeys(JOINTS, 0.2),
        "gyro": dict.fromkeys(AXES, 0.3),
        "angles": {"roll": 0.01, "pitch": None},
        "fsr": dict.fromkeys(CELLS, 6.0),
        **other,
    }


def command() -> dict[str, Any]:
    return {"positions": dict.fromkeys(JOINTS, 0.5)}


def foreign(path: Path, cycles: int, cycle: int = CYCLE) -> Path:
    """Write a log as from another program: own clock, a frame before each command, no states."""
    start = 10**18
    said: list[Said] = [(start, "/request", {"forward": 0, "left": 0, "turn": 0})]
    for number in range(cycles):
        at = start + number * cycle
        if number == 10:
            said.append((at, "/request", {"forward": 0.2, "left": 0, "turn": -0.1}))
        said += [(at + 2000, "/frame", frame()), (at + 5000, "/command", command())]
        said.append((at + 6000, "/camera", {"pixels": 0}))
    return written(path, said)


def read(path: Path) -> tuple[LoggedCycle, ...]:
    return read_mcap(path, JOINTS)


def test_an_exported_run_equals_the_run(tmp_path: Path) -> None:
    run = write(tmp_path / "run.hsm", *made(load_settings()))
    export(run.path, "mcap", tmp_path / "run.mcap")
    cycles, rows = read(tmp_path / "run.mcap"), run.read().rows
    assert [cycle.leaf for cycle in cycles] == [row.leaf for row in rows]
    assert [cycle.commanded for cycle in cycles] == [row.command.positions for row in rows]
    assert [cycle.frame is None for cycle in cycles] == [row.frame is None for row in rows]
    for cycle, row in zip(cycles, rows, strict=True):
        assert cycle.time == pytest.approx(row.time, abs=1e-9)
        if cycle.frame is not None and row.frame is not None:
            assert cycle.frame.positions == row.frame.positions
            assert cycle.frame.fsr == row.frame.fsr


def test_a_log_of_another_program_needs_neither_states_nor_our_clock(tmp_path: Path) -> None:
    cycles = read(foreign(tmp_path / "robot.mcap", 30))
    assert len(cycles) == 30
    assert cycles[0].time == pytest.approx(0.0, abs=1e-4)
    assert cycles[-1].time == pytest.approx(29 * 0.012, abs=1e-4)
    assert cycles[5].leaf == STAND_NORMAL.name and cycles[20].leaf == WALK_STEPPING.name
    assert cycles[20].request == MotionRequest(Motion.WALK, 0.2, 0.0, -0.1)
    measured = cycles[20].frame
    assert measured is not None
    assert measured.fsr == (6.0,) * 8 and measured.positions[Joint.L_KNEE_PITCH] == 0.1
    assert math.isnan(measured.angles[1]) and math.isnan(measured.accelerometer[2])


def test_a_state_of_another_program_names_no_leaf(tmp_path: Path) -> None:
    said = [(0, "/state", {"mode": 1}), (0, "/frame", frame()), (0, "/command", command())]
    (cycle,) = read(written(tmp_path / "other.mcap", said))
    assert cycle.leaf == STAND_NORMAL.name


def test_a_command_without_a_new_frame_is_a_lost_frame(tmp_path: Path) -> None:
    said = [(0, "/frame", frame()), (0, "/command", command()), (CYCLE, "/command", command())]
    cycles = read(written(tmp_path / "lost.mcap", said))
    assert [cycle.frame is None for cycle in cycles] == [False, True]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ([(0, "/frame", frame())], "has no /command"),
        ([(0, "/command", {"positions": {}})], "/command positions at 0.00 s: no head_yaw"),
        ([(0, "/command", {})], "/command at 0.00 s: no positions"),
        ([(0, "/frame", frame(gyro={"x": "a"}))], "/frame gyro at 0.00 s: x: expected a number"),
        ([(0, "/request", {"forward": True})], "/request at 0.00 s: forward: expected a number"),
        ([(0, "/request", {"forward": 10**400})], "forward: expected a finite number"),
        ([(0, "/request", {"motion": [1]})], r"requests \[1\]; only a walk"),
        ([(0, "/frame", [1])], "a message of /frame is not a JSON object"),
        ([(0, "/request", {"motion": "kick"})], "requests kick; only a walk at a speed"),
        ([(0, "/request", {"forward": None, "left": 0, "turn": 0})], "/request at 0.00 s: "),
        ([(0, "/request", {"forward": 0.2})], "/request at 0.00 s: no left"),
    ],
)
def test_missing_or_invalid_data_of_a_log_is_reported_with_its_place(
    said: list[Said], told: str, tmp_path: Path
) -> None:
    with pytest.raises(HsmError, match=told):
        read(written(tmp_path / "bad.mcap", said))


def test_a_part_of_a_log_is_read_whatever_is_requested_outside_it(tmp_path: Path) -> None:
    walk, kick = {"forward": 0.2, "left": 0, "turn": 0}, {"motion": "kick"}
    said: list[Said] = [(0, "/request", kick)]
    said += [(number * CYCLE, "/command", command()) for number in range(1, 100)]
    said += [(20 * CYCLE + 1, "/request", walk), (80 * CYCLE + 1, "/request", kick)]
    log = written(tmp_path / "game.mcap", sorted(said, key=lambda each: each[0]))
    with pytest.raises(HsmError, match="requests kick"):
        read(log)
    with pytest.raises(HsmError, match="/request at 0.00 s: requests kick"):
        read_mcap(log, JOINTS, TimeWindow(0.1, 0.5))
    cycles = read_mcap(log, JOINTS, TimeWindow(0.3, 0.9))
    assert len(cycles) == 51 and 0.0 <= cycles[0].time < 0.012
    assert {cycle.request for cycle in cycles} == {MotionRequest(Motion.WALK, 0.2)}
    with pytest.raises(HsmError, match="has no /command from 2 s to 3 s"):
        read_mcap(log, JOINTS, TimeWindow(2.0, 3.0))


def test_the_clock_of_a_part_of_a_run_starts_at_0(tmp_path: Path) -> None:
    write(tmp_path / "run.hsm", *made(load_settings()))
    cycles = read_walk(tmp_path / "run.hsm", TimeWindow(0.1)).cycles
    whole = read_walk(tmp_path / "run.hsm").cycles
    kept = [cycle for cycle in whole if cycle.time >= 0.1]
    assert 0 < len(cycles) == len(kept) < len(whole)
    assert cycles[-1].time == pytest.approx(kept[-1].time - 0.1)
    assert cycles[0].commanded == kept[0].commanded


def test_a_file_that_is_no_log_is_refused(tmp_path: Path) -> None:
    whole = foreign(tmp_path / "whole.mcap", 20).read_bytes()
    cut = tmp_path / "cut.mcap"
    for content in (b"", b"name: log", whole[: len(whole) // 2], whole[:-40] + bytes(40)):
        cut.write_bytes(content)
        with pytest.raises(HsmError, match=r"cut\.mcap"):
            read(cut)
    with pytest.raises(HsmError, match="cannot be read"):
        read(tmp_path / "none.mcap")
    with pytest.raises(HsmError, match="is cbor; only JSON is supported"):
        read(written(tmp_path / "cbor.mcap", [(0, "/frame", frame())], "cbor"))


def test_a_log_with_another_cycle_time_is_refused(tmp_path: Path) -> None:
    assert len(read_walk(foreign(tmp_path / "nao.mcap", 5)).cycles) == 5
    with pytest.raises(HsmError, match=r"every 10\.0 ms; the robot expects one every 12 ms"):
        read_walk(foreign(tmp_path / "other.mcap", 5, 10_000_000))


@pytest.mark.parametrize("content", [b"", b"hello\n"], ids=["empty", "text"])
def test_a_file_that_is_no_mcap_is_refused_as_such(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "log.mcap").write_bytes(content)
    with pytest.raises(HsmError, match=r"is not a complete MCAP file: \w"):
        read_mcap(tmp_path / "log.mcap", JOINTS)


def test_a_damaged_log_is_refused_with_its_name(tmp_path: Path) -> None:
    whole = foreign(tmp_path / "log.mcap", 40).read_bytes()
    chance, told = random.Random(0), []
    for _ in range(100):
        damaged = bytearray(whole)
        for _ in range(4):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        (tmp_path / "log.mcap").write_bytes(damaged)
        try:
            read_mcap(tmp_path / "log.mcap", JOINTS)
        except HsmError as error:
            told.append(str(error))
    assert len(told) > 50, "most damage must be noticed"
    assert all("log.mcap" in sentence for sentence in told)
