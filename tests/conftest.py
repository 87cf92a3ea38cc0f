"""Drawn examples are the same in every run, no clock judges them, interrupts come through."""

import signal

from hypothesis import settings

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.load_profile("repeatable")

# A shell that starts tests in the background has them and their children ignore interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)
