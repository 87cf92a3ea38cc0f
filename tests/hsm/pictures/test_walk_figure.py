"""The figure of a walk: data collected from a replay, its time window, and the file."""

import math
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hardware.robots.model import Side
from hardware.sensors_and_commands import CYCLE
from hsm.control.assembly import MotionSettings, build_cycle
from hsm.errors import HsmError
from hsm.pictures import walk_figure
from hsm.pictures.canvas import new_figure
from hsm.pictures.time_window import window_of
from hsm.pictures.walk_figure import draw_terms, draw_walk, name_events
from hsm.pictures.walk_series import FALL, WalkSeries, collect
from hsm.runs.reader import RecordedRun
from hsm.runs.time_window import TimeWindow
from motions.walking.terms.term import DisplayUnit
from tests.hsm.conftest import WALK, Hsm
from tests.hsm.pictures.conftest import record

ALL = TimeWindow(0.0, 99.0)


@pytest.fixture(scope="module")
def recorded(settings: MotionSettings, tmp_path_factory: pytest.TempPathFactory) -> RecordedRun:
    return record(WALK, settings, tmp_path_factory.mktemp("walk"))


@pytest.fixture(scope="module")
def series(recorded: RecordedRun) -> WalkSeries:
    return collect(recorded, ALL)


def test_a_replay_with_the_same_program_gives_a_value_for_every_cycle(
    recorded: RecordedRun, series: WalkSeries
) -> None:
    assert series.differs_from is None
    assert {len(values) for values in series.columns.values()} == {len(recorded.rows)}
    assert series.leaves == [row.leaf for row in recorded.rows]


def test_feet_and_terms_have_values_only_while_the_robot_walks(series: WalkSeries) -> None:
    walks = [leaf.startswith("Walk") for leaf in series.leaves]
    for name in ("requested left lift", "measured right forward", "balance, support ankle"):
        assert [not math.isnan(value) for value in series.columns[name]] == walks


def test_steps_alternate_and_each_lasts_until_the_support_switch(
    recorded: RecordedRun, series: WalkSeries
) -> None:
    steps = series.steps
    assert len(steps) >= 3
    assert all(a.swing is b.swing.other for a, b in zip(steps, steps[1:], strict=False))
    switches = [
        row.time
        for row in recorded.rows
        if row.transition is not None and row.transition.event == "next_step"
    ]
    ends = [step.end for step in steps if step.why is not None]
    assert ends == pytest.approx(switches, abs=1.5 * CYCLE)


def test_steps_of_the_preview_walk_have_no_terms_of_the_reactive_walk(
    placed: RecordedRun,
) -> None:
    series = collect(placed, ALL)
    time = np.asarray(series.columns["time"])
    steps = [step for step in series.steps if step.placed]
    assert [step.swing for step in steps] == [Side.LEFT, Side.RIGHT] * 2
    for step in steps:
        assert step.end - step.begin == pytest.approx(step.planned, abs=1.5 * CYCLE)
        inside = (time > step.begin) & (time < step.end)
        lift = np.asarray(series.columns[f"requested {step.swing.name.lower()} lift"])
        assert np.max(lift[inside]) > 10.0
        assert np.isnan(np.asarray(series.columns["balance, support ankle"])[inside]).all()


def test_the_swing_foot_is_the_one_that_is_lifted(series: WalkSeries) -> None:
    time = np.asarray(series.columns["time"])
    step = series.steps[1]
    inside = (time > step.begin) & (time < step.end)
    lifts = {side: series.columns[f"requested {side.name.lower()} lift"] for side in Side}
    highest = {side: np.max(np.asarray(lift)[inside]) for side, lift in lifts.items()}
    assert highest[step.swing] > 10.0 > highest[step.swing.other]


def test_measured_positions_follow_requested_ones_by_2_to_5_cycles(series: WalkSeries) -> None:
    walks = np.asarray([leaf.startswith("WalkPhase") for leaf in series.leaves])
    requested, measured = (
        np.asarray(series.columns[f"{kind} left lift"])[walks] for kind in ("requested", "measured")
    )
    errors = {
        lag: float(np.mean(np.abs(measured[lag:] - requested[: len(requested) - lag])))
        for lag in range(1, 8)
    }
    assert 2 <= min(errors, key=lambda lag: errors[lag]) <= 5


def test_a_replay_with_other_parameters_reports_where_it_differs(
    recorded: RecordedRun, settings: MotionSettings
) -> None:
    walking = settings.walking
    other = replace(walking, step=replace(walking.step, lift=0.02))
    changed = collect(recorded, ALL, replace(settings, walking=other))
    assert changed.differs_from is not None
    assert changed.differs_from >= 0.2


