"""Patches: numbers by their paths, also inside lists, laid over the walk and over blocks."""

from pathlib import Path

import pytest

from hardware.robots.nao import Joint
from hsm.campaigns.tuning.patches import (
    WALK,
    block_file,
    file_of_kick,
    is_whole,
    matching,
    patch_text,
    patchable_files,
    shipped,
    with_patches,
    with_values,
)
from hsm.control.assembly import MotionSettings
from hsm.errors import ConfigError
from motions.keyframes.motions.keyframe import Keyframe
from motions.kicks.wish import KickKind
from tests.hsm.conftest import Hsm

RISE = block_file("rise_from_front")
SHOULDERS = "keyframes[6].stiffness_changes_percent.*_shoulder_pitch"


def frames(settings: MotionSettings) -> tuple[Keyframe, ...]:
    return tuple(frame.source for frame in settings.motions.blocks["rise_from_front"].frames)


def test_the_walk_every_block_and_every_kick_may_be_patched() -> None:
    files = patchable_files()
    assert WALK in files
    assert set(map(file_of_kick, KickKind)) <= set(files)
    assert RISE in files
    assert all(shipped(file) for file in files)


def test_numbers_inside_lists_have_paths_as_errors_show_them() -> None:
    values = shipped(RISE)
    assert values["stiffness_percent.legs"] == 100
    assert values["keyframes[2].angles_deg.legs[3]"] == 60
    assert values["keyframes[6].wait.until.conditions[0].torso_pitch_deg[1]"] == 92


def test_a_star_names_every_number_that_fits() -> None:
    known = shipped(RISE)
    assert set(matching(SHOULDERS, known)) == {
        "keyframes[6].stiffness_changes_percent.l_shoulder_pitch",
        "keyframes[6].stiffness_changes_percent.r_shoulder_pitch",
    }
    assert matching("keyframes[6].duration_ms", known) == {"keyframes[6].duration_ms": 340}
    assert not matching("keyframes[6].duration", known)


def test_a_patch_names_entries_of_lists_by_their_numbers() -> None:
    text = patch_text(RISE, {SHOULDERS: 55.0, "keyframes[2].angles_deg.legs[3]": 61.5})
    assert text == (
        "keyframes:\n"
        "  6:\n"
        "    stiffness_changes_percent:\n"
        "      l_shoulder_pitch: 55\n"
        "      r_shoulder_pitch: 55\n"
        "  2:\n"
        "    angles_deg:\n"
        "      legs:\n"
        "        3: 61.5\n"
    )


def test_only_what_is_named_changes_in_a_block(settings: MotionSettings) -> None:
    changed = with_values(settings, RISE, {SHOULDERS: 55.0, "keyframes[2].duration_ms": 270.0})
    before, after = frames(settings), frames(changed)
    assert after[2].duration == pytest.approx(0.27)
    stiffness = after[6].stiffness_changes or {}
    assert stiffness[Joint.L_SHOULDER_PITCH] == stiffness[Joint.R_SHOULDER_PITCH] == 0.55
    assert [a for i, a in enumerate(after) if i not in (2, 6)] == [
        b for i, b in enumerate(before) if i not in (2, 6)
    ]
    assert changed.walking is settings.walking


def test_patches_of_several_files_hold_at_once(settings: MotionSettings, tmp_path: Path) -> None:
    rise, roll, walk = (tmp_path / name for name in ("rise.yaml", "roll.yaml", "walk.yaml"))
    rise.write_text("keyframes: {0: {duration_ms: 333}}\n")
    roll.write_text("keyframes: {0: {duration_ms: 444}}\n")
    walk.write_text("step: {lift_mm: 17}\n")
    changed = with_patches(settings, {RISE: rise, block_file("roll_over"): roll, WALK: walk})
    blocks = changed.motions.blocks
    assert frames(changed)[0].duration == pytest.approx(0.333)
    assert blocks["roll_over"].frames[0].source.duration == pytest.approx(0.444)
    assert changed.walking.step.lift == pytest.approx(0.017)


def test_a_patch_of_a_kick_changes_that_kick_alone(settings: MotionSettings) -> None:
    path = "points[1].ball_mm[0]"
    patched = with_values(settings, file_of_kick(KickKind.FORWARD), {path: -60.0}).kicks
    assert patched.in_walk["forward"].points[1].ball[0] == pytest.approx(-0.06)
    changed = {
        name for name, kick in patched.in_walk.items() if kick != settings.kicks.in_walk[name]
    }
    assert changed == {"forward"}
    assert patched.motions == settings.kicks.motions
    with pytest.raises(ConfigError, match="touch_ms"):
        with_values(settings, file_of_kick(KickKind.FORWARD), {"touch_ms": 400.0})


def test_a_block_that_the_robot_could_not_play_is_refused_at_its_place(
    settings: MotionSettings, tmp_path: Path
) -> None:
    patch = tmp_path / "patch.yaml"
    patch.write_text("# mine\nkeyframes:\n  3: {duration_ms: 100}\n")
    with pytest.raises(ConfigError) as caught:
        with_patches(settings, {RISE: patch})
    problem = caught.value.problems[0]
    assert problem.path.startswith("keyframes[3]")
    assert problem.message.startswith("KF131")


def test_a_stance_that_the_legs_do_not_reach_is_refused_in_a_patch_too(
    settings: MotionSettings,
) -> None:
    with pytest.raises(ConfigError, match="robot's stretched legs"):
        with_values(settings, WALK, {"stance.hip_height_mm": 300.0})


def test_a_patch_of_any_other_file_is_refused(settings: MotionSettings, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="fall.yaml cannot be patched; expected one of .'walking/"):
        with_patches(settings, {"fall.yaml": tmp_path / "patch.yaml"})


def test_limits_on_loops_are_whole_and_angles_are_not(settings: MotionSettings) -> None:
    assert is_whole(settings, RISE, "keyframes[6].branches[0].max_loops", (1.0, 5.0))
    assert not is_whole(settings, RISE, "keyframes[6].angles_deg.legs[4]", (8.0, 22.0))
    assert not is_whole(settings, RISE, SHOULDERS, (20.0, 100.0))


def test_the_command_says_how_a_patch_of_a_block_is_given(hsm: Hsm) -> None:
    done = hsm("measure", "get-up", "--patch", "rise.yaml")
    assert done.returncode == 2
    assert "BLOCK=FILE" in done.stderr
