"""What can make a robot fall, and what is found to have done so."""

import math
from dataclasses import dataclass
from enum import Enum


class FallCause(Enum):
    """What made a robot fall."""

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
    """A cause, and what speaks for it.

    Attributes:
        cause: Which.
        since: When it began, s.
        words: With numbers, as part of a sentence.
        direction: Of a push: where to, rad, 0 forward and positive to the left; NaN if it has none.
        part: The joint, or the side of a foot; empty if it has none.
    """

    cause: FallCause
    since: float
    words: str
    direction: float = math.nan
    part: str = ""


def towards(direction: float) -> str:
    """Return a direction in words: the nearest of eight."""
    names = (
        "forward", "forward and to the left", "to the left", "backward and to the left",
        "backward", "backward and to the right", "to the right", "forward and to the right",
    )  # fmt: skip
    return names[round(direction / (0.25 * math.pi)) % len(names)]
