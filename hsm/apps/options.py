"""Options that several verbs share, and numeric options, each with a range shown in the help.

A number outside its range, an infinity or NaN is a usage error: exit code 2, and nothing runs. A
verb takes an option type from here, or builds its own with one of the functions.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from hsm.apps.completion import PLANTS, PROFILES
from hsm.scenarios.limits import LAST_ROBOT, LAST_SEED
from motions.request_limits import FASTEST, FASTEST_TURN

_LATEST = 1e6
"""Latest time in a run, s: more than eleven days after a robot was switched on."""


def number(least: float, most: float, help: str, *names: str) -> Any:
    """Return an option that takes numbers in a range; its help states the unit.

    `names` are needed only if the option is not named like its parameter.
    """
    return typer.Option(*names, min=least, max=most, help=help, callback=_inside(least, most))


def request_socket_option(*names: str) -> Any:
    """Return the option for the socket on which a robot takes requests."""
    text = "Socket on which the robot takes requests, if not the default one."
    return typer.Option(*names, metavar="PATH", help=text)


def walking_speed(help: str = "Speed, m/s.") -> Any:
    """Return the option for a walking speed, m/s; its limit exceeds what the robot can walk."""
    return number(-FASTEST, FASTEST, help)


def trials(help: str) -> Any:
    """Return the option for a number of trials."""
    return number(1, 10_000, help)


def push_impulse(help: str) -> Any:
    """Return the option for the impulse of a push, N s; zero is refused."""
    return number(0.01, 100.0, help)


def moment(help: str, *names: str) -> Any:
    """Return the option for a time in a run, s; the clock of a robot may run for days."""
    return number(0.0, _LATEST, help, *names)


def demand_order(begin: float | None, end: float | None) -> None:
    """Refuse a part of a run that ends before it begins, s; None is not given."""
    if begin is not None and end is not None and end <= begin:
        raise typer.BadParameter(f"--to {end:g} has to be later than --from {begin:g}")


def given(context: typer.Context) -> set[str]:
    """Return the names of the parameters set on the command line, even to their defaults."""
    sources = {name: context.get_parameter_source(name) for name in context.params}
    return {name for name, told in sources.items() if told and told.name == "COMMANDLINE"}


def demand_heeded(context: typer.Context, unheeded: Iterable[str], why: str) -> None:
    """Refuse options set on the command line that would have no effect.

    Args:
        context: Of the command.
        unheeded: Names of the parameters without effect.
        why: Reason and remedy; completes a sentence.

    Raises:
        typer.BadParameter: If one of them is set.
    """
    names = given(context)
    written = {parameter.name: parameter.opts[0] for parameter in context.command.params}
    if told := [written[name] for name in unheeded if name in names]:
        raise typer.BadParameter(f"{' and '.join(told)} would have no effect: {why}")


def _inside(least: float, most: float) -> Callable[[Any], Any]:
    """Return a check of the value of an option, or of the values of a repeated one."""

    def check(value: Any) -> Any:
        given = value if isinstance(value, list | tuple) else [value]
        for item in given:
            if item is not None and not least <= item <= most:  # true for NaN as well
                raise typer.BadParameter(f"{item:g} is not between {least:g} and {most:.10g}")
        return value

    return check


Seed = Annotated[int, number(0, LAST_SEED, "Random seed of noise and ground.")]
OtherSeed = Annotated[
    int | None,
    number(0, LAST_SEED, "Random seed of noise and ground (default: the scenario's)."),
]
_ROBOT = number(0, LAST_ROBOT, "Number of the simulated robot; each is worn differently.")
Robot = Annotated[int, _ROBOT]
OtherRobot = Annotated[int | None, _ROBOT]
SeveralRobots = Annotated[
    int | None,
    number(
        1, LAST_ROBOT + 1, "Run on this many robots and count passes; nothing is saved.", "--robots"
    ),
]
TurningSpeed = Annotated[float, number(-FASTEST_TURN, FASTEST_TURN, "Turning speed, rad/s.")]

Recorded = Annotated[
    Path, typer.Argument(metavar="RUN", help="A recorded run (run.hsm) or its folder.")
]
RequestSocket = Annotated[Path | None, request_socket_option("--requests")]
Plant = Annotated[str, typer.Option(help="Name of a file in config/plants.", autocompletion=PLANTS)]
OtherPlant = Annotated[
    str | None,
    typer.Option(
        help="Simulated plant, a file in config/plants (default: the scenario's).",
        show_default=False,
        autocompletion=PLANTS,
    ),
]
Model = Annotated[
    Path | None,
    typer.Option(metavar="FILE.xml", help="MJCF file of another NAO model.", show_default=False),
]
JointMap = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE.yaml",
        help="YAML file that maps our joint names to those of that model.",
        show_default=False,
    ),
]
OwnConfig = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="DIR",
        help="A copy of config/ with a team's own parameters; default: that of the program.",
    ),
]
WalkPatch = Annotated[
    Path | None,
    typer.Option(
        "--patch",
        help="YAML file over engine.yaml of config/walking, such as `step: {lift_mm: 20}`;"
        " `hsm measure tune` writes one.",
        show_default=False,
    ),
]
FastestWalk = Annotated[
    str,
    typer.Option(
        "--profile",
        help="Speed profile of the walk: a file in profiles of config/walking.",
        autocompletion=PROFILES,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print the results as JSON.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")]
ReplaceRun = Annotated[
    bool, typer.Option("--force", help="Overwrite an earlier run in that folder.")
]
EveryStep = Annotated[
    bool, typer.Option("--steps", help="Print every walking step, not only their number.")
]
