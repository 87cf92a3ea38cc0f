"""A walking engine with the shipped parameters."""

import pytest

from hardware.nao import Nao
from hsm.runtime.settings import config_folder, load
from motions.walking.engine import WalkingEngine
from motions.walking.parameters import SpeedProfile, WalkingParameters


@pytest.fixture(scope="session")
def nao() -> Nao:
    return load(config_folder() / "robots" / "nao_v6.yaml", Nao)


@pytest.fixture(scope="session")
def walking() -> WalkingParameters:
    return load(config_folder() / "walking" / "engine.yaml", WalkingParameters)


@pytest.fixture(scope="session")
def profile() -> SpeedProfile:
    return load(config_folder() / "walking" / "profiles" / "normal.yaml", SpeedProfile)


@pytest.fixture
def engine(nao: Nao, walking: WalkingParameters, profile: SpeedProfile) -> WalkingEngine:
    return WalkingEngine(nao, walking, profile)
