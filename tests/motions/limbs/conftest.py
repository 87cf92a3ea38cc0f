"""Head and arms with the shipped parameters."""

import pytest

from hsm.settings.loader import config_folder, load
from motions.limbs.arm_motion import ArmsParameters
from motions.limbs.head import HeadParameters


@pytest.fixture(scope="session")
def head_parameters() -> HeadParameters:
    return load(config_folder() / "head.yaml", HeadParameters)


@pytest.fixture(scope="session")
def arms_parameters() -> ArmsParameters:
    return load(config_folder() / "arms.yaml", ArmsParameters)
