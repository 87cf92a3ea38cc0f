"""`hsm serve naoqi`: a NAO's own interface over qi, for a robot that runs or a simulated one."""

import logging
import signal
from contextlib import ExitStack
from pathlib import Path
from types import FrameType
from typing import Final

from hsm.apps.naoqi.hosting.service import QiHost, Subscribers, load_qi
from hsm.apps.naoqi.hosting.stack import simulated_robot
from hsm.apps.naoqi.link.live import LiveLink
from hsm.apps.naoqi.proxy import Services, ServiceSet
from hsm.apps.naoqi.wheeled.motion import wheeled_services
from hsm.apps.naoqi.wheeled.process import BaseProcess
from hsm.console import err, say
from hsm.simulated.base import load_base

_LOOPBACK: Final = ("127.0.0.1", "localhost")


def serve_naoqi(
    *,
    port: int,
    host: str,
    requests: Path | None,
    plant: str | None,
    model: str | None,
    robot: int,
    seed: int,
    lock_step: bool,
) -> int:
    """Serve a robot until somebody ends it.

    Args:
        port: To listen on; 0 takes a free one.
        host: Address to listen on.
        requests: Socket of the robot's requests; the usual one if None.
        plant: Runs a simulated robot instead.
        model: Runs a simulated robot on wheels instead, by the name of its base.
        robot: Number of the simulated robot.
        seed: Of it.
        lock_step: It runs as fast as it computes.

    Returns:
        Exit code.

    Raises:
        UnknownNameError: If there is no base of that name.
        QiError: If there is no qi, or the port cannot be had.
        SocketError: If there is no robot.
    """
    settings = None if model is None else load_base(model)
    logging.basicConfig(format="%(message)s", level=logging.INFO, stream=err.file)
    load_qi()  # before a robot is started for nothing
    stopped = _asked_to_stop()
    with ExitStack() as stack:
        if settings is not None:
            base = BaseProcess(settings, robot=robot, seed=seed, real_time=not lock_step)
            stack.callback(base.close)
            drive, what = settings.drive, f"ALMotion of a simulated {model}"

            def serve(subscriber: Subscribers) -> ServiceSet:
                return wheeled_services(base, drive)

        else:
            what = "ALMotion, ALRobotPosture and ALMemory of the robot"
            if plant is not None:
                what = f"ALMotion, ALRobotPosture and ALMemory of robot {robot} of plant {plant}"
                simulated = simulated_robot(plant, robot=robot, seed=seed, lock_step=lock_step)
                requests = stack.enter_context(simulated)
            link = LiveLink(requests)

            def serve(subscriber: Subscribers) -> ServiceSet:
                return Services(link, subscriber=subscriber)

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


def _asked_to_stop() -> list[int]:
    """Return the signals that have asked for the end; it grows."""
    stopped: list[int] = []

    def stop(number: int, _: FrameType | None) -> None:
        stopped.append(number)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # which `nohup` has made of it
        signal.signal(signal.SIGHUP, stop)  # the terminal is closed
    return stopped
