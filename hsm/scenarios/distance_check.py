"""The way that was asked against the way that was gone: figures, and what a scenario demands."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hardware.units import Percent
from hsm.control.reasons import request_text
from motions.requests import Motion, MotionRequest

Speed = tuple[float, float, float]
"""Forward and left, m/s, and turn, rad/s."""

LEAST_METRES = 0.1
LEAST_TURN = math.radians(20.0)


@dataclass(frozen=True, slots=True)
class DistanceDemand:
    """How much of the way asked has to be gone.

    Every speed that was asked is judged for itself, over all the time that it was asked, by the
    truth of the physics: the way forward and aside along what was asked, and the turn. Two times
    do not count: 2 s after the speed was first asked, because a walk needs steps to become fast;
    and from a disturbance on, or a request to a robot that cannot walk yet, until it has stood or
    walked for 2 s. A robot that falls by itself has no such excuse: its time goes on. Ways below
    0.1 m and 20 degrees are not judged, because the torso sways by as much.

    Attributes:
        least: Share of the way asked, between what sound and worn robots go, slopes included, from
            0.05 m/s on, and what soft servos, half-dead legs and ice leave of it: the test of the
            way asked holds both sides. A full speed forward that also turns by 1 rad/s is more than
            the steps can do: a scenario that asks for it says so with a share of its own.
    """

    least: Percent = 0.6


@dataclass(frozen=True, slots=True)
class WalkedDistance:
    """What came of one speed.

    Attributes:
        speed: What was asked.
        seconds: How long.
        ahead: Way gone along the asked direction, m; negative if it went back.
        turned: Turn in the asked direction, rad; negative if it turned back.
    """

    speed: Speed
    seconds: float
    ahead: float
    turned: float

    @property
    def request(self) -> MotionRequest:
        """Return what was asked as the motions understand it."""
        return MotionRequest(Motion.WALK, *self.speed)

    @property
    def metres(self) -> float:
        """Return the way that was asked."""
        return math.hypot(self.speed[0], self.speed[1]) * self.seconds

    @property
    def turn(self) -> float:
        """Return the turn that was asked, rad, without its sign."""
        return abs(self.speed[2]) * self.seconds


def told(ways: Iterable[WalkedDistance]) -> str:
    """Return all that was asked and gone, for people; empty if no way was asked."""
    listed = list(ways)
    metres, turn = sum(way.metres for way in listed), sum(way.turn for way in listed)
    parts = []
    if metres >= 0.005:
        parts.append(f"asked {metres:.2f} m, went {sum(way.ahead for way in listed):.2f} m")
    if turn >= math.radians(0.5):
        turned = math.degrees(sum(way.turned for way in listed))
        parts.append(f"asked {math.degrees(turn):.0f} deg, turned {turned:.0f} deg")
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
            failures.append(
                f"{request_text(way.request)} for {way.seconds:.1f} s without an excuse: "
                f"{told([way])}, which is {100.0 * min(shares):.0f} % and less than "
                f"{100.0 * least:.0f} %{word}"
            )
    if demand is not None and not judged:
        failures.append("'way' has nothing to judge: no speed was asked for long enough")
    return failures
