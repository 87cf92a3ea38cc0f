"""The kicks as they are shipped."""

import pytest

from hsm.settings.kick_files import load_kicks
from hsm.settings.loader import config_folder
from motions.kicks.parameters import KickParameters


@pytest.fixture(scope="session")
def kicks() -> KickParameters:
    return load_kicks(config_folder() / "kicks")
