"""What a person can ask for at most, in a scenario as on the command line.

The ranges of numbers in parameter files are those of their units, see `hardware.units`.
"""

from typing import Final

LAST_ROBOT: Final = 9
"""Individuals are counted from 0."""
LAST_SEED: Final = 2**32 - 1
FASTEST: Final = 1.0
"""Walking speed, m/s: more than twice of what the robot can."""
FASTEST_TURN: Final = 4.0
"""Turning speed, rad/s: about twice of what the robot can."""
FURTHEST: Final = 8.0
"""m: places beyond are on no field."""
MOST_TURN: Final = 360.0
"""deg: more is more than once around."""
LONGEST_RUN: Final = 4.0 * 3600.0
"""s: longer than a battery lasts."""
