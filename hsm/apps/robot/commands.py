"""The commands below `hsm robot`."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from hsm.apps.options import number
from hsm.apps.robot.places import lola_socket, request_socket

app = typer.Typer(help="Run a robot that is on a socket.", no_args_is_help=True)

Requests = Annotated[
    Path | None,
    typer.Option("--requests", metavar="PATH", help="Socket of its requests, if not the usual."),
]


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
    record: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Record the run into a folder in it; `latest` is it."),
    ] = None,
    record_mb: Annotated[
        float, number(1.0, 100_000.0, "Largest size of all in DIR: the oldest give way.")
    ] = 1000.0,
    report: Annotated[
        Path | None, typer.Option(help="JSON with the times of the cycles, written at the end.")
    ] = None,
) -> None:
    """Run the control cycle on a robot, with a watchdog; Control-C sits the robot down and ends."""
    words = ["run", "--socket", str(at or lola_socket()), "--profile", profile]
    words += ["--requests", str(requests or request_socket())]
    others = {"calibration": calibration, "cycles": cycles, "record": record, "report": report}
    words += ["--record-mb", str(record_mb)]
    for name, given in others.items():
        if given is not None:
            words += [f"--{name}", str(given)]
    if lock_step:
        words.append("--lock-step")
    sys.stdout.flush()
    # In the place of this process: what moves a robot has no use for what commands are made of.
    os.execv(sys.executable, [sys.executable, "-m", "hsm.apps.robot", *words])
