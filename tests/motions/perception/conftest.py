import pytest

from hardware.robots.model import RobotModel
from hsm.settings.loader import config_folder, load
from motions.perception.parameters import PerceptionParameters
from motions.perception.perception import Perception
from tests.motions.perception.frames import FrameMaker


@pytest.fixture(scope="session")
def nao() -> RobotModel:
    return load(config_folder() / "robots" / "nao_v6.yaml", RobotModel)


@pytest.fixture(scope="session")
def shipped() -> PerceptionParameters:
    return load(config_folder() / "perception.yaml", PerceptionParameters)


@pytest.fixture(scope="session")
def parameters(shipped: PerceptionParameters) -> PerceptionParameters:
    return shipped


@pytest.fixture
def perception(nao: RobotModel, parameters: PerceptionParameters) -> Perception:
    return Perception(nao, parameters)


@pytest.fixture
def frames(nao: RobotModel) -> FrameMaker:
    return FrameMaker(nao, seed=1)
