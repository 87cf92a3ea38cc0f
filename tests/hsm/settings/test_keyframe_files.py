"""Keyframe motions and blocks refer to each other; broken references are reported with a place."""

import math
import shutil
from pathlib import Path

import pytest

from hardware.robots.nao import Joint
from hsm.control.assembly import load_settings
from hsm.errors import ConfigError
from hsm.settings.keyframe_files import load_motions
from hsm.settings.loader import config_folder
from motions.keyframes.motions.keyframe import Held, TorsoWindow
from tests.hsm.settings.mistaken import replaced


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the config folder, below the working directory."""
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(config_folder(), tmp_path / "config"))


def complaints(config: Path) -> list[str]:
    """Return the problems that the loader reports for the folder."""
    with pytest.raises(ConfigError) as caught:
        load_settings(folder=config)
    return [str(problem) for problem in caught.value.problems]


def test_a_missing_block_is_reported_at_its_name(config: Path) -> None:
    replaced(config / "keyframes/motions/get_up_front.yaml", "arms_ahead,", "arms_behind,")
    assert complaints(config) == [
        "config/keyframes/motions/get_up_front.yaml:2:10: blocks[0]: "
        "KF110 block 'arms_behind' does not exist, did you mean 'arms_ahead'?"
    ]


def test_a_missing_motion_of_the_engine_is_reported_at_its_name(config: Path) -> None:
    replaced(config / "keyframes/engine.yaml", "sit_down: sit_down", "sit_down: sit_dwn")
    (line,) = complaints(config)
    assert line.startswith("config/keyframes/engine.yaml:")
    assert line.endswith("KF110 motion 'sit_dwn' does not exist, did you mean 'sit_down'?")


def test_a_motion_that_can_be_requested_must_have_a_file(config: Path) -> None:
    (config / "keyframes/motions/wave.yaml").unlink()
    assert complaints(config) == [
        "config/keyframes/engine.yaml:48:12: specials[0]: KF110 motion 'wave' does not exist"
    ]


def test_mistakes_in_files_and_between_them_are_reported_together(config: Path) -> None:
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


def test_a_reference_to_a_file_with_mistakes_is_not_reported_as_missing(config: Path) -> None:
    replaced(config / "keyframes/blocks/arms_ahead.yaml", "keyframes:", "frames:")
    assert not any("does not exist" in line for line in complaints(config))


SQUAT = "config/keyframes/blocks/squat.yaml"
SOUND = """\
stiffness_percent: {legs: 90}
interpolation: linear
keyframes:
  - label: bend
    duration_ms: 500
    angles_deg: {legs: [0, 0, -40, 80, -40, 0]}
  - label: stretch
    duration_ms: 500
    angles_deg: {legs: [0, 0, -10, 20, -10, 0]}
