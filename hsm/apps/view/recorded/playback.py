"""Where somebody is who looks at a recorded run: the cursor, how it goes on, where it jumps to."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final

from hardware.errors import HsmError

_HERE: Final = 1e-6
"""s: a jump does not end where it began."""


class CursorError(HsmError):
    """A time that the run does not have."""


class Playback:
    """A cursor over the times of a run.

    Attributes:
        speed: How fast it goes on, as a multiple of real time.
        plays: It goes on by itself.
    """

    def __init__(self, times: Sequence[float], stops: Sequence[float]) -> None:
        """Begin at the first time, standing still; times and those of transitions, s, rise."""
        self._times, self._stops = times, stops
        self._time = times[0]
        self.speed = 1.0
        self.plays = False

    @property
    def time(self) -> float:
        """Return the time of the cursor, s."""
        return self._time

    @time.setter
    def time(self, value: float) -> None:
        """Go to a time.

        Raises:
            CursorError: If the run does not have it.
        """
        first, last = self._times[0], self._times[-1]
        if not first - 1.0 <= value <= last + 1.0:  # so for what is no number
            raise CursorError(f"{value:g} s is not between {first:.2f} and {last:.2f} s")
        self._time = min(max(value, first), last)

    @property
    def row(self) -> int:
        """Return which cycle the cursor is in."""
        return max(0, bisect_right(self._times, self._time + _HERE) - 1)

    def advance(self, seconds: float) -> None:
        """Let time go by on the wall; at the end it stops."""
        if self.plays:
            last = self._times[-1]
            self._time = min(self._time + self.speed * seconds, last)
            self.plays = self._time < last

    def to_next(self) -> None:
        """Jump to the next transition, if there is one."""
        at = bisect_right(self._stops, self._time + _HERE)
        if at < len(self._stops):
            self._time = self._stops[at]

    def to_previous(self) -> None:
        """Jump to the transition before, if there is one."""
        at = bisect_left(self._stops, self._time - _HERE)
        if at:
            self._time = self._stops[at - 1]
