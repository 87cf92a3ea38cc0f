"""The moments of a run that tell it in a few pictures."""

from collections.abc import Iterator
from dataclasses import dataclass

from hsm.chart.leaves import KICK_STRIKE
from hsm.simulated.history import spans
from hsm.simulated.runner import Run

_MOST = 8
_SOON = 0.3
"""How long after its start a fall is best seen, s: on the way, not yet down."""
_LONG = 1.2
"""Walks and rests that are shorter tell nothing, s."""
_TOUCHED = 0.1
"""How long before its end a stroke is best seen, s: the ball has just left the foot."""
_STRUCK = 0.085
"""How long after its start a push is best seen, s: just before its force ends, with its arrow."""


@dataclass(frozen=True, slots=True)
class KeyFrame:
    """One picture.

    Attributes:
        time: Of the run, s.
        label: What is seen.
    """

    time: float
    label: str


def key_moments(run: Run) -> list[KeyFrame]:
    """Return the moments that tell a run, at most eight, in the order of time.

    When there are more, the ends go first: what a run begins and ends with tells the least.
    """
    moments = sorted(_moments(run), key=lambda moment: moment.time)
    surplus = max(0, len(moments) - _MOST)
    first = (surplus + 1) // 2
    return moments[first : first + _MOST]


def _moments(run: Run) -> Iterator[KeyFrame]:
    for begin, end, group in spans(run.history):
        if group.label == "fall":
            pushes = [time for time, _ in run.disturbances if time <= begin]
            if pushes:
                yield KeyFrame(min(pushes[-1] + _STRUCK, begin), "pushed")
            yield KeyFrame(min(begin + _SOON, end), "falling")
            yield KeyFrame(end, "lying")
        elif group.label == "get up":
            for share in (0.45, 0.8):
                yield KeyFrame(begin + share * (end - begin), "getting up")
        elif group.label == "kick":
            left = (t.time for t in run.transitions if t.source == KICK_STRIKE.name)
            struck = next((time for time in left if begin < time <= end), end)
            yield KeyFrame(max(begin, struck - _TOUCHED), "kick")
        elif end - begin > _LONG:
            yield KeyFrame(0.5 * (begin + end), group.label)
