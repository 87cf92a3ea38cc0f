"""A robot gets the calibration of its own body and never that of another."""

from pathlib import Path

import pytest

from hsm.errors import ConfigError
from hsm.settings.calibration_files import OtherBodyError, calibration_of
from hsm.settings.robot_file import load_robot

NAO = load_robot()
BODY = "ALDC01234567890ABCDE"
TEXT = "joints_deg: {l_knee_pitch: 1.5}\ntorso_roll_deg: 0\ntorso_pitch_deg: 0\n"


def written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


@pytest.mark.parametrize("said", ["", f"body: {BODY}\n"])
def test_the_calibration_of_a_body_is_found_in_a_folder_by_its_id(
    said: str, tmp_path: Path
) -> None:
    written(tmp_path / f"{BODY}.yaml", TEXT + said)
    found = calibration_of(BODY, tmp_path, NAO)
    assert found is not None and len(found.joints) == 1
    assert calibration_of("ANOTHER", tmp_path, NAO) is None


@pytest.mark.parametrize("body", ["", "../secret", "a/b", "a.b", "x" * 5000])
def test_an_invalid_body_id_finds_no_calibration(body: str, tmp_path: Path) -> None:
    written(tmp_path / "secret.yaml", TEXT)
    (tmp_path / "bodies").mkdir()
    assert calibration_of(body, tmp_path / "bodies", NAO) is None


def test_a_file_is_read_whatever_its_name(tmp_path: Path) -> None:
    file = written(tmp_path / "my_robot", TEXT)
    assert calibration_of(BODY, file, NAO) is not None


def test_a_missing_folder_holds_no_calibration(tmp_path: Path) -> None:
    assert calibration_of(BODY, tmp_path / "bodies", NAO) is None


def test_a_file_of_another_body_is_refused_in_one_line(tmp_path: Path) -> None:
    file = written(tmp_path / "mine.yaml", TEXT + "body: ANOTHER\n")
    with pytest.raises(OtherBodyError) as refused:
        calibration_of(BODY, file, NAO)
    assert str(refused.value) == f"{file}: was measured on body ANOTHER, but this robot is {BODY}"
    assert refused.value.hint


def test_a_missing_calibration_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        calibration_of(BODY, tmp_path / "mine.yaml", NAO)
