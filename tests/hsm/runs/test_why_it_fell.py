"""The diagnosis of falls from the robot's own data, tested on falls of known cause."""

import math
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from hardware.disturbances import Lean, Push
from hardware.robots.model import Side
from hardware.robots.nao import Joint
from hardware.sensors_and_commands import CYCLE
from hardware.wire_precision import crossing_frame
from hsm.chart.leaves import STAND
from hsm.control.assembly import MotionSettings, load_settings
from hsm.runs.falls.account import FallAccount, accounts_of_falls
from hsm.runs.falls.causes import cause_of
from hsm.runs.falls.evidence import Column, FallEvidence, evidence_of, falls_of
from hsm.runs.falls.finding import FallCause, FallFinding, towards
from hsm.runs.falls.marks import load_marks
from hsm.runs.format import FILE_NAME
from hsm.runs.reader import RecordedRun, read_run
from hsm.runs.records import RunError
from hsm.runs.truth import truth_beside
from hsm.runs.writer import header_of
from hsm.scenarios.scenario import Scenario
from hsm.scenarios.timeline import OneKind, TimelineEntry, TimelineRequest
from motions.requests import Motion, MotionRequest
from tests.hsm.control.bench import Bench
from tests.hsm.runs.conftest import Fed, Written, write
from tests.hsm.runs.known_falls import KNOWN_FALLS, KnownFall, fall_of

_QUICK = ("push_10", "dead_motor_4", "dead_sole_21", "held_foot_0", "slip_10", "too_fast_35")
"""One short, correctly diagnosed run per cause; the benchmark covers all of them."""
BY_NAME = {case.name: case for case in KNOWN_FALLS}


def recorded(case: KnownFall, folder: Path) -> RecordedRun:
    """Return the recorded run of a fall, without the ground truth beside it."""
    place = folder / case.name
    place.mkdir()
    fall_of(case, place)
    truth_beside(place / FILE_NAME).unlink()
    return read_run(place)


def judged(case: KnownFall, folder: Path) -> FallFinding:
    return finding_of(recorded(case, folder))


def finding_of(run: RecordedRun) -> FallFinding:
    falls = falls_of(run)
    if not falls:
        raise LookupError(
            f"{run.path.parent.name} does not fall: run python -m tests.hsm.runs.known_falls"
        )
    at, settings = falls[0], run.settings()
    return cause_of(evidence_of(run, at), settings.robot, settings.profile, load_marks())


def is_right(case: KnownFall, found: FallFinding) -> bool:
    """Return whether a finding names the true cause and its foot, joint or direction (45 deg)."""
    if found.cause is not case.cause:
        return False
    if case.part:
        return found.part == case.part
    if math.isnan(case.direction):
        return True
    off = math.remainder(found.direction - case.direction, math.tau)
    return abs(off) < math.radians(45.0)


@pytest.fixture(scope="module")
def fallen(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], RecordedRun]:
    """Return a function that returns the recorded run of a known fall."""
    return cache(lambda name: recorded(BY_NAME[name], tmp_path_factory.mktemp("falls")))


@pytest.mark.parametrize("name", _QUICK)
def test_the_cause_of_a_fall_is_found_from_the_robots_own_data(
    name: str, fallen: Callable[[str], RecordedRun]
) -> None:
    found = finding_of(fallen(name))
    assert is_right(BY_NAME[name], found), found


def calm_columns() -> dict[str, Column]:
    """Return the data of an undisturbed robot that takes no step."""
    cycles = 600
    known, joints = np.zeros(cycles), np.zeros((cycles, len(Joint)))
    way = np.full((cycles, 2), np.nan)
    return dict.fromkeys(("roll", "pitch", "ahead", "aside"), known) | {
        "time": CYCLE * np.arange(cycles), "on_feet": known + 1.0, "support": known - 1.0,
        "swing": way[:, 0].copy(), "sent": way, "went": way, "arm": np.zeros((cycles, 2)),
        "commanded": joints, "measured": joints.copy(), "currents": joints + 1.0,
        "cells": np.random.default_rng(1).uniform(1.0, 9.0, (cycles, 8)),
    }  # fmt: skip


