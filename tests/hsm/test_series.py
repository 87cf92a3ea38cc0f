"""The series of a run, with units: identical for a played run and its recording."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from hardware.sensors_and_commands import GRAVITY
from hsm.control.assembly import MotionSettings, load_settings
from hsm.errors import HsmError
from hsm.playing import PlayedRun, play
from hsm.runs.reader import read_run
from hsm.runs.records import RunError
from hsm.runs.truth import TRUTH_NAME
from hsm.scenarios.loader import load_scenarios
from hsm.series import RunSeries, read_series
from motions.walking.configuration import with_term
from motions.walking.terms.term import BalanceTerm, Value, WalkState


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlayedRun]:
    yield play("walk_stops", seed=3, record=tmp_path_factory.mktemp("played"))


def test_a_recorded_run_has_the_same_series_as_the_played_one(played: PlayedRun) -> None:
    assert played.file is not None
    again = read_series(played.file.parent)
    assert list(again) == list(played.series) and again.units == played.series.units
    for name, column in played.series.items():
        if name == "leaf":
            assert (column == again[name]).all()
        else:
            np.testing.assert_array_equal(column, again[name], err_msg=name)


def test_series_of_joints_gyro_terms_and_truth_have_their_units(played: PlayedRun) -> None:
    units = played.series.units
    assert units["joint.l_knee_pitch"] == units["truth.torso.roll"] == "rad"
    assert (units["gyro.x"], units["current.r_hip_roll"]) == ("rad/s", "A")
    assert units["term.capture, forward"] == units["torso_height"] == "m"
    walks = np.char.startswith(played.series["leaf"].astype(str), "WalkPhase")
    term = played.series["term.capture, forward"]
    assert np.isfinite(term[walks]).all() and np.isnan(term[: np.argmax(walks) - 5]).all()


def test_hands_are_shares_without_a_unit(played: PlayedRun) -> None:
    units = played.series.units
    assert units["joint.l_hand"] == units["command.r_hand"] == "" and units["current.l_hand"] == "A"


def test_a_recorded_centre_of_mass_moves_at_its_recorded_velocity(played: PlayedRun) -> None:
    series, units = played.series, played.series.units
    assert (units["truth.com.x"], units["truth.com_velocity.x"]) == ("m", "m/s")
    moved = np.gradient(series["truth.com.x"], series["time"])
    np.testing.assert_allclose(moved[1:-1], series["truth.com_velocity.x"][1:-1], atol=0.02)
    assert (np.abs(series["truth.com.z"] - series["truth.torso.z"]) < 0.1).all()


def test_the_sole_cells_carry_the_weight_of_a_standing_robot(played: PlayedRun) -> None:
    cells = [name for name in played.series if name.startswith("fsr.")]
    assert len(cells) == 8 and {played.series.units[name] for name in cells} == {"N"}
    load = np.sum([played.series[name][50:75] for name in cells], axis=0)
    weight = load_settings().robot.mass * GRAVITY
    assert np.nanmedian(load) == pytest.approx(weight, rel=0.2)


def test_sole_cells_are_missing_exactly_in_cycles_without_a_frame(played: PlayedRun) -> None:
    assert played.file is not None
    lost = [row.frame is None for row in read_run(played.file).rows]
    assert any(lost) and not all(lost)
    assert np.isnan(played.series["fsr.left_front_left"]).tolist() == lost


def test_terms_of_the_walk_have_no_values_in_a_preview_walk() -> None:
    series = play("stops_at_the_next_step").series
    previews = np.char.startswith(series["leaf"].astype(str), "PreviewWalk")
    assert previews.any() and np.isnan(series["term.capture, forward"][previews]).all()


def test_the_series_match_the_history_of_the_run(played: PlayedRun) -> None:
    series, history = played.series, played.run.history.columns
    np.testing.assert_array_equal(series["roll"], np.array(history["roll"]))
    np.testing.assert_allclose(series["torso_height"], history["torso_height"], atol=1e-6)


def test_a_csv_file_has_a_line_per_cycle(played: PlayedRun, tmp_path: Path) -> None:
    played.series.to_csv(tmp_path / "run.csv")
    with (tmp_path / "run.csv").open(newline="") as file:
        head, *rows = csv.reader(file)
    assert head[:2] == ["time [s]", "forward [m/s]"] and head[-1] == "leaf"
    assert len(rows) == len(played.series["time"])
    assert float(rows[7][0]) == played.series["time"][7]


def test_without_the_truth_the_other_series_are_read(played: PlayedRun, tmp_path: Path) -> None:
    assert played.file is not None
    (tmp_path / "run.hsm").write_bytes(played.file.read_bytes())
    assert not (tmp_path / TRUTH_NAME).exists()
    series = read_series(tmp_path)
    assert "torso_height" not in series and "joint.head_yaw" in series


@dataclass(frozen=True, slots=True)
class LeanParameters:
    active: bool
    angle: float


class OwnLean(BalanceTerm):
    group = "own_lean"

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        return (self.angle("torso", self._parameters.angle),)


def with_lean(angle: float) -> MotionSettings:
    settings = load_settings()
    group = LeanParameters(active=True, angle=angle)
    return replace(settings, walking=with_term(settings.walking, OwnLean, group))


def test_a_run_with_a_term_of_a_program_is_read_with_the_settings_of_the_program(
    tmp_path: Path,
) -> None:
    (scenario,) = load_scenarios(["walk_stops"])
    short = replace(scenario, duration=2.5)
    lean = play(short, settings=with_lean(0.25), record=tmp_path)
    with pytest.raises(RunError, match="own_lean in its walk, which is no term of the project"):
        read_series(tmp_path)
    told = "has other parameters: walking.own_lean.angle 0.25 in the run, but given as 0.5"
    with pytest.raises(RunError, match=told):
        read_series(tmp_path, settings=with_lean(0.5))
    with pytest.raises(TypeError, match="expected settings such as load_settings"):
        read_series(tmp_path, settings="fast")  # type: ignore[arg-type]
    again = read_series(tmp_path, settings=with_lean(0.25))
    assert list(again) == list(lean.series) and again.units["term.own lean, torso"] == "rad"
    for name in ("term.own lean, torso", "command.l_knee_pitch"):
        np.testing.assert_array_equal(again[name], lean.series[name])
    assert np.nanmax(again["term.own lean, torso"]) == 0.25


def test_a_dataframe_without_pandas_is_refused_in_one_sentence(
    played: PlayedRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hsm.series.find_spec", lambda name: None)
    with pytest.raises(HsmError, match="pandas is not installed"):
        played.series.to_dataframe()


def test_a_dataframe_keeps_the_units(played: PlayedRun) -> None:
    pandas = pytest.importorskip("pandas")
    table = played.series.to_dataframe()
    assert isinstance(table, pandas.DataFrame) and table.attrs["units"] == played.series.units
    assert isinstance(played.series, RunSeries)


def test_an_unknown_column_is_refused_with_the_nearest_name() -> None:
    series = RunSeries({"torso_height": np.zeros(2)}, {"torso_height": "m"})
    with pytest.raises(KeyError, match="^unknown column 'torso_hight'; did you mean 'torso_height"):
        series["torso_hight"]
    assert "torso_hight" not in series and series.get("torso_hight") is None
