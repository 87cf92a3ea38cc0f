"""Time-optimal motion from rest to rest: seven pieces of constant jerk."""

import math

Vector3 = tuple[float, float, float]


class Profile:
    """A motion from rest to rest, in the shortest time that three limits allow.

    Attributes:
        duration: Duration, s.
    """

    def __init__(self, way: float, velocity: float, acceleration: float, jerk: float) -> None:
        """Plan the motion.

        Args:
            way: Distance, at least 0, m or rad.
            velocity: Limit of the velocity.
            acceleration: Limit of the acceleration.
            jerk: Limit of the jerk.
        """
        self._way = way
        sharp, rising, cruise = _pieces(way, velocity, acceleration, jerk)
        flat = rising - 2.0 * sharp
        self._pieces = (
            (sharp, jerk), (flat, 0.0), (sharp, -jerk), (cruise, 0.0),
            (sharp, -jerk), (flat, 0.0), (sharp, jerk),
        )  # fmt: skip
        self.duration = 2.0 * rising + cruise

    def at(self, time: float) -> tuple[float, float, float]:
        """Return distance, velocity and acceleration at a time, s."""
        if time >= self.duration:
            return self._way, 0.0, 0.0
        x = v = a = 0.0
        left = max(0.0, time)
        for duration, jerk in self._pieces:
            t = min(left, duration)
            x += t * (v + t * (0.5 * a + t * jerk / 6.0))
            v += t * (a + 0.5 * t * jerk)
            a += t * jerk
            left -= t
            if left <= 0.0:
                break
        return x, v, a


def _pieces(way: float, velocity: float, acceleration: float, jerk: float) -> Vector3:
    """Return durations, s: of constant jerk, of the whole acceleration, of constant speed."""
    sharp = acceleration / jerk
    if velocity * jerk < acceleration**2:  # the limit of the acceleration is never reached
        sharp = math.sqrt(velocity / jerk)
        rising = 2.0 * sharp
    else:
        rising = sharp + velocity / acceleration
    if way >= velocity * rising:
        return sharp, rising, way / velocity - rising
    if way >= 2.0 * acceleration**3 / jerk**2 and velocity * jerk >= acceleration**2:
        sharp = acceleration / jerk
        half = 0.5 * sharp
        return sharp, half + math.sqrt(half * half + way / acceleration), 0.0
    sharp = (way / (2.0 * jerk)) ** (1.0 / 3.0)
    return sharp, 2.0 * sharp, 0.0
