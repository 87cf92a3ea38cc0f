"""Services of a robot over qi, served by `hsm serve naoqi` or by a NAO."""

from concurrent.futures import Future
from typing import Any

from hsm.apps.naoqi.hosting.qi_session import connect
from hsm.apps.naoqi.services import NoServiceError


class RemoteServices:
    """All services at one address."""

    def __init__(self, url: str) -> None:
        """Connect.

        Raises:
            QiError: If qi is not installed, or no server answers at the address.
        """
        self._url = url
        self._session = connect(url)
        self._services: dict[str, Any] = {}

    @property
    def closed(self) -> bool:
        """Return whether the connection has been closed, by either end."""
        return not self._session.isConnected()

    def functions(self, service: str) -> frozenset[str]:
        """Return the names of the functions of a service.

        Raises:
            NoServiceError: If the service does not exist.
        """
        try:
            found = self._services[service] = self._session.service(service)
        except RuntimeError as error:
            names = (found["name"] for found in self._session.services())
            known = ", ".join(sorted(name for name in names if name.startswith("AL")))
            what = f"there is no service '{service}' at {self._url}; there are {known}"
            raise NoServiceError(what) from error
        return frozenset(name for name in dir(found) if not name.startswith("_"))

    def call(self, service: str, method: str, given: tuple[Any, ...]) -> Any:
        """Call a function; return a future of its result."""
        return _Answer(getattr(self._services[service], method)(*given, _async=True))

    def wait(self, future: Future[Any], within: float | None = None) -> Any:
        """Wait for the result of a call.

        Raises:
            TimeoutError: If there is no result within `within`, s.
            RuntimeError: If the call is refused, with the reason.
        """
        return future.result(within)

    def end(self, service: str, future: Future[Any]) -> None:
        """Stop the action of a call."""
        if isinstance(future, _Answer):
            future.asked.cancel()

    def close(self) -> None:
        """Close the connection to the robot."""
        self._session.close()


class _Answer(Future[Any]):
    """Future result of a call over qi.

    Attributes:
        asked: The future of qi.
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
