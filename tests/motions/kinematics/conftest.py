import pytest

from hardware.robots.model import RobotModel
from tests.motions.kinematics.oracle import Oracle


@pytest.fixture(scope="session")
def oracle(nao: RobotModel) -> Oracle:
    return Oracle(nao)
