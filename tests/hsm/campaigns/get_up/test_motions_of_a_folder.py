"""A folder of motions laid over the robot's own: the machine is its own, the motions are theirs."""

import shutil
from pathlib import Path

import pytest

from hsm.apps.main import main
from hsm.campaigns.get_up.get_up import measure_get_up
from hsm.campaigns.get_up.laid_over import get_up_of
from hsm.campaigns.trials import CampaignConfig, build_context
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


def test_a_folder_tells_which_of_its_motions_get_the_robot_up(folder: Path) -> None:
    assert get_up_of(folder).theirs == ("get_up_front", "block rise_from_front")
    assert not get_up_of(folder).chosen
    (folder / "engine.yaml").write_text("get_up: [{motion: get_up_back, conditions: {}}]\n")
    assert get_up_of(folder).begins == ("get_up_back",)
    assert get_up_of(folder).chosen


def test_a_folder_without_a_get_up_is_not_measured(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for kind in ("motions", "blocks"):
        shutil.rmtree(folder / kind)
        (folder / kind).mkdir()
    with pytest.raises(SystemExit) as ended:
        main(["measure", "get-up", "--from", str(folder), "--seeds", "1"])
    assert ended.value.code == 2
    told = " ".join(capsys.readouterr().err.replace("│", " ").split())
    assert "no get-up in" in told and "get_up_back" in told