"""


def with_key(key: str) -> str:
    """Return a valid block with one more key in its first keyframe, in line 5."""
    return SOUND.replace("label: bend", f"label: bend\n    {key}")


@pytest.mark.parametrize(
    ("old", "new", "place", "code"),
    [
        ("- label: bend\n    d", "- d", "4:5", "KF102"),
        ("[0, 0, -40, 80, -40, 0]", "[0, 0, -40, 80, -40]", "4:5", "KF103"),
        ("[0, 0, -40", "[0, zero, -40", "6:28", "KF103"),
        ("interpolation: linear", "interpolation: cubic", "2:16", "KF104"),
        ("duration_ms: 500", "duration_ms: 0", "5:18", "KF120"),
        ("[0, 0, -40, 80", "[0, 0, -190, 80", "4:5", "KF123"),
        ("[0, 0, -40, 80, -40, 0]", "[0, 0, -40, 130, -40, 0]", "6:36", "KF122"),
        ("stretch\n    duration_ms: 500", "stretch\n    duration_ms: 60", "8:18", "KF131"),
    ],
)
def test_every_mistake_of_a_block_is_reported_with_place_and_code(
    config: Path, old: str, new: str, place: str, code: str
) -> None:
    assert old in SOUND
    (config.parent / SQUAT).write_text(SOUND.replace(old, new, 1))
    (line,) = complaints(config)
    assert line.startswith(f"{SQUAT}:{place}: ")
    assert f" {code} " in line


def test_a_first_keyframe_is_judged_from_the_stance_if_its_motion_begins_there(
    config: Path,
) -> None:
    quick = SOUND.replace("duration_ms: 500", "duration_ms: 60", 1)
    (config.parent / SQUAT).write_text(quick)
    (line,) = complaints(config)
    assert line.startswith(f"{SQUAT}:5:18: ") and " KF131 " in line
    replaced(config / "keyframes/engine.yaml", "sit_down: sit_down", "sit_down: wave")
    load_settings(folder=config)  # now no motion begins with the squat in the stance


@pytest.mark.parametrize(
    ("key", "place", "code"),
    [
        ("speed: 1", "5:5", "KF101"),
        ("torso: {pitch_deg: [20, -20]}", "5:24", "KF121"),
        ("branches: [{to_block: squat, at_end: {}}]", "5:16", "KF114"),
        ("branches: [{to_block: squad, at_end: {}}]", "5:27", "KF110"),
        ("poses: {arms: {translation_mm: [400, 100, 0]}}", "5:19", "KF130"),
        ("balance: {forward: [{joint: l_foot, factor: 1}]}", "5:33", "KF104"),
        (
            "balance_phase: rice\n    balance: {forward: [{joint: l_ankle_pitch, factor: 1}]}",
            "5:20",
            "KF110",
        ),
        (
            "compensation: [{observe: l_hip_yaw_pitch, start_deg: 5, full_deg: 5,"
            " apply: [{joint: l_ankle_pitch, factor: 1}]}]",
            "5:20",
            "KF125",
        ),
    ],
)
def test_a_wrong_key_of_a_keyframe_is_reported_with_place_and_code(
    config: Path, key: str, place: str, code: str
) -> None:
    (config.parent / SQUAT).write_text(with_key(key))
    lines = complaints(config)
    assert lines[0].startswith(f"{SQUAT}:{place}: ")
    assert all(f" {code} " in line for line in lines)


def test_a_motion_that_the_state_machine_would_break_up_is_refused(config: Path) -> None:
    """Fifteen seconds is the longest time in Execute, and in Wait."""
    dance = config / "keyframes/motions/dance.yaml"
    (config.parent / SQUAT).write_text(SOUND.replace("duration_ms: 500", "duration_ms: 5000"))
    dance.write_text("blocks: [squat, squat]\n")
    (line,) = complaints(config)
    assert line.startswith("config/keyframes/motions/dance.yaml:1:9: blocks: KF132 takes 20.0 s")
    wait = "wait: {max_ms: 9000, until: {conditions: [{wait_time_ms: [8000, 9000]}]}}"
    (config.parent / SQUAT).write_text(
        with_key(wait).replace("duration_ms: 500", "duration_ms: 5000")
    )
    load_settings(folder=config)
    branch = "branches: [{to_block: wave, at_end: {}}]"
    (config.parent / SQUAT).write_text(
        with_key(branch).replace("duration_ms: 500", "duration_ms: 5000")
    )
    load_settings(folder=config)
    (config.parent / SQUAT).write_text(with_key(wait.replace("9000", "19000")))
    (line,) = complaints(config)
    assert line.startswith(f"{SQUAT}:5:20: ") and "KF132 waits for up to 19 s" in line


@pytest.mark.parametrize(
    ("wrong", "place", "code"),
    [
        ("[0, 0, -85, 95, -40]", "6:5", "KF103"),
        ("[0, 0, -85, 155, -40, 0]", "8:23", "KF122"),
        ("[0, 0, -85, 95, -40, 0]\n    left_arm: [0, 0, 0, 0, 0]", "5:3", "KF103"),
    ],
)
def test_a_posture_of_the_soft_fall_must_fit_the_robot(
    config: Path, wrong: str, place: str, code: str
) -> None:
    replaced(config / "keyframes/postures.yaml", "[0, 0, -85, 95, -40, 0]", wrong)
    (line,) = complaints(config)
    assert line.startswith(f"config/keyframes/postures.yaml:{place}: ") and code in line


def test_a_block_sets_the_stiffness_of_a_limb_once(config: Path) -> None:
    text = SOUND.replace("{legs: 90}", "{legs: 90, left_leg: 10}")
    (config.parent / SQUAT).write_text(text)
    (line,) = complaints(config)
    assert line.endswith("KF103 'left_leg' names a limb a second time")


def test_words_can_replace_angles_and_open_ends_of_ranges(config: Path) -> None:
    text = SOUND.replace("[0, 0, -40, 80, -40, 0]", "[hold, 0, off, 80, -40, 0]")
    text = text.replace("label: bend", "label: bend\n    torso: {pitch_deg: [none, keep]}")
    (config.parent / SQUAT).write_text(text)
    frame = load_settings(folder=config).motions.blocks["squat"].frames[0]
    assert frame.targets[Joint.L_HIP_YAW_PITCH] is Held.HOLD
    assert frame.targets[Joint.R_HIP_PITCH] is Held.OFF
    assert frame.source.torso == TorsoWindow(pitch=(-math.inf, None))


def test_targets_beyond_a_stop_are_a_warning_in_foreign_motions_only(config: Path) -> None:
    text = SOUND.replace("[0, 0, -40, 80, -40, 0]", "[0, 0, -40, 130, -40, 0]")
    (config.parent / SQUAT).write_text(text)
    settings = load_settings(folder=config_folder())
    files = load_motions(config / "keyframes", settings.keyframes, settings.robot)
    assert [str(warning).split(": ")[2][:5] for warning in files.warnings] == ["KF122"]
    with pytest.raises(ConfigError, match="KF122"):
        load_settings(folder=config)


@pytest.mark.parametrize(
    ("folder", "text", "code"),
    [
        ("blocks", SOUND, "KF112"),
        ("motions", "blocks: []\n", "KF113"),
        ("blocks", "stiffness_percent: {}\ninterpolation: linear\nkeyframes: []\n", "KF113"),
        ("blocks", with_key("stiffness_changes_percent: {l_hip_roll: 0}"), "KF128"),
        (
            "blocks",
            with_key(
                "balance: {forward: [{joint: l_ankle_pitch, factor: 1, mode: only_positive}]}"
            ),
            "KF126",
        ),
        (
            "blocks",
            with_key("branches: [{to_block: wave, at_end: {}}, {to_block: squat, at_end: {}}]"),
            "KF115",
        ),
    ],
)
def test_a_probable_mistake_is_a_warning(config: Path, folder: str, text: str, code: str) -> None:
    (config / "keyframes" / folder / "odd.yaml").write_text(text)
    settings = load_settings(folder=config_folder())
    files = load_motions(config / "keyframes", settings.keyframes, settings.robot)
    assert any(code in warning.message for warning in files.warnings if "odd" in warning.file)


def test_a_name_with_capital_letters_is_refused(config: Path) -> None:
    (config / "keyframes/motions/GetUp.yaml").write_text("blocks: [wave]\n")
    (line,) = complaints(config)
    assert "KF105" in line
