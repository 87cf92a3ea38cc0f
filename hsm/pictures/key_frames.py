"""Selects the key moments that summarise a run in a few pictures."""

from collections.abc import Iterator
from dataclasses import dataclass

from hardware.disturbances import Jostle, Lean, Push
from hsm.chart.leaves import KICK_STRIKE
from hsm.simulated.history import spans
from hsm.simulated.runner import Run

_MOST = 8
_SOON = 0.3
"""Time after its start at which a fall is shown, s: halfway, not yet down."""
_LONG = 1.2
"""Shortest walk or rest that is shown, s."""
_TOUCHED = 0.1
"""Time before its end at which a kick stroke is shown, s: the ball has just left the foot."""
_LATELY = 2.0
"""Time before a fall within which a push may be its cause, s: a robot may stagger for as long."""
_STRUCK = 0.085
"""Time after its start at which a push is shown, s: just before its force ends, with its arrow."""


@dataclass(frozen=True, slots=True)
class KeyFrame:
    """One picture of a run.

    Attributes:
        time: Time in the run, s.
        label: Its subject.
    """

    time: float
    label: str


def key_moments(run: Run) -> list[KeyFrame]:
    """Return at most eight key moments of a run, in chronological order.

    If there are more, those at both ends are dropped, because they are the least informative.
    """
    moments = sorted(_moments(run), key=lambda moment: moment.time)
    surplus = max(0, len(moments) - _MOST)
    first = (surplus + 1) // 2
    return moments[first : first + _MOST]


def _moments(run: Run) -> Iterator[KeyFrame]:
    for begin, end, group in spans(run.history):
        if group.label == "fall":
            pushes = [
                time
                for time, what in run.disturbances
                if isinstance(what, Push | Lean | Jostle) and begin - _LATELY <= time <= begin
            ]
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
