"""Subcommands of `hsm kick`."""

from pathlib import Path
from typing import Annotated

import typer

from hsm.apps.options import Json, OwnConfig, number
from motions.kicks.wish import KickKind

app = typer.Typer(help="Inspect kicks without simulating them.", no_args_is_help=True)

Kind = Annotated[
    KickKind, typer.Argument(metavar="KIND", help="Kind of kick; see `hsm kick list`.")
]
Strength = Annotated[float, number(0.0, 1.0, "Strength, from 0 (weakest) to 1 (strongest).")]


@app.command("list")
def list_(as_json: Json = False, config: OwnConfig = None) -> None:
    """List the kicks with type, range and direction."""
    from hsm.apps.kick.show import list_command

    list_command(config, as_json=as_json)


@app.command()
def show(kind: Kind, strength: Strength = 1.0, config: OwnConfig = None) -> None:
    """Show a kick: foot, centre of mass, joint speeds, and what is infeasible."""
    from hsm.apps.kick.show import show_command

    raise typer.Exit(show_command(kind, strength, config))


@app.command()
def plot(
    kind: Kind,
    strength: Strength = 1.0,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="PNG, SVG or PDF file (default: KIND.png)."),
    ] = None,
    config: OwnConfig = None,
) -> None:
    """Plot a kick: path and speed of the foot, centre of mass, joint speeds."""
    from hsm.apps.kick.figure import draw_kick
    from hsm.apps.kick.rehearsals import rehearse
    from hsm.console import say
    from hsm.control.assembly import load_settings
    from hsm.pictures.saving import demand_figure

    path = out or Path(f"{kind.value}.png")
    demand_figure(path)
    settings = load_settings(folder=config)
    title = f"{kind.value} with the left foot, strength {strength:g}, as commanded"
    draw_kick(path, rehearse(kind, settings, strength), settings, title)
    say(str(path))
