"""Kicks and walks that cannot happen are refused beforehand or reported with the reason."""

import re
import shlex
from pathlib import Path

import pytest

from tests.hsm.conftest import Hsm

KICK = """\
name: kick
description: Is asked for a kick.
plant: ideal
duration_s: 0.3
props: [{ball: {x_mm: 600, y_mm: 0}}]
sight: true
timeline:
  - {at_s: 0, request: {motion: kick, kick: {kind: forward_fast}}}
"""


@pytest.mark.parametrize(
    ("left_out", "told"),
    [
        ("sight: true\n", "add 'sight: true'"),
        ("props: [{ball: {x_mm: 600, y_mm: 0}}]\n", "add a ball to the props"),
    ],
)
def test_a_kick_without_sight_or_a_ball_is_a_mistake_of_the_file(
    hsm: Hsm, tmp_path: Path, left_out: str, told: str
) -> None:
    (tmp_path / "kick.yaml").write_text(KICK.replace(left_out, ""))
    done = hsm("run", "kick.yaml")
    assert done.returncode == 1
    assert f"kick needs a ball in sight: {told}" in done.stderr


def test_an_interruption_without_sight_is_a_mistake_of_the_file(hsm: Hsm, tmp_path: Path) -> None:
    kick = "motion: kick, kick: {kind: forward_fast}"
    assert kick in KICK
    walk = "motion: walk, forward_mm_per_s: 100, while_rolling: intercept"
    (tmp_path / "walk.yaml").write_text(KICK.replace("sight: true\n", "").replace(kick, walk))
    done = hsm("run", "walk.yaml")
    assert done.returncode == 1
    assert "while_rolling needs a ball in sight: add 'sight: true'" in done.stderr


@pytest.mark.parametrize(
    ("motion", "wish"),
    [
        ("walk_to", "{x_mm: 300, y_mm: 0, frame: field}"),
        ("free_ball", "{direction_deg: 0, frame: field}"),
    ],
)
def test_a_target_in_the_field_frame_without_sight_is_a_mistake_of_the_file(
    hsm: Hsm, tmp_path: Path, motion: str, wish: str
) -> None:
    asked = f"{{motion: {motion}, {motion}: {wish}}}"
    blind = KICK.replace("sight: true\n", "")
    start = blind[: blind.index("timeline:")]
    (tmp_path / "way.yaml").write_text(f"{start}timeline:\n  - {{at_s: 1, request: {asked}}}\n")
    done = hsm("run", "way.yaml")
    assert done.returncode == 1
    assert f"{motion}.frame: the frame field needs the localisation" in done.stderr
    assert "'sight: true', or use the frame robot or odometry" in done.stderr


def test_a_kick_that_never_began_is_reported_with_reason_and_explain_command(
    hsm: Hsm, tmp_path: Path
) -> None:
    (tmp_path / "kick.yaml").write_text(KICK)
    done = hsm("run", "kick.yaml", "--out", "my run", without=("matplotlib",))
    *_, errand, command = done.stdout.splitlines()
    assert errand.startswith("never begun: kick forward_fast at 0 deg")
    assert errand.endswith("to go")
    words = shlex.split(command)
    assert words[:4] == ["hsm", "explain", "my run", "--at"]
    told = hsm(*words[1:])
    assert told.returncode == 0 and "kick forward_fast" in told.stdout


def test_a_robot_that_does_not_look_for_the_ball_gets_a_hint_on_the_head_mode(
    hsm: Hsm, tmp_path: Path
) -> None:
    away = "at_s: 0, disturb: {move_ball: {x_mm: -2000, y_mm: 0}}"
    (tmp_path / "kick.yaml").write_text(f"{KICK}  - {{{away}}}\n")
    *_, errand, _ = hsm("run", "kick.yaml", without=("matplotlib",)).stdout.splitlines()
    assert "no ball is known; add `head: {mode: ball}`" in errand


def test_a_failed_run_names_the_command_that_explains_the_missed_deadline(
    hsm: Hsm, failing: Path
) -> None:
    done = hsm("run", str(failing), "--out", "failed", without=("matplotlib",))
    assert done.returncode == 1 and "NOT as expected" in done.stdout
    *_, last = done.stdout.splitlines()
    found = re.fullmatch(r"what it did then: hsm (explain failed --at 1\.00)", last)
    assert found is not None and hsm(*shlex.split(found[1])).returncode == 0
