"""Where somebody who moves will be when the robot comes by.

The robot walks straight to its end, the other one goes on as it was seen to. Where both are nearest
to each other is where the other one is in the way, as if it stood there: so the robot passes behind
who crosses its way first, and before who comes later.
"""

import math
from typing import NamedTuple

from hardware.units import FlatPoint
from motions.scalars import clamp


class Meeting(NamedTuple):
    """The moment at which two are nearest to each other.

    Attributes:
        time: Until then, s; 0 if they part, or go side by side.
        x: Where the other one is then, m.
        y: Likewise.
        apart: How far the robot is from there, m.
    """

    time: float
    x: float
    y: float
    apart: float


def meeting(place: FlatPoint, velocity: FlatPoint, end: FlatPoint, arrival: float) -> Meeting:
    """Return where the robot, which starts in the origin, meets somebody.

    Args:
        place: Of the other one now, m.
        velocity: Of the other one, m/s.
        end: Where the robot stops, m.
        arrival: Until then, s.
    """
    (x, y), (vx, vy) = place, velocity
    own_x, own_y = (end[0] / arrival, end[1] / arrival) if arrival > 0.0 else (0.0, 0.0)
    closing_x, closing_y = own_x - vx, own_y - vy
    square = closing_x * closing_x + closing_y * closing_y
    time = (x * closing_x + y * closing_y) / square if square > 0.0 else 0.0
    time = clamp(time, 0.0, arrival)
    apart = math.hypot(x - time * closing_x, y - time * closing_y)
    return Meeting(time, x + time * vx, y + time * vy, apart)
