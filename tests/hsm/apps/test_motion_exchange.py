"""`hsm motion import` and `export`: from a team's file to a folder and back."""

import json
from pathlib import Path

import pytest

from hsm.apps.main import main
from hsm.apps.motion.exchange import export_command, import_command, read_team
from hsm.apps.motion.team_folder import MotionFolderError, load_folder, load_provenance
from hsm.errors import ConfigError
from hsm.output_files import ResultError
from hsm.settings.keyframe_files import load_keyframes
from hsm.settings.loader import config_folder
from hsm.settings.writer import plain
from tests.fakes import NAO
from tests.motions.keyframes.interchange.made import FOLDER
from tests.motions.keyframes.interchange.releases import RELEASES, release
from tests.motions.keyframes.interchange.test_importer import phases_text
from tests.project.syntax import ROOT

IRREGULAR = FOLDER / "irregular.cfg"


@pytest.fixture
def team(tmp_path: Path) -> Path:
    """Return the folder of the imported irregular file."""
    parameters = tmp_path / "parameters.cfg"
    parameters.write_text(phases_text("1"))
    out = tmp_path / "team"
    import_command(IRREGULAR, parameters, out, report=False, as_json=False, force=False)
    return out


def test_an_imported_folder_uses_the_parameters_of_its_team(team: Path) -> None:
    folder = load_folder(team)
    assert set(folder.motions) == {"bow_down", "nothing"}
    assert folder.parameters.engine.max_tries == 4
    assert folder.parameters.engine.balance_out.max_time == pytest.approx(1.5)
    assert folder.parameters.balance.phases["split"].pitch.kp == 4.0
    assert folder.parameters.balance.phases["rise"].pitch.kp == 4.0, "our own phases stay"
    provenance = load_provenance(team)
    assert provenance is not None and provenance.source == "irregular.cfg"
    assert len(provenance.notes) == len(read_team(IRREGULAR, None).notes)


def test_an_imported_folder_holds_the_same_motions_as_the_file(team: Path) -> None:
    source, folder = read_team(IRREGULAR, None), load_folder(team)
    for kind in ("motions", "blocks"):
        read, loaded = getattr(source, kind), getattr(folder, kind)
        assert {k: plain(v, NAO.known) for k, v in read.items()} == {
            k: plain(v, NAO.known) for k, v in loaded.items()
        }


def test_an_exported_folder_is_imported_unchanged(team: Path, tmp_path: Path) -> None:
    file, gains = tmp_path / "again.cfg", tmp_path / "gains.cfg"
    export_command(team, file, gains)
    again = read_team(file, gains)
    folder, provenance = load_folder(team), load_provenance(team)
    assert {k: plain(v, NAO.known) for k, v in again.blocks.items()} == {
        k: plain(v, NAO.known) for k, v in folder.blocks.items()
    }
    assert provenance is not None and plain(again.engine, NAO.known) == plain(
        provenance.engine, NAO.known
    )


def test_an_export_whose_balance_cannot_be_expressed_writes_nothing(
    team: Path, tmp_path: Path
) -> None:
    file, gains = tmp_path / "again.cfg", tmp_path / "gains.cfg"
    balance = team / "balance.yaml"
    balance.write_text(
        balance.read_text().replace("  stand:\n", "  stand:\n    beyond_mm: [15, 45]\n")
    )
    told = "phase 'stand' of the balance: KF146 B-Human's format cannot express beyond"
    with pytest.raises(MotionFolderError, match=told):
        export_command(team, file, gains)
    assert not file.exists() and not gains.exists()


def test_motions_and_gains_cannot_be_exported_to_the_same_file(team: Path, tmp_path: Path) -> None:
    place = tmp_path / "both.cfg"
    with pytest.raises(MotionFolderError, match="separate files"):
        export_command(team, place, tmp_path / "." / "both.cfg")
    assert not place.exists()


def test_counts_are_one_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    import_command(IRREGULAR, None, None, report=True, as_json=True, force=False)
    counts = json.loads(capsys.readouterr().out)
    assert (
        list(counts)
        == (
            "motions blocks keyframes branches conditions wait_conditions compensation_entries"
            " compensation_pairs balance_entries stiffness_changes angles"
        ).split()
    )
    assert counts["angles"] == 78


