"""Examples that are drawn are the same in every run, and no clock judges them."""

from hypothesis import settings

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.load_profile("repeatable")
