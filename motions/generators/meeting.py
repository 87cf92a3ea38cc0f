"""Predicts where a moving obstacle will be when the robot passes it.

The robot walks straight to its end, the obstacle keeps its velocity. The obstacle is treated as if
it stood where the two are closest: the robot then passes behind one that crosses its path first,
and in front of one that arrives later.
"""

import math
from typing import NamedTuple

from hardware.units import FlatPoint
from motions.scalars import clamp


class Meeting(NamedTuple):
    """Closest approach of the robot and an obstacle.

    Attributes:
        time: Time until then, s; 0 if they separate, or move in parallel.
        x: Position of the obstacle then, m.
        y: Likewise.
        apart: Distance of the robot from it then, m.
    """

    time: float
    x: float
    y: float
    apart: float


def meeting(place: FlatPoint, velocity: FlatPoint, end: FlatPoint, arrival: float) -> Meeting:
    """Return the closest approach of a robot that starts in the origin.

    Args:
        place: Present position of the obstacle, m.
        velocity: Its velocity, m/s.
        end: Where the robot stops, m.
        arrival: Time until the robot is there, s.
    """
    (x, y), (vx, vy) = place, velocity
    own_x, own_y = (end[0] / arrival, end[1] / arrival) if arrival > 0.0 else (0.0, 0.0)
    closing_x, closing_y = own_x - vx, own_y - vy
    square = closing_x * closing_x + closing_y * closing_y
    time = (x * closing_x + y * closing_y) / square if square > 0.0 else 0.0
    time = clamp(time, 0.0, arrival)
    apart = math.hypot(x - time * closing_x, y - time * closing_y)
    return Meeting(time, x + time * vx, y + time * vy, apart)
