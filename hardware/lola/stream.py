"""Decoder of MessagePack messages from a stream of bytes that arrives in arbitrary pieces.

A stream socket has no separators between messages. Invalid bytes make the rest of the stream
unusable, because the beginning of the next message is unknown.
"""

from typing import Any, Final

import msgpack

from hardware.lola.errors import StreamError
from hardware.lola.orders import LARGEST

MOST_ITEMS: Final = 256
"""Maximum length of a list."""
_LIMITS = {
    "max_str_len": 256,
    "max_bin_len": 0,
    "max_array_len": MOST_ITEMS,
    "max_map_len": 64,
    "max_ext_len": 0,
}
"""Far above those of any message: an invented length must not allocate memory."""
_EXPECTED: Final = (
    f"expected a MessagePack map with text keys, lists of up to {MOST_ITEMS} values, no binary data"
)


class MessageStream:
    """Incremental decoder: takes bytes as they arrive and returns complete messages."""

    def __init__(self) -> None:
        self._unpacker = msgpack.Unpacker(max_buffer_size=LARGEST, **_LIMITS)
        self._taken = self._whole = 0

    def feed(self, data: bytes) -> list[dict[str, Any]]:
        """Add bytes and return the messages that are now complete, oldest first.

        Raises:
            StreamError: If they are not messages; the stream is unusable from then on.
        """
        found: list[dict[str, Any]] = []
        self._taken += len(data)
        try:
            self._unpacker.feed(data)
            for item in self._unpacker:
                if not isinstance(item, dict):
                    raise StreamError(
                        f"received a value of type {type(item).__name__}; expected a map in "
                        "MessagePack (not JSON)"
                    )
                found.append(item)
                # Read here, because later it would include a message that is still incomplete.
                self._whole = self._unpacker.tell()
        except msgpack.BufferFull:
            raise _endless() from None
        except (ValueError, TypeError, msgpack.UnpackException) as error:
            what = str(error) or type(error).__name__
            raise StreamError(
                f"bytes are not MessagePack of this protocol ({what}); {_EXPECTED}"
            ) from error
        if self._taken - self._whole > LARGEST:
            raise _endless()
        return found


def _endless() -> StreamError:
    return StreamError(f"a message has more than {LARGEST} bytes; expected some hundred bytes")
