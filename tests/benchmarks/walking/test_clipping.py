import pytest

from hsm.settings.loader import config_folder, load
from motions.locomotion.gait import GaitParameters
from tests.motions.locomotion.test_clipping import demand_of_random_footsteps


@pytest.mark.benchmark
def test_a_million_clipped_footsteps_are_allowed_and_are_clipped_no_more():
    demand_of_random_footsteps(load(config_folder() / "locomotion.yaml", GaitParameters), 1_000_000)
