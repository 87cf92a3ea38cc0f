"""Limits of requests, in scenarios and on the command line.

Ranges of numbers in parameter files are those of their units, see `hardware.units`.
"""

from typing import Final

from motions.request_limits import FASTEST as FASTEST
from motions.request_limits import FASTEST_TURN as FASTEST_TURN
from motions.request_limits import FURTHEST as FURTHEST

LAST_ROBOT: Final = 9
"""Individuals are numbered from 0."""
LAST_SEED: Final = 2**32 - 1
SMALLEST_WRITTEN: Final = 0.01
"""mm, mm/s or deg/s: those from here to 1 in a file are probably metres or radians; no walk is as
slow as 0.01 m/s. Smaller ones ask for steps on the spot."""
LONGEST_PATH: Final = 100.0
"""m: odometry is useless beyond it."""
MOST_TURN: Final = 360.0
"""deg: one full turn."""
LONGEST_RUN: Final = 4.0 * 3600.0
"""s: longer than a battery lasts."""
