"""`hsm serve naoqi`: a NAO's own interface over qi, for a robot that runs or a simulated one."""

import logging
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import Final

from hsm.apps.naoqi.hosting.service import QiHost, Subscribers, load_qi
from hsm.apps.naoqi.hosting.stack import simulated_robot
from hsm.apps.naoqi.link.live import LiveLink
from hsm.apps.naoqi.proxy import Services, ServiceSet
from hsm.apps.naoqi.wheeled.process import BaseProcess
from hsm.apps.naoqi.wheeled.services import WheeledServices
from hsm.console import err, say
from hsm.simulated.base import load_base

_LOOPBACK: Final = ("127.0.0.1", "localhost")


def serve_naoqi(
    *,
    port: int,
    host: str,
    requests: Path | None,
    plant: str | None,
    robot: int,
    seed: int,
    lock_step: bool,
) -> int:
    """Serve a NAO until somebody ends it.

    Args:
        port: To listen on; 0 takes a free one.
        host: Address to listen on.
        requests: Socket of the robot's requests; the usual one if None.
        plant: Runs a simulated robot instead.
        robot: Number of that robot.
        seed: Of it.
        lock_step: It runs as fast as it computes.

    Returns:
        Exit code.

    Raises:
        QiError: If there is no qi, or the port cannot be had.
        SocketError: If there is no robot.
    """
    with _until_stopped() as (stack, stopped):
        if plant is not None:
            requests = stack.enter_context(
                simulated_robot(plant, robot=robot, seed=seed, lock_step=lock_step)
            )
        link = LiveLink(requests)
        what = "the robot" if plant is None else f"robot {robot} of plant {plant}"
        return _serve(
            lambda subscriber: Services(link, subscriber=subscriber),
            f"ALMotion, ALRobotPosture and ALMemory of {what}",
            host=host,
            port=port,
            stack=stack,
            stopped=stopped,
        )


def serve_base(name: str, *, port: int, host: str, robot: int, seed: int, lock_step: bool) -> int:
    """Serve a simulated robot on wheels until somebody ends it.

    Args:
        name: Of the base.
        port: To listen on; 0 takes a free one.
        host: Address to listen on.
        robot: Number of the individual.
        seed: Of noise.
        lock_step: It runs as fast as it computes.

    Returns:
        Exit code.

    Raises:
        UnknownNameError: If there is no base of that name.
        QiError: If there is no qi, or the port cannot be had.
    """
    settings = load_base(name)
    with _until_stopped() as (stack, stopped):
        link = BaseProcess(settings, robot=robot, seed=seed, real_time=not lock_step)
        stack.callback(link.close)
        return _serve(
            lambda _: WheeledServices(link, settings.drive),
            f"ALMotion of a simulated {name}",
            host=host,
            port=port,
            stack=stack,
            stopped=stopped,
        )


@contextmanager
def _until_stopped() -> Iterator[tuple[ExitStack, list[int]]]:
    """Give what is closed in the end, and the signals that asked for the end."""
    logging.basicConfig(format="%(message)s", level=logging.INFO, stream=err.file)
    load_qi()  # before a robot is started for nothing
    stopped: list[int] = []

    def stop(number: int, _: FrameType | None) -> None:
        stopped.append(number)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # which `nohup` has made of it
        signal.signal(signal.SIGHUP, stop)  # the terminal is closed
    with ExitStack() as stack:
        yield stack, stopped


def _serve(
    serve: Callable[[Subscribers], ServiceSet],
    what: str,
    *,
    host: str,
    port: int,
    stack: ExitStack,
    stopped: list[int],
) -> int:
    qi_host = QiHost(serve, host=host, port=port)
    stack.callback(qi_host.close)
    say(f"{what} at tcp://{host}:{qi_host.port}; Control-C ends")
    if host not in _LOOPBACK:
        err.print(
            f"whoever reaches {host}:{qi_host.port} moves the robot: qi asks nobody who it is",
            style="red",
        )
    qi_host.serve(until=lambda: bool(stopped))
    return 0
