"""The description of a plant: every figure beside what is known of real robots."""

import math

import pytest

from hsm.campaigns.context import CampaignConfig, build_context
from hsm.campaigns.plants import plant_trial
from hsm.campaigns.plants.joint_tracking import JOINTS
from hsm.campaigns.plants.plant import PlantReport
from hsm.campaigns.plants.plant_trial import PlantResult, describe
from hsm.campaigns.plants.published_figures import FIGURES
from tests.hsm.campaigns.made_up_reports import REPORTS


def test_every_figure_has_a_line_with_its_unit() -> None:
    _, *lines = REPORTS["plant"]().text().splitlines()
    assert len(lines) == len(FIGURES)
    assert any("joint play measure, deg" in line for line in lines)
    assert any("speed, m/s" in line for line in lines)


def test_what_is_published_stands_beside_with_its_source() -> None:
    text, record = REPORTS["plant"]().text(), REPORTS["plant"]().record()
    assert "good below 0.5, worn out at 1.9 (JointPlayProvider, B-Human code" in text
    published = record["published"]
    assert isinstance(published, dict)
    assert published["walking_power_w"]["source"] == "datasheet of the NAO6"


def test_a_robot_that_fell_counts_as_a_fall_and_for_nothing_else() -> None:
    whole, fallen = (PlantResult(k, k == 1, dict.fromkeys(FIGURES, 5.0 * k)) for k in (0, 1))
    report = PlantReport("worn", (whole, fallen))
    assert (report.falls.successes, report.figure("play_deg").value) == (1, 0.0)
    assert PlantReport("worn", (fallen,)).unmeasured == "all of 1 robots fell"


def test_a_single_robot_is_told_without_a_share() -> None:
    fallen = PlantResult(3, True, dict.fromkeys(FIGURES, 5.0))
    assert PlantReport("worn", (fallen,)).text() == "plant worn, robot 3: it fell"


def test_a_robot_in_physics_has_every_figure_and_stands_on_its_weight(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(plant_trial, "WALKS", 6.0)
    result = describe(build_context(CampaignConfig("ideal")), 0)
    assert result.values.keys() == FIGURES.keys()
    assert not any(map(math.isnan, result.values.values()))
    assert 50.0 < result.values["standing_soles_n"] < 56.0
    for joint in JOINTS:
        assert 24.0 < result.values[f"lag_{joint}_ms"] < 72.0
