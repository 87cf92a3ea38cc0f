"""What the difficulties change in a plant, and what their file may say."""

from pathlib import Path

import numpy as np
import pytest

from hardware.simulation.plant.parameters import PlantParameters
from hsm.campaigns.limits.difficulties import CHANGES, PUSHES, Difficulty, LimitParameters
from hsm.errors import ConfigError
from hsm.settings.loader import config_folder, load
from hsm.simulated.simulation import load_plant

FILE = config_folder() / "limits.yaml"


@pytest.fixture(scope="module")
def plant() -> PlantParameters:
    return load_plant("standard")


def changed(plant: PlantParameters, difficulty: Difficulty, level: float) -> PlantParameters:
    return CHANGES[difficulty](plant, level, np.random.default_rng(1))


def test_every_difficulty_changes_the_plant_or_pushes_and_has_levels() -> None:
    assert set(Difficulty) == set(CHANGES) | set(PUSHES) == set(load(FILE, LimitParameters).levels)
    assert not set(CHANGES) & set(PUSHES)


@pytest.mark.parametrize("difficulty", CHANGES)
def test_every_level_changes_one_group_of_the_plant(
    plant: PlantParameters, difficulty: Difficulty
) -> None:
    easiest, hardest, _ = load(FILE, LimitParameters).levels[difficulty]
    easy, hard = changed(plant, difficulty, easiest), changed(plant, difficulty, hardest)
    groups = PlantParameters.__dataclass_fields__
    assert sum(getattr(easy, group) != getattr(hard, group) for group in groups) == 1


def test_a_slope_up_lifts_the_floor_ahead(plant: PlantParameters) -> None:
    assert changed(plant, Difficulty.SLOPE_UP, 5.0).turf.tilt_pitch == pytest.approx(
        np.radians(-5.0)
    )


def test_a_further_dead_cell_leaves_those_before_dead(plant: PlantParameters) -> None:
    def dead(count: int) -> set[int]:
        gains = changed(plant, Difficulty.DEAD_CELLS, count).sensors.fsr_gains
        return {cell for cell, gain in enumerate(gains) if gain == 0.0}

    assert [len(dead(count)) for count in range(9)] == list(range(9))
    assert all(dead(count) < dead(count + 1) for count in range(8))


@pytest.mark.parametrize("levels", ["[0, 15, 0]", "[0, 15, -1]", "[3, 3, 1]"])
def test_levels_without_a_step_or_a_way_are_mistakes(tmp_path: Path, levels: str) -> None:
    file = tmp_path / "limits.yaml"
    file.write_text(f"speed_mm_per_s: 200\nlevels:\n  play: {levels}\n")
    with pytest.raises(ConfigError, match="a step above 0 for play"):
        load(file, LimitParameters)


def test_an_unknown_difficulty_is_a_mistake(tmp_path: Path) -> None:
    file = tmp_path / "limits.yaml"
    file.write_text("speed_mm_per_s: 200\nlevels:\n  rain: [0, 1, 1]\n")
    with pytest.raises(ConfigError, match="rain"):
        load(file, LimitParameters)
