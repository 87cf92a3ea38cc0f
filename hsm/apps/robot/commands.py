"""The commands below `hsm robot` and `hsm ask`."""

import json
import math
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from hsm.apps.options import number
from hsm.apps.robot.client import Robot
from hsm.apps.robot.places import lola_socket, request_socket
from hsm.scenarios.limits import FASTEST, FASTEST_TURN

app = typer.Typer(help="Run a robot that is on a socket.", no_args_is_help=True)
ask = typer.Typer(help="Ask something of the robot that runs.", no_args_is_help=True)
_NUMBERS = {"ignore_unknown_options": True}
"""So that -0.1 is a number."""

Requests = Annotated[
    Path | None,
    typer.Option("--requests", metavar="PATH", help="Socket of its requests, if not the usual."),
]


def _amount(least: float, most: float, help: str) -> Any:
    """Return an argument that takes numbers in a range; the check is that of the options."""
    checked = number(least, most, help)
    return typer.Argument(min=least, max=most, help=help, callback=checked.callback)


@app.callback()
def _robot() -> None:
    """Hold the verbs together while there is only one."""


@app.command()
def run(
    at: Annotated[
        Path | None,
        typer.Option("--socket", metavar="PATH", help="Of the robot: /tmp/robocup on a NAO."),
    ] = None,
    requests: Requests = None,
    calibration: Annotated[
        Path | None, typer.Option(help="What is known of the robot's zeros; nothing if not given.")
    ] = None,
    profile: Annotated[
        str, typer.Option(help="Speed profile in config/walking/profiles")
    ] = "normal",
    lock_step: Annotated[
        bool, typer.Option("--lock-step", help="The robot waits for every answer.")
    ] = False,
    cycles: Annotated[
        int | None, number(1, 1_000_000_000, "End after so many cycles of 12 ms.")
    ] = None,
    report: Annotated[
        Path | None, typer.Option(help="JSON with the times of the cycles, written at the end.")
    ] = None,
) -> None:
    """Run the control cycle on a robot, with a watchdog; Control-C sits the robot down and ends."""
    words = ["run", "--socket", str(at or lola_socket()), "--profile", profile]
    words += ["--requests", str(requests or request_socket())]
    for name, given in (("calibration", calibration), ("cycles", cycles), ("report", report)):
        if given is not None:
            words += [f"--{name}", str(given)]
    if lock_step:
        words.append("--lock-step")
    sys.stdout.flush()
    # In the place of this process: what moves a robot has no use for what commands are made of.
    os.execv(sys.executable, [sys.executable, "-m", "hsm.apps.robot", *words])


@ask.command(context_settings=_NUMBERS)
def walk(
    forward: Annotated[float, _amount(-FASTEST, FASTEST, "m/s")],
    left: Annotated[float, _amount(-FASTEST, FASTEST, "m/s to the left")] = 0.0,
    turn: Annotated[float, _amount(-FASTEST_TURN, FASTEST_TURN, "rad/s to the left")] = 0.0,
    requests: Requests = None,
) -> None:
    """Walk with a speed until something else is asked."""
    with Robot(requests) as robot:
        _tell(robot.walk(forward, left, turn))


@ask.command(context_settings=_NUMBERS)
def goto(
    x: Annotated[float, _amount(-10.0, 10.0, "m forward")],
    y: Annotated[float, _amount(-10.0, 10.0, "m to the left")],
    heading: Annotated[float, _amount(-180.0, 180.0, "degrees to the left")] = 0.0,
    requests: Requests = None,
) -> None:
    """Walk to a place that is seen from where the robot is now."""
    with Robot(requests) as robot:
        # Asked twice, the same place is walked to twice: the robot's time tells them apart.
        asked = int(1e3 * robot.status().get("time", 0.0))
        _tell(robot.go_to(x, y, math.radians(heading), asked))


@ask.command()
def stand(requests: Requests = None) -> None:
    """Stand."""
    with Robot(requests) as robot:
        _tell(robot.stand())


@ask.command()
def sit(requests: Requests = None) -> None:
    """Sit down."""
    with Robot(requests) as robot:
        _tell(robot.sit())


@ask.command()
def limp(requests: Requests = None) -> None:
    """Let go of every joint at once."""
    with Robot(requests) as robot:
        _tell(robot.limp())


@ask.command()
def status(
    requests: Requests = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Say what the robot does."""
    with Robot(requests) as robot:
        report = robot.status()
    if as_json:
        typer.echo(json.dumps(report))
    else:
        _tell(report)


def _tell(report: dict[str, Any]) -> None:
    if not report:
        typer.echo("asked; the robot is only starting")
        return
    x, y, heading = report["odometry"]
    link = report["link"]
    battery = report.get("battery")
    words = [
        f"{report['time']:.2f} s, {report['leaf']}, asked to {report['motion']}",
        f"at {x:.2f} m, {y:.2f} m, {math.degrees(heading):.0f} deg",
        "battery unknown" if battery is None else f"battery {100.0 * battery:.0f} %",
        f"{link['missed']} cycles without a frame, {link['dropped']} frames dropped",
    ]
    if report["silent"]:
        words.insert(1, "nobody has said anything for some time")
    if report["errand_open"]:
        words.insert(1, "on its way")
    typer.echo("; ".join(words))
    if "transition" in report:
        typer.echo(report["transition"])
