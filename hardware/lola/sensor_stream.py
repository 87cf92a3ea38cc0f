"""Fast decoder of a stream of sensor messages that have the layout of the first one.

A robot sends all messages in the same layout: the same keys in the same order, every number with
the same size. The first complete message gives the offset of every number. The next ones need one
comparison of the bytes between the numbers and one `struct` call. A message that differs in any of
those bytes is decoded like any MessagePack.
"""

import struct
from collections.abc import Mapping
from typing import Any, Final

import msgpack

from hardware.lola import orders
from hardware.lola.stream import MessageStream

_Part = tuple[str, bytes, bytes]
"""Part of a message: its `struct` format, its bytes with zeros for numbers, and their mask."""
_FLOAT: Final[_Part] = ("xf", b"\xca\0\0\0\0", b"\xff\0\0\0\0")
_SMALL: Final[_Part] = ("B", b"\0", b"\x80")
_SAID: Final = frozenset((*orders.SENSORS, orders.ROBOT_CONFIG))


class KnownNumbers(dict[str, Any]):
    """A message whose numbers, in tuples, have the right count and 32-bit precision."""


class SensorStream:
    """Incremental decoder: takes bytes as they arrive and returns complete messages."""

    def __init__(self) -> None:
        self._stream = MessageStream()
        self._layout: _Layout | None = None
        self._looked = False

    def feed(self, data: bytes) -> list[dict[str, Any]]:
        """Add bytes and return the messages that are now complete, oldest first.

        Raises:
            StreamError: If they are not messages; the stream is unusable from then on.
        """
        if self._layout is not None and not self._stream.waits:
            known = self._layout.read(data)
            if known is not None:
                return [known]
        found = self._stream.feed(data)
        if not self._looked and len(found) == 1 and not self._stream.waits:
            self._looked = found[0].keys() == _SAID  # an incomplete one does not show the layout
            self._layout = _layout_of(found[0], data) if self._looked else None
        return found


class _Layout:
    """Layout of the messages of one robot."""

    def __init__(self, message: Mapping[str, Any], form: str, fixed: bytes, mask: bytes) -> None:
        """Store a layout.

        Args:
            message: The message that it comes from, with keys in the order of the wire.
            form: Format of the whole message for `struct`.
            fixed: Bytes of a message, with zeros for the numbers.
            mask: Bits of a message that are fixed.
        """
        self._unpack = struct.Struct(form).unpack
        self._size = len(fixed)
        self._fixed = int.from_bytes(fixed, "big")
        self._mask = int.from_bytes(mask, "big")
        self._texts = message[orders.ROBOT_CONFIG]
        self._parts: dict[str, slice] = {}
        begin = 0
        for key in message:
            if key != orders.ROBOT_CONFIG:
                end = begin + orders.SENSORS[key]
                self._parts[key] = slice(begin, end)
                begin = end

    def read(self, data: bytes) -> KnownNumbers | None:
        """Return the message; None if it has another layout."""
        if len(data) != self._size or int.from_bytes(data, "big") & self._mask != self._fixed:
            return None
        numbers = self._unpack(data)
        said = KnownNumbers({key: numbers[part] for key, part in self._parts.items()})
        said[orders.ROBOT_CONFIG] = self._texts
        return said


def _layout_of(message: Mapping[str, Any], data: bytes) -> _Layout | None:
    """Return the layout of a message; None if it is not that of a robot."""
    pack = msgpack.Packer()
    parts = [_text(pack.pack_map_header(len(message)))]
    for key, values in message.items():
        if key == orders.ROBOT_CONFIG:
            parts.append(_text(pack.pack(key) + pack.pack(values)))
            continue
        if not isinstance(values, list) or len(values) != orders.SENSORS[key]:
            return None
        parts.append(_text(pack.pack(key) + pack.pack_array_header(len(values))))
        singles = [isinstance(value, float) for value in values]
        if key != orders.STATUS and not all(singles):
            return None
        parts += [_FLOAT if single else _SMALL for single in singles]
    forms, fixed, masks = zip(*parts, strict=True)
    layout = _Layout(message, ">" + "".join(forms), b"".join(fixed), b"".join(masks))
    return layout if layout.read(data) is not None else None


def _text(data: bytes) -> _Part:
    """Return a part whose bytes are the same in every message."""
    return f"{len(data)}x", data, b"\xff" * len(data)
