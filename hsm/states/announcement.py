"""Announcements to people near the robot, repeated at intervals of the robot's time."""

import logging
import math

_LOG = logging.getLogger("hsm")


class Announcement:
    """One sentence, repeated as a warning in the log `hsm`."""

    def __init__(self, text: str, pause: float) -> None:
        """Set up.

        Args:
            text: The sentence.
            pause: Time between two announcements, s.
        """
        self._text = text
        self._pause = pause
        self._last = -math.inf

    def begin(self) -> None:
        """Make the sentence due at the next update."""
        self._last = -math.inf

    def update(self, time: float, numbers: str = "") -> None:
        """Log the sentence if it is due; time that jumps back makes it due as well.

        Args:
            time: Time of the frame, s.
            numbers: Numbers to append; may be empty.
        """
        if 0.0 <= time - self._last < self._pause:
            return
        self._last = time
        text = f"{self._text}: {numbers}" if numbers else self._text
        _LOG.warning("%.2f s: %s", time, text)
