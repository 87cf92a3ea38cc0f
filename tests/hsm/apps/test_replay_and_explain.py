"""A run in physics that is replayed from its file and explained."""

import json
import re
import struct
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hardware.robots.nao import Joint
from hardware.sensors_and_commands import CYCLE
from hsm.apps.replay_check import replay, warnings
from hsm.chart import robot_chart
from hsm.control.assembly import MotionSettings, build_cycle
from hsm.errors import ConfigError, Problem
from hsm.runs.explanation import Explanation, cycle_at, explain_cycle
from hsm.runs.reader import RecordedRun, read_run
from hsm.runs.replay import compare
from hsm.runs.serialisation import plain
from hsm.scenarios.loader import load_scenarios
from hsm.simulated.recorder import Recorder
from hsm.simulated.runner import about, run
from tests.hsm.conftest import Hsm
from tests.hsm.runs.sealed import rows_of, with_rows

FALL = """\
name: short fall
description: Walks, is pushed over, gets up, stands.
plant: standard
robot: 0
seed: 1
start: {posture: standing, state: Stand.Normal}
duration_s: 9
timeline:
  - {at_s: 0.3, request: {motion: walk, forward_mm_per_s: 125}}
  - {at_s: 1.5, disturb: {push: {impulse_ns: 6, direction_deg: 0}}}
  - {at_s: 2, request: {motion: stand}}
expect:
  - {event: fall, leaf: FallProtection.Early}
  - {event: chosen, leaf: GetUp.Execute}
  - {leaf: Stand.Normal}
"""

Told = Callable[[float], Explanation]


@pytest.fixture(scope="module")
def recorded(settings: MotionSettings, tmp_path_factory: pytest.TempPathFactory) -> RecordedRun:
    folder = tmp_path_factory.mktemp("fall")
    (folder / "fall.yaml").write_text(FALL)
    (scenario,) = load_scenarios([str(folder / "fall.yaml")])
    path = folder / "run.hsm"
    with Recorder(path, settings, about(scenario)) as recorder:
        done = run(scenario, settings, observers=[recorder])
    assert done.verdict.passed, str(done.verdict)
    return read_run(path)


@pytest.fixture(scope="module")
def tell(recorded: RecordedRun, settings: MotionSettings) -> Told:
    """Return a function that explains the cycle at a time."""
    chart = build_cycle(settings).machine.chart
    return lambda time: explain_cycle(recorded, cycle_at(recorded, time), chart)


def time_of(recorded: RecordedRun, event: str) -> float:
    """Return the time at which an event first fired, s."""
    for row in recorded.rows:
        if row.transition is not None and row.transition.event == event:
            return row.time
    raise AssertionError(f"{event} never fired")


def with_parameters(recorded: RecordedRun, settings: MotionSettings) -> RecordedRun:
    """Return the run as if it had been recorded with other parameters."""
    return replace(recorded, header=replace(recorded.header, parameters=plain(settings)))


def test_a_run_with_a_fall_and_a_get_up_replays_identically(recorded: RecordedRun) -> None:
    result = compare(recorded)
    assert result.identical
    assert result.cycles == 750
    assert result.transitions == sum(row.transition is not None for row in recorded.rows)


def test_a_replay_with_the_same_program_has_no_warnings(recorded: RecordedRun) -> None:
    assert warnings(recorded) == ()


def test_a_replay_does_not_need_the_current_parameters(
    recorded: RecordedRun, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> MotionSettings:
        raise ConfigError((Problem("facts.yaml", 1, 1, "", "empty"),))

    monkeypatch.setattr("hsm.apps.replay_check.load_settings", broken)
    assert replay(recorded.path) == 0
    warning, verdict = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"warning: .*: parameters \w{12}, which can no longer be loaded", warning)
    assert verdict.startswith("identical: ")


