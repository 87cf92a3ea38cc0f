"""`hsm serve naoqi`: NAOqi's interface over qi, for a running robot or a simulated one."""

import logging
import signal
from contextlib import ExitStack
from pathlib import Path
from types import FrameType
from typing import Final

from hsm.apps.naoqi.hosting.qi_host import QiHost, Subscribers
from hsm.apps.naoqi.hosting.qi_session import load_qi
from hsm.apps.naoqi.hosting.stack import simulated_robot
from hsm.apps.naoqi.link.live import LiveLink
from hsm.apps.naoqi.services import LocalServices, Services
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
    """Serve a robot until stopped.

    Args:
        port: Port to listen on; 0 uses a free one.
        host: Address to listen on.
        requests: Socket of the robot's requests; the default one if None.
        plant: Name of a plant, to simulate a robot instead.
        model: Name of a base, to simulate a wheeled robot instead.
        robot: Number of the simulated robot.
        seed: Random seed of the simulation.
        lock_step: Run the simulation as fast as possible.

    Returns:
        Exit code.

    Raises:
        UnknownNameError: If the base does not exist.
        QiError: If qi is not installed, or the port is not available.
        SocketError: If no robot is running.
    """
    settings = None if model is None else load_base(model)
    logging.basicConfig(format="%(message)s", level=logging.INFO, stream=err.file)
    load_qi()  # fails before a robot is started
    stopped = _asked_to_stop()
    with ExitStack() as stack:
        if settings is not None:
            base = BaseProcess(settings, robot=robot, seed=seed, real_time=not lock_step)
            stack.callback(base.close)
            drive, what = settings.drive, f"ALMotion of a simulated {model}"

            def serve(subscriber: Subscribers) -> LocalServices:
                return wheeled_services(base, drive)

        else:
            what = "ALMotion, ALRobotPosture and ALMemory of the robot"
            if plant is not None:
                what = f"ALMotion, ALRobotPosture and ALMemory of robot {robot} of plant {plant}"
                simulated = simulated_robot(plant, robot=robot, seed=seed, lock_step=lock_step)
                requests = stack.enter_context(simulated)
            link = LiveLink(requests, hold=lock_step)

            def serve(subscriber: Subscribers) -> LocalServices:
                return Services(link, subscriber=subscriber)

        qi_host = QiHost(serve, host=host, port=port)
        stack.callback(qi_host.close)
        say(f"{what} at tcp://{host}:{qi_host.port}; Control-C ends")
        if host not in _LOOPBACK:
            err.print(
                f"anyone who reaches {host}:{qi_host.port} can move the robot: qi has no"
                " authentication",
                style="red",
            )
        qi_host.serve(until=lambda: bool(stopped))
    return 0


def _asked_to_stop() -> list[int]:
    """Install signal handlers; return the list to which they append received signals."""
    stopped: list[int] = []

    def stop(number: int, _: FrameType | None) -> None:
        stopped.append(number)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # as set by `nohup`
        signal.signal(signal.SIGHUP, stop)  # the terminal is closed
    return stopped
