"""`truth.hsm`: the ground truth of a run is read back from disk, and damage is reported."""

from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path
from shutil import copy, copytree

import numpy as np
import pytest

from hardware.disturbance import TOWARDS
from hardware.disturbances import Lean
from hsm.apps.main import main
from hsm.control.assembly import MotionSettings
from hsm.control.loop import Cycle
from hsm.runs.format import FILE_NAME
from hsm.runs.reader import read_run
from hsm.runs.records import RunError
from hsm.runs.truth import (
    TRUTH_NAME,
    TruthWriter,
    cut_short,
    read_truth,
    truth_beside,
    truth_of,
)
from hsm.scenarios.loader import load_scenarios
from hsm.scenarios.timeline import OneKind, TimelineEntry
from hsm.simulated.recorder import Recorder
from hsm.simulated.runner import ScenarioObserver, about, run
from hsm.simulated.simulation import Simulation

COLUMNS = {"time": "s", "height": "m"}


def written(path: Path, rows: int) -> Path:
    with TruthWriter(path, {"scenario": "none"}, COLUMNS) as writer:
        for row in range(rows):
            writer.add((0.012 * row, 0.5 * row))
    return path


class Watcher(ScenarioObserver):
    """Keeps the ground truth of every cycle."""

    def begin(self, simulation: Simulation) -> None:
        self.simulation = simulation
        self.truths = []

    def look(self, made: Cycle) -> None:
        self.truths.append(self.simulation.truth())


def test_a_table_is_read_back_exactly(tmp_path: Path) -> None:
    read = read_truth(written(tmp_path / TRUTH_NAME, 100))
    assert read.closed and read.about == {"scenario": "none"} and read.units == COLUMNS
    assert read.columns["time"] == tuple(0.012 * row for row in range(100))
    assert read.columns["height"] == tuple(0.5 * row for row in range(100))


def test_a_recorded_run_writes_the_truth_of_every_cycle(
    settings: MotionSettings, tmp_path: Path
) -> None:
    (shipped,) = load_scenarios(["sees_ball_and_post"])
    scenario = replace(shipped, duration=3.0)
    watcher = Watcher()
    with Recorder(tmp_path / FILE_NAME, settings, about(scenario)) as recorder:
        run(scenario, settings, observers=[recorder, watcher])
    read = read_truth(tmp_path)
    assert read.closed and read.about["scenario"] == scenario.name
    columns, truths = read.columns, watcher.truths
    assert len(columns["time"]) == len(truths)
    for name, values in (
        ("time", [truth.time for truth in truths]),
        ("torso.x", [truth.torso_position[0] for truth in truths]),
        ("torso.yaw", [truth.heading for truth in truths]),
        ("com.z", [truth.com[2] for truth in truths]),
        ("com_velocity.y", [truth.com_velocity[1] for truth in truths]),
        ("left_sole.z", [truth.left_sole[2] for truth in truths]),
        ("right_sole.force", [truth.right_force for truth in truths]),
        ("ball.y", [truth.ball[1] for truth in truths]),
        ("ball.vx", [truth.ball_velocity[0] for truth in truths]),
        ("passiverobot 2.x", [truth.props[2].position[0] for truth in truths]),
        ("cylinder 1.touches", [truth.props[1].touches for truth in truths]),
    ):
        assert columns[name] == pytest.approx(values, abs=1e-4), name
    row = 8 + 4 * (len(columns) - 1)
    assert (tmp_path / TRUTH_NAME).stat().st_size < 1.1 * row * len(truths)


def test_the_force_of_a_slow_lean_is_in_the_truth_of_a_recorded_run(
    settings: MotionSettings, tmp_path: Path
) -> None:
    leans = TimelineEntry(at=1.2, disturb=OneKind(lean=Lean(TOWARDS["left"], 4.0, 0.6)))
    (walk,) = load_scenarios(["walk_stops"])
    leant_on = replace(walk, duration=2.4, timeline=(*walk.timeline, leans))
    with Recorder(tmp_path / FILE_NAME, settings, about(leant_on)) as recorder:
        run(leant_on, settings, observers=[recorder])
    truth = read_truth(tmp_path).columns
    force = np.hypot(truth["outer_force.x"], truth["outer_force.y"])
    leant = (np.array(truth["time"]) > 1.23) & (np.array(truth["time"]) < 1.79)
    assert force[leant] == pytest.approx(4.0) and np.median(truth["outer_force.y"]) == 0.0
    assert np.count_nonzero(force) == pytest.approx(50, abs=2)


