"""Open connections and the one that was last active: qi does not identify callers.

A walk is owned by the connections that were active when it was requested. When one of them closes,
the walk is stopped: nobody else would. Linux reports for each socket of this process when data was
last received.
"""

import os
import socket
import struct
from contextlib import suppress
from pathlib import Path
from typing import Final

Peer = tuple[str, int]
"""Address and port of a connected program."""
_TCP_INFO_SIZE: Final = 104
_LAST_RECEIVED: Final = struct.Struct("<52xI")
"""Layout of the field `tcpi_last_data_recv`, ms since data was received."""
_ESTABLISHED: Final = 1
_AT_ONCE_MS: Final = 8
"""Interval within which active connections cannot be distinguished, ms: all own the walk."""


class Connections:
    """The connections to one port of this process."""

    def __init__(self, port: int) -> None:
        """Observe a port that this process listens on."""
        self._port = port

    def silent_for(self) -> dict[Peer, int]:
        """Return every connection with the time since data was received from it, ms."""
        found: dict[Peer, int] = {}
        for number in self._sockets():
            with suppress(OSError):
                found.update(self._look(number))
        return found

    def last(self) -> frozenset[Peer]:
        """Return the connection that was last active; several if they cannot be distinguished."""
        silences = self.silent_for()
        if not silences:
            return frozenset()
        newest = min(silences.values())
        return frozenset(
            peer for peer, silence in silences.items() if silence <= newest + _AT_ONCE_MS
        )

    @staticmethod
    def _sockets() -> list[int]:
        numbers = []
        for entry in Path("/proc/self/fd").iterdir():
            with suppress(OSError):  # it may have been closed meanwhile
                if os.readlink(entry).startswith("socket:"):
                    numbers.append(int(entry.name))
        return numbers

    def _look(self, number: int) -> dict[Peer, int]:
        """Return the peer of a socket with its silence, ms; empty if it is not of the port."""
        with socket.socket(fileno=os.dup(number)) as looked:
            if (looked.family, looked.type) != (socket.AF_INET, socket.SOCK_STREAM):
                return {}
            told = looked.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _TCP_INFO_SIZE)
            if looked.getsockname()[1] != self._port or told[0] != _ESTABLISHED:
                return {}
            host, port = looked.getpeername()
            return {(host, port): _LAST_RECEIVED.unpack_from(told)[0]}
