import pytest

from hardware.robots.model import RobotModel
from hsm.control.assembly import MotionSettings
from motions.perception.parameters import PerceptionParameters
from motions.perception.perception import Perception
from tests.motions.perception.frames import FrameMaker


@pytest.fixture(scope="session")
def shipped(settings: MotionSettings) -> PerceptionParameters:
    return settings.perception


@pytest.fixture(scope="session")
def parameters(shipped: PerceptionParameters) -> PerceptionParameters:
    return shipped


@pytest.fixture
def perception(nao: RobotModel, parameters: PerceptionParameters) -> Perception:
    return Perception(nao, parameters)


@pytest.fixture
def frames(nao: RobotModel) -> FrameMaker:
    return FrameMaker(nao, seed=1)
