import pytest

from hsm.settings.loader import config_folder, load
from motions.locomotion.gait import GaitParameters


@pytest.fixture(scope="session")
def gait() -> GaitParameters:
    return load(config_folder() / "locomotion.yaml", GaitParameters)
