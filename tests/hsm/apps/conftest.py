"""A served robot that waits for every answer; tests run it one after the other."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hsm.apps.robot.served import served_robot


@pytest.fixture(scope="session")
def lola() -> Iterator[Path]:
    """Return the socket of the robot; it stays where the test before has left it."""
    with served_robot() as path:
        yield path
