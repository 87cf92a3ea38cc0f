"""What a run came to, in the few numbers that a person asks for."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from hardware.frames import CYCLE
from hsm.apps.history import History
from hsm.apps.palette import group_of
from hsm.chart import Transition
from hsm.runtime.expectation import lies_in


@dataclass(frozen=True, slots=True)
class Summary:
    """A run in numbers.

    Attributes:
        seconds: Simulated time, s.
        walked: Way of the torso while walking, along what was asked, m.
        asked: Way that was asked for while walking, m.
        falls: How often fall protection began.
        get_up_times: From the begin of every get-up until it handed over, s.
    """

    seconds: float
    walked: float
    asked: float
    falls: int
    get_up_times: tuple[float, ...]

    def __str__(self) -> str:
        parts = [f"walked {self.walked:.2f} m (asked {self.asked:.2f})"] if self.asked else []
        parts.append(f"fell {self.falls}x" if self.falls else "never fell")
        if self.get_up_times:
            parts.append(f"got up in {', '.join(f'{time:.1f}' for time in self.get_up_times)} s")
        return ", ".join(parts)


def summarise(history: History, transitions: Sequence[Transition]) -> Summary:
    """Return the numbers of a run."""
    walked, asked = _way(history)
    return Summary(
        seconds=len(history) * CYCLE,
        walked=walked,
        asked=asked,
        falls=sum(map(_begins_fall, transitions)),
        get_up_times=tuple(_get_ups(transitions)),
    )


def _begins_fall(transition: Transition) -> bool:
    return lies_in(transition.dest, "FallProtection") and not lies_in(
        transition.source, "FallProtection"
    )


def _get_ups(transitions: Sequence[Transition]) -> list[float]:
    """Return how long every get-up took that ended in another state that stands or walks."""
    times: list[float] = []
    begun: float | None = None
    for transition in transitions:
        inside = lies_in(transition.dest, "KeyframePhase.GetUp")
        if inside and begun is None:
            begun = transition.time
        elif not inside and begun is not None:
            if group_of(transition.dest).label in ("stand", "walk"):
                times.append(transition.time - begun)
            begun = None
    return times


def _way(history: History) -> tuple[float, float]:
    """Return the way walked along the asked direction, and the way asked for, m.

    The torso sways with every step; only its part along the request counts, in the torso's own
    heading, so that neither swaying nor turning is mistaken for progress.
    """
    column = history.columns
    walks = [group_of(name).label == "walk" for name in history.names]
    walked = asked = 0.0
    ahead = (0.0, 0.0)
    for row in range(1, len(history)):
        if not walks[history.leaves[row]]:
            continue
        forward, left = column["forward"][row], column["left"][row]
        speed = math.hypot(forward, left)
        if speed > 0.0:
            ahead = (forward / speed, left / speed)
        asked += speed * (column["time"][row] - column["time"][row - 1])
        dx = column["x"][row] - column["x"][row - 1]
        dy = column["y"][row] - column["y"][row - 1]
        c, s = math.cos(column["heading"][row]), math.sin(column["heading"][row])
        walked += ahead[0] * (c * dx + s * dy) + ahead[1] * (c * dy - s * dx)
    return walked, asked
