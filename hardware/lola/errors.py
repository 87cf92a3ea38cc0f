"""What is said about messages that are none, with what was expected; each thing once."""

import logging
from typing import Final

from hardware.errors import HsmError

_LOG = logging.getLogger("hsm.lola")
_MOST_TOLD: Final = 20
"""Different complaints that are told; a broken robot must not fill the disk."""


class LolaError(HsmError):
    """A message that cannot be taken: another length, another type, a key too few."""

    hint = "hardware/lola/README.md says what a message holds."


class StreamError(LolaError):
    """Bytes that are no messages: nothing in the stream says where the next one would begin."""

    hint = "The connection is made anew; hardware/lola/README.md says what a message holds."


class Complaints:
    """Warns of everything once."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def __call__(self, what: str) -> None:
        """Say something, if it was not said before."""
        if what not in self._told and len(self._told) < _MOST_TOLD:
            self._told.add(what)
            _LOG.warning("%s", what)
