"""`hsm serve naoqi`: a NAO's own interface over qi, for a robot that runs or a simulated one."""

import logging
import signal
from contextlib import ExitStack
from pathlib import Path
from types import FrameType
from typing import Final

from hsm.apps.naoqi.hosting.service import QiHost, load_qi
from hsm.apps.naoqi.hosting.stack import simulated_robot
from hsm.apps.naoqi.link.live import LiveLink
from hsm.console import err, say

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
    """Serve until somebody ends it.

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
    logging.basicConfig(format="%(message)s", level=logging.INFO, stream=err.file)
    load_qi()  # before a robot is started for nothing
    stopped: list[int] = []

    def stop(number: int, _: FrameType | None) -> None:
        stopped.append(number)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    with ExitStack() as stack:
        if plant is not None:
            requests = stack.enter_context(
                simulated_robot(plant, robot=robot, seed=seed, lock_step=lock_step)
            )
        qi_host = QiHost(LiveLink(requests), host=host, port=port)
        stack.callback(qi_host.close)
        what = "the robot" if plant is None else f"robot {robot} of plant {plant}"
        say(f"ALMotion, ALRobotPosture and ALMemory of {what} at tcp://{host}:{qi_host.port};"
            " Control-C ends")  # fmt: skip
        if host not in _LOOPBACK:
            err.print(
                f"whoever reaches {host}:{qi_host.port} moves the robot: qi asks nobody who it is",
                style="red",
            )
        qi_host.serve(until=lambda: bool(stopped))
    return 0
