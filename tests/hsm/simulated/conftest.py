"""What all tests of simulated robots share."""

import pytest

from hsm.control.assembly import MotionSettings, load_settings


@pytest.fixture(scope="session")
def settings() -> MotionSettings:
    """Return the parameters of the control cycle."""
    return load_settings()
