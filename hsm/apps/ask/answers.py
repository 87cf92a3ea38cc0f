"""What `hsm ask` says about what the robot answers, and the verbs that take no number.

Scripts ask these again and again, on the slow computer of a robot, and the library of the command
line costs several times what the question does. So this module does without it: what is written in
plain words is answered from here, help and mistakes are left to `cli.py`.
"""

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from hsm.apps.robot.client import RobotClient
from hsm.json_text import json_text


def status(requests: Path | None, *, as_json: bool) -> None:
    """Print what the robot does.

    Args:
        requests: Socket of its requests; the usual one if None.
        as_json: As one JSON object.

    Raises:
        SocketError: If there is no robot.
    """
    with RobotClient(requests) as robot:
        report = robot.status()
    if as_json:
        print(json_text(report))
    else:
        tell(report)


def stand(requests: Path | None) -> None:
    """Ask the robot to stand."""
    with RobotClient(requests) as robot:
        tell(robot.stand())


def sit(requests: Path | None) -> None:
    """Ask it to sit down."""
    with RobotClient(requests) as robot:
        tell(robot.sit())


def limp(requests: Path | None) -> None:
    """Ask it to let go of every joint at once."""
    with RobotClient(requests) as robot:
        tell(robot.limp())


def tell(report: dict[str, Any]) -> None:
    """Print a report for people."""
    if not report:
        print("told; the robot is only starting")
        return
    x, y, heading = report["odometry"]
    link = report["link"]
    battery = report.get("battery")
    words = [
        f"{report['time']:.2f} s, {report['leaf']}, requested: {report['motion']}",
        f"at {x:.2f} m, {y:.2f} m, {math.degrees(heading):.0f} deg",
        "battery unknown" if battery is None else f"battery {100.0 * battery:.0f} %",
        f"{link['missed']} cycles without a frame, {link['dropped']} frames dropped",
    ]
    if report["silent"]:
        words.insert(1, "nobody has said anything for some time")
    if report["errand_open"]:
        words.insert(1, "on its way")
    if report.get("asks"):
        words.insert(1, f"it asks: {report['asks']}")
    print("; ".join(words))
    if "transition" in report:
        print(report["transition"])


_VERBS: dict[str, Callable[[Path | None], None]] = {"stand": stand, "sit": sit, "limp": limp}


def plainly(words: Sequence[str]) -> Callable[[], None] | None:
    """Return what answers a command line; None if it takes more than is known here.

    Args:
        words: After the program's name.
    """
    match words:
        case ["ask", "status" | "stand" | "sit" | "limp" as verb, *rest]:
            pass
        case _:
            return None
    as_json = verb == "status" and "--json" in rest
    rest = [word for word in rest if not (as_json and word == "--json")]
    match rest:
        case []:
            requests = None
        case ["--requests", path] if path and not path.startswith("-"):
            requests = Path(path)
        case _:
            return None
    if verb == "status":
        return lambda: status(requests, as_json=as_json)
    return lambda: _VERBS[verb](requests)