def found_in(columns: dict[str, Column], *numb: Side) -> FallFinding:
    settings = load_settings()
    evidence = FallEvidence(float(columns["time"][-1]), columns, (), {}, numb)
    return cause_of(evidence, settings.robot, settings.profile, load_marks())


def test_a_sole_that_was_dead_from_the_start_is_named() -> None:
    columns = calm_columns()
    columns["cells"][:, :4] = 8.0
    found = found_in(columns)
    assert (found.cause, found.part, found.since) == (FallCause.DEAD_SOLE, "left", 0.0)


def test_a_walk_that_fails_without_a_mark_names_a_sole_that_has_a_dead_cell() -> None:
    columns = calm_columns() | {"stood": np.zeros(600), "asked": np.zeros((600, 3))}
    found = found_in(columns, Side.RIGHT)
    assert found.cause is FallCause.WALK
    assert found.words.endswith(
        "the walk itself failed; a cell of the right sole is dead: it may carry unnoticed"
    )
    assert "dead" not in found_in(columns).words


def test_a_foot_held_at_the_start_of_its_swing_is_recognised_from_its_hip() -> None:
    columns = calm_columns()
    columns["swing"][-2:] = 1.0
    columns["measured"][-2:, Joint.L_HIP_PITCH] = math.radians(34.0)
    found = found_in(columns)
    assert (found.cause, found.part) == (FallCause.HELD_FOOT, "left")
    assert "was held: its hip was up to 34 deg off its command" in found.words


def test_a_second_push_is_recognised_although_the_first_one_was_as_strong() -> None:
    columns = calm_columns()
    for pushed in (slice(200, 220), slice(580, 600)):
        columns["ahead"] = columns["ahead"].copy()
        columns["ahead"][pushed] = 9.0
    columns["on_feet"][220:300] = 0.0
    columns["asked"] = np.zeros((600, 3))
    assert found_in(columns).cause is FallCause.PUSH


@pytest.fixture(scope="module")
def account(fallen: Callable[[str], RecordedRun]) -> FallAccount:
    (told, *_) = accounts_of_falls(fallen("push_10"))
    return told


def test_the_account_gives_cause_error_steps_and_the_landing_needed(account: FallAccount) -> None:
    text = account.text()
    assert text.startswith(f"The robot fell at {account.at:.2f} s (falling forward")
    assert "The cause came 0.1" in text and "a push forward" in text
    assert account.error is not None and account.error[0] > 0.03
    assert len(account.steps) == 3 and "interrupted by the fall" in account.steps[-1]
    assert "would have had to land" in account.needed


def test_the_account_tells_from_when_on_its_replay_differs_from_the_run(
    fallen: Callable[[str], RecordedRun], account: FallAccount
) -> None:
    run = fallen("push_10")
    before, row, after = run.rows[:100], run.rows[100], run.rows[101:]
    other, time = replace(row, command=run.rows[0].command), row.time
    (told, *_) = accounts_of_falls(replace(run, rows=(*before, other, *after)))
    assert told.differs_from == time == told.plain()["replay_differs_from"]
    assert f"The replay differs from the run from {time:.2f} s" in told.text()
    assert account.differs_from is None and "differs" not in account.text()


def pushed_left(stops_at: float, folder: Path) -> RecordedRun:
    """Return the run of a robot that walks, is requested to stand, and is pushed over at 3 s."""
    scenario = Scenario(
        name="pushed_left",
        description="A fall to the left.",
        plant="standard",
        duration=4.0,
        timeline=(
            TimelineEntry(at=1.0, request=TimelineRequest(Motion.WALK, 0.2)),
            TimelineEntry(at=stops_at, request=TimelineRequest(Motion.STAND)),
            TimelineEntry(at=3.0, disturb=OneKind(push=Push(math.radians(90.0), 6.0))),
        ),
    )
    return recorded(KnownFall(FallCause.PUSH, scenario, "normal"), folder)


def test_a_fall_in_the_stand_just_after_a_walk_is_not_blamed_on_the_walk(
    tmp_path: Path,
) -> None:
    run = pushed_left(2.6, tmp_path)
    fall = next(row.transition for row in run.rows if row.time == falls_of(run)[0])
    assert fall is not None and fall.source in STAND and fall.ticks_in_state < 20
    (told, *_) = accounts_of_falls(run)
    assert "a push to the left" in told.finding.words
    assert told.error is None
    assert (told.steps, told.at_limit, told.needed) == ((), (), "")


