"""Possible causes of falls, and findings about them."""

import math
from dataclasses import dataclass
from enum import Enum


class FallCause(Enum):
    """Cause of a fall."""

    PUSH = "a push"
    HELD_FOOT = "a held foot"
    SLIP = "a sliding foot"
    DEAD_MOTOR = "an unpowered motor"
    DEAD_SOLE = "a dead sole sensor"
    TOO_FAST = "walking too fast"
    WALK = "the walk itself"
    UNKNOWN = "no visible cause"


@dataclass(frozen=True, slots=True)
class FallFinding:
    """A cause with its evidence.

    Attributes:
        cause: The cause.
        since: Time at which it began, s.
        words: The evidence with numbers, as part of a sentence.
        direction: Direction of a push, rad, 0 forward and positive to the left; NaN if none.
        part: Name of the joint, or side of the foot; empty if none.
    """

    cause: FallCause
    since: float
    words: str
    direction: float = math.nan
    part: str = ""


def towards(direction: float) -> str:
    """Return the nearest of eight directions in words, for an angle in rad."""
    names = (
        "forward", "forward and to the left", "to the left", "backward and to the left",
        "backward", "backward and to the right", "to the right", "forward and to the right",
    )  # fmt: skip
    return names[round(direction / (0.25 * math.pi)) % len(names)]
