"""The limits of the profile `normal`, and the shipped parameters of generators and kicks."""

import pytest

from hardware.robots.model import RobotModel
from hsm.settings.kick_files import load_kicks
from hsm.settings.loader import config_folder, load
from motions.generators.parameters import GeneratorParameters
from motions.kicks.parameters import KickParameters
from motions.walking.configuration import WalkingParameters
from motions.walking.parameters import SpeedProfile
from motions.walking.planning.limits import StepLimits


@pytest.fixture(scope="session")
def limits() -> StepLimits:
    config = config_folder()
    return StepLimits(
        load(config / "robots" / "nao_v6.yaml", RobotModel),
        load(config / "walking" / "engine.yaml", WalkingParameters),
        load(config / "walking" / "profiles" / "normal.yaml", SpeedProfile),
    )


@pytest.fixture(scope="session")
def parameters() -> GeneratorParameters:
    return load(config_folder() / "generators.yaml", GeneratorParameters)


@pytest.fixture(scope="session")
def kicks() -> KickParameters:
    return load_kicks(config_folder() / "kicks")
