import pytest

from hsm.control.assembly import MotionSettings, load_settings


@pytest.fixture(scope="session")
def settings() -> MotionSettings:
    return load_settings()
