"""A folder of motions laid over the robot's own: the machine is its own, the motions are theirs."""

import shutil
from pathlib import Path

import pytest

from hsm.apps.main import main
from hsm.campaigns.context import CampaignConfig, build_context
from hsm.campaigns.get_up.get_up import SIDES, measure_get_up
from hsm.campaigns.get_up.override_folder import NoGetUpError, get_up_of
from hsm.errors import ConfigError
from hsm.settings.loader import config_folder

OWN = config_folder() / "keyframes"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with one motion, a slower get-up than the robot's own."""
    for kind, name in (("motions", "get_up_front"), ("blocks", "rise_from_front")):
        (tmp_path / kind).mkdir()
        shutil.copy(OWN / kind / f"{name}.yaml", tmp_path / kind)
    return tmp_path


def test_a_motion_of_the_same_name_takes_the_place_of_the_robots_own(folder: Path) -> None:
    block = folder / "blocks" / "rise_from_front.yaml"
    block.write_text(block.read_text().replace("label: ", "label: their ", 1))
    settings = build_context(CampaignConfig("standard", motions=folder)).settings
    own = build_context(CampaignConfig("standard")).settings
    theirs = settings.motions.blocks["rise_from_front"].frames[0].source.label
    assert theirs == f"their {own.motions.blocks['rise_from_front'].frames[0].source.label}"
    assert set(settings.motions.motions) == set(own.motions.motions)


def test_parameters_beside_the_motions_are_laid_over_the_engines_own(folder: Path) -> None:
    (folder / "engine.yaml").write_text("max_tries: 2\n")
    settings = build_context(CampaignConfig("standard", motions=folder)).settings
    assert settings.keyframes.engine.max_tries == 2
    assert settings.keyframes.engine.stand == "stand"


def test_a_get_up_that_names_no_motion_is_told_with_its_place(folder: Path) -> None:
    (folder / "engine.yaml").write_text("get_up: [{motion: leap, conditions: {}}]\n")
    with pytest.raises(ConfigError, match="KF110 motion 'leap' does not exist"):
        build_context(CampaignConfig("standard", motions=folder))


def test_a_robot_gets_up_with_the_motions_of_a_folder(folder: Path) -> None:
    config = CampaignConfig("standard", motions=folder)
    report = measure_get_up(config, ("front",), trials=1, jobs=1)
    (result,) = report.results["front"]
    assert result.succeeded
    assert report.ways == get_up_of(folder, ["front"]), "so that nobody has to read it again"


def test_a_folder_tells_which_of_its_motions_get_the_robot_up(folder: Path) -> None:
    front = get_up_of(folder, ["front"])["front"]
    assert front.theirs == ("get_up_front", "block rise_from_front") and not front.chosen
    found = get_up_of(folder, SIDES)
    assert {side: way.begins for side, way in found.items()} == {
        "front": "get_up_front",
        "back": "get_up_back",
        "left": "recover_side",
        "right": "recover_side",
    }
    assert found["back"].theirs == ("block rise_from_front",)
    (folder / "engine.yaml").write_text("get_up: [{motion: get_up_back, conditions: {}}]\n")
    front = get_up_of(folder, ["front"])["front"]
    assert front.begins == "get_up_back" and front.chosen


def test_the_robots_own_get_up_is_not_measured_as_theirs(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of the names of the robot's own, this folder has only one that gets nobody up who lies."""
    for kind in ("motions", "blocks"):
        shutil.rmtree(folder / kind)
        (folder / kind).mkdir()
    (folder / "motions" / "up.yaml").write_text("blocks: [squat]\n")
    shutil.copy(OWN / "motions" / "stand.yaml", folder / "motions")
    with pytest.raises(SystemExit) as ended:
        main(["measure", "get-up", "--from", str(folder), "--seeds", "1", "--jobs", "1"])
    assert ended.value.code == 1
    told = " ".join(capsys.readouterr().err.replace("│", " ").split())
    assert "'get_up_front' from the front, 'get_up_back' from the back" in told
    assert "this folder, which has stand, up" in told
    config = CampaignConfig("standard", motions=folder)
    with pytest.raises(NoGetUpError) as refused:
        measure_get_up(config, ("back",), trials=1, jobs=1)
    assert refused.value.lacks == {"back": "get_up_back"}


def test_a_side_from_which_nothing_of_the_folder_is_played_is_named(folder: Path) -> None:
    (folder / "blocks" / "rise_from_front.yaml").unlink()
    with pytest.raises(NoGetUpError) as refused:
        get_up_of(folder, SIDES)
    assert [*refused.value.lacks] == ["back", "left", "right"]
    assert refused.value.has == ("get_up_front",)
