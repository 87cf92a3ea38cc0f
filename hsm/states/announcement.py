"""What the robot says to the people around it, at a fixed pace of its own time."""

import logging
import math

_LOG = logging.getLogger("hsm")


class Announcement:
    """One sentence, repeated as a warning of the log `hsm`."""

    def __init__(self, text: str, pause: float) -> None:
        """Set up.

        Args:
            text: The sentence.
            pause: Time between two of them, s.
        """
        self._text = text
        self._pause = pause
        self._last = -math.inf

    def begin(self) -> None:
        """Say it at the next opportunity."""
        self._last = -math.inf

    def update(self, time: float, numbers: str = "") -> None:
        """Say it if it is due at this time, s; time that jumps back makes it due as well.

        Args:
            time: Frame time, s.
            numbers: What it rests on now.
        """
        if 0.0 <= time - self._last < self._pause:
            return
        self._last = time
        text = f"{self._text}: {numbers}" if numbers else self._text
        _LOG.warning("%.2f s: %s", time, text)
