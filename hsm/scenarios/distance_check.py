"""Compares the walked distance with the requested one: figures and pass criteria."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hardware.units import Percent
from hsm.control.reasons import request_text
from motions.requests import Motion, MotionRequest

Speed = tuple[float, float, float]
"""Forward and left, m/s, and turn, rad/s."""

SETTLES = 2.0
"""Time that a walk needs to reach the requested speed or to recover, s."""
LEAST_METRES = 0.1
LEAST_TURN = math.radians(20.0)


@dataclass(frozen=True, slots=True)
class DistanceDemand:
    """Share of the requested distance that the robot must cover.

    Every requested speed is judged separately, over its whole time, by the true motion: the
    distance in the requested direction, and the turn. Two periods do not count: the first 2 s of a
    speed, because a walk needs some steps to accelerate; and the time from a disturbance, or from a
    request to a robot that cannot walk yet, until it has stood or walked for 2 s. A fall without a
    disturbance is no excuse: its time counts. Distances below 0.1 m and turns below 20 degrees are
    not judged, because the torso sways by as much. A speed beyond the profile counts as the
    profile's. In a scenario without expectations, a shortfall is a note, not a failure.

    Attributes:
        least: Share of the requested distance and turn to be covered, for every speed. The first
            2 s of a speed and the time explained by a disturbance do not count; distances below
            0.1 m and turns below 20 degrees are not judged. Give less if more is requested than
            steps can do, such as full speed forward with a turn.
    """

    # Lies between the shares covered by good and worn robots from 0.05 m/s on, slopes included,
    # and those left by soft servos, half-dead legs and ice; a test covers both sides.
    least: Percent = 0.6


@dataclass(frozen=True, slots=True)
class WalkedDistance:
    """Distance covered for one requested speed.

    Attributes:
        speed: The requested speed.
        seconds: Time for which it counted, s.
        ahead: Distance in the requested direction, m; negative if it moved the opposite way.
        turned: Turn in the requested direction, rad; negative if it turned the opposite way.
        allowed: The requested speed, cut to the profile; None if the profile allows all of it.
    """

    speed: Speed
    seconds: float
    ahead: float
    turned: float
    allowed: Speed | None = None

    @property
    def request(self) -> MotionRequest:
        """Return the requested speed as a motion request."""
        return MotionRequest(Motion.WALK, *self.speed)

    @property
    def metres(self) -> float:
        """Return the requested distance, as far as the profile allows it, m."""
        forward, left, _ = self.allowed or self.speed
        return math.hypot(forward, left) * self.seconds

    @property
    def turn(self) -> float:
        """Return the magnitude of the requested turn, as far as the profile allows it, rad."""
        return abs((self.allowed or self.speed)[2]) * self.seconds


def told(ways: Iterable[WalkedDistance]) -> str:
    """Return covered and requested distances as text; empty if no motion was requested."""
    listed = list(ways)
    metres, turn = sum(way.metres for way in listed), sum(way.turn for way in listed)
    parts = []
    if metres >= 0.005:
        parts.append(f"went {sum(way.ahead for way in listed):z.2f} of {metres:.2f} m")
    if turn >= math.radians(0.5):
        turned = math.degrees(sum(way.turned for way in listed))
        parts.append(f"turned {turned:z.0f} of {math.degrees(turn):.0f} deg")
    return ", ".join(parts)


def unmet(demand: DistanceDemand | None, ways: Sequence[WalkedDistance], said: str) -> list[str]:
    """Return one failure per speed whose distance was not covered.

    Args:
        demand: Demand of the scenario; None for the default.
        ways: Distances covered for every speed.
        said: The robot's own report of lack of progress.
    """
    word = f"; the robot reported: {said}" if said else ""
    least = (demand or DistanceDemand()).least
    judged = 0
    failures = []
    for way in ways:
        pairs = ((way.metres, way.ahead, LEAST_METRES), (way.turn, way.turned, LEAST_TURN))
        shares = [gone / asked for asked, gone, smallest in pairs if asked >= smallest]
        judged += len(shares)
        if min(shares, default=1.0) < least:
            cut = " (limited by the profile)" if way.allowed else ""
            failures.append(
                f"{request_text(way.request)}{cut}: {told([way])} in {way.seconds:.1f} s without "
                f"a disturbance, counted from {SETTLES:g} s after the request, which is "
                f"{100.0 * min(shares):z.0f} % and less than {100.0 * least:.0f} %{word}"
            )
    if demand is not None and not judged:
        failures.append("'way' cannot be judged: no speed was requested for long enough")
    return failures
