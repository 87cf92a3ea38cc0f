"""Messages out of a stream of bytes: half ones wait for the rest, glued ones come apart.

A stream socket has no marks between messages. What is no message spoils the stream for good,
because nobody could say where the next one begins.
"""

from typing import Any

import msgpack

from hardware.lola.errors import StreamError
from hardware.lola.orders import LARGEST

_LIMITS = {
    "max_str_len": 256,
    "max_bin_len": 0,
    "max_array_len": 256,
    "max_map_len": 64,
    "max_ext_len": 0,
}
"""Far beyond what any message holds: a length that is made up must not cost memory."""


class MessageStream:
    """Takes bytes as they come, gives whole messages."""

    def __init__(self) -> None:
        self._unpacker = msgpack.Unpacker(max_buffer_size=LARGEST, **_LIMITS)
        self._half = 0

    def feed(self, data: bytes) -> list[dict[str, Any]]:
        """Take bytes and return the messages that are whole now, older first.

        Raises:
            StreamError: If they are none; the stream is of no use any more.
        """
        try:
            self._unpacker.feed(data)
            found = list(self._unpacker)
        except msgpack.BufferFull:
            raise _endless() from None
        except (ValueError, TypeError, msgpack.UnpackException) as error:
            what = str(error) or type(error).__name__
            raise StreamError(f"these bytes are no MessagePack ({what}); expected a map") from error
        # What waits for its rest has been taken apart already: the unpacker does not count it.
        self._half = 0 if found else self._half + len(data)
        if self._half > LARGEST:
            raise _endless()
        for item in found:
            if not isinstance(item, dict):
                raise StreamError(f"a {type(item).__name__} came; expected a map by names")
        return found


def _endless() -> StreamError:
    return StreamError(f"a message has more than {LARGEST} bytes; expected some hundred")
