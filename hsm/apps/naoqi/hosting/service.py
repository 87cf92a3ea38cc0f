"""Hosts the services over qi: every call returns at once, and what takes time is a promise.

qi has no way to ask who calls: whoever reaches the port moves the robot. So it listens to this
computer alone unless somebody asks for more.
"""

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any, Final

from hardware.errors import HsmError
from hsm.apps.naoqi.argument_checks import LOG, MOTION, NaoqiError
from hsm.apps.naoqi.hosting.callers import Connections, Peer
from hsm.apps.naoqi.hosting.signals import Subscriber
from hsm.apps.naoqi.proxy import ServiceSet, functions

_THREADS: Final = "12"
"""Of qi, from the start: it makes new ones too slowly for a program with many calls."""
_LOOK_EVERY: Final = 0.1
"""Between two looks at who is still connected, s."""
_ANSWERS_WITHIN: Final = 10.0
"""Whoever serves answers a program that connects within that time, s."""
_OWNED: Final = frozenset(
    {"move", "moveToward", "moveTo", "setFootSteps", "setFootStepsWithSpeed", "walkTo", "stepTo",
     "setWalkTargetVelocity"}
)  # fmt: skip
"""Functions that begin a walk, which ends with the program that called them."""
_ENDED: Final = frozenset(
    {"angleInterpolation", "angleInterpolationBezier", "angleInterpolationWithSpeed",
     "stiffnessInterpolation", "goToPosture", "applyPosture"}
)  # fmt: skip
"""Other functions that end what they have begun when whoever called them cancels the call."""


Subscribers = Callable[[], Any]
"""Makes an object with a signal."""
_INSTALL: Final = (
    "`pip install nao-hsm[naoqi]` brings qi, for Python 3.11 and 3.12 on Linux x86-64 only."
    " Without it: `from hsm.apps.naoqi import Motion`."
)
_OTHER_ADDRESS: Final = "--port 0 takes a free one; --host takes an address of this computer."


class QiError(HsmError):
    """The services cannot be hosted over qi, or not be reached.

    Attributes:
        hint: What to do about it.
    """

    def __init__(self, what: str, hint: str = "") -> None:
        self.hint = hint
        super().__init__(what)


def load_qi() -> Any:
    """Return qi, with as many threads as it needs.

    Raises:
        QiError: If it is not installed.
    """
    os.environ.setdefault("QI_EVENTLOOP_MIN_THREADS", _THREADS)
    try:
        import qi
    except ImportError as error:
        raise QiError(f"the package qi is not there ({error})", _INSTALL) from error
    qi.logging.setLevel(qi.logging.ERROR)
    return qi


def connect(url: str) -> Any:
    """Return a session with the services at an address.

    Raises:
        QiError: If there is no qi, or nobody at the address.
    """
    session = load_qi().Session()
    connecting = session.connect(url, _async=True)
    connecting.wait(int(1e3 * _ANSWERS_WITHIN))
    if connecting.isRunning():  # something else listens there, or the computer is off
        raise QiError(f"{url} does not speak qi, or not within {_ANSWERS_WITHIN:g} s")
    if connecting.hasError():
        raise QiError(f"{url} cannot be reached ({connecting.error()})")
    return session


class QiHost:
    """The services of one robot on one port.

    Attributes:
        port: On which it listens.
        services: The services.
    """

    def __init__(
        self, serve: Callable[[Subscribers], ServiceSet], *, host: str = "127.0.0.1", port: int
    ) -> None:
        """Open the port.

        Args:
            serve: Returns the services of a robot; it gets what makes subscribers of events.
            host: Address to listen on; any other than this computer's own lets strangers in.
            port: 0 takes a free one.

        Raises:
            QiError: If there is no qi, or the port cannot be had.
        """
        self._qi = load_qi()
        self._session = self._qi.Session()
        try:
            self._session.listenStandalone(f"tcp://{host}:{port}")
        except RuntimeError as error:
            # qi tells in its last line what was tried, the reason, and where in its own code.
            reason = str(error).splitlines()[-1].partition(" [")[0].rpartition(": ")[2]
            what = f"port {port} of {host} cannot be had: {reason}"
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
        """Look after the owners of walks until `close`, or until something is true."""
        while not self._over.wait(_LOOK_EVERY) and not until():
            self._look_after_owners()

    def close(self) -> None:
        """End: nobody waits any more."""
        self._over.set()
        self.services.close()
        self._session.close()

    def _object(self, service: str, implementation: type[Any]) -> Any:
        """Return an object whose methods call those of a service."""
        methods = {
            name: self._method(service, name, getattr(implementation, name).__doc__)
            for name in functions(implementation)
        }
        # One call after another: a program that begins a move and waits for its end would
        # otherwise be told now and then that there is none.
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
            if name in _OWNED:
                return self._promised(result, self._stop_and_cancel)
            ends = name in _ENDED
            return self._promised(result, partial(self._end, service, result) if ends else _cancel)

        method.__name__, method.__doc__ = name, about
        return method

    def _owned(self, service: str, name: str, given: tuple[Any, ...]) -> Any:
        """Begin a walk of whoever calls; what is refused leaves it to whoever began it."""
        with self._owning:
            callers = self._connections.last()
            result = self.services.call(service, name, given)
            self._owners = callers
        return result

    def _failed(self, error: NaoqiError) -> Any:
        """Return a future that has failed: an exception would tell where the program lies."""
        promise = self._qi.Promise()
        promise.setError(str(error))
        return promise.future()

    def _promised(self, future: Future[Any], cancel: Callable[[Any], None]) -> Any:
        """Return qi's future for one of ours, and what its caller's `cancel` does."""
        promise = self._qi.Promise(cancel)

        def tell(first: Future[Any]) -> None:
            error = first.exception()
            try:
                if error is not None:
                    promise.setError(str(error))
                else:
                    result = first.result()
                    promise.setValue(None if result == () else result)
            except RuntimeError:  # the caller has cancelled, or is gone
                LOG.debug("nobody waits for the end of a call any more")

        future.add_done_callback(tell)
        return promise.future()

    def _stop_and_cancel(self, promise: Any) -> None:
        """Stop the walk that a cancelled call has begun."""
        self._stop_move()
        _cancel(promise)

    def _end(self, service: str, future: Future[Any], promise: Any) -> None:
        """Leave limbs where they are, or the robot on its way to a posture."""
        _cancel(promise)
        try:
            self.services.end(service, future)
        except NaoqiError as error:
            LOG.warning("%s", error)

    def _stop_move(self) -> None:
        try:
            self.services.call(MOTION, "stopMove", ())
        except NaoqiError as error:
            LOG.warning("%s", error)

    def _subscriber(self) -> Any:
        return Subscriber(self._qi.Signal("m"))

    def _look_after_owners(self) -> None:
        """Stop a walk whose program has gone."""
        with self._owning:
            if not self._owners:
                return
            if not self.services.call(MOTION, "moveIsActive", ()):
                self._owners = frozenset()  # steps of a robot that gets up are nobody's
            elif not self._owners <= self._connections.silent_for().keys():
                self._owners = frozenset()
                LOG.warning("the program that asked for the walk is gone: the walk is stopped")
                self._stop_move()


def _cancel(promise: Any) -> None:
    """Let nobody wait any more for a call that has begun nothing which could be ended."""
    promise.setCanceled()
