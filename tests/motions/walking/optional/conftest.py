"""The shipped walk without sag compensation: fixed hand-made joints would teach it nonsense."""

from dataclasses import replace

import pytest

from hsm.settings.loader import config_folder, load
from motions.walking.configuration import WalkingParameters


@pytest.fixture(scope="session")
def walking() -> WalkingParameters:
    shipped = load(config_folder() / "walking" / "engine.yaml", WalkingParameters)
    return replace(shipped, sag=replace(shipped.sag, active=False))
