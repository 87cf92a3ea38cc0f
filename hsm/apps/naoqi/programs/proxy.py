"""Proxy with which Python programs call a service.

Calls block until the robot is done; `.post` returns a number immediately instead.
"""

from collections.abc import Callable
from concurrent.futures import Future
from itertools import count
from typing import Any

import numpy as np

from hsm.apps.naoqi.argument_checks import LOG
from hsm.apps.naoqi.link.waits import fulfilled
from hsm.apps.naoqi.services import NoServiceError, RobotServices


class Proxy:
    """One service of one robot, with its functions as attributes.

    Attributes:
        post: The same functions without waiting; they return a number for `wait`, `isRunning` and
            `stop`.
    """

    def __init__(self, services: RobotServices, name: str) -> None:
        """Connect to a service.

        Raises:
            NoServiceError: If the service does not exist.
        """
        self._functions = services.functions(name)
        self._services = services
        self._name = name
        self._running: dict[int, Future[Any]] = {}
        self._numbers = count(1)
        self.post = Post(self)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):  # a copy under construction has no `_functions` yet
            raise AttributeError(name)
        if name not in self._functions:
            raise self._absent(name)

        def function(*given: Any) -> Any:
            result = self.begin(name, given)
            return self._result(result) if isinstance(result, Future) else result

        function.__name__ = name
        return function

    def begin(self, method: str, given: tuple[Any, ...]) -> Any:
        """Call a function without waiting; return a value or a future."""
        if method not in self._functions:
            raise self._absent(method)
        return self._services.call(self._name, method, _plain(given))

    def posted(self, method: str, given: tuple[Any, ...]) -> int:
        """Call a function without waiting; return the number of the call."""
        result = self.begin(method, given)
        number = next(self._numbers)
        self._running = {n: f for n, f in self._running.items() if not f.done()}
        future = result if isinstance(result, Future) else fulfilled(result)
        future.add_done_callback(_log_error)
        self._running[number] = future
        return number

    def wait(self, number: int, timeout_ms: int = 0) -> bool:
        """Wait for a posted call; return whether it is still running.

        Args:
            number: Number of the call.
            timeout_ms: Longest wait, ms; 0 waits to the end.
        """
        future = self._running.get(number)
        if future is None:
            return False
        try:
            self._services.wait(future, timeout_ms / 1e3 if timeout_ms > 0 else None)
        except TimeoutError:
            return True
        return False

    def isRunning(self, number: int) -> bool:
        """Return whether a posted call is still running."""
        future = self._running.get(number)
        return future is not None and not future.done()

    def stop(self, number: int) -> None:
        """Stop the action of a posted call: a move, a change of posture, joints, stiffness."""
        future = self._running.get(number)
        if future is not None and not future.done():
            self._services.end(self._name, future)

    def ping(self) -> bool:
        """Return True if the service is reachable."""
        return True

    def close(self) -> None:
        """Close the connection for all services of the robot; the next proxy reconnects."""
        self._services.close()

    def _absent(self, name: str) -> AttributeError:
        return AttributeError(f"{self._name} has no function '{name}'; {NoServiceError.hint}")

    def _result(self, future: Future[Any]) -> Any:
        result = self._services.wait(future)
        return None if result == () else result


def _plain(value: Any) -> Any:
    """Return a value without the types of numpy, which qi does not send."""
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return tuple(map(_plain, value)) if isinstance(value, tuple) else value


def _log_error(future: Future[Any]) -> None:
    """Log the error of a posted call: its program may never wait for it."""
    if (error := future.exception()) is not None:
        LOG.warning("%s", error)


class Post:
    """The functions of a service, without waiting for them."""

    def __init__(self, proxy: Proxy) -> None:
        self._proxy = proxy

    def __getattr__(self, name: str) -> Callable[..., int]:
        if name.startswith("_"):
            raise AttributeError(name)

        def function(*given: Any) -> int:
            return self._proxy.posted(name, given)

        return function
