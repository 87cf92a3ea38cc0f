"""Replays decide a run again with its own parameters and find every differing command."""

import math
import struct
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hardware.robots.nao import Joint
from hardware.sensors_and_commands import CYCLE
from hardware.wire_precision import crossing_frame
from hsm.control.assembly import MotionSettings
from hsm.runs.format import FILE_NAME
from hsm.runs.reader import RecordedRun
from hsm.runs.records import RunError
from hsm.runs.replay import compare
from hsm.runs.serialisation import plain
from hsm.runs.writer import header_of
from tests.hsm.control.bench import Bench
from tests.hsm.runs.conftest import Fed, Written, made, write


def changed(settings: MotionSettings) -> MotionSettings:
    """Return parameters that change the decisions on the bench from the first cycle on."""
    hardware = replace(settings.facts.hardware, stiff_above=1.0)
    return replace(settings, facts=replace(settings.facts, hardware=hardware))


def with_position(written: Written, cycle: int, joint: Joint, value: float) -> RecordedRun:
    """Return the run with another position of one joint in one cycle."""
    run = written.read()
    row = run.rows[cycle]
    positions = list(row.command.positions)
    positions[joint] = value
    other = replace(row, command=replace(row.command, positions=tuple(positions)))
    return replace(run, rows=(*run.rows[:cycle], other, *run.rows[cycle + 1 :]))


def test_lost_frames_silence_and_broken_values_replay_identically(written: Written) -> None:
    result = compare(written.read())
    assert result.identical
    assert result.cycles == len(written.cycles)


def test_a_replay_does_not_repeat_what_the_robot_asked_people_for(
    settings: MotionSettings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bench = Bench(settings)
    header = header_of(bench.cycle.machine.chart, settings, {}, None)
    cycles = []
    for _ in range(30):  # gravity acts along the torso's x axis: the robot lies on its back
        bench.time += CYCLE
        sensed = bench.frame()
        felt = (9.81, 0.0, sensed.accelerometer[2] - 9.81)
        lies = replace(sensed, accelerometer=felt, angles=(0.0, -0.5 * math.pi))
        frame = crossing_frame(lies)
        outcome = bench.cycle.step(frame, None)
        cycles.append(Fed(frame, None, outcome, bench.cycle.machine.ticks))
    assert any("hold me upright" in text for text in caplog.messages)
    caplog.clear()
    assert compare(write(tmp_path / FILE_NAME, header, tuple(cycles)).read()).identical
    assert not caplog.messages


def test_a_replay_uses_the_parameters_of_the_run(settings: MotionSettings, tmp_path: Path) -> None:
    other = changed(settings)
    run = write(tmp_path / FILE_NAME, *made(other)).read()
    assert run.settings() == other
    assert compare(run).identical
    header = replace(run.header, parameters=plain(settings))
    assert not compare(replace(run, header=header)).identical


@pytest.mark.parametrize(
    "joint", [Joint.HEAD_YAW, Joint.L_HIP_YAW_PITCH, Joint.R_ANKLE_ROLL, Joint.R_HAND]
)
def test_a_position_that_differs_in_the_last_float32_bit_is_found(
    short: Written, joint: Joint
) -> None:
    cycle = 11 + joint % 20
    then = short.read().rows[cycle].command.positions[joint]
    up, down = (float(np.nextafter(np.float32(then), np.float32(to))) for to in (9.0, -9.0))
    for value in (up, down, -then):
        if struct.pack("<f", value) == struct.pack("<f", then):
            continue
        difference = compare(with_position(short, cycle, joint, value)).difference
        assert difference is not None
        assert difference.cycle == cycle + 1
        assert difference.what == (
            f"position of 1 joints, most at {joint.name}:"
            f" {np.float32(value)!s}, now {np.float32(then)!s}",
        )


def test_of_several_differing_joints_the_worst_is_named(short: Written) -> None:
    run = short.read()
    row = run.rows[20]
    changes = {Joint.HEAD_PITCH: 0.01, Joint.R_KNEE_PITCH: -0.3, Joint.L_ANKLE_ROLL: 0.2}
    positions = [a + changes.get(Joint(j), 0.0) for j, a in enumerate(row.command.positions)]
    other = replace(row, command=replace(row.command, positions=tuple(positions)))
    difference = compare(replace(run, rows=(*run.rows[:20], other, *run.rows[21:]))).difference
    assert difference is not None
    assert difference.what[0].startswith("position of 3 joints, most at R_KNEE_PITCH: ")


def test_a_stiffness_that_differs_in_the_last_float32_bit_is_found(short: Written) -> None:
    run = short.read()
    row = run.rows[20]
    more = float(np.nextafter(np.float32(row.command.stiffness[0]), np.float32(2.0)))
    stiffness = (more, *row.command.stiffness[1:])
    other = replace(row, command=replace(row.command, stiffness=stiffness))
    difference = compare(replace(run, rows=(*run.rows[:20], other, *run.rows[21:]))).difference
    assert difference is not None
    assert difference.what[0].startswith("stiffness of 1 joints, most at ")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"age": 99}, "age 99, now "),
        ({"time": 0.2500001}, "time 0.2500001, now 0.252"),
        ({"facts": 0}, "frames_ok was false, now true"),
        ({"transition": None}, "transition none, now Off -> "),
        ({"leaf": "Fault"}, "leaf Fault, now "),
    ],
)
def test_age_time_facts_transition_and_leaf_are_compared_too(
    short: Written, change: dict[str, object], sentence: str
) -> None:
    run = short.read()
    number = 20
    if "transition" in change:
        number = next(n for n, row in enumerate(run.rows) if row.transition is not None)
    other = replace(run.rows[number], **change)
    rows = (*run.rows[:number], other, *run.rows[number + 1 :])
    difference = compare(replace(run, rows=rows)).difference
    assert difference is not None
    assert difference.cycle == number + 1
    assert difference.what[0].startswith(sentence)


def test_a_run_that_was_not_closed_is_not_identical(short: Written) -> None:
    result = compare(replace(short.read(), closed=False))
    assert result.difference is None
    assert not result.identical


def test_unknown_parameters_are_refused_with_the_version_that_wrote_them(
    short: Written,
) -> None:
    run = short.read()
    facts = {**run.header.parameters["facts"], "sonar": 0.3}
    header = replace(run.header, parameters={**run.header.parameters, "facts": facts})
    with pytest.raises(RunError, match="MotionSettings.facts has an unknown 'sonar'") as error:
        compare(replace(run, header=header))
    assert error.value.hint.startswith("Replay it with the version that wrote it (nao-hsm ")
