"""Which connections there are, and which one spoke last: qi does not say who calls.

A walk belongs to the connections that spoke when it was asked for. When one of them is gone, the
walk is stopped: nobody else would. Linux tells of each of this process's own sockets when it last
brought something.
"""

import os
import socket
import struct
from contextlib import suppress
from pathlib import Path
from typing import Final

Peer = tuple[str, int]
"""Address and port of who is connected."""
_TCP_INFO_SIZE: Final = 104
_LAST_RECEIVED: Final = struct.Struct("<52xI")
"""Milliseconds since something came, in the system's answer."""
_ESTABLISHED: Final = 1
_AT_ONCE_MS: Final = 8
"""Two that spoke within that time cannot be told apart: the walk is then of both."""


class Connections:
    """The connections to one port of this process."""

    def __init__(self, port: int) -> None:
        """Look at a port that this process listens on."""
        self._port = port

    def silent_for(self) -> dict[Peer, int]:
        """Return every connection, and for how long nothing has come from it, ms."""
        found: dict[Peer, int] = {}
        for number in self._sockets():
            with suppress(OSError):
                found.update(self._look(number))
        return found

    def last(self) -> frozenset[Peer]:
        """Return who spoke last; several if they spoke at once."""
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
            with suppress(OSError):  # it may be closed by now
                if os.readlink(entry).startswith("socket:"):
                    numbers.append(int(entry.name))
        return numbers

    def _look(self, number: int) -> dict[Peer, int]:
        """Return who is connected by a socket, if it is one of the port."""
        with socket.socket(fileno=os.dup(number)) as looked:
            if (looked.family, looked.type) != (socket.AF_INET, socket.SOCK_STREAM):
                return {}
            told = looked.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _TCP_INFO_SIZE)
            if looked.getsockname()[1] != self._port or told[0] != _ESTABLISHED:
                return {}
            host, port = looked.getpeername()
            return {(host, port): _LAST_RECEIVED.unpack_from(told)[0]}
