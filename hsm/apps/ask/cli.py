"""The commands below `hsm ask`."""

import math
from typing import Annotated, Any

import typer

from hsm.apps.ask import answers
from hsm.apps.options import Json, RequestSocket, number
from hsm.apps.robot.client import RobotClient
from hsm.scenarios.limits import FASTEST, FASTEST_TURN, FURTHEST, MOST_TURN

app = typer.Typer(help="Ask a running robot for something.", no_args_is_help=True)
_NUMBERS = {"ignore_unknown_options": True}
"""So that -0.1 is a number."""


def _amount(least: float, most: float, help: str) -> Any:
    """Return an argument that takes numbers in a range; the check is that of the options."""
    checked = number(least, most, help)
    return typer.Argument(min=least, max=most, help=help, callback=checked.callback)


@app.command(context_settings=_NUMBERS)
def walk(
    forward: Annotated[float, _amount(-FASTEST, FASTEST, "m/s")],
    left: Annotated[float, _amount(-FASTEST, FASTEST, "m/s to the left")] = 0.0,
    turn: Annotated[float, _amount(-FASTEST_TURN, FASTEST_TURN, "rad/s to the left")] = 0.0,
    requests: RequestSocket = None,
) -> None:
    """Walk at a speed until something else is asked for."""
    with RobotClient(requests) as robot:
        answers.tell(robot.walk(forward, left, turn))


@app.command(context_settings=_NUMBERS)
def goto(
    x: Annotated[float, _amount(-FURTHEST, FURTHEST, "m forward")],
    y: Annotated[float, _amount(-FURTHEST, FURTHEST, "m to the left")],
    heading: Annotated[float, _amount(-MOST_TURN, MOST_TURN, "degrees to the left")] = 0.0,
    requests: RequestSocket = None,
) -> None:
    """Walk to a pose, as seen from where the robot is now."""
    with RobotClient(requests) as robot:
        # Asked twice, the same place is walked to twice: the robot's time tells them apart.
        asked = int(1e3 * robot.status().get("time", 0.0))
        answers.tell(robot.go_to(x, y, math.radians(heading), asked))


@app.command()
def stand(requests: RequestSocket = None) -> None:
    """Stand."""
    answers.stand(requests)


@app.command()
def sit(requests: RequestSocket = None) -> None:
    """Sit down."""
    answers.sit(requests)


@app.command()
def limp(requests: RequestSocket = None) -> None:
    """Let go of every joint at once."""
    answers.limp(requests)


@app.command()
def status(
    requests: RequestSocket = None,
    as_json: Json = False,
) -> None:
    """Say what the robot is doing."""
    answers.status(requests, as_json=as_json)
