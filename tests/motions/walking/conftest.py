"""A walking engine with the shipped parameters."""

from dataclasses import replace

import pytest

from hardware.robots.model import RobotModel
from hsm.control.assembly import MotionSettings
from motions.walking.configuration import WalkingParameters
from motions.walking.engine import WalkingEngine
from motions.walking.parameters import SpeedProfile


@pytest.fixture(scope="session")
def walking(settings: MotionSettings) -> WalkingParameters:
    return settings.walking


@pytest.fixture(scope="session")
def profile(settings: MotionSettings) -> SpeedProfile:
    return settings.profile


@pytest.fixture
def engine(nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile) -> WalkingEngine:
    """Return the engine of a robot that counts as sound: its steps are those of the profile."""
    sound = replace(
        walking,
        slow_when_worn=replace(walking.slow_when_worn, active=False),
        sag=replace(walking.sag, active=False),
    )
    return WalkingEngine(nao, sound, profile)
