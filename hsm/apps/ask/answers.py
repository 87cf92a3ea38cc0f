"""Verbs of `hsm ask` without arguments, and the text of the robot's answers.

Scripts call these verbs often, on the slow computer of a robot, where loading the command-line
library takes several times longer than the request. This module therefore handles plain command
lines without it; `cli.py` handles help and usage errors.
"""

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from time import sleep
from typing import Any, Final, Literal

from hsm.apps.robot.client import RobotClient
from hsm.json_text import json_text

_LOOK_EVERY: Final = 0.05
"""Time between two looks at the report after a change or a request, s."""
_LOOKS: Final = 40
_LOOKS_AFTER_REQUEST: Final = 10
"""Another request may prevail, such as that of a person at the robot: then it is never shown."""
Command = Literal["stand", "sit", "limp"]
"""Commands without arguments, by the names of their motions."""


def status(requests: Path | None, *, as_json: bool) -> None:
    """Print the robot's status report.

    Args:
        requests: Socket for requests; the default one if None.
        as_json: Print it as one JSON object.

    Raises:
        SocketError: If no robot is running.
    """
    with RobotClient(requests) as robot:
        report = robot.status()
    if as_json:
        print(json_text(report))
    else:
        tell(report)


def command(verb: Command, requests: Path | None) -> None:
    """Tell the robot to stand, sit or be limp, and print its answer; `requests` as for `status`."""
    request(requests, verb)


def request(requests: Path | None, motion: str, **fields: Any) -> None:
    """Request a motion anew, and print the report that shows it, else the last of half a second.

    Args:
        requests: As for `status`.
        motion: Requested motion.
        **fields: Further fields of the request.
    """
    with RobotClient(requests) as robot:
        number = 0
        if motion != "limp":  # which nothing revokes that would have to be told apart from it
            # The robot's time tells a command that is given again from one that is repeated.
            number = int(1e3 * robot.status().get("time", 0.0))
        report = robot.hold(motion=motion, number=number, **fields)

        def shows(now: dict[str, Any]) -> bool:
            return not now or (now["motion"], now.get("number", 0)) == (motion, number)

        # The answer is older than the request.
        tell(_first_that(shows, robot, report, _LOOKS_AFTER_REQUEST))


def tell_change(robot: RobotClient, patch: Path | None, profile: str | None) -> None:
    """Change parameters of the walk, and print whether they were taken or wait."""
    before = robot.status().get("parameters")
    robot.change(patch, profile)

    def shows(now: dict[str, Any]) -> bool:
        parameters = now.get("parameters")
        return parameters is not None and (parameters["waits"] or parameters != before)

    report = _first_that(shows, robot, robot.status(), _LOOKS)
    if not shows(report):
        print("sent; the robot has not taken it yet: look at its log")
    elif report["parameters"]["waits"]:
        print("it waits until the robot stands, sits or is limp")
    else:
        print("taken")


def _first_that(
    shows: Callable[[dict[str, Any]], bool],
    robot: RobotClient,
    report: dict[str, Any],
    looks: int,
) -> dict[str, Any]:
    """Return the first report that shows what was sent, else the last one."""
    for _ in range(looks):
        if shows(report):
            break
        sleep(_LOOK_EVERY)
        report = robot.status()
    return report


def tell(report: dict[str, Any]) -> None:
    """Print a report as text."""
    if not report:
        print("sent; the robot is still starting")
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
        words.insert(1, "no request received for some time")
    if report["errand_open"]:
        words.insert(1, "on its way")
    if report.get("errand_waits"):
        words.insert(1, f"it waits: {report['errand_waits']}")
    if report.get("parameters", {}).get("waits"):
        words.insert(1, "a change of the walk waits until it stands, sits or is limp")
    if report.get("asks"):
        words.insert(1, f"it asks: {report['asks']}")
    print("; ".join(words))
    if "transition" in report:
        print(report["transition"])


def plainly(words: Sequence[str]) -> Callable[[], None] | None:
    """Return the function for a command line; None if `cli.py` has to handle it.

    Args:
        words: Arguments of the program, without its name.
    """
    match words:
        case ["ask", "status" | "stand" | "sit" | "limp" as verb, *rest]:
            as_json = verb == "status" and "--json" in rest
        case _:
            return None
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
    return lambda: command(verb, requests)