def test_the_default_window_starts_with_the_run_and_a_given_one_is_kept(
    recorded: RecordedRun,
) -> None:
    window = window_of(recorded, None, None)
    assert window.begin == recorded.rows[0].time
    assert window.end == recorded.rows[-1].time
    assert window_of(recorded, 0.6, 1.2) == TimeWindow(0.6, 1.2)


def test_a_window_outside_the_run_is_refused_with_the_runs_times(
    recorded: RecordedRun,
) -> None:
    with pytest.raises(HsmError, match=r"between 50 s and 60 s; it lasts from 0\.\d+ s to 1\.8"):
        window_of(recorded, 50.0, 60.0)
    between = recorded.rows[10].time + 0.004  # between two cycles
    with pytest.raises(HsmError, match="nothing of"):
        window_of(recorded, between, between + 0.004)
    with pytest.raises(HsmError, match="only one cycle of"):
        window_of(recorded, between, between + 0.012)


def test_the_command_writes_the_figure_beside_the_run(recorded: RecordedRun, hsm: Hsm) -> None:
    pytest.importorskip("matplotlib")
    done = hsm("plot", "walk", str(recorded.path.parent), "--from", "0.4")
    assert done.returncode == 0, done.stderr
    picture = recorded.path.parent / "walk.png"
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert f"{picture}" in done.stdout


def test_a_part_without_a_walk_has_only_its_states_forces_and_torso(
    recorded: RecordedRun, series: WalkSeries, tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    standing = collect(recorded, TimeWindow(0.0, series.steps[0].begin - 0.1))
    draw_walk(tmp_path / "walk.svg", standing, "a part")
    drawn = (tmp_path / "walk.svg").read_text()
    wanted = re.findall(r"<!-- (state|feet, .*|sole force.*|torso.*|terms.*|step.*) -->", drawn)
    assert wanted == ["state", "sole force [N]", "torso [deg]"]


def test_every_state_is_named_and_no_legend_covers_a_curve(
    series: WalkSeries, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("matplotlib")
    drawn: list[Any] = []
    monkeypatch.setattr(walk_figure, "save_figure", lambda figure, path: drawn.append(figure))
    draw_walk(Path("walk.png"), series, "a walk")
    drawn[0].draw_without_rendering()
    band, *panels = drawn[0].axes
    told = " ".join([band.get_xlabel(), *(text.get_text() for text in band.texts)])
    assert set(series.leaves) <= set(told.replace(",", "").split())
    assert "1 WalkDelayPhase" in band.get_xlabel()
    legends = [(axes, axes.get_legend()) for axes in panels]
    assert all(it.get_window_extent().x0 >= axes.bbox.x1 for axes, it in legends if it)


def test_every_value_of_a_term_has_a_distinct_line(series: WalkSeries) -> None:
    pytest.importorskip("matplotlib")
    from matplotlib.figure import Figure

    axes = Figure().subplots()
    many = [replace(value, name=name) for value in series.told for name in (value.name,) * 2]
    draw_terms(axes, series, many)
    looks = [(line.get_color(), line.get_linestyle()) for line in axes.get_lines()]
    assert len(set(looks)) == len(many) > 10


def test_all_values_of_the_terms_are_drawn_in_degrees_and_millimetres(
    recorded: RecordedRun, settings: MotionSettings, series: WalkSeries
) -> None:
    engine = build_cycle(settings).components.walking
    assert [value.name for value in series.told] == [value.name for value in engine.terms.values()]
    assert set(series.columns) >= {value.name for value in series.told}
    largest = {
        value.unit: max(
            max((abs(x) for x in series.columns[other.name] if x == x), default=0.0)
            for other in series.told
            if other.unit is value.unit
        )
        for value in series.told
    }
    assert largest[DisplayUnit.ANGLE] > 0.5, "deg"
    assert largest[DisplayUnit.LENGTH] > 1.0, "mm"


def test_a_run_without_a_walk_is_refused(recorded: RecordedRun) -> None:
    standing = replace(recorded, rows=recorded.rows[:10])
    with pytest.raises(HsmError, match="never walks"):
        window_of(standing, None, None)


def test_labels_of_close_events_do_not_overlap() -> None:
    pytest.importorskip("matplotlib")
    figure = new_figure(15.0, 2.0, "a walk")
    band = figure.subplots()
    band.set_xlim(0.0, 6.0)
    name_events(band, [(4.13, FALL), (4.01, "a push")])
    figure.draw_without_rendering()
    fall, push = (text.get_window_extent() for text in band.texts)
    assert push.x1 < fall.x0
