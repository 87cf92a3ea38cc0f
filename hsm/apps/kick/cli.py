"""The commands below `hsm kick`."""

from pathlib import Path
from typing import Annotated

import typer

from hsm.apps.options import Json, number
from motions.kicks.wish import KickKind

app = typer.Typer(help="Look at kicks before anybody plays them.", no_args_is_help=True)

Kind = Annotated[KickKind, typer.Argument(metavar="KIND", help="One of `hsm kick list`.")]
Strength = Annotated[float, number(0.0, 1.0, "From 0, the weakest kick, to 1, the strongest.")]


@app.command("list")
def list_(as_json: Json = False) -> None:
    """List the kicks: how each is made, how far it goes, to which side."""
    from hsm.apps.kick.show import list_command

    raise typer.Exit(list_command(as_json=as_json))


@app.command()
def show(kind: Kind, strength: Strength = 1.0) -> None:
    """Show what a kick asks for: foot, centre of mass, speeds, and what the robot cannot do."""
    from hsm.apps.kick.show import show_command

    raise typer.Exit(show_command(kind, strength))


@app.command()
def plot(
    kind: Kind,
    strength: Strength = 1.0,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="PNG, SVG or PDF file; KIND.png if not given."),
    ] = None,
) -> None:
    """Draw a kick: the foot's path, its speed, the centre of mass, the joints' speeds."""
    from hsm.apps.kick.figure import draw_kick
    from hsm.apps.kick.rehearsals import rehearse
    from hsm.console import say
    from hsm.control.assembly import load_settings
    from hsm.pictures.saving import demand_figure

    path = out or Path(f"{kind.value}.png")
    demand_figure(path)
    settings = load_settings()
    title = f"{kind.value} with the left foot, strength {strength:g}, on a robot that follows"
    draw_kick(path, rehearse(kind, settings, strength), settings, title)
    say(str(path))
