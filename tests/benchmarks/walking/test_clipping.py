import pytest

from hsm.settings.loader import config_folder, load
from motions.locomotion.gait import GaitParameters
from tests.motions.locomotion.test_clipping import wrong_among_random_footsteps


@pytest.mark.benchmark
def test_a_million_clipped_footsteps_keep_all_rules_and_are_not_clipped_again() -> None:
    gait = load(config_folder() / "locomotion.yaml", GaitParameters)
    assert wrong_among_random_footsteps(gait, 1_000_000) == []
