"""Scenarios played from Python."""

import json
import pickle
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hsm
from hsm.control.assembly import load_settings
from hsm.control.loop import Cycle
from hsm.errors import HsmError, UnknownNameError
from hsm.playing import PlayedRun, play
from hsm.runs.reader import read_run
from hsm.runs.replay import compare
from hsm.scenarios.loader import load_scenarios
from hsm.series import SeriesCollector


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("played")


@pytest.fixture(scope="module")
def played(folder: Path) -> PlayedRun:
    return play("walk_stops", plant="ideal", seed=3, robot=4, record=str(folder / "new"))


def test_a_scenario_is_played_with_the_chosen_plant_seed_and_robot(played: PlayedRun) -> None:
    scenario = played.run.scenario
    assert (scenario.plant, scenario.seed, scenario.robot) == ("ideal", 3, 4)
    assert played.verdict.passed


def test_the_series_have_one_value_per_cycle(played: PlayedRun) -> None:
    series = played.series
    assert {len(column) for column in series.values()} == {len(played.run.history)}
    assert np.all(np.diff(series["time"]) > 0.0)
    begun = played.transitions[-1].time
    assert set(series["leaf"][series["time"] >= begun]) == {played.transitions[-1].dest}


def test_the_records_are_a_table_of_plain_values(played: PlayedRun) -> None:
    rows = played.records
    assert json.loads(json.dumps(rows)) == rows
    assert [row["t"] for row in rows] == [transition.time for transition in played.transitions]


def test_a_printed_run_lists_its_transitions_without_the_steps(played: PlayedRun) -> None:
    lines = str(played).splitlines()
    assert lines[-2:] == [str(played.summary), "passed"]
    assert "walk" in lines[0] and not any("next_step" in line for line in lines)


def test_a_recorded_run_can_be_explained(played: PlayedRun, folder: Path) -> None:
    assert played.file == folder / "new" / "run.hsm"
    first = played.transitions[0]
    explained = hsm.explain(played.file, first.time)
    assert explained.fired is not None and explained.fired.event == first.event
    before = hsm.explain(played.file.parent, first.time - 0.1)
    assert before.fired is None and all(row.lacks for row in before.rows)


def test_paths_may_be_given_as_text(played: PlayedRun, folder: Path) -> None:
    text = str(folder / "new")
    assert played.file == folder / "new" / "run.hsm"
    time = played.transitions[0].time
    assert hsm.explain(text, time) == hsm.explain(folder / "new", time)
    assert hsm.read_run(text).rows and hsm.read_truth(text)


def test_an_unusable_record_folder_is_refused_before_the_run(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(HsmError, match="a folder is needed"):
        play("walk_stops", record=tmp_path / "file" / "runs")


def test_the_same_scenario_as_a_value_gives_the_same_run(played: PlayedRun) -> None:
    (scenario,) = load_scenarios(["walk_stops"])
    again = play(scenario, plant="ideal", seed=3, robot=4)
    assert again.file is None
    assert again.transitions == played.transitions
    assert again.summary == played.summary


def test_a_played_run_can_be_pickled(played: PlayedRun) -> None:
    again = pickle.loads(pickle.dumps(played))
    assert str(again) == str(played) and again.run.history.names == played.run.history.names
    assert np.array_equal(again.series["roll"], played.series["roll"])


def test_a_scenario_with_disturbances_can_be_pickled() -> None:
    (scenario,) = load_scenarios(["push_is_walked_off"])
    assert pickle.loads(pickle.dumps(scenario)) == scenario


def test_the_repr_of_a_played_run_is_one_short_line(played: PlayedRun) -> None:
    assert repr([played]).startswith(
        "[<PlayedRun of 'walk stops' on ideal, robot 4, seed 3: while a speed was requested: "
    )
    assert len(repr(played)) < 200


def test_a_played_run_is_drawn_as_a_figure_in_a_notebook(played: PlayedRun) -> None:
    pytest.importorskip("matplotlib")
    assert played._repr_png_().startswith(b"\x89PNG")
    labels = [axes.get_ylabel() for axes in played.figure().axes]
    assert labels[0] == "state" and "torso height [mm]" in labels


def test_without_matplotlib_a_run_has_no_png_and_a_figure_names_the_extra(
    played: PlayedRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("hsm.playing", "hsm.errors"):
        monkeypatch.setattr(f"{module}.find_spec", lambda name: None)
    assert played._repr_png_() is None
    with pytest.raises(HsmError, match=r"matplotlib is not installed; .*nao-hsm\[report\]"):
        played.figure()


def test_a_scenario_is_played_and_replayed_with_the_users_own_parameters(
    played: PlayedRun, tmp_path: Path
) -> None:
    """They are recorded, so that a replay uses them."""
    usual = load_settings()
    own = replace(usual, profile=replace(usual.profile, forward=0.05))
    run = play("walk_stops", plant="ideal", seed=3, robot=4, settings=own, record=tmp_path)
    assert max(run.series["x"]) < 0.7 * max(played.series["x"])
    again = read_run(tmp_path)
    assert again.settings() == own and compare(again).identical


def test_an_unknown_plant_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="lawn"):
        play("walk_stops", plant="lawn")


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"robot": "a"}, "robot 'a' is not a whole number between 0 and 9"),
        ({"robot": 10}, "robot 10 is not between 0 and 9"),
        ({"seed": -1}, "seed -1 is not between"),
        ({"seed": True}, "seed True is not a whole number between 0 and"),
        ({"plant": 3}, "plant is 3; expected the name of one, such as 'standard'"),
        ({"profile": None}, "profile is None; expected the name of one, such as 'normal'"),
        ({"record": 3}, "record is 3; expected a folder"),
        ({"settings": "fast"}, r"settings is 'fast'; expected the result of load_settings\(\)"),
        (
            {"settings": load_settings(), "profile": "fast"},
            "profile is 'fast', but the given settings already include a profile",
        ),
    ],
)
def test_an_invalid_robot_seed_plant_or_profile_is_refused(
    asked: dict[str, object], sentence: str
) -> None:
    with pytest.raises(HsmError, match=sentence):
        play("walk_stops", **asked)  # type: ignore[arg-type] # none is of its type


