"""Warns once of a requested rolling distance that a kick cannot give the ball."""

import logging

_LOG = logging.getLogger("motions")


class LengthWarning:
    """The warning of one task; one that continues the task keeps it, so that it is not repeated."""

    def __init__(self, outside: str, doing: str) -> None:
        """Set up.

        Args:
            outside: The message up to the range, with `%.2f` for the requested length, m.
            doing: What is done nevertheless, such as "kicking".
        """
        self._outside, self._doing = outside, doing
        self._told = False

    def look(self, length: float, reach: tuple[float, float]) -> None:
        """Warn, if not yet done, of a length outside of what can be reached, both in m."""
        if self._told or reach[0] <= length <= reach[1]:
            return
        self._told = True
        _LOG.warning(
            f"{self._outside} of %.2f to %.2f m; %s at %s strength",
            length,
            *reach,
            self._doing,
            "full" if length > reach[1] else "least",
        )
