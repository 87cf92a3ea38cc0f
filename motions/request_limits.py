"""Largest speeds and distances of requests: numbers beyond them are probably in another unit."""

import math
from typing import Annotated, Final

from annotated_types import Gt, Le

from hardware.units import Unit

FASTEST: Final = 1.0
"""Walking speed, m/s: more than twice the robot's fastest."""
FASTEST_TURN: Final = 4.0
"""Turning speed, rad/s: about twice the robot's fastest."""
FURTHEST: Final = 8.0
"""m: positions beyond it are outside any field."""
LONGEST_PATH: Final = 100.0
"""m: odometry is useless beyond it."""

PositiveWalkingSpeed = Annotated[float, Unit("mm_per_s"), Gt(0.0), Le(1e3 * FASTEST)]
PositiveTurningSpeed = Annotated[float, Unit("deg_per_s"), Gt(0.0), Le(math.degrees(FASTEST_TURN))]
"""Of a profile: shares of it become such requests, too."""
