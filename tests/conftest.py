"""Drawn examples are the same in every run, no clock judges them, interrupts come through.

A process is ready that has loaded what commands need, and so are the shipped parameters.
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

# A shell that starts tests in the background has them and their children ignore interrupts, and
# `nohup` the end of the terminal.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for garbage neither while tests are collected nor, later, in what stays to the end."""
    gc.disable()
    collected = yield
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
    gc.enable()
    return collected


@pytest.fixture(scope="session")
def ready() -> Iterator[Warm]:
    """Return a process that has loaded everything that commands need."""
    with warm(*EVERYTHING) as process:
        yield process


@pytest.fixture(scope="session")
def settings() -> MotionSettings:
    """Return the parameters of the control cycle as they are shipped."""
    return load_settings()
