"""Bounded queues between processes that never make the control cycle wait.

A channel is a pair of sockets that carry whole packets: the system holds what has been sent, so
that a process that is killed takes nothing with it, and a full queue refuses instead of waiting.
"""

import socket
from typing import Final

STIFF: Final = b"\x01"
SOFT: Final = b"\x00"
"""What the control cycle tells its watchdog in every cycle: whether the legs are stiff."""
LEAVES: Final = b"\x02"
"""What it tells once when it has made its last cycle in good order, and lets go of the robot."""
_ROOM: Final = 1 << 18
"""Bytes that wait at most: some thousand packets."""
_LARGEST: Final = 1 << 17
"""Bytes: twice a message of a program, whose numbers may be handed on longer than they came."""
_AT_ONCE: Final = 8
"""Packets taken in one cycle; more wait for the next."""


def channel() -> tuple[socket.socket, socket.socket]:
    """Return both ends: what is sent into the one comes out of the other."""
    ends = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    for end in ends:
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _ROOM)
    return ends


def forget(end: socket.socket) -> None:
    """Throw away all that has come into one end of a channel."""
    try:
        while end.recv(1, socket.MSG_DONTWAIT):
            pass
    except OSError:  # nothing waits, or the other end is gone
        pass


class ChannelEnd:
    """One end of a channel, in the process that it was handed to.

    Attributes:
        refused: Packets that the queue had no room for.
        closed: Nobody is at the other end any more.
    """

    def __init__(self, number: int) -> None:
        """Take over an open file by its number."""
        self._socket = socket.socket(fileno=number)
        self._socket.setblocking(False)
        self.refused = 0
        self.closed = False

    def fileno(self) -> int:
        """Return the number of the file, to wait for it."""
        return self._socket.fileno()

    def close(self) -> None:
        """Let go of the file."""
        self._socket.close()
        self.closed = True

    def send(self, packet: bytes) -> bool:
        """Send a packet if there is room for it; return whether there was."""
        try:
            self._socket.send(packet)
        except BlockingIOError:
            self.refused += 1
            return False
        except OSError:
            self.closed = True
            return False
        return True

    def receive(self) -> list[bytes]:
        """Return the packets that are there, older first, and not too many at once."""
        packets: list[bytes] = []
        while len(packets) < _AT_ONCE:
            try:
                packet = self._socket.recv(_LARGEST)
            except BlockingIOError:
                break
            except OSError:
                packet = b""
            if not packet:
                self.closed = True
                break
            packets.append(packet)
        return packets
