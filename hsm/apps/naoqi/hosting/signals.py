"""Events of ALMemory without qi: signals that call back their connections."""

import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

from hsm.apps.naoqi.argument_checks import LOG

_Events = SimpleQueue[tuple[Any, ...] | None]
"""Queue of event values in order; None ends it."""


class Signal:
    """Calls back all connections; replaces a qi signal."""

    def __init__(self) -> None:
        self._callbacks: dict[int, Callable[..., Any]] = {}
        self._next = 0

    def connect(self, callback: Callable[..., Any]) -> int:
        """Connect a callback; return a number for `disconnect`."""
        self._next += 1
        self._callbacks[self._next] = callback
        return self._next

    def disconnect(self, number: int) -> bool:
        """Disconnect a callback; return whether it was connected."""
        return self._callbacks.pop(number, None) is not None

    def __call__(self, *values: Any) -> None:
        """Call back all connections with values."""
        for callback in list(self._callbacks.values()):
            _call(callback, values)


class LiveSignal(Signal):
    """Calls back every connection in a separate thread.

    The reports of a running robot come from one thread: a callback that walks, say when the head is
    touched, would prevent that thread from reporting the end of the walk.
    """

    def __init__(self) -> None:
        super().__init__()
        self._events: dict[int, _Events] = {}

    def connect(self, callback: Callable[..., Any]) -> int:
        """Connect a callback, called for one event at a time; return a number for `disconnect`."""
        events: _Events = SimpleQueue()
        threading.Thread(
            target=_call_back, args=(callback, events), name="event", daemon=True
        ).start()
        number = super().connect(lambda *values: events.put(values))
        self._events[number] = events
        return number

    def disconnect(self, number: int) -> bool:
        """Disconnect a callback; earlier events are still delivered."""
        if number in self._events:
            self._events.pop(number).put(None)
        return super().disconnect(number)


class Subscriber:
    """An event that programs can subscribe to.

    Attributes:
        signal: Emits the value of every event.
    """

    def __init__(self, signal: Any) -> None:
        self.signal = signal


def _call_back(callback: Callable[..., Any], events: _Events) -> None:
    while (values := events.get()) is not None:
        _call(callback, values)


def _call(callback: Callable[..., Any], values: tuple[Any, ...]) -> None:
    try:
        callback(*values)
    except Exception:  # a failing callback must not affect the others
        LOG.exception("a callback has failed")
