"""Exported runs hold the same data as the run, as read by independent readers."""

import csv
import json
import math
from dataclasses import replace
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from mcap.reader import make_reader

from hardware.robots.nao import Joint
from hsm.apps.export.csv_file import write_csv
from hsm.apps.export.export_run import export
from hsm.control.assembly import MotionSettings, load_settings
from hsm.errors import HsmError, UsageError
from hsm.output_files import ResultError
from hsm.runs.reader import RecordedRun
from hsm.settings.robot_file import load_robot
from tests.hsm.runs.conftest import Written, made, write


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Written:
    settings: MotionSettings = load_settings()
    return write(tmp_path_factory.mktemp("exported") / "run.hsm", *made(settings))


@pytest.fixture(scope="module")
def run(written: Written) -> RecordedRun:
    return written.read()


def test_arrays_hold_every_frame_and_command(
    written: Written, run: RecordedRun, tmp_path: Path
) -> None:
    export(written.path, "npz", tmp_path / "run.npz")
    data = np.load(tmp_path / "run.npz")
    assert list(data["joints"][:2]) == ["head_yaw", "head_pitch"]
    for number, row in enumerate(run.rows):
        assert data["time"][number] == row.time and data["leaf"][number] == row.leaf
        assert tuple(data["command.positions"][number].tolist()) == row.command.positions
        frame = row.frame
        if frame is None:
            assert np.isnan(data["frame.positions"][number]).all()
            assert (data["frame.status"][number] == -1).all()
        else:
            assert tuple(data["frame.positions"][number].tolist()) == frame.positions
            assert data["frame.fsr"][number] == pytest.approx(frame.fsr)
    taken = [row.transition for row in run.rows if row.transition is not None]
    assert list(data["transition.because"]) == [transition.because for transition in taken]
    assert json.loads(data["about"].item())["run"]["scenario"] == "bench"


def test_arrays_and_messages_tell_that_a_hand_is_a_share_and_a_joint_an_angle(
    written: Written, tmp_path: Path
) -> None:
    for kind in ("npz", "mcap"):
        export(written.path, kind, tmp_path / f"run.{kind}")
    with (tmp_path / "run.mcap").open("rb") as file:
        metadata = next(iter(make_reader(file).iter_metadata())).metadata
    about = json.loads(np.load(tmp_path / "run.npz")["about"].item())
    for units in (about["units"], json.loads(metadata["units"])):
        for column in ("frame.positions", "command.positions"):
            assert units[column] == "rad"
            assert {units[f"{column}.{hand}"] for hand in ("l_hand", "r_hand")} == {"0..1"}


def test_a_table_has_a_row_per_cycle_and_units_in_its_heading(
    written: Written, run: RecordedRun, tmp_path: Path
) -> None:
    export(written.path, "csv", tmp_path / "run.csv")
    with (tmp_path / "run.csv").open(newline="", encoding="utf-8") as file:
        told = list(csv.DictReader(file))
    assert len(told) == len(run.rows)
    knee, status = "frame.positions.l_knee_pitch [rad]", "frame.status.l_knee_pitch [0..3]"
    for row, cells in zip(run.rows, told, strict=True):
        assert float(cells["time [s]"]) == row.time and cells["leaf"] == row.leaf
        sent = np.float32(row.command.positions[Joint.L_KNEE_PITCH])
        assert np.float32(cells["command.positions.l_knee_pitch [rad]"]) == sent
        if row.frame is None:
            assert cells[knee] == "" and cells[status] == "-1"
        else:
            assert np.float32(cells[knee]) == np.float32(row.frame.positions[Joint.L_KNEE_PITCH])
            force = float(cells["frame.fsr.right_rear_left [N]"])
            assert force == pytest.approx(row.frame.fsr[6])
        true = [name for name in run.header.facts if cells[f"fact.{name}"] == "1"]
        assert sum(1 << run.header.facts.index(name) for name in true) == row.facts
        wish = row.request
        assert cells["request.motion"] == ("" if wish is None else wish.motion.value)
        assert cells["request.forward [m/s]"] == ("" if wish is None else str(wish.forward))
        because = "" if row.transition is None else row.transition.because
        assert cells["transition.because"] == because
    assert {f"{of}.positions.l_hand [0..1]" for of in ("frame", "command")} <= set(told[0])
    broken = [cells["frame.gyro.x [rad/s]"] for cells in told]
    assert broken[50] == "" and math.isfinite(float(broken[51]))


def test_a_table_has_the_same_columns_for_every_number_of_cycles(run: RecordedRun) -> None:
    def heading(cycles: int) -> str:
        file = StringIO()
        write_csv(replace(run, rows=run.rows[:cycles]), load_robot().names, file)
        return file.getvalue().splitlines()[0]

    assert len(run.rows) > len(run.header.facts)
    joints, facts = len(load_robot().names), len(run.header.facts)
    assert heading(joints) == heading(facts) == heading(10)


def test_messages_hold_every_frame_command_and_transition(
    written: Written, run: RecordedRun, tmp_path: Path
) -> None:
    export(written.path, "mcap", tmp_path / "run.mcap")
    with (tmp_path / "run.mcap").open("rb") as file:
        reader = make_reader(file)
        found: dict[str, list[tuple[int, dict[str, object]]]] = {}
        for schema, channel, message in reader.iter_messages():
            assert schema is not None and schema.encoding == "jsonschema"
            told = json.loads(message.data)
            assert set(json.loads(schema.data)["properties"]) == set(told)
            found.setdefault(channel.topic, []).append((message.log_time, told))
        about = next(iter(reader.iter_metadata())).metadata
        parameters = next(iter(reader.iter_attachments()))
    assert [time for time, _ in found["/command"]] == [round(row.time * 1e9) for row in run.rows]
    knee = Joint.L_KNEE_PITCH
    sent = [told["positions"]["l_knee_pitch"] for _, told in found["/command"]]  # type: ignore[index]
    assert sent == [row.command.positions[knee] for row in run.rows]
    assert len(found["/frame"]) == sum(row.frame is not None for row in run.rows)
    assert len(found["/transition"]) == sum(row.transition is not None for row in run.rows)
    broken = [told["gyro"]["x"] is None for _, told in found["/frame"]]  # type: ignore[index]
    assert broken.index(True) == 50 and sum(broken) == 1
    assert json.loads(about["run"]) == {"scenario": "bench", "seed": 3}
    assert "walking" in json.loads(parameters.data)


def test_an_export_is_written_beside_the_run_by_default(written: Written) -> None:
    export(written.path.parent, "npz", None)
    assert written.path.with_suffix(".npz").is_file()


def test_a_file_is_replaced_only_on_request(written: Written, tmp_path: Path) -> None:
    place = tmp_path / "mine.npz"
    place.write_text("mine")
    with pytest.raises(ResultError, match="--force replaces it"):
        export(written.path, "npz", place)
    assert place.read_text() == "mine"
    export(written.path, "npz", place, force=True)
    assert place.read_bytes()[:2] == b"PK"


@pytest.mark.parametrize("name", ["run.mcap", "run", "run.npz.old"])
def test_a_file_name_of_another_format_is_refused(
    written: Written, name: str, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match=r"its name has to end in \.npz"):
        export(written.path, "npz", tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_missing_package_is_reported_with_a_remedy(
    written: Written, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hsm.apps.export.mcap_file.find_spec", lambda _: None)
    with pytest.raises(HsmError, match=r"pip install 'nao-hsm\[mcap\]', or --to npz"):
        export(written.path, "mcap", tmp_path / "run.mcap")
    assert not list(tmp_path.iterdir())
