"""Possible causes of falls, and findings about them."""

import math
from dataclasses import dataclass
from enum import Enum


class FallCause(Enum):
    """Cause of a fall."""

    PUSH = "a push"
    HELD_FOOT = "a foot that was held"
    SLIP = "a foot that slid"
    DEAD_MOTOR = "a motor without power"
    DEAD_SOLE = "a sole that shows no load"
    TOO_FAST = "a walk too fast"
    WALK = "the walk itself"
    UNKNOWN = "nothing that shows"


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
