"""The shipped parameters of the motions, the robot, and the step limits of profile `normal`."""

import pytest

from hardware.robots.model import RobotModel
from hsm.control.assembly import MotionSettings
from motions.generators.parameters import GeneratorParameters
from motions.kicks.parameters import KickParameters
from motions.limbs.arm_motion import ArmsParameters
from motions.limbs.head import HeadParameters
from motions.locomotion.gait import GaitParameters
from motions.walking.planning.limits import StepLimits


@pytest.fixture(scope="session")
def nao(settings: MotionSettings) -> RobotModel:
    return settings.robot


@pytest.fixture(scope="session")
def limits(settings: MotionSettings) -> StepLimits:
    return StepLimits(settings.robot, settings.walking, settings.profile)


@pytest.fixture(scope="session")
def parameters(settings: MotionSettings) -> GeneratorParameters:
    return settings.generators


@pytest.fixture(scope="session")
def kicks(settings: MotionSettings) -> KickParameters:
    return settings.kicks


@pytest.fixture(scope="session")
def head_parameters(settings: MotionSettings) -> HeadParameters:
    return settings.head


@pytest.fixture(scope="session")
def arms_parameters(settings: MotionSettings) -> ArmsParameters:
    return settings.arms


@pytest.fixture(scope="session")
def gait(settings: MotionSettings) -> GaitParameters:
    return settings.gait
