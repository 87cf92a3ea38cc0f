"""Keyframe motions and blocks name each other: what is wrong between files has a place too."""

import shutil
from pathlib import Path

import pytest

from hsm.errors import ConfigError
from hsm.runtime.assembly import load_settings
from hsm.runtime.settings import config_folder


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the folder of parameters, below the working directory."""
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(config_folder(), tmp_path / "config"))


def replaced(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def complaints(config: Path) -> list[str]:
    """Return what the loader says about the folder."""
    with pytest.raises(ConfigError) as caught:
        load_settings(folder=config)
    return [str(problem) for problem in caught.value.problems]


def test_a_block_that_does_not_exist_is_told_at_its_name(config: Path) -> None:
    replaced(config / "keyframes/motions/get_up_front.yaml", "arms_ahead,", "arms_behind,")
    assert complaints(config) == [
        "config/keyframes/motions/get_up_front.yaml:2:10: blocks[0]: "
        "KF110 block 'arms_behind' does not exist, did you mean 'arms_ahead'?"
    ]


def test_a_motion_that_the_engine_needs_is_told_where_it_is_named(config: Path) -> None:
    replaced(config / "keyframes/engine.yaml", "sit_down: sit_down", "sit_down: sit_dwn")
    (line,) = complaints(config)
    assert line.startswith("config/keyframes/engine.yaml:")
    assert line.endswith("KF110 motion 'sit_dwn' does not exist, did you mean 'sit_down'?")


def test_a_motion_that_may_be_asked_for_must_have_a_file(config: Path) -> None:
    (config / "keyframes/motions/wave.yaml").unlink()
    assert complaints(config) == [
        "config/keyframes/motions/wave.yaml:1:1: KF110 motion 'wave' does not exist"
    ]


def test_mistakes_in_files_and_between_them_come_in_one_round(config: Path) -> None:
    replaced(config / "keyframes/motions/get_up_front.yaml", "arms_ahead,", "arms_behind,")
    replaced(config / "keyframes/blocks/squat.yaml", "keyframes:", "frames:")
    replaced(config / "keyframes/engine.yaml", "max_tries: 6", "max_tries: six")
    replaced(config / "fall.yaml", "quiet_deg_per_s: 10", "quiet: 10")
    files = {line.split(":")[0] for line in complaints(config)}
    assert files == {
        "config/fall.yaml",
        "config/keyframes/engine.yaml",
        "config/keyframes/blocks/squat.yaml",
        "config/keyframes/motions/get_up_front.yaml",
    }


def test_a_file_with_mistakes_still_exists_for_those_that_name_it(config: Path) -> None:
    replaced(config / "keyframes/blocks/arms_ahead.yaml", "keyframes:", "frames:")
    assert not any("does not exist" in line for line in complaints(config))
