"""`hsm motion list, show, play, mirror, plot, record` on shipped and imported motions."""

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from shutil import copy
from types import SimpleNamespace
from typing import Any

import pytest

from hardware.postures import Posture
from hardware.robots.model import Side
from hsm.apps.main import main
from hsm.apps.motion import stage
from hsm.apps.motion.exchange import opened
from hsm.apps.motion.perform import perform, record_command
from hsm.apps.motion.show import speeds
from hsm.apps.motion.stage import Performance, Stage, StageConfig
from hsm.apps.motion.team_folder import MotionFolderError, load_folder
from hsm.settings.loader import config_folder, load
from motions.keyframes.motions.keyframe import Branch, Limb
from motions.keyframes.motions.motion import Block
from tests.fakes import NAO, sensor_frame
from tests.motions.keyframes.interchange.made import FOLDER

STANDING = StageConfig("standard", 0, 0, Posture.STANDING, False)


def said(words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Return the exit code and the output of a command."""
    with pytest.raises(SystemExit) as left:
        main(words.split())
    return int(left.value.code or 0), capsys.readouterr().out


def test_all_motions_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = said("motion list --json", capsys)
    listed = json.loads(out)
    assert code == 0
    assert set(listed["motions"]) == set(load_folder().motions)
    assert set(listed["blocks"]) == set(load_folder().blocks)


def test_a_motion_shows_the_speed_that_each_keyframe_needs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out = said("motion show wave", capsys)
    assert code == 0
    assert "% of its free speed" in out


def test_the_speed_of_a_keyframe_without_one_before_is_said_to_depend_on_the_posture() -> None:
    folder = load_folder()
    before: list[float | None] = [None] * len(folder.robot.names)
    first, second, *_ = speeds(folder.blocks["wave"], folder.robot, before)
    assert first.endswith(" its speed depends on the posture before")
    assert "of its free speed" in second and "depends" not in second


def test_the_next_block_of_a_motion_is_judged_from_the_end_of_the_last(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, out = said("motion show keeper_jump_left", capsys)
    lands = out.splitlines().index("block land_on_left:") + 1
    assert "r_knee_pitch at 133 % of its free speed" in out.splitlines()[lands]


def test_what_is_beyond_the_robot_in_a_folder_of_ones_own_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = (config_folder() / "keyframes/blocks/wave.yaml").read_text()
    assert "head: [15, -10]" in own
    for name, angles in (("far", "head: [15, -60]"), ("near", "head: [15, -10]")):
        path = tmp_path / "blocks" / f"{name}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(own.replace("head: [15, -10]", angles, 1))
    with pytest.raises(SystemExit):
        main(["motion", "show", "far", "--from", str(tmp_path)])
    told = capsys.readouterr().err
    assert "far.yaml:8:18: keyframes[0].angles_deg.head[1]: KF122 head_pitch -60.0" in told
    assert "near.yaml" not in told


def test_a_motion_is_played_to_its_end_in_physics() -> None:
    done = perform(load_folder(), "wave", STANDING, None)
    assert done.upright and not done.broken
    assert [text for _, text in done.story][-1] == "done"


def test_a_block_that_does_not_fit_its_posture_breaks_up_with_the_reason() -> None:
    lying = StageConfig("standard", 0, 0, Posture.LYING_BACK, False)
    done = perform(load_folder(), "wave", lying, None)
    assert "torso pitch" in done.broken


def test_a_get_up_played_from_standing_says_how_to_start_lying(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out = said("motion play get_up_front", capsys)
    assert code == 1
    assert "it began standing; to begin lying: --posture lying_front" in out


@pytest.mark.parametrize(
    "words",
    [
        "motion export mine --out old.cfg",
        "motion record --at 0.1 --out old.yaml",
        "motion plot wave",
    ],
)
def test_no_file_is_replaced_without_force(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    old = tmp_path / ("wave.png" if "plot" in words else words.split()[-1])
    old.write_text("mine")
    with pytest.raises(SystemExit) as left:
        main(words.split())
    assert left.value.code == 1 and old.read_text() == "mine"
    assert "--force replaces it" in " ".join(capsys.readouterr().err.split())


def test_a_mirrored_motion_moves_the_other_arm() -> None:
    mirrored = StageConfig("standard", 0, 0, Posture.STANDING, True)
    one, other = (perform(load_folder(), "wave", s, None) for s in (STANDING, mirrored))
    left, right = NAO.arms[Side.LEFT][0], NAO.arms[Side.RIGHT][0]
    assert one.targets[100][left] == pytest.approx(other.targets[100][right], abs=1e-6)


def test_an_imported_file_plays_in_the_same_engine_without_edits(tmp_path: Path) -> None:
    text = (FOLDER / "irregular.cfg").read_text().replace("[bow, bowEnd,]", "[bowEnd]")
    file, out = tmp_path / "team.cfg", tmp_path / "team"
    file.write_text(text)
    with pytest.raises(SystemExit):
        main(["motion", "import", str(file), "--out", str(out)])
    done = perform(load_folder(out), "bow_down", STANDING, None)
    assert any("bow end 1" in text for _, text in done.story)


def test_an_unknown_name_is_refused_with_the_nearest() -> None:
    with pytest.raises(MotionFolderError, match="did you mean 'wave'"):
        perform(load_folder(), "wavy", STANDING, None)


def test_recorded_postures_are_keyframes_that_load(tmp_path: Path) -> None:
    out = tmp_path / "sitting.yaml"
    sitting = StageConfig("standard", 0, 0, Posture.SITTING, False)
    record_command(None, None, None, sitting, [0.2, 0.4], duration=0.7, out=out)
    block = load(out, Block, names=NAO.known)
    assert [item.duration for item in block.keyframes] == pytest.approx([0.7, 0.7])
    knee = block.keyframes[0].angles[Limb.LEFT_LEG][3]
    assert knee == pytest.approx(2.1, abs=0.15)


def test_a_recorded_posture_at_the_stops_of_its_joints_is_within_their_limits(
    tmp_path: Path,
) -> None:
    """Measured angles of a robot that sits on its stops lie beyond them."""
    out = tmp_path / "blocks" / "sitting.yaml"
    sitting = StageConfig("standard", 0, 0, Posture.SITTING, False)
    record_command(None, None, None, sitting, [0.5], duration=1.0, out=out)
    (warning,) = load_folder(tmp_path).files.warnings
    assert "KF112" in warning.message  # only that no motion uses it yet


def test_a_frame_with_a_broken_joint_angle_makes_no_keyframe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    frames = [(0.1 * number, sensor_frame(0.1 * number)) for number in range(10)]
    broken = (math.nan, *frames[0][1].positions[1:])
    rows = [
        SimpleNamespace(time=time, frame=replace(frame, positions=broken) if time < 0.75 else frame)
        for time, frame in frames
    ]
    monkeypatch.setattr("hsm.apps.motion.perform.read_run", lambda _: SimpleNamespace(rows=rows))
    with pytest.raises(MotionFolderError, match="has frames from 0.80 s to 0.90 s"):
        record_command(Path("run"), None, None, STANDING, [0.3], duration=0.7, out=None)
    out = tmp_path / "kept.yaml"
    record_command(Path("run"), None, None, STANDING, [0.75], duration=0.7, out=out)
    assert "nan" not in out.read_text()
    rows[2] = SimpleNamespace(time=0.2, frame=frames[2][1])
    with pytest.raises(MotionFolderError, match="no frame with all joint angles near 0.5 s"):
        record_command(Path("run"), None, None, STANDING, [0.5], duration=0.7, out=None)


def test_a_recorded_block_is_played_by_the_command_that_recording_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    _, out = said("motion record --at 0.1 --out mine/blocks/pose.yaml", capsys)
    told = out.splitlines()[-1]
    assert told == "to play it: hsm motion play pose --from mine"
    assert {"pose"} == set(load_folder(Path(told.split()[-1])).blocks)
    _, out = said("motion record --at 0.1 --out pose.yaml", capsys)
    assert "move it to DIR/blocks/: hsm motion play pose --from DIR" in out
    with pytest.raises(MotionFolderError) as no_folder:
        load_folder(Path("pose.yaml"))
    assert "blocks into DIR/blocks/" in no_folder.value.hint


def test_a_robot_recorded_without_a_motion_keeps_still(tmp_path: Path) -> None:
    out = tmp_path / "stance.yaml"
    record_command(None, None, None, STANDING, [0.05, 1.0], duration=0.7, out=out)
    start, later = load(out, Block, names=NAO.known).keyframes
    knees = [frame.angles[Limb.LEFT_LEG][3] for frame in (start, later)]
    assert knees[1] == pytest.approx(knees[0], abs=math.radians(1.0))
    record_command(None, None, None, STANDING, [0.1], duration=0.7, out=out, force=True)
    assert len(load(out, Block, names=NAO.known).keyframes) == 1


def test_a_mirror_image_is_written_beside_the_motion(tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as left:
        main(["motion", "mirror", "wave", "--name", "wave_right", "--out", str(tmp_path)])
    assert left.value.code == 0
    folder = load_folder(tmp_path)
    assert set(folder.motions) == {"wave_right"}
    (block,) = folder.blocks.values()
    assert block.keyframes[0].angles[Limb.RIGHT_ARM][0] < 0.0


@pytest.mark.parametrize("name", ["rise_from_front", "get_up_front", "push_again"])
def test_a_mirrored_motion_includes_the_blocks_of_its_branches(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["motion", "mirror", name, "--name", "image", "--out", str(tmp_path)])
    assert left.value.code == 0
    folder = load_folder(tmp_path)
    monkeypatch.setattr(stage, "_LONGEST", 0.1)  # s
    done = Stage(folder, "image", STANDING).play(lambda time, label: None)
    assert done.labels
    reached = {branch.to_block for item in folder.blocks.values() for branch in branches(item)}
    assert reached and all(str(block).endswith("image") for block in reached)


def branches(block: Block) -> Iterator[Branch]:
    for keyframe in block.keyframes:
        yield from keyframe.branches


@pytest.mark.parametrize("option", ["--motion wave", "--posture sitting", "--plant ideal"])
def test_options_of_a_simulation_are_refused_with_a_recorded_run(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["motion", "record", "some/run", *option.split()])
    assert left.value.code == 2
    assert f"{option.split()[0]} would have no effect" in capsys.readouterr().err


def test_motions_missing_beside_a_mirrored_one_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["motion", "mirror", "recover_side", "--name", "image", "--out", str(tmp_path)])
    assert left.value.code == 0
    said = capsys.readouterr().out.replace("\n", " ")
    assert "image continues with rise_from_front, get_up_back, not in" in said
    for name in ("rise_from_front", "get_up_back"):
        copy(config_folder() / f"keyframes/motions/{name}.yaml", tmp_path / "motions")
    for block in ("rise_from_front", "roll_over", "push_again", "squat_deeper"):
        copy(config_folder() / f"keyframes/blocks/{block}.yaml", tmp_path / "blocks")
    assert "image" in load_folder(tmp_path).motions


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="the extra 'report' is not installed")
def test_a_plot_shows_every_joint_and_marks_those_at_full_speed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hsm.apps.motion.figure import draw_joints

    folder, out = load_folder(), tmp_path / "wave.svg"
    monkeypatch.setattr(stage, "_LONGEST", 0.3)  # s
    done = Stage(folder, "wave", STANDING).play(lambda time, label: None)
    shares = (0.994, 0.996, 1.004)  # of the first joints
    cycle = folder.robot.cycle
    steps = [share * folder.robot.no_load_speed(n) * cycle for n, share in enumerate(shares)]
    turned = [(*(n * step for step in steps), *row[3:]) for n, row in enumerate(done.targets)]
    draw_joints(out, replace(done, targets=turned), folder.robot, "wave")
    text = out.read_text()
    assert all(f"<!-- {name}: " in text for name in folder.robot.joints)
    titles = ((99, False), (100, True), (100, True))
    for name, (percent, marked) in zip(folder.robot.joints, titles, strict=False):
        title = text.partition(f"<!-- {name}: ")[2].partition("</g>")[0]
        assert title.startswith(f"{percent} %") and ("#b00020" in title) is marked
    assert "<!-- red title: at the motor's limit -->" in text


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="the extra 'report' is not installed")
def test_every_column_of_a_plot_has_times_below_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from hsm.apps.motion import figure

    drawn: list[Any] = []
    monkeypatch.setattr(figure, "save_figure", lambda picture, path: drawn.append(picture))
    still = [(0.0,) * len(NAO.specs)] * 5
    done = Performance([0.1, 0.2, 0.3, 0.4, 0.5], still, still, [""] * 5)
    figure.draw_joints(Path("still.png"), done, NAO, "still")
    columns = {axes.get_subplotspec().colspan.start: axes for axes in drawn[0].axes if axes.axison}
    assert all(axes.xaxis.get_tick_params()["labelbottom"] for axes in columns.values())


def test_successes_of_a_motion_are_counted_per_plant_and_robot(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["motion", "play", "stand", "--robots", "2", "--plant", "ideal", "--plant", "standard"]
    with pytest.raises(SystemExit) as left:
        main([*words, "--json"])
    assert left.value.code == 0
    plants = json.loads(capsys.readouterr().out)["plants"]
    assert {name: plant["ended"] for name, plant in plants.items()} == {"ideal": 2, "standard": 2}
    assert [robot["robot"] for robot in plants["standard"]["robots"]] == [0, 1]


def test_robots_that_do_not_end_upright_are_listed_with_their_reason(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["motion", "play", "stand", "--robots", "1", "--posture", "lying_back"]
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 1
    counted, told = capsys.readouterr().out.splitlines()
    assert "0 of 1" in counted
    assert "robot 0: " in told


def test_a_teams_file_can_be_opened_without_an_import(tmp_path: Path) -> None:
    file = tmp_path / "team.cfg"
    text = (FOLDER / "irregular.cfg").read_text().replace("[bow, bowEnd,]", "[bowEnd]")
    file.write_text(text)
    with opened(file) as folder:
        assert "bow_down" in folder.motions


@pytest.mark.parametrize("words", [["--json"], ["--plant", "ideal", "--plant", "standard"]])
def test_options_that_need_a_number_of_robots_are_refused_without_it(words: list[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["motion", "play", "stand", *words])
    assert left.value.code == 2
