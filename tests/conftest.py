"""Shared set-up: repeatable hypothesis examples without deadlines, and default signal handlers.

Provides a warm process that has imported what the commands need, and the shipped parameters.
"""

import gc
import signal
from collections.abc import Generator, Iterator

import hypothesis
import pytest

from hsm.control.assembly import MotionSettings, load_settings
from tests.warm import EVERYTHING, Warm, warm

hypothesis.settings.register_profile("repeatable", deadline=None, derandomize=True)
hypothesis.settings.load_profile("repeatable")

# Tests started in the background inherit an ignored SIGINT from the shell, and an ignored SIGHUP
# from `nohup`; their children would inherit both.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect no garbage during collection, nor later in the objects that live to the end."""
    gc.disable()
    collected = yield
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
    gc.enable()
    return collected


@pytest.fixture(scope="session")
def ready() -> Iterator[Warm]:
    """Return a process that has imported everything that the commands need."""
    with warm(*EVERYTHING) as process:
        yield process


@pytest.fixture(scope="session")
def settings() -> MotionSettings:
    """Return the shipped parameters of the control cycle."""
    return load_settings()
