import pytest

from hardware.nao import Nao
from hsm.settings.loader import config_folder, load
from tests.motions.kinematics.oracle import Oracle


@pytest.fixture(scope="session")
def nao() -> Nao:
    return load(config_folder() / "robots" / "nao_v6.yaml", Nao)


@pytest.fixture(scope="session")
def oracle(nao: Nao) -> Oracle:
    return Oracle(nao)