def test_a_changed_parameter_is_reported_at_the_first_cycle_it_affects(
    recorded: RecordedRun, settings: MotionSettings
) -> None:
    stiffness = replace(settings.fall.stiffness, legs_early=0.31)
    other = replace(settings, fall=replace(settings.fall, stiffness=stiffness))
    difference = compare(with_parameters(recorded, other)).difference
    assert difference is not None
    assert difference.time == time_of(recorded, "fall")
    assert re.fullmatch(
        r"stiffness of \d+ joints, most at \w+: 0\.3, now 0\.31", difference.what[0]
    )


def test_a_changed_threshold_is_reported_by_the_fact_that_differs(
    recorded: RecordedRun, settings: MotionSettings
) -> None:
    hardware = replace(settings.facts.hardware, stiff_above=1.0)
    other = replace(settings, facts=replace(settings.facts, hardware=hardware))
    difference = compare(with_parameters(recorded, other)).difference
    assert difference is not None
    assert difference.cycle == 1
    assert difference.what == ("stiff was true, now false",)


def test_explain_names_the_stand_request_as_the_reason_not_to_walk(tell: Told) -> None:
    told = tell(0.2)
    walk = next(row for row in told.rows if row.event == "walk")
    assert told.leaf == "Stand.Normal"
    assert told.fired is None
    assert [str(lack) for lack in walk.lacks] == ["walk_req (stand requested)"]


def test_a_leaf_that_the_chart_has_no_more_is_explained_without_its_rows(
    recorded: RecordedRun,
) -> None:
    rows = tuple(replace(row, leaf="Stand.Ready") for row in recorded.rows)
    old = replace(recorded, rows=rows)
    told = explain_cycle(old, cycle_at(old, 0.2), robot_chart(CYCLE))
    assert (told.leaf, told.rows) == ("Stand.Ready", ())
    assert "no rows: the chart has no leaf 'Stand.Ready' any more" in told.remarks
    assert told.facts


def test_explain_gives_tilt_and_rates_as_the_reason_not_to_fall(tell: Told) -> None:
    (lack,) = next(row for row in tell(0.2).rows if row.event == "fall").lacks
    assert re.fullmatch(
        r"falling \(pitch -?\d deg, roll -?\d deg; gyro rates up to \d+ deg/s\)", str(lack)
    )


def test_in_a_cycle_with_a_transition_the_fired_row_is_the_first_to_lack_nothing(
    recorded: RecordedRun, tell: Told
) -> None:
    told = tell(time_of(recorded, "fall"))
    assert told.fired is not None
    assert told.fired.event == "fall"
    first = next(row for row in told.rows if not row.lacks)
    assert first.event == "fall"


def test_in_every_cycle_without_a_transition_every_row_lacks_something(
    recorded: RecordedRun, settings: MotionSettings
) -> None:
    # Without physics or replay: the recorded facts against the table.
    chart = build_cycle(settings).machine.chart
    for row in recorded.rows:
        if row.transition is None:
            arrow = chart.select(chart.tree.path(row.leaf), row.facts, row.age)
            assert arrow is None, f"{arrow} at {row.time}"


def test_a_missing_dwell_time_is_given_in_seconds(recorded: RecordedRun, tell: Told) -> None:
    told = tell(time_of(recorded, "fall") + 0.048)
    timeout = next(row for row in told.rows if row.event == "timeout")
    assert told.leaf == "FallProtection.Early"
    # Two seconds are 167 cycles of 12 ms; four are over.
    assert [lack.literal for lack in timeout.lacks] == ["1.96 s more"]


def test_without_an_identical_replay_rows_are_explained_without_values(
    recorded: RecordedRun, settings: MotionSettings
) -> None:
    hardware = replace(settings.facts.hardware, stiff_above=1.0)
    other = replace(settings, facts=replace(settings.facts, hardware=hardware))
    changed = replace(recorded, header=replace(recorded.header, parameters=plain(other)))
    told = explain_cycle(changed, 20, build_cycle(settings).machine.chart)
    walk = next(row for row in told.rows if row.event == "walk")
    assert [str(lack) for lack in walk.lacks] == ["walk_req"]
    assert told.remarks[0].startswith("no numbers: a replay differs from cycle 1 on (stiff was ")


def test_the_command_replays_a_folder(hsm: Hsm, recorded: RecordedRun) -> None:
    done = hsm("run", "--replay", str(recorded.path.parent))
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.fullmatch(r"identical: 750 cycles, \d+ transitions\n", done.stdout)