def test_the_truth_file_is_named_after_its_run() -> None:
    assert truth_beside(Path("a/run.hsm")) == Path("a/truth.hsm")
    assert truth_beside(Path("a/second.hsm")) == Path("a/second.truth.hsm")


def test_a_truncated_table_is_read_to_its_last_whole_block(tmp_path: Path) -> None:
    path = written(tmp_path / TRUTH_NAME, 100)
    path.write_bytes(path.read_bytes()[:-120])
    read = read_truth(path)
    assert not read.closed and len(read.columns["time"]) == 96


def test_every_flipped_byte_is_noticed(tmp_path: Path) -> None:
    path = written(tmp_path / TRUTH_NAME, 10)
    data = path.read_bytes()
    for place in range(len(data)):
        path.write_bytes(data[:place] + bytes((data[place] ^ 0x20,)) + data[place + 1 :])
        with pytest.raises(RunError):
            read_truth(path)


def test_a_file_that_is_no_truth_is_refused(tmp_path: Path) -> None:
    path = tmp_path / TRUTH_NAME
    for data in (b"", b"nao-hsm run 2\n" + bytes(90), bytes(200)):
        path.write_bytes(data)
        with pytest.raises(RunError, match="is not the ground truth of a run"):
            read_truth(path)
    with pytest.raises(RunError, match="cannot be read"):
        read_truth(tmp_path / "nothing.hsm")
    with pytest.raises(RunError, match="has no cycles"):
        read_truth(written(path, 0))


def test_an_exception_leaves_a_readable_table_that_is_not_closed(tmp_path: Path) -> None:
    path = tmp_path / TRUTH_NAME
    with pytest.raises(KeyboardInterrupt), TruthWriter(path, {}, COLUMNS) as writer:
        writer.add((0.0, 1.0))
        raise KeyboardInterrupt
    assert not read_truth(path).closed


@pytest.fixture
def recorded(settings: MotionSettings, tmp_path: Path) -> Path:
    return record(settings, tmp_path / "run", seed=0)


def record(settings: MotionSettings, folder: Path, *, seed: int) -> Path:
    folder.mkdir()
    (scenario,) = load_scenarios(["walk_stops"])
    brief = replace(scenario, duration=1.2, seed=seed)
    with Recorder(folder / FILE_NAME, settings, about(brief)) as recorder:
        run(brief, settings, observers=[recorder])
    return folder


def test_the_truth_of_another_run_is_refused(
    recorded: Path, settings: MotionSettings, tmp_path: Path
) -> None:
    assert truth_of(read_run(recorded)) is not None
    copy(record(settings, tmp_path / "other", seed=7) / TRUTH_NAME, recorded)
    with pytest.raises(RunError, match="is of another run: seed 7, and 0 in .*run.hsm"):
        truth_of(read_run(recorded))


def test_a_truth_that_ends_before_its_run_is_reported(recorded: Path) -> None:
    whole = read_run(recorded)
    assert cut_short(whole, truth_of(whole)) == "" and cut_short(whole, None) == ""
    file = recorded / TRUTH_NAME
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    assert "truth.hsm ends at 0.4" in cut_short(whole, truth_of(whole))
    for words in (["plot", "path"], ["compare"]):
        other = [str(recorded.with_name("again"))] if words == ["compare"] else []
        if other:
            copytree(recorded, other[0])
        with redirect_stdout(StringIO()) as out, redirect_stderr(out):
            with pytest.raises(SystemExit):
                main([*words, str(recorded), *other])
        assert "the ground truth after that is unknown" in " ".join(out.getvalue().split())
