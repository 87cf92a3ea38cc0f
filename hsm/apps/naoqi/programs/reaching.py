"""Access of Python programs to a robot: `Motion`, `Posture`, `Memory`; `ALProxy` for older ones.

The first three connect to the robot on this computer through its request socket, without qi.
`ALProxy` first tries its host and port over qi, then does the same.
"""

import logging
import socket
import threading
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from hardware.lola.sockets import SocketError
from hsm.apps.naoqi.deprecated import OldMotion
from hsm.apps.naoqi.hosting.signals import LiveSignal, Subscriber
from hsm.apps.naoqi.link.live import LiveLink
from hsm.apps.naoqi.memory import ALMemory
from hsm.apps.naoqi.posture import ALRobotPosture
from hsm.apps.naoqi.programs.modules import MemoryProxy
from hsm.apps.naoqi.programs.proxy import Proxy
from hsm.apps.naoqi.programs.remote import RemoteServices
from hsm.apps.naoqi.services import RobotServices, Services, demand_known

_HERE: Final = ("127.0.0.1", "localhost", "::1")
_NAOQI: Final = ("127.0.0.1", 9559)
_ANSWERS_WITHIN: Final = 2.0
"""Timeout for connecting to a port, s."""
_REACHED: Final[dict[Path | str | None, RobotServices]] = {}
"""Connections of this process by socket or address, each shared by all proxies of a robot."""
_REACHING: Final = threading.Lock()
_BROKERS: Final[list["ALBroker"]] = []


def _reach(name: str, where: Path | str | None) -> Proxy:
    with _REACHING:
        if where not in _REACHED or _REACHED[where].closed:
            _REACHED[where] = (
                RemoteServices(where)
                if isinstance(where, str)
                else Services(LiveLink(where), subscriber=lambda: Subscriber(LiveSignal()))
            )
        kind = MemoryProxy if name == ALMemory.name else Proxy
        return kind(_REACHED[where], name)


def disconnect(where: Path | str | None = None) -> None:
    """Close the connection to a robot, at a socket or an address; the next proxy reconnects."""
    with _REACHING:
        services = _REACHED.pop(where, None)
    if services is not None:
        services.close()


def Motion(path: Path | None = None) -> Proxy:
    """Return a proxy of ALMotion of the robot on this computer.

    Args:
        path: Socket of its requests; the default one of `hsm robot run` if None.

    Raises:
        SocketError: If no robot is running.
    """
    return _reach(OldMotion.name, path)


def Posture(path: Path | None = None) -> Proxy:
    """Return a proxy of ALRobotPosture; see `Motion`."""
    return _reach(ALRobotPosture.name, path)


def Memory(path: Path | None = None) -> Proxy:
    """Return a proxy of ALMemory; see `Motion`."""
    return _reach(ALMemory.name, path)


def ALProxy(name: str, host: str | None = None, port: int | str | None = None) -> Proxy:
    """Return a proxy of a service: over qi where it is served, else of the robot on this computer.

    Args:
        name: Name of the service.
        host: Host of the robot; that of the newest broker, else this computer, if None.
        port: Port of `hsm serve naoqi` or of NAOqi; that of the newest broker, else 9559, if None.

    Raises:
        NoServiceError: If the service does not exist.
        QiError: If another computer does not answer, or qi is not installed.
        SocketError: If no robot is running on this computer.
    """
    usual = _BROKERS[-1].parent if _BROKERS else _NAOQI
    address = (host or usual[0], int(port or usual[1]))
    if not logging.getLogger().handlers:
        logging.basicConfig(format="%(message)s", level=logging.WARNING)
    if address[0] not in _HERE or (find_spec("qi") and _listens(address)):
        return _reach(name, f"tcp://{address[0]}:{address[1]}")
    demand_known(name, (OldMotion.name, ALRobotPosture.name, ALMemory.name))
    try:
        return _reach(name, None)
    except SocketError as error:
        what = f"no robot takes requests here, and none is served at port {address[1]}"
        hint = (
            "`hsm serve naoqi --plant standard` serves a simulated one, `hsm robot run` runs one."
        )
        raise SocketError(error.path, what, hint) from None


class ALBroker:
    """Default address of a program's robot: proxies without an address use the newest broker.

    Attributes:
        parent: Host and port of the robot.
    """

    def __init__(
        self,
        name: str,
        ip: str,
        port: int,
        parentIp: str = _NAOQI[0],  # noqa: N803
        parentPort: int | str = _NAOQI[1],  # noqa: N803
    ) -> None:
        """Set the address of the robot; name and own address are ignored: nothing listens here."""
        self.parent = (parentIp, int(parentPort))
        _BROKERS.append(self)

    def shutdown(self) -> None:
        """Close the connections to the robot."""
        if self in _BROKERS:
            _BROKERS.remove(self)
        disconnect("tcp://{}:{}".format(*self.parent))
        disconnect()


def _listens(address: tuple[str, int]) -> bool:
    """Return whether a server listens at an address."""
    with suppress(OSError), socket.create_connection(address, _ANSWERS_WITHIN):
        return True
    return False