def test_a_folder_that_is_not_empty_is_overwritten_only_by_force(team: Path) -> None:
    with pytest.raises(MotionFolderError, match="--force"):
        import_command(IRREGULAR, None, team, report=False, as_json=False, force=False)
    import_command(IRREGULAR, None, team, report=False, as_json=False, force=True)


def test_a_mistake_in_a_file_is_reported_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "broken.cfg"
    file.write_text(IRREGULAR.read_text().replace("setLastCom", "setFirstCom", 1))
    with pytest.raises(SystemExit) as left:
        main(["motion", "import", str(file), "--out", str(tmp_path / "out")])
    assert left.value.code == 1
    told = capsys.readouterr().err
    assert f"{file}:37:9: keyframeBlock.bow.keyframes[0]: KF143" in told
    assert not (tmp_path / "out").exists()


def test_a_file_of_an_unknown_format_is_refused_with_the_supported_releases(tmp_path: Path) -> None:
    """For example the motions of a team that forked an older release."""
    file = tmp_path / "getUpEngine.cfg"
    file.write_text("mofs = [];\n")
    with pytest.raises(ConfigError) as told:
        read_team(file, None)
    assert "2022 to 2025" in told.value.hint


def test_unknown_names_in_an_imported_file_are_reported(tmp_path: Path) -> None:
    file = tmp_path / "team.cfg"
    file.write_text(IRREGULAR.read_text().replace("[bow, bowEnd,]", "[bow, bowMiddle]"))
    with pytest.raises(ConfigError, match="KF110 block 'bow_middle' does not exist"):
        import_command(file, None, tmp_path / "out", report=False, as_json=False, force=False)


def test_our_own_motions_cannot_all_be_exported(tmp_path: Path) -> None:
    with pytest.raises(MotionFolderError, match="KF146"):
        export_command(config_folder() / "keyframes", tmp_path / "ours.cfg", None)


@pytest.mark.parametrize("year", RELEASES)
def test_a_folder_of_every_release_loads_with_our_values_as_defaults(
    tmp_path: Path, year: int
) -> None:
    file = tmp_path / "team.cfg"
    file.write_text(release(year))
    import_command(file, None, tmp_path / "out", report=False, as_json=False, force=False)
    fall = load_folder(tmp_path / "out").parameters.engine.safe_fall
    ours = load_folder().parameters.engine.safe_fall
    assert (fall.body, fall.limp_after) == pytest.approx((0.05, 0.7))
    if year < 2025:
        assert (fall.hip_pitch, fall.elbow_roll) == (ours.hip_pitch, ours.elbow_roll)
    else:
        assert (fall.hip_pitch, fall.elbow_roll) == pytest.approx((0.25, 0.15))


def broken(tmp_path: Path) -> Path:
    file = tmp_path / "team.cfg"
    file.write_text(IRREGULAR.read_text().replace("[bow, bowEnd,]", "[bow, bowMiddle]"))
    return file


def test_a_failed_import_writes_nothing_and_names_the_source_file(
    tmp_path: Path,
) -> None:
    file = broken(tmp_path)
    with pytest.raises(ConfigError) as caught:
        import_command(file, None, tmp_path / "a" / "b", report=False, as_json=False, force=False)
    told = str(caught.value)
    assert told.startswith(f"{file}, as motions/bow_down.yaml:")
    assert "KF110 block 'bow_middle' does not exist" in told and "Nothing was loaded" in told
    assert sorted(tmp_path.iterdir()) == [file]


def test_a_failed_import_keeps_the_existing_files(team: Path, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in sorted(team.rglob("*")) if path.is_file()}
    file = broken(tmp_path)
    with pytest.raises(ConfigError):
        import_command(file, None, team, report=False, as_json=False, force=True)
    assert before == {path: path.read_bytes() for path in sorted(team.rglob("*")) if path.is_file()}