def test_the_command_replays_a_truncated_run_and_fails(
    hsm: Hsm, recorded: RecordedRun, tmp_path: Path
) -> None:
    path = tmp_path / "cut.hsm"
    data = recorded.path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    done = hsm("run", "--replay", str(path))
    warning, verdict = done.stdout.splitlines()
    assert done.returncode == 1
    assert re.fullmatch(r"warning: .*cut\.hsm ends at \d\.\d\d s: the run was not closed", warning)
    assert re.fullmatch(
        r"NOT CLOSED: identical up to the end of the recording, \d+ cycles, \d+ transitions",
        verdict,
    )


def test_the_command_finds_one_flipped_bit(hsm: Hsm, recorded: RecordedRun, tmp_path: Path) -> None:
    path = tmp_path / "flipped.hsm"
    data = bytearray(recorded.path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    done = hsm("run", "--replay", str(path))
    error, hint = done.stderr.splitlines()
    assert done.returncode == 1
    assert re.fullmatch(
        r"error: .*flipped\.hsm: byte \d+: the checksum of record \d+ is wrong", error
    )
    assert hint.startswith("hint: Record it again")


@pytest.mark.parametrize(
    "moved", [lambda x: np.nextafter(np.float32(x), np.float32(1.0)), lambda x: x + 1e-6]
)
def test_the_command_finds_a_minimal_difference_in_one_command(
    hsm: Hsm, recorded: RecordedRun, tmp_path: Path, moved: Callable[[float], float]
) -> None:
    data = recorded.path.read_bytes()
    rows = rows_of(data)
    number = next(n for n in range(400, len(rows)) if rows[n][8] is not None)
    positions = list(struct.unpack("<25f", rows[number][8]))
    positions[Joint.L_KNEE_PITCH] = moved(positions[Joint.L_KNEE_PITCH])
    rows[number][8] = struct.pack("<25f", *positions)
    path = tmp_path / "off.hsm"
    path.write_bytes(with_rows(data, rows))
    done = hsm("run", "--replay", str(path))
    assert done.returncode == 1
    assert f"first in cycle {number + 1}, " in done.stdout
    assert "position of 1 joints, most at L_KNEE_PITCH" in done.stdout


def test_the_command_explains_for_people(hsm: Hsm, recorded: RecordedRun) -> None:
    text = hsm("explain", str(recorded.path), "--at", "0.2").stdout
    assert "Stand.Normal for 0.19 s (16 cycles)" in text
    assert re.search(
        r"REQUEST +walk \[.*\n +missing walk_req \(stand requested\)$", text, re.MULTILINE
    )


def test_the_command_explains_for_machines(hsm: Hsm, recorded: RecordedRun) -> None:
    time = f"{time_of(recorded, 'fall'):.2f}"  # as the table of a run prints it
    plain = json.loads(hsm("explain", str(recorded.path), "--at", time, "--json").stdout)
    assert plain["fired"]["event"] == "fall"
    assert plain["fired"]["to"] == "FallProtection.Early"


def test_a_time_outside_the_run_is_reported_in_one_line_and_a_hint(
    hsm: Hsm, recorded: RecordedRun
) -> None:
    done = hsm("explain", str(recorded.path), "--at", "99")
    error, hint = done.stderr.splitlines()
    assert done.returncode == 1
    assert error.endswith("has no cycle at 99 s; it lasts from 0.02 s to 9.01 s")
    assert hint.startswith("hint: Give a time in between")


def test_a_scenario_and_a_replay_together_are_refused(hsm: Hsm) -> None:
    done = hsm("run", "demo", "--replay", "run.hsm")
    assert done.returncode == 2
    assert "give one of SCENARIO, --replay RUN" in done.stderr


def test_a_replay_with_a_seed_of_its_own_is_refused(hsm: Hsm) -> None:
    done = hsm("run", "--replay", "run.hsm", "--seed", "3")
    assert done.returncode == 2
    assert "takes everything from the run" in done.stderr
