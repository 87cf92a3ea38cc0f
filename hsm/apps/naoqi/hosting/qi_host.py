"""Host of the services over qi: calls return immediately, with a future if they take time.

qi cannot authenticate callers: anyone who reaches the port can move the robot. The host therefore
listens only on this computer by default.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any, Final

from hsm.apps.naoqi.argument_checks import LOG, MOTION, NaoqiError
from hsm.apps.naoqi.hosting.callers import Connections, Peer
from hsm.apps.naoqi.hosting.qi_session import QiError, load_qi
from hsm.apps.naoqi.hosting.signals import Subscriber
from hsm.apps.naoqi.services import LocalServices, functions

_LOOK_EVERY: Final = 0.1
"""Period of the checks for closed connections, s."""
_OWNED: Final = frozenset(
    {"move", "moveToward", "moveTo", "setFootSteps", "setFootStepsWithSpeed", "walkTo", "stepTo",
     "setWalkTargetVelocity"}
)  # fmt: skip
"""Functions that start a walk, which ends with the program that called them."""

Subscribers = Callable[[], Any]
"""Creates an object with a signal."""
_OTHER_ADDRESS: Final = "--port 0 uses a free one; --host takes an address of this computer."


class QiHost:
    """The services of one robot on one port.

    Attributes:
        port: Port on which it listens.
        services: The services.
    """

    def __init__(
        self, serve: Callable[[Subscribers], LocalServices], *, host: str = "127.0.0.1", port: int
    ) -> None:
        """Open the port.

        Args:
            serve: Returns the services of a robot, given a factory of event subscribers.
            host: Address to listen on; any but a loopback address lets strangers in.
            port: Port to listen on; 0 uses a free one.

        Raises:
            QiError: If qi is not installed, or the port is not available.
        """
        self._qi = load_qi()
        self._session = self._qi.Session()
        try:
            self._session.listenStandalone(f"tcp://{host}:{port}")
        except RuntimeError as error:
            # The last line of qi's message has the attempt, the reason, and a place in its code.
            reason = str(error).splitlines()[-1].partition(" [")[0].rpartition(": ")[2]
            what = f"port {port} of {host} is not available: {reason}"
            raise QiError(what, _OTHER_ADDRESS) from error
        self.port = int(self._session.endpoints()[0].rsplit(":", 1)[1])
        self._connections = Connections(self.port)
        self._owners: frozenset[Peer] = frozenset()
        self._owning = threading.Lock()  # a walk and its owners change together
        self._over = threading.Event()
        self.services = serve(self._subscriber)
        for name, implementation in self.services.by_name.items():
            self._session.registerService(name, self._object(name, type(implementation)))

    def serve(self, until: Callable[[], bool] = lambda: False) -> None:
        """Stop walks whose owners have gone, until `close` or until a condition holds."""
        while not self._over.wait(_LOOK_EVERY) and not until():
            self._look_after_owners()

    def close(self) -> None:
        """Close the port and fail all waiting calls."""
        self._over.set()
        self.services.close()
        self._session.close()

    def _object(self, service: str, implementation: type[Any]) -> Any:
        """Return a qi object with the methods of a service."""
        methods = {
            name: self._method(service, name, getattr(implementation, name).__doc__)
            for name in functions(implementation)
        }
        # Calls are serialised: otherwise, a program that starts a move and then waits for its end
        # would sometimes find no move.
        return self._qi.singleThreaded()(type(service, (), methods))()

    def _method(self, service: str, name: str, about: str | None) -> Callable[..., Any]:
        def method(_: Any, *given: Any) -> Any:
            try:
                call = self._owned if name in _OWNED else self.services.call
                result = call(service, name, given)
            except NaoqiError as error:
                return self._failed(error)
            if not isinstance(result, Future):
                return result
            cancel = self._stop_and_cancel if name in _OWNED else partial(self._kill, result)
            return self._promised(result, cancel)

        method.__name__, method.__doc__ = name, about
        return method

    def _owned(self, service: str, name: str, given: tuple[Any, ...]) -> Any:
        """Start a walk owned by the caller; if it is refused, the owners stay the same."""
        with self._owning:
            callers = self._connections.last()
            result = self.services.call(service, name, given)
            self._owners = callers
        return result

    def _failed(self, error: NaoqiError) -> Any:
        """Return a failed future: an exception would reveal file paths of this program."""
        promise = self._qi.Promise()
        promise.setError(str(error))
        return promise.future()

    def _promised(self, future: Future[Any], cancel: Callable[[Any], None]) -> Any:
        """Return a qi future for one of ours; `cancel` is called when the caller cancels it."""
        promise = self._qi.Promise(cancel)

        def settle(first: Future[Any]) -> None:
            error = first.exception()
            try:
                if error is not None:
                    promise.setError(str(error))
                else:
                    result = first.result()
                    promise.setValue(None if result == () else result)
            except RuntimeError:  # the caller has cancelled, or is gone
                LOG.debug("the caller no longer waits for its call")

        future.add_done_callback(settle)
        return promise.future()

    def _stop_and_cancel(self, promise: Any) -> None:
        """Stop the walk of a cancelled call."""
        self._stop_move()
        promise.setCanceled()

    def _kill(self, future: Future[Any], promise: Any) -> None:
        """Stop the task of a cancelled call, if it has one."""
        promise.setCanceled()
        self.services.kill(future)

    def _stop_move(self) -> None:
        try:
            self.services.call(MOTION, "stopMove", ())
        except NaoqiError as error:
            LOG.warning("%s", error)

    def _subscriber(self) -> Any:
        return Subscriber(self._qi.Signal("m"))

    def _look_after_owners(self) -> None:
        """Stop a walk if one of its owners has disconnected."""
        with self._owning:
            if not self._owners:
                return
            if not self.services.call(MOTION, "moveIsActive", ()):
                self._owners = frozenset()  # later steps, as of a get-up, have no owner
            elif not self._owners <= self._connections.silent_for().keys():
                self._owners = frozenset()
                LOG.warning("the program that requested the walk is gone: the walk is stopped")
                self._stop_move()
