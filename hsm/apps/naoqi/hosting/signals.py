"""Events of ALMemory where there is no qi: whoever is connected is called back."""

import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

from hsm.apps.naoqi.argument_checks import LOG

_Events = SimpleQueue[tuple[Any, ...] | None]
"""Values of events in their order; None ends them."""


class Signal:
    """Tells everybody who is connected; in the place of qi's where there is none."""

    def __init__(self) -> None:
        self._callbacks: dict[int, Callable[..., Any]] = {}
        self._next = 0

    def connect(self, callback: Callable[..., Any]) -> int:
        """Call back from now on; return a number that ends it."""
        self._next += 1
        self._callbacks[self._next] = callback
        return self._next

    def disconnect(self, number: int) -> bool:
        """Call back no more."""
        return self._callbacks.pop(number, None) is not None

    def __call__(self, *values: Any) -> None:
        """Tell values."""
        for callback in list(self._callbacks.values()):
            _call(callback, values)


class LiveSignal(Signal):
    """Calls everybody back in a thread of his own.

    What a robot that runs tells comes from one thread: a program that walks when its head is
    touched would keep it from telling that the walk is over.
    """

    def __init__(self) -> None:
        super().__init__()
        self._events: dict[int, _Events] = {}

    def connect(self, callback: Callable[..., Any]) -> int:
        """Call back from now on, one event after another; return a number that ends it."""
        events: _Events = SimpleQueue()
        threading.Thread(
            target=_call_back, args=(callback, events), name="event", daemon=True
        ).start()
        number = super().connect(lambda *values: events.put(values))
        self._events[number] = events
        return number

    def disconnect(self, number: int) -> bool:
        """Call back no more; what has happened before is still told."""
        if number in self._events:
            self._events.pop(number).put(None)
        return super().disconnect(number)


class Subscriber:
    """An event that may be listened to.

    Attributes:
        signal: Tells the value with every event.
    """

    def __init__(self, signal: Any) -> None:
        self.signal = signal


def _call_back(callback: Callable[..., Any], events: _Events) -> None:
    while (values := events.get()) is not None:
        _call(callback, values)


def _call(callback: Callable[..., Any], values: tuple[Any, ...]) -> None:
    try:
        callback(*values)
    except Exception:  # of a program's own: the others hear it all the same
        LOG.exception("a callback has failed")
