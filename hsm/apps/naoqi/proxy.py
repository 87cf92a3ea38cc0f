"""The services of a robot, and a proxy with which Python programs call a service.

Calls block until the robot is done; `.post` returns a number immediately instead.
"""

from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Future
from itertools import count
from typing import Any, Protocol

from hardware.errors import HsmError
from hsm.apps.naoqi.argument_checks import LOG, NaoqiError
from hsm.apps.naoqi.core import RobotProgram
from hsm.apps.naoqi.deprecated import OldMotion
from hsm.apps.naoqi.hosting.signals import Signal, Subscriber
from hsm.apps.naoqi.link.report import RobotLink
from hsm.apps.naoqi.link.waits import fulfilled
from hsm.apps.naoqi.moving import Walks
from hsm.apps.naoqi.parameters import MoveEngine
from hsm.apps.naoqi.posture import ALRobotPosture
from hsm.apps.naoqi.values_and_events import ALMemory
from hsm.control.assembly import load_profile


class NoServiceError(HsmError, RuntimeError):
    """The service does not exist, or it has no such function."""

    hint = "hsm/apps/naoqi/FUNCTIONS.md lists all of them."


class Reached(Protocol):
    """The services of a robot, in this process or behind qi.

    Attributes:
        closed: Whether the connection has been closed.
    """

    closed: bool

    def functions(self, service: str) -> frozenset[str]:
        """Return the names of the functions of a service."""

    def call(self, service: str, method: str, given: tuple[Any, ...]) -> Any:
        """Call a function; return its value, or a future of it."""

    def wait(self, future: Future[Any], within: float | None = None) -> Any:
        """Wait for the result of a call, at most `within`, s."""

    def end(self, service: str, future: Future[Any]) -> None:
        """Stop the action behind the future of a call."""

    def close(self) -> None:
        """Close the connection."""


class ServiceSet:
    """The services of one robot of any kind.

    Attributes:
        by_name: The services by name.
        closed: Whether the connection has been closed.
    """

    def __init__(self, program: Any, by_name: Mapping[str, Any]) -> None:
        """Serve a robot.

        Args:
            program: State of the robot; it has a lock, a link, and can be closed.
            by_name: The services by name.
        """
        self.by_name = by_name
        self.closed = False
        self._program = program

    def functions(self, service: str) -> frozenset[str]:
        """Return the names of the functions of a service.

        Raises:
            NoServiceError: If the service does not exist.
        """
        demand_known(service, self.by_name)
        return frozenset(functions(type(self.by_name[service])))

    def call(self, service: str, method: str, given: tuple[Any, ...]) -> Any:
        """Call a function; return its value, or a future of it.

        Raises:
            NaoqiError: If the call is refused, with the reason.
        """
        try:
            with self._program.lock:
                return getattr(self.by_name[service], method)(*given)
        except NaoqiError as error:
            # An old name calls another function: the error names the function that was called.
            raise NaoqiError(service, method, error.reason) from None
        except Exception:
            # The traceback is logged here, not sent to the caller.
            LOG.exception("%s::%s has a defect", service, method)
            raise NaoqiError(service, method, "has a defect; see the log of the service") from None

    def wait(self, future: Future[Any], within: float | None = None) -> Any:
        """Wait for the result of a call.

        Raises:
            TimeoutError: If there is no result within `within`, s.
        """
        return self._program.link.wait(future, within)

    def kill(self, future: Future[Any]) -> bool:
        """Stop the task behind the future of a call; return whether there was one."""
        return False

    def end(self, service: str, future: Future[Any]) -> None:
        """Stop the action behind the future of a call: its task, else the move of the service.

        Raises:
            NaoqiError: If the robot does not answer.
        """
        if not self.kill(future):
            self.call(service, "stopMove", ())

    def close(self) -> None:
        """Close the connection to the robot."""
        self.closed = True
        self._program.close()


class Services(ServiceSet):
    """All services of one NAO.

    Attributes:
        program: State of the robot as commanded by programs.
    """

    def __init__(
        self,
        link: RobotLink,
        *,
        subscriber: Callable[[], Any] = lambda: Subscriber(Signal()),
        engine: MoveEngine | None = None,
    ) -> None:
        """Serve a robot.

        Args:
            link: Connection to the robot.
            subscriber: Creates the subscriber of an event.
            engine: Walk for the move commands; that of `config/naoqi.yaml` if None.
        """
        self.program = RobotProgram(link, engine)
        walks = Walks(self.program, load_profile("normal"))
        memory = ALMemory(self.program, subscriber)  # before the others, which raise events
        services = OldMotion(self.program, walks), ALRobotPosture(self.program, walks), memory
        super().__init__(self.program, {service.name: service for service in services})

    def kill(self, future: Future[Any]) -> bool:
        """Stop the task behind the future of a call; return whether there was one."""
        with self.program.lock:
            return self.program.tasks.kill(lambda task: task.future is future)


def functions(implementation: type[Any]) -> list[str]:
    """Return the names of the functions of a service."""
    return [
        name
        for name in dir(implementation)
        if not name.startswith("_") and callable(getattr(implementation, name))
    ]


class Proxy:
    """One service of one robot, with its functions as attributes.

    Attributes:
        post: The same functions without waiting; they return a number for `wait`, `isRunning` and
            `stop`.
    """

    def __init__(self, services: Reached, name: str) -> None:
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
        return self._services.call(self._name, method, given)

    def posted(self, method: str, given: tuple[Any, ...]) -> int:
        """Call a function without waiting; return the number of the call."""
        result = self.begin(method, given)
        number = next(self._numbers)
        self._running = {n: f for n, f in self._running.items() if not f.done()}
        self._running[number] = result if isinstance(result, Future) else fulfilled(result)
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


def demand_known(name: str, known: Collection[str]) -> None:
    """Refuse an unknown service.

    Raises:
        NoServiceError: If it is unknown.
    """
    if name not in known:
        raise NoServiceError(f"there is no service '{name}'; expected one of {', '.join(known)}")
