"""A walking engine with the shipped parameters."""

from dataclasses import replace

import pytest

from hardware.robots.model import RobotModel
from hsm.settings.loader import config_folder, load
from motions.walking.configuration import WalkingParameters
from motions.walking.engine import WalkingEngine
from motions.walking.parameters import SpeedProfile


@pytest.fixture(scope="session")
def nao() -> RobotModel:
    return load(config_folder() / "robots" / "nao_v6.yaml", RobotModel)


@pytest.fixture(scope="session")
def walking() -> WalkingParameters:
    return load(config_folder() / "walking" / "engine.yaml", WalkingParameters)


@pytest.fixture(scope="session")
def profile() -> SpeedProfile:
    return load(config_folder() / "walking" / "profiles" / "normal.yaml", SpeedProfile)


@pytest.fixture
def engine(nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile) -> WalkingEngine:
    """Return the engine of a robot that counts as sound, so that its steps are the profile's."""
    sound = replace(
        walking,
        slow_when_worn=replace(walking.slow_when_worn, active=False),
        sag=replace(walking.sag, active=False),
    )
    return WalkingEngine(nao, sound, profile)