def test_a_forced_import_replaces_imported_files_and_no_others(team: Path, tmp_path: Path) -> None:
    (team / "notes.txt").write_text("mine")
    (team / "motions" / "left_over.yaml").write_text("blocks: [gone]")
    file = tmp_path / "team.cfg"
    file.write_text(release(2024))
    import_command(file, None, team, report=False, as_json=False, force=True)
    assert set(load_folder(team).motions) == {"bend"}
    assert not (team / "balance.yaml").exists(), "this team brought no gains"
    assert (team / "notes.txt").read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_file_in_place_of_the_folder_is_refused_even_by_force(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.write_text("mine")
    with pytest.raises(ResultError, match="is a file"):
        import_command(IRREGULAR, None, out, report=False, as_json=False, force=True)
    assert out.read_text() == "mine"


def test_a_file_in_place_of_a_subfolder_leaves_nothing_half_written(
    tmp_path: Path,
) -> None:
    out = tmp_path / "team"
    out.mkdir()
    (out / "motions").write_text("a file")
    with pytest.raises(ResultError, match="motions: is a file, but a folder is needed"):
        import_command(IRREGULAR, None, out, report=False, as_json=False, force=True)
    assert [path.name for path in out.iterdir()] == ["motions"]


def test_values_that_are_preserved_but_unused_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import_command(IRREGULAR, None, None, report=True, as_json=False, force=False)
    told = capsys.readouterr().err
    assert "isMotionStable" not in told
    assert "isStandHigh: preserved, but not used by this engine (bow_down)" in told


def test_a_balance_whose_sum_would_decay_in_its_phase_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "static.cfg"
    source.write_text(IRREGULAR.read_text().replace("phase = ReduceVel;", "phase = StandStatic;"))
    for file, reported in ((source, True), (IRREGULAR, False)):
        import_command(file, None, None, report=True, as_json=False, force=False)
        told = "decay of the summed error in StandStatic: preserved, but not used by this engine"
        assert (f"{told} (bow)" in capsys.readouterr().err) is reported


@pytest.fixture
def bends_too_far(tmp_path: Path) -> Path:
    """Return a team's file with three angles beyond the limits of this robot."""
    file = tmp_path / "too_far.cfg"
    text = (ROOT / "examples" / "team.cfg").read_text()
    text = text.replace("head = [0deg, 0deg]", "head = [0deg, 30.25deg]")
    text = text.replace("leftArm = [90deg, 10deg,", "leftArm = [125deg, -19deg,")
    file.write_text(text)
    return file


def test_angles_beyond_the_limits_are_imported_as_the_limits_with_the_old_ones_in_comments(
    bends_too_far: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    main_of("import", str(bends_too_far), "--out", str(out), "--clamp")
    assert "3 angles beyond this robot's limits: written as the limit" in capsys.readouterr().err
    written = (out / "blocks" / "bend_down.yaml").read_text()
    assert "head: [0, 29.5]  # was head_pitch 30.25\n" in written
    arm = "left_arm: [119.5, -18, 0, -10, 0]  # was l_shoulder_pitch 125, l_shoulder_roll -19\n"
    assert arm in written
    _, files = load_keyframes(config_folder() / "keyframes", NAO, over=out)
    assert not [problem for problem in files.warnings if "KF122" in problem.message]
    export_command(out, tmp_path / "again.cfg", None)
    assert "head = [0deg, 29.5deg];" in (tmp_path / "again.cfg").read_text()


def test_an_import_prints_every_remark_on_request(
    bends_too_far: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main_of("import", str(bends_too_far), "--out", str(tmp_path / "out"), "--all")
    told = capsys.readouterr().err
    assert told.count("bend_down.yaml:") == told.count("KF") == 3


def test_a_clamped_import_needs_a_folder(bends_too_far: Path) -> None:
    assert main_of("import", str(bends_too_far), "--report", "--clamp") == 2


def main_of(*words: str) -> object:
    """Run `hsm motion` and return its exit code."""
    with pytest.raises(SystemExit) as left:
        main(["motion", *words])
    return left.value.code


@pytest.mark.parametrize("name", ["nothing", "empty"])
def test_playing_a_motion_or_block_without_keyframes_is_refused(
    team: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    text = (
        "stiffness_percent: {head: 10, arms: 10, legs: 10}\ninterpolation: linear\nkeyframes: []\n"
    )
    (team / "blocks" / "empty.yaml").write_text(text)
    with pytest.raises(SystemExit) as left:
        main(["motion", "play", name, "--from", str(team)])
    assert left.value.code == 1
    assert f"'{name}' has no keyframes: there is nothing to play" in " ".join(
        capsys.readouterr().err.split()
    )
