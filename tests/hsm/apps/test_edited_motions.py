"""A team's motion file is exported unchanged except for edited values."""

import difflib
from pathlib import Path

import pytest

from hsm.apps.motion.exchange import export_command, import_command, read_team
from tests.motions.keyframes.interchange.made import FOLDER
from tests.motions.keyframes.interchange.releases import RELEASES, release


def there_and_back(text: str, folder: Path, edits: dict[str, tuple[str, str]]) -> list[str]:
    """Import a text, edit the files, export, and return the lines that differ."""
    file, out, again = folder / "team.cfg", folder / "team", folder / "again.cfg"
    file.write_text(text)
    import_command(file, None, out, report=False, as_json=False, force=False)
    for name, (old, new) in edits.items():
        yaml = (out / name).read_text()
        assert old in yaml
        (out / name).write_text(yaml.replace(old, new, 1))
    export_command(out, again, None)
    return [
        line
        for line in difflib.ndiff(text.splitlines(), again.read_text().splitlines())
        if line[0] in "+-"
    ]


IRREGULAR = (FOLDER / "irregular.cfg").read_text()


@pytest.mark.parametrize("text", [IRREGULAR, *map(release, RELEASES)], ids=str)
def test_an_unedited_file_is_exported_character_by_character(text: str, tmp_path: Path) -> None:
    assert there_and_back(text, tmp_path, {}) == []


def test_one_changed_number_is_one_changed_line(tmp_path: Path) -> None:
    edit = {"blocks/bow.yaml": ("duration_ms: 300", "duration_ms: 350")}
    changed = there_and_back(IRREGULAR, tmp_path, edit)
    assert changed == ["-         duration = 300;", "+         duration = 350;"]


@pytest.mark.parametrize("begin", ["", "\ufeff"], ids=["", "with a byte order mark"])
def test_windows_line_ends_and_a_byte_order_mark_are_kept(begin: str, tmp_path: Path) -> None:
    text = (begin + IRREGULAR).replace("\n", "\r\n")
    file, out, again = (tmp_path / name for name in ("team.cfg", "team", "again.cfg"))
    file.write_bytes(text.encode())
    import_command(file, None, out, report=False, as_json=False, force=False)
    bow = out / "blocks/bow.yaml"
    bow.write_text(bow.read_text().replace("duration_ms: 300", "duration_ms: 350", 1))
    export_command(out, again, None)
    assert again.read_bytes().decode() == text.replace("duration = 300;", "duration = 350;", 1)


def test_a_changed_angle_keeps_the_units_of_the_others(tmp_path: Path) -> None:
    changed = there_and_back(
        IRREGULAR,
        tmp_path,
        {"blocks/bow.yaml": ("right_leg: [-10, 0, -95", "right_leg: [-10, 3, -95")},
    )
    assert len(changed) == 2 and "[-9deg, 3deg, -95deg" in changed[1]


def test_an_added_motion_follows_those_of_the_source(tmp_path: Path) -> None:
    file, out, again = (tmp_path / name for name in ("team.cfg", "team", "again.cfg"))
    file.write_text(IRREGULAR)
    import_command(file, None, out, report=False, as_json=False, force=False)
    (out / "motions" / "zealous.yaml").write_text("blocks: [bow]\n")
    export_command(out, again, None)
    assert list(read_team(again, None).motions) == ["bow_down", "nothing", "zealous"]


def test_a_file_exported_by_us_is_imported_without_notes(tmp_path: Path) -> None:
    file, out, again = (tmp_path / name for name in ("team.cfg", "team", "again.cfg"))
    file.write_text(IRREGULAR)
    import_command(file, None, out, report=False, as_json=False, force=False)
    (out / "imported.cfg").unlink()
    export_command(out, again, None)
    assert read_team(again, None).notes == ()


def test_a_repeated_warning_is_printed_once_with_its_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keyframe = IRREGULAR[IRREGULAR.index("      { // hold everything") :]
    keyframe = keyframe[: keyframe.index("\n      },") + len("\n      },\n")]
    there_and_back(IRREGULAR.replace(keyframe, 3 * keyframe, 1), tmp_path, {})
    told = capsys.readouterr().err.splitlines()
    (line,) = [line for line in told if "l_hip_pitch -95.0 deg" in line]
    assert ": 3 times, first at " in line and "bow.yaml:" in line
