"""Subcommands of `hsm ask`."""

import math
from pathlib import Path
from typing import Annotated, Any

import typer

from hsm.apps.ask import answers
from hsm.apps.options import Json, RequestSocket, number
from hsm.apps.robot.client import RobotClient
from hsm.scenarios.limits import MOST_TURN
from motions.request_limits import FASTEST, FASTEST_TURN, FURTHEST

app = typer.Typer(
    help="Command a running robot, change its walk, or query its status.", no_args_is_help=True
)
_NUMBERS = {"ignore_unknown_options": True}
"""Settings with which -0.1 is a number, not an option."""


def _amount(least: float, most: float, help: str) -> Any:
    """Return an argument that takes numbers in a range, checked like an option."""
    checked = number(least, most, help)
    return typer.Argument(min=least, max=most, help=help, callback=checked.callback)


@app.command(context_settings=_NUMBERS)
def walk(
    forward: Annotated[float, _amount(-FASTEST, FASTEST, "Speed forward, m/s.")],
    left: Annotated[float, _amount(-FASTEST, FASTEST, "Speed to the left, m/s.")] = 0.0,
    turn: Annotated[
        float, _amount(-FASTEST_TURN, FASTEST_TURN, "Turning speed, rad/s counterclockwise.")
    ] = 0.0,
    requests: RequestSocket = None,
) -> None:
    """Walk at a speed until the next command."""
    answers.request(requests, "walk", forward=forward, left=left, turn=turn)


@app.command(context_settings=_NUMBERS)
def goto(
    x: Annotated[float, _amount(-FURTHEST, FURTHEST, "Distance forward, m.")],
    y: Annotated[float, _amount(-FURTHEST, FURTHEST, "Distance to the left, m.")],
    heading: Annotated[
        float, _amount(-MOST_TURN, MOST_TURN, "Final heading, degrees counterclockwise.")
    ] = 0.0,
    requests: RequestSocket = None,
) -> None:
    """Walk to a pose relative to the current one."""
    where = {"x": x, "y": y, "heading": math.radians(heading)}
    answers.request(requests, "walk_to", walk_to=where)


@app.command()
def stand(requests: RequestSocket = None) -> None:
    """Stand."""
    answers.command("stand", requests)


@app.command()
def special(
    name: Annotated[str, typer.Argument(help="One of `specials` in `hsm ask status --json`.")],
    requests: RequestSocket = None,
) -> None:
    """Play a special motion, again and again until the next command."""
    answers.request(requests, "special", special=name)


@app.command()
def sit(requests: RequestSocket = None) -> None:
    """Sit down."""
    answers.command("sit", requests)


@app.command()
def limp(requests: RequestSocket = None) -> None:
    """Make all joints limp at once."""
    answers.command("limp", requests)


@app.command()
def change(
    patch: Annotated[
        Path | None, typer.Argument(help="Patch of config/walking/engine.yaml, as for --patch.")
    ] = None,
    profile: Annotated[
        str | None, typer.Option(help="Speed profile, a file of config/walking/profiles.")
    ] = None,
    requests: RequestSocket = None,
) -> None:
    """Change parameters of the walk as soon as the robot stands, sits or is limp."""
    if patch is None and profile is None:
        raise typer.BadParameter("nothing to change: give a patch, --profile, or both")
    with RobotClient(requests) as robot:
        answers.tell_change(robot, patch, profile)


@app.command()
def status(requests: RequestSocket = None, as_json: Json = False) -> None:
    """Print what the robot is doing."""
    answers.status(requests, as_json=as_json)
