"""Cursor of a recorded run: playback and jumps between transitions."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final

from hardware.errors import HsmError

_HERE: Final = 1e-6
"""Tolerance, s, by which a jump leaves its starting point."""


class CursorError(HsmError):
    """A time outside the run."""


class Playback:
    """A cursor over the times of a run.

    Attributes:
        speed: Playback speed, as a multiple of real time.
        plays: Whether it is playing.
    """

    def __init__(self, times: Sequence[float], stops: Sequence[float]) -> None:
        """Start paused at the first time; `times` and `stops` (transitions), s, are ascending."""
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
            CursorError: If it is more than 1 s outside the run, or NaN.
        """
        first, last = self._times[0], self._times[-1]
        if not first - 1.0 <= value <= last + 1.0:  # true for NaN as well
            raise CursorError(f"{value:g} s is not between {first:.2f} and {last:.2f} s")
        self._time = min(max(value, first), last)

    @property
    def row(self) -> int:
        """Return the number of the cycle at the cursor."""
        return max(0, bisect_right(self._times, self._time + _HERE) - 1)

    def advance(self, seconds: float) -> None:
        """Advance by wall time, s; playback stops at the end."""
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
        """Jump to the previous transition, if there is one."""
        at = bisect_left(self._stops, self._time - _HERE)
        if at:
            self._time = self._stops[at - 1]