def tipped(disturbance: OneKind, folder: Path) -> FallAccount:
    """Return the account of a fall from the stand after 1 s, too early for usual values."""
    scenario = Scenario(
        name="tipped",
        description="A fall out of the stand.",
        plant="standard",
        duration=3.0,
        timeline=(TimelineEntry(at=1.0, disturb=disturbance),),
    )
    (told, *_) = accounts_of_falls(
        recorded(KnownFall(FallCause.UNKNOWN, scenario, "normal"), folder)
    )
    return told


def test_a_slow_lean_on_a_standing_robot_is_not_blamed_on_the_walk(tmp_path: Path) -> None:
    told = tipped(OneKind(lean=Lean(0.0, 15.0, 2.0)), tmp_path)
    assert told.finding.cause is FallCause.UNKNOWN
    assert "the robot did not walk" in told.text() and "the walk itself" not in told.text()


def test_usual_values_are_omitted_if_the_run_is_too_short(tmp_path: Path) -> None:
    told = tipped(OneKind(push=Push(0.0, 6.0)), tmp_path)
    assert told.finding.cause is FallCause.PUSH
    assert "m/s2 for at least 72 ms" in told.finding.words and "at most" not in told.finding.words


def test_a_fall_without_a_walk_is_shown_by_the_page_of_the_run_not_by_a_plot(
    tmp_path: Path,
) -> None:
    told = tipped(OneKind(push=Push(0.0, 6.0)), tmp_path)
    assert told.text().endswith(f"To see it: hsm view {tmp_path / 'tipped' / FILE_NAME}")


def test_a_needed_sideways_step_beyond_reach_is_marked_as_such(tmp_path: Path) -> None:
    (told, *_) = accounts_of_falls(pushed_left(3.9, tmp_path))
    assert re.search(r"\d{3} mm to the (left|right) \(more than a step can reach\)", told.needed)


def test_the_suggested_plot_command_shows_the_time_around_the_fall(account: FallAccount) -> None:
    words = account.command.split()
    assert words[:3] == ["hsm", "plot", "walk"] and Path(words[3]).is_file()
    begin, end = float(words[5]), float(words[7])
    assert begin < account.finding.since < account.at < end


def test_the_plain_values_of_an_account_match_its_text(account: FallAccount) -> None:
    plain = account.plain()
    assert (plain["cause"], plain["t"]) == ("push", account.at)
    assert plain["words"] == account.finding.words


def test_the_requested_speed_is_in_si_units_for_shares_and_in_silent_cycles(
    settings: MotionSettings, tmp_path: Path
) -> None:
    bench = Bench(settings)
    header = header_of(bench.cycle.machine.chart, settings, {}, None)
    half, cycles = MotionRequest(Motion.WALK, 0.5, 0.0, -1.0, relative=True), []
    for request in (half, None, half, None):
        bench.time += 0.012
        frame = crossing_frame(bench.frame())
        cycles.append(Fed(frame, request, bench.cycle.step(frame, request), 0))
    run = write(tmp_path / FILE_NAME, header, tuple(cycles)).read()
    asked = evidence_of(run, bench.time).columns["asked"]
    profile = settings.profile
    assert asked.tolist() == [[0.5 * profile.forward, 0.0, -profile.turn]] * 4


def test_a_run_without_a_fall_is_refused(short: Written) -> None:
    with pytest.raises(RunError, match="the robot did not fall"):
        accounts_of_falls(short.read())


@pytest.mark.parametrize(
    ("degrees", "words"),
    [(0, "forward"), (90, "to the left"), (180, "backward"), (-90, "to the right")],
)
def test_directions_are_given_in_words(degrees: float, words: str) -> None:
    assert towards(math.radians(degrees)) == words


def test_every_cause_has_a_known_fall() -> None:
    made = {case.cause for case in KNOWN_FALLS}
    assert made == set(FallCause) - {FallCause.WALK, FallCause.UNKNOWN}
