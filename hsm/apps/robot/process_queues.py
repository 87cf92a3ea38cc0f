"""Bounded queues between processes that never block the control cycle.

A channel is a pair of packet sockets, and a recording goes through a pipe. The kernel holds what
was sent, so nothing is lost when its sender is killed, and a full queue refuses more instead of
blocking.
"""

import fcntl
import os
import socket
import struct
import termios
from contextlib import suppress
from typing import Final

STIFF: Final = b"\x01"
SOFT: Final = b"\x00"
"""Heartbeats of the control cycle: whether the legs are stiff."""
LEAVES: Final = b"\x02"
"""Last message of a control cycle that has ended regularly and released the robot."""
CHANGE: Final = b"\x00"
"""First byte of a change of the walk's parameters; messages of programs are maps and begin with
another one."""
PIPE_SIZE: Final = 1 << 20
"""Size of a recording's pipe, bytes: some seconds of a walk."""
_ROOM: Final = 1 << 18
"""Size of the send buffer, bytes: some hundred packets, or few of the largest."""
_LARGEST: Final = 1 << 17
"""Largest packet, bytes: twice a program's message, whose numbers may grow when repacked."""
_AT_ONCE: Final = 8
"""Packets read per cycle; the rest waits for the next one."""
_MOST_UNREAD: Final = 1 << 13
"""Memory of the unread packets of an end that keeps up, bytes: about ten requests, two cycles."""
_INT: Final = struct.Struct("i")


def recording_pipe() -> tuple[int, int]:
    """Return the ends of a new pipe for a recording: for reading, and for writing.

    It has its size before anything is written: a recorder starts late on a busy computer, and the
    beginning of a run alone is larger than a usual pipe.
    """
    reading, writing = os.pipe()
    with suppress(OSError):  # the limit of the system may be smaller; memory buffers the rest
        fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, PIPE_SIZE)
    return reading, writing


def channel() -> tuple[socket.socket, socket.socket]:
    """Return both ends of a new bidirectional channel."""
    ends = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    for end in ends:
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _ROOM)
    return ends


def forget(end: socket.socket) -> None:
    """Discard all packets that wait at one end of a channel."""
    try:
        while end.recv(1, socket.MSG_DONTWAIT):
            pass
    except OSError:  # empty, or the other end is closed
        pass


class ChannelEnd:
    """One end of a channel, in the process that inherited it.

    Attributes:
        refused: Number of packets for which the queue had no room.
        closed: The other end is closed.
    """

    def __init__(self, number: int) -> None:
        """Take over an open file descriptor."""
        self._socket = socket.socket(fileno=number)
        self._socket.setblocking(False)
        self.refused = 0
        self.closed = False

    def fileno(self) -> int:
        """Return the file descriptor, for `select`."""
        return self._socket.fileno()

    def close(self) -> None:
        """Close this end."""
        self._socket.close()
        self.closed = True

    @property
    def keeps_up(self) -> bool:
        """Return whether the other end has read most packets, and would soon read another one."""
        size = fcntl.ioctl(self._socket, termios.TIOCOUTQ, bytes(_INT.size))
        return bool(_INT.unpack(size)[0] < _MOST_UNREAD)

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
        """Return the waiting packets, oldest first, at most `_AT_ONCE` of them."""
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
