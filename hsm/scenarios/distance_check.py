"""The way that was asked against the way that was gone: figures, and what a scenario demands."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hardware.units import Percent
from hsm.control.reasons import request_text
from motions.requests import Motion, MotionRequest

Speed = tuple[float, float, float]
"""Forward and left, m/s, and turn, rad/s."""

SETTLES = 2.0
"""Time that a walk needs to become as fast as asked, or itself again, s."""
LEAST_METRES = 0.1
LEAST_TURN = math.radians(20.0)


@dataclass(frozen=True, slots=True)
class DistanceDemand:
    """How much of a way that was asked by speeds the robot must have gone.

    Every speed that was asked is judged for itself, over all the time that it was asked, by the
    truth of the physics: the way forward and aside along what was asked, and the turn. Two times
    do not count: 2 s after the speed was first asked, because a walk needs steps to become fast;
    and from a disturbance on, or a request to a robot that cannot walk yet, until it has stood or
    walked for 2 s. A robot that falls by itself is not helped so: its time goes on. Ways below
    0.1 m and 20 degrees are not judged, because the torso sways by as much. Of a speed beyond the
    profile's, no more than the profile's counts. In a scenario without expectations, a way that was
    not gone is a note, no failure.

    Attributes:
        least: Share of the way of every speed, and of its turn, that has to be gone. The first 2 s
            of a speed do not count, nor does the time in which a disturbance explains less; ways
            below 0.1 m and turns below 20 degrees are not judged. Give less where more is asked
            than steps can do, such as full speed forward with a turn.
    """

    # Between what sound and worn robots go, slopes included, from 0.05 m/s on, and what soft
    # servos, half-dead legs and ice leave of it: the test of the way asked holds both sides.
    least: Percent = 0.6


@dataclass(frozen=True, slots=True)
class WalkedDistance:
    """What came of one speed.

    Attributes:
        speed: What was asked.
        seconds: How long.
        ahead: Way gone along the asked direction, m; negative if it went back.
        turned: Turn in the asked direction, rad; negative if it turned back.
        allowed: The speed asked, cut to what the profile allows; None if that is all of it.
    """

    speed: Speed
    seconds: float
    ahead: float
    turned: float
    allowed: Speed | None = None

    @property
    def request(self) -> MotionRequest:
        """Return what was asked as the motions understand it."""
        return MotionRequest(Motion.WALK, *self.speed)

    @property
    def metres(self) -> float:
        """Return the way that was asked, as far as the profile allows it, m."""
        forward, left, _ = self.allowed or self.speed
        return math.hypot(forward, left) * self.seconds

    @property
    def turn(self) -> float:
        """Return the turn that was asked, as far as it is allowed, rad, without its sign."""
        return abs((self.allowed or self.speed)[2]) * self.seconds


def told(ways: Iterable[WalkedDistance]) -> str:
    """Return what was gone of all that was asked, for people; empty if no way was asked."""
    listed = list(ways)
    metres, turn = sum(way.metres for way in listed), sum(way.turn for way in listed)
    parts = []
    if metres >= 0.005:
        parts.append(f"went {sum(way.ahead for way in listed):z.2f} of {metres:.2f} m")
    if turn >= math.radians(0.5):
        turned = math.degrees(sum(way.turned for way in listed))
        parts.append(f"turned {turned:z.0f} of {math.degrees(turn):.0f} deg")
    return ", ".join(parts)


def unmet(
    demand: DistanceDemand | None, ways: Sequence[WalkedDistance], said: str = ""
) -> list[str]:
    """Return one failure per speed whose way was not gone.

    Args:
        demand: Of the scenario; None is the usual one, which nobody has written down.
        ways: What came of every speed.
        said: What the robot said itself of making no headway.
    """
    word = f"; the robot said: {said}" if said else ""
    least = (demand or DistanceDemand()).least
    judged = 0
    failures = []
    for way in ways:
        pairs = ((way.metres, way.ahead, LEAST_METRES), (way.turn, way.turned, LEAST_TURN))
        shares = [gone / asked for asked, gone, smallest in pairs if asked >= smallest]
        judged += len(shares)
        if min(shares, default=1.0) < least:
            cut = " (the profile's most counts)" if way.allowed else ""
            failures.append(
                f"{request_text(way.request)}{cut}: {told([way])} in {way.seconds:.1f} s with "
                f"nothing that explains it, from {SETTLES:g} s after it was requested, which is "
                f"{100.0 * min(shares):z.0f} % and less than {100.0 * least:.0f} %{word}"
            )
    if demand is not None and not judged:
        failures.append("'way' has nothing to judge: no speed was requested for long enough")
    return failures