@pytest.mark.parametrize("given", [None, 3, ["walk_stops"], b"walk_stops"])
def test_an_argument_that_is_no_scenario_is_refused(given: Any) -> None:
    with pytest.raises(HsmError, match="expected a file, a name or a Scenario"):
        play(given)


@pytest.mark.parametrize(
    "ask",
    [
        hsm.read_run,
        hsm.read_series,
        hsm.accounts_of_falls,
        hsm.read_truth,
        lambda file: hsm.explain(file, 1.0),
    ],
)
def test_reading_a_run_that_was_not_recorded_is_refused_with_advice(
    ask: Callable[[Any], object],
) -> None:
    with pytest.raises(HsmError, match=r"run is None; .*record=FOLDER"):
        ask(None)


def test_numpy_numbers_are_accepted_for_robot_seed_and_speeds(folder: Path) -> None:
    three: Any = np.int8(3)
    four: Any = np.int64(4)
    (scenario,) = load_scenarios(["walk_stops"])
    brief = replace(scenario, plant="standard", duration=0.5)
    usual = play(brief, seed=3, robot=4)
    again = play(brief, seed=three, robot=four, record=folder / "numpy")
    assert again.records == usual.records and again.summary == usual.summary
    np.testing.assert_array_equal(again.series["gyro.x"], usual.series["gyro.x"])
    assert read_run(folder / "numpy").header.about["robot"] == 4
    half: Any = np.float32(0.5)
    walk = hsm.TimelineEntry(at=half, request=hsm.TimelineRequest(hsm.Motion.WALK, forward=half))
    own = hsm.Scenario("own", "Of a program.", "ideal", 1.0, (walk,), seed=four)
    assert play(own, record=folder / "own").series["forward"].max() == 0.5


@pytest.mark.parametrize("duration", [1e-9, 0.0119])
def test_a_scenario_shorter_than_a_cycle_is_refused(duration: float, tmp_path: Path) -> None:
    (scenario,) = load_scenarios(["walk_stops"])
    brief = replace(scenario, duration=duration)
    with pytest.raises(HsmError, match="expected at least one cycle of the robot, 0.012"):
        play(brief, record=tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_run_of_one_cycle_is_drawn_and_read(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    (scenario,) = load_scenarios(["walk_stops"])
    one = play(replace(scenario, duration=0.012), record=tmp_path)
    assert len(one.series["time"]) == len(hsm.read_series(tmp_path)["time"]) == 1
    assert one._repr_png_()


def test_the_repr_of_series_gives_their_size(played: PlayedRun) -> None:
    rows = len(played.run.history)
    assert f"columns of {rows} cycles" in repr(played.series)


def test_the_reprs_of_a_run_and_its_truth_are_one_short_line(
    played: PlayedRun, folder: Path
) -> None:
    run = hsm.read_run(folder / "new")
    rows = len(played.run.history)
    assert f"run.hsm: {rows} cycles, 0.02 to " in repr(run) and len(repr(run)) < 200
    truth = hsm.read_truth(run)
    assert truth == hsm.read_truth(folder / "new")
    assert f"columns of {rows} cycles" in repr(truth) and len(repr(truth)) < 200


def test_accounts_of_falls_accept_the_folder_of_a_run(played: PlayedRun, folder: Path) -> None:
    for place in (folder / "new", str(folder / "new")):
        with pytest.raises(HsmError, match="did not fall"):
            hsm.accounts_of_falls(place)


def test_an_unknown_scenario_is_refused_with_the_nearest_names() -> None:
    with pytest.raises(UnknownNameError, match="nosuch'; the nearest are "):
        play("nosuch")


@pytest.mark.parametrize("recorded", [True, False])
def test_control_c_ends_a_run_and_leaves_a_closed_file(
    recorded: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = SeriesCollector.look

    def interrupted(self: SeriesCollector, made: Cycle) -> None:
        look(self, made)
        if made.outcome.robot.time > 0.5:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(SeriesCollector, "look", interrupted)
    # Tests in the background of a shell would ignore SIGINT.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            play("walk_stops", plant="ideal", record=tmp_path if recorded else None)
    finally:
        signal.signal(signal.SIGINT, before)
    if recorded:
        run = read_run(tmp_path)
        assert run.closed and 0.4 < run.rows[-1].time < 1.0
