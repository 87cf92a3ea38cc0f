"""Messages out of a stream of bytes: half ones wait for the rest, glued ones come apart.

A stream socket has no marks between messages. What is no message spoils the stream for good,
because nobody could say where the next one begins.
"""

from typing import Any, Final

import msgpack

from hardware.lola.errors import StreamError
from hardware.lola.orders import LARGEST

MOST_ITEMS: Final = 256
"""Of one list."""
_LIMITS = {
    "max_str_len": 256,
    "max_bin_len": 0,
    "max_array_len": MOST_ITEMS,
    "max_map_len": 64,
    "max_ext_len": 0,
}
"""Far beyond what any message holds: a length that is made up must not cost memory."""


class MessageStream:
    """Takes bytes as they come, gives whole messages."""

    def __init__(self) -> None:
        self._unpacker = msgpack.Unpacker(max_buffer_size=LARGEST, **_LIMITS)
        self._taken = self._whole = 0

    @property
    def waits(self) -> bool:
        """Return whether a part of a message has come that waits for its rest."""
        return self._taken > self._whole

    def feed(self, data: bytes) -> list[dict[str, Any]]:
        """Take bytes and return the messages that are whole now, older first.

        Raises:
            StreamError: If they are none; the stream is of no use any more.
        """
        found: list[dict[str, Any]] = []
        self._taken += len(data)
        try:
            self._unpacker.feed(data)
            for item in self._unpacker:
                if not isinstance(item, dict):
                    raise StreamError(f"a {type(item).__name__} came; expected a map by names")
                found.append(item)
                # Asked here, because it counts a message that is not yet whole as read, too.
                self._whole = self._unpacker.tell()
        except msgpack.BufferFull:
            raise _endless() from None
        except (ValueError, TypeError, msgpack.UnpackException) as error:
            what = str(error) or type(error).__name__
            raise StreamError(f"these bytes are no MessagePack ({what}); expected a map") from error
        if self._taken - self._whole > LARGEST:
            raise _endless()
        return found


def _endless() -> StreamError:
    return StreamError(f"a message has more than {LARGEST} bytes; expected some hundred")
