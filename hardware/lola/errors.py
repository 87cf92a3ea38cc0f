"""Errors of invalid messages, and warnings that are logged once."""

import logging
from typing import Final

from hardware.errors import HsmError

_LOG = logging.getLogger("hsm.lola")
_MAX_WARNINGS: Final = 20
"""Maximum number of distinct warnings; a defective robot must not fill the disk."""


class LolaError(HsmError):
    """An invalid message: wrong length, wrong type, or a missing or unknown key."""

    hint = "hardware/lola/README.md describes the messages."


class StreamError(LolaError):
    """Bytes that are not messages: the stream does not show where the next message begins."""

    hint = "The client connects again; hardware/lola/README.md describes the messages."


class Warnings:
    """Logger that issues each warning once."""

    def __init__(self) -> None:
        self._logged: set[str] = set()

    def __call__(self, what: str) -> None:
        """Log a warning unless it has been logged before."""
        if what not in self._logged and len(self._logged) < _MAX_WARNINGS:
            self._logged.add(what)
            _LOG.warning("%s", what)
