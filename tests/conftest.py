"""Drawn examples are the same in every run, no clock judges them, interrupts come through.

A process is ready that has loaded what commands need.
"""

import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.warm import EVERYTHING, Warm, warm

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.load_profile("repeatable")

# A shell that starts tests in the background has them and their children ignore interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def ready() -> Iterator[Warm]:
    """Return a process that has loaded everything that commands need."""
    with warm(*EVERYTHING) as process:
        yield process
