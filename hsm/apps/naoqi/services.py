"""The services of a robot: ALMotion, ALRobotPosture and ALMemory, called by name."""

from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Future
from typing import Any, Protocol

from hardware.errors import HsmError
from hsm.apps.naoqi.argument_checks import LOG, NaoqiError
from hsm.apps.naoqi.deprecated import OldMotion
from hsm.apps.naoqi.hosting.signals import Signal, Subscriber
from hsm.apps.naoqi.link.program import AnyProgram
from hsm.apps.naoqi.link.report import RobotLink
from hsm.apps.naoqi.memory import ALMemory
from hsm.apps.naoqi.moving import Walks
from hsm.apps.naoqi.parameters import MoveEngine
from hsm.apps.naoqi.posture import ALRobotPosture
from hsm.apps.naoqi.robot_program import RobotProgram
from hsm.control.assembly import load_profile


class NoServiceError(HsmError, RuntimeError):
    """The service does not exist, or it has no such function."""

    hint = "hsm/apps/naoqi/FUNCTIONS.md lists all of them."


class RobotServices(Protocol):
    """The services of a robot, in this process or behind qi."""

    @property
    def closed(self) -> bool:
        """Return whether the connection has been closed."""

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


class LocalServices:
    """The services of one robot of any kind.

    Attributes:
        by_name: The services by name.
        closed: Whether the connection has been closed.
    """

    def __init__(self, program: AnyProgram, by_name: Mapping[str, Any]) -> None:
        """Serve a robot.

        Args:
            program: State of the robot.
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


class Services(LocalServices):
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


def demand_known(name: str, known: Collection[str]) -> None:
    """Refuse an unknown service.

    Raises:
        NoServiceError: If it is unknown.
    """
    if name not in known:
        raise NoServiceError(f"there is no service '{name}'; expected one of {', '.join(known)}")
