"""Limits of scenarios and of the command line.

Those of requests are in `motions.request_limits`; ranges of numbers in parameter files are those of
their units, see `hardware.units`.
"""

from typing import Final

LAST_ROBOT: Final = 9
"""Individuals are numbered from 0."""
LAST_SEED: Final = 2**32 - 1
SMALLEST_WRITTEN: Final = 0.01
"""mm, mm/s or deg/s: those from here to 1 in a file are probably metres or radians; no walk is as
slow as 0.01 m/s. Smaller ones ask for steps on the spot."""
MOST_TURN: Final = 360.0
"""deg: one full turn."""
LONGEST_RUN: Final = 4.0 * 3600.0
"""s: longer than a battery lasts."""
