import pytest

from hardware.robots.model import RobotModel
from hsm.settings.loader import config_folder, load
from tests.motions.kinematics.oracle import Oracle


@pytest.fixture(scope="session")
def nao() -> RobotModel:
    return load(config_folder() / "robots" / "nao_v6.yaml", RobotModel)


@pytest.fixture(scope="session")
def oracle(nao: RobotModel) -> Oracle:
    return Oracle(nao)
