"""`hsm motion import` and `export`: a team's file becomes a folder, and a file again."""

import json
from pathlib import Path

import pytest

from hsm.apps.main import main
from hsm.apps.motion.exchange import export_command, import_command, read_team
from hsm.apps.motion.team_folder import MotionFolderError, load_folder, load_provenance
from hsm.errors import ConfigError
from hsm.runtime.settings import config_folder
from hsm.runtime.written import plain
from tests.motions.keyframes.interchange.made import FOLDER
from tests.motions.keyframes.interchange.test_importer import phases_text

IRREGULAR = FOLDER / "irregular.cfg"


@pytest.fixture
def team(tmp_path: Path) -> Path:
    """Return a folder into which the irregular file was imported."""
    parameters = tmp_path / "parameters.cfg"
    parameters.write_text(phases_text("1"))
    out = tmp_path / "team"
    code = import_command(IRREGULAR, parameters, out, report=False, as_json=False, force=False)
    assert code == 0
    return out


def test_a_folder_plays_with_the_parameters_of_its_team(team: Path) -> None:
    folder = load_folder(team)
    assert set(folder.motions) == {"bow_down", "nothing"}
    assert folder.parameters.engine.max_tries == 4
    assert folder.parameters.engine.balance_out.max_time == pytest.approx(1.5)
    assert folder.parameters.balance.phases["split"].pitch.kp == 4.0
    assert folder.parameters.balance.phases["rise"].pitch.kp == 4.0, "ours stay"
    provenance = load_provenance(team)
    assert provenance is not None and provenance.source == "irregular.cfg"
    assert len(provenance.notes) == len(read_team(IRREGULAR, None).notes)


def test_a_folder_holds_what_the_file_said(team: Path) -> None:
    source, folder = read_team(IRREGULAR, None), load_folder(team)
    for kind in ("motions", "blocks"):
        read, loaded = getattr(source, kind), getattr(folder, kind)
        assert {k: plain(v) for k, v in read.items()} == {k: plain(v) for k, v in loaded.items()}


def test_an_exported_folder_is_imported_as_the_same(team: Path, tmp_path: Path) -> None:
    file, gains = tmp_path / "again.cfg", tmp_path / "gains.cfg"
    assert export_command(team, file, gains) == 0
    again = read_team(file, gains)
    folder, provenance = load_folder(team), load_provenance(team)
    assert {k: plain(v) for k, v in again.blocks.items()} == {
        k: plain(v) for k, v in folder.blocks.items()
    }
    assert provenance is not None and plain(again.engine) == plain(provenance.engine)


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


def test_a_folder_that_holds_something_is_not_overwritten_unasked(team: Path) -> None:
    with pytest.raises(MotionFolderError, match="--force"):
        import_command(IRREGULAR, None, team, report=False, as_json=False, force=False)
    assert import_command(IRREGULAR, None, team, report=False, as_json=False, force=True) == 0


def test_a_mistake_in_a_file_ends_the_command_with_its_place(
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


def test_names_that_do_not_exist_are_found_after_an_import(tmp_path: Path) -> None:
    file = tmp_path / "team.cfg"
    file.write_text(IRREGULAR.read_text().replace("[bow, bowEnd,]", "[bow, bowMiddle]"))
    with pytest.raises(ConfigError, match="KF110 block 'bow_middle' does not exist"):
        import_command(file, None, tmp_path / "out", report=False, as_json=False, force=False)


def test_our_own_motions_cannot_all_be_said_in_a_source_file(tmp_path: Path) -> None:
    with pytest.raises(MotionFolderError, match="KF146"):
        export_command(config_folder() / "keyframes", tmp_path / "ours.cfg", None)
