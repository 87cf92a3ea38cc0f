"""The page of a recorded run shows the state of the run at the chosen time."""

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hardware.disturbance import TOWARDS
from hardware.disturbances import Push
from hsm.apps.view.chart_pictures import ChartPictures
from hsm.apps.view.recorded.page import RecordedPage
from hsm.apps.view.recorded.run import RunToView, load_run
from hsm.chart import robot_chart
from hsm.chart.leaves import FALL_PROTECTION
from hsm.control.assembly import build_cycle, load_settings
from hsm.control.loop import Cycle
from hsm.runs.incidents import Incidents, RecordStream
from hsm.runs.reader import RecordedRun, read_run
from hsm.runs.records import RunError
from hsm.runs.replay import replayed
from hsm.runs.writer import RunWriter
from hsm.simulated.recorder import Recorder
from hsm.simulated.runner import about
from motions.requests import Motion, MotionRequest
from tests.hsm.apps.view.fake_page import FakePage
from tests.hsm.apps.view.test_session import CYCLE, Run, Wall


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Record a run of a robot that walks and is pushed over."""
    folder = tmp_path_factory.mktemp("recorded")
    settings = load_settings()
    run = Run(settings, Wall())
    with Recorder(folder / "run.hsm", settings, about(run.scenario)) as recorder:
        recorder.begin(run.simulation)
        run.observers.append(recorder)
        run.session.ask(MotionRequest(Motion.WALK, 0.1))
        run.go_on(1.5)
        run.session.disturb(Push(TOWARDS["left"], 8.0))
        run.go_on(1.5)
    return folder


@pytest.fixture(scope="module")
def run(folder: Path) -> RunToView:
    return load_run(folder)


@pytest.fixture
def page() -> FakePage:
    return FakePage()


@pytest.fixture
def view(run: RunToView, page: FakePage) -> Iterator[RecordedPage]:
    yield RecordedPage(page, run, ChartPictures(robot_chart(CYCLE)))  # type: ignore[arg-type]


def test_the_slider_shows_state_and_reason_at_its_time(
    view: RecordedPage, page: FakePage, run: RunToView
) -> None:
    fall = next(told for _, told in run.transitions() if told.dest in FALL_PROTECTION)
    page.put("time, s", fall.time - 2 * CYCLE)
    view.show()
    assert fall.because not in page.words
    page.put("time, s", fall.time)
    view.show()
    assert fall.because in page.words and fall.dest in page.words


def test_next_and_previous_jump_from_transition_to_transition(
    view: RecordedPage, page: FakePage, run: RunToView
) -> None:
    stops = [
        told.time
        for _, told in run.transitions()
        if told.source != told.dest and told.time > run.times[0]
    ]
    assert len(stops) > 3
    reached = []
    for _ in stops:
        page.press("transition", "Next")
        reached.append(view.playback.time)
    assert reached == pytest.approx(stops)
    page.press("transition", "Previous")
    assert view.playback.time == pytest.approx(stops[-2])
    assert page.widgets["time, s"].value == view.playback.time


def test_play_continues_and_restarts_at_the_end(
    view: RecordedPage, page: FakePage, run: RunToView
) -> None:
    page.put("speed", "2x")
    page.press("time", "Play")
    view.playback.advance(0.5)
    view.show()
    assert view.playback.time == pytest.approx(run.times[0] + 1.0)
    view.playback.advance(1e3)
    assert view.playback.time == run.times[-1]
    page.press("time", "Play")
    assert view.playback.time == run.times[0]


def test_html_in_the_header_of_a_run_is_escaped(run: RunToView, page: FakePage) -> None:
    told = replace(run.run.header, about={"scenario": "<img src=x onerror=alert(1)>"})
    stranger = replace(run, run=replace(run.run, header=told))
    view = RecordedPage(page, stranger, ChartPictures(robot_chart(CYCLE)))  # type: ignore[arg-type]
    view.show()
    page.refuse("<b>no</b>")
    written = "".join(part.content for part in page.parts)
    assert "&lt;img" in written and "<img" not in written
    assert "&lt;b&gt;no" in written


@pytest.mark.parametrize("value", [math.nan, math.inf, 1e9])
def test_a_time_outside_the_run_is_refused(
    view: RecordedPage, page: FakePage, value: float
) -> None:
    page.put("time, s", value)
    assert len(page.refused) == 1 and "is not between" in page.refused[0]
    view.show()


def test_bodies_are_drawn_at_their_true_poses(run: RunToView) -> None:
    columns = run.truth.columns
    for row in (0, 100, len(run.times) - 1):
        places, _ = run.of(row)
        for name in ("torso", "ball"):
            true = [columns[f"{name}.{axis}"][row] for axis in "xyz"]
            assert places[run.poses.names.index(name)] == pytest.approx(true, abs=1e-6)


def test_the_feet_of_a_standing_robot_are_on_the_ground(run: RunToView) -> None:
    places, _ = run.of(10)
    for foot in ("l_foot", "r_foot"):
        assert places[run.poses.names.index(foot)][2] == pytest.approx(0.045, abs=0.01)


def test_curves_begin_and_end_with_the_run(run: RunToView) -> None:
    table = run.signals
    assert table[0, 0] == pytest.approx(run.times[0]) and table[-1, 0] > run.times[-1] - 0.1
    assert abs(table[-1, 1:3]).max() > 45.0  # the robot lies


def test_a_run_with_unreadable_parameters_is_shown_with_a_note(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(run: RecordedRun) -> None:
        raise RunError(run.path, "header", "was made with parameters of another program")

    monkeypatch.setattr(RecordedRun, "settings", refuse)
    run = load_run(folder)
    assert "its parameters are unreadable" in run.says
    assert len(run.of(5)[0]) == len(run.poses.names)


def test_a_run_of_a_real_robot_is_drawn_at_its_estimated_poses(
    folder: Path, tmp_path: Path
) -> None:
    """Without ground truth, a walk and a fall are still visible."""
    (tmp_path / "run.hsm").write_bytes((folder / "run.hsm").read_bytes())
    believed, true = load_run(tmp_path), load_run(folder)
    assert "estimated poses" in believed.says and "estimated poses" not in true.says
    for row in (40, 100, len(true.times) - 1):  # stands, walks and lies
        is_, was = (run.truth.columns for run in (believed, true))
        assert is_["torso.z"][row] == pytest.approx(was["torso.z"][row], abs=0.03)
        assert is_["torso.x"][row] == pytest.approx(was["torso.x"][row], abs=0.05)
    assert abs(believed.truth.columns["torso.roll"][-1]) > math.radians(45.0)


@pytest.fixture
def incident(folder: Path, tmp_path: Path) -> Path:
    """Return the incident file of the fall, without the first half second of the run."""
    run = read_run(folder)
    whole = tmp_path / "whole"
    header = replace(run.header, about={"robot": "nao"})
    with RunWriter(whole, header, rows_per_block=4, whole_every=2) as writer:
        for again in replayed(run, build_cycle(run.settings())):
            row = again.row
            writer.add(Cycle(row.frame, row.request, again.outcome, row.sight), again.age)
    begin, *blocks = RecordStream().feed(whole.read_bytes())
    kept = Incidents(tmp_path)
    for kind, body in (begin, *blocks[10:]):
        kept.take(kind, body)
    kept.close()
    return kept.files[0]


def test_an_incident_file_is_shown_from_its_first_cycle_on(
    folder: Path, incident: Path, page: FakePage
) -> None:
    """It cannot be replayed; the content of its rows is shown and its sensor data drawn."""
    kept, whole = load_run(incident), load_run(folder)
    skipped = len(whole.times) - len(kept.times)
    assert kept.times == whole.times[skipped:] and skipped > 30
    assert "FallProtection.Early at" in kept.says and "estimated poses" in kept.says
    assert [told for _, told in kept.transitions()] == [
        told for row, told in whole.transitions() if row >= skipped
    ]
    times = kept.signals[:, 0]
    assert set(times) < set(kept.times)
    for column in range(1, 5):  # of every other cycle; those between are interpolated
        sensed = np.interp(times, whole.signals[:, 0], whole.signals[:, column])
        assert np.median(abs(kept.signals[:, column] - sensed)) < 1.0  # deg, N
    assert np.isnan(kept.signals[:, 5:]).all()  # its earlier decisions are unknown
    for row in (0, 50, len(kept.times) - 1):
        height = kept.truth.columns["torso.z"][row]
        assert height == pytest.approx(whole.truth.columns["torso.z"][skipped + row], abs=0.03)
    view = RecordedPage(page, kept, ChartPictures(robot_chart(CYCLE)))  # type: ignore[arg-type]
    page.put("time, s", kept.times[-1])
    view.show()
    assert "FallProtection" in page.words


def test_a_folder_without_its_run_names_the_incident_files(incident: Path) -> None:
    with pytest.raises(RunError) as refused:
        load_run(incident.parent)
    assert str(incident) in refused.value.hint
