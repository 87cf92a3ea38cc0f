"""The services of a robot that is served over qi, by `hsm serve naoqi` or by a NAO, for proxies."""

from concurrent.futures import Future
from typing import Any

from hsm.apps.naoqi.hosting.service import connect
from hsm.apps.naoqi.proxy import NoServiceError


class RemoteServices:
    """All services at one address.

    Attributes:
        closed: The robot has been let go of.
    """

    def __init__(self, url: str) -> None:
        """Connect.

        Raises:
            QiError: If there is no qi, or nobody at the address.
        """
        self.closed = False
        self._url = url
        self._session = connect(url)
        self._services: dict[str, Any] = {}

    def functions(self, service: str) -> frozenset[str]:
        """Return the names of the functions of a service.

        Raises:
            NoServiceError: If nobody serves one of that name.
        """
        try:
            found = self._services[service] = self._session.service(service)
        except RuntimeError as error:
            raise NoServiceError(f"there is no service '{service}' at {self._url}") from error
        return frozenset(name for name in dir(found) if not name.startswith("_"))

    def call(self, service: str, method: str, given: tuple[Any, ...]) -> Any:
        """Return what will come of a call."""
        return _Answer(getattr(self._services[service], method)(*given, _async=True))

    def wait(self, future: Future[Any], within: float | None = None) -> Any:
        """Return what comes of a call.

        Raises:
            TimeoutError: If nothing has come of it within a time, s.
            RuntimeError: With the reason why it cannot be done.
        """
        return future.result(within)

    def end(self, service: str, future: Future[Any]) -> None:
        """End what a call has begun."""
        if isinstance(future, _Answer):
            future.asked.cancel()

    def close(self) -> None:
        """Let go of the robot."""
        self.closed = True
        self._session.close()


class _Answer(Future[Any]):
    """What comes of a call over qi.

    Attributes:
        asked: The same, as qi knows it.
    """

    def __init__(self, asked: Any) -> None:
        super().__init__()
        self.asked = asked
        asked.addCallback(self._take)

    def _take(self, asked: Any) -> None:
        if asked.isCanceled():
            self.set_result(None)
        elif asked.hasError():
            self.set_exception(RuntimeError(asked.error()))
        else:
            self.set_result(asked.value())
