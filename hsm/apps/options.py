"""What verbs share; the numbers of the command line: each has a range, which the help tells.

What lies outside, infinities and what is no number are mistakes of the command line: exit code 2,
and nothing runs. A verb takes a type from here, or says what its own number means by one of the
functions.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from hsm.apps.completion import PLANTS, PROFILES, SCENARIOS
from hsm.scenarios.limits import (
    FASTEST,
    FASTEST_TURN,
    FURTHEST,
    LAST_ROBOT,
    LAST_SEED,
    MOST_TURN,
)

_LATEST = 1e6
"""Moment in a run, s: eleven days after a robot was switched on."""


def number(least: float, most: float, help: str, *names: str) -> Any:
    """Return an option that takes numbers in a range; its help tells the unit.

    It has names of its own if it is not called like its parameter.
    """
    return typer.Option(*names, min=least, max=most, help=help, callback=_inside(least, most))


def request_socket_option(*names: str) -> Any:
    """Return the option, of these names, of the socket on which a robot takes requests."""
    text = "Socket on which the robot takes requests, if not the usual one."
    return typer.Option(*names, metavar="PATH", help=text)


def walking_speed(help: str = "Speed, m/s.") -> Any:
    """Return the option of a walking speed, m/s: any that can be asked, faster than it can walk."""
    return number(-FASTEST, FASTEST, help)


def turning_speed() -> Any:
    """Return the option of a turning speed, rad/s."""
    return number(-FASTEST_TURN, FASTEST_TURN, "Turning speed, rad/s.")


def trials(help: str) -> Any:
    """Return the option of a number of trials."""
    return number(1, 10_000, help)


def push_impulse(help: str) -> Any:
    """Return the option of a push, N s; none at all is no push."""
    return number(0.01, 100.0, help)


def moment(help: str, *names: str) -> Any:
    """Return the option of a time in a run, s; the clock of a robot goes on for days."""
    return number(0.0, _LATEST, help, *names)


def given(context: typer.Context) -> set[str]:
    """Return the names of the parameters that stand on the command line, their defaults or not."""
    sources = {name: context.get_parameter_source(name) for name in context.params}
    return {name for name, told in sources.items() if told and told.name == "COMMANDLINE"}


def demand_heeded(context: typer.Context, unheeded: Iterable[str], why: str) -> None:
    """Refuse options that stand on the command line and that nothing would come of.

    Their parameters are named; `why`, and what to do, is the end of a sentence.

    Raises:
        typer.BadParameter: If there is one.
    """
    names = given(context)
    written = {parameter.name: parameter.opts[0] for parameter in context.command.params}
    if told := [written[name] for name in unheeded if name in names]:
        raise typer.BadParameter(f"{' and '.join(told)} would go unheeded: {why}")


def _inside(least: float, most: float) -> Callable[[Any], Any]:
    """Return a check of the value of an option, or of the values of a repeated one."""

    def check(value: Any) -> Any:
        given = value if isinstance(value, list | tuple) else [value]
        for item in given:
            if item is not None and not least <= item <= most:  # so for what is no number
                raise typer.BadParameter(f"{item:g} is not between {least:g} and {most:.10g}")
        return value

    return check


def _tell_version(asked: bool) -> None:
    if asked:
        from hsm.apps.doctor import version

        typer.echo(f"nao-hsm {version()}")
        raise typer.Exit


Version = Annotated[
    bool,
    typer.Option(
        "--version", help="Tell version and commit.", is_eager=True, callback=_tell_version
    ),
]
Seed = Annotated[int, number(0, LAST_SEED, "Seed of noise and ground.")]
OtherSeed = Annotated[
    int | None, number(0, LAST_SEED, "Seed of noise and ground; the scenario's own if not given.")
]
Robot = Annotated[int, number(0, LAST_ROBOT, "Which of the ten robots.")]
OtherRobot = Annotated[
    int | None, number(0, LAST_ROBOT, "Which of the ten robots, with its own wear.", "--robot")
]

Recorded = Annotated[
    Path, typer.Argument(metavar="RUN", help="A recorded run (run.hsm), or its folder.")
]
ComparedLog = Annotated[
    Path,
    typer.Argument(metavar="RUN", help="A recorded run (run.hsm), its folder, or a log (MCAP)."),
]
RequestSocket = Annotated[Path | None, request_socket_option("--requests")]


def _on_the_field(value: tuple[float, float, float] | None) -> tuple[float, float, float] | None:
    if value is not None:
        for name, number, most in zip(
            ("X", "Y", "DEG"), value, (FURTHEST, FURTHEST, MOST_TURN), strict=True
        ):
            if not -most <= number <= most:  # so for what is no number
                raise typer.BadParameter(f"{name} {number:g} is not between {-most:g} and {most:g}")
    return value


Target = Annotated[
    tuple[float, float, float] | None,
    typer.Option(
        "--goto",
        metavar="X Y DEG",
        help="Walk to a pose instead: metres ahead, metres to the left, degrees to turn.",
        callback=_on_the_field,
    ),
]

_SCENARIO = (
    "A scenario file, or the name of one in config/scenarios; `hsm scenario list` shows all."
)
Played = Annotated[
    str | None, typer.Argument(metavar="SCENARIO", help=_SCENARIO, autocompletion=SCENARIOS)
]
Judged = Annotated[
    list[str], typer.Argument(metavar="SCENARIO...", help=_SCENARIO, autocompletion=SCENARIOS)
]
Plant = Annotated[str, typer.Option(help="Name of a file in config/plants.", autocompletion=PLANTS)]
OtherPlant = Annotated[
    str | None,
    typer.Option(
        help="Simulated plant, a file in config/plants; the scenario's own if not given.",
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
        help="YAML file that says what the joints are called in that model.",
        show_default=False,
    ),
]
Video = Annotated[bool, typer.Option("--video", help="Make a video too.")]
FilmedFrom = Annotated[
    Literal["follow", "side", "above"] | None,
    typer.Option("--camera", help="Where the video is taken from; follow if not given."),
]
RunFolder = Annotated[
    Path | None,
    typer.Option(
        "--out", help="Folder for the results; runs/SCENARIO, or the next free one, if not given."
    ),
]
KnownZeros = Annotated[
    Path | None,
    typer.Option(
        "--calibration",
        help="What is known about the robot's joint zeros; what a team usually knows if not given.",
    ),
]
Replayed = Annotated[
    Path | None,
    typer.Option(
        "--replay", metavar="RUN", help="Decide a recorded run again and compare every command."
    ),
]
WalkPatch = Annotated[
    Path | None,
    typer.Option(
        "--patch",
        help="YAML file whose values replace those in config/walking/engine.yaml, as `hsm measure"
        " tune` writes it.",
        show_default=False,
    ),
]
FastestWalk = Annotated[
    str,
    typer.Option(
        "--profile",
        help="Speed profile of the walk, a file in config/walking/profiles.",
        autocompletion=PROFILES,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print the results as JSON.")]
Force = Annotated[bool, typer.Option("--force", help="Replace an earlier run in that folder.")]
EveryStep = Annotated[
    bool, typer.Option("--steps", help="Print every walking step, not only how many there were.")
]
PartBegin = Annotated[
    float, moment("Start of the part of RUN that plants are asked for again, s.", "--from")
]
PartEnd = Annotated[float | None, moment("End of that part, s; its own if not given.", "--to")]
