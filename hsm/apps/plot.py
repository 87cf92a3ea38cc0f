"""The commands below `hsm plot`."""

from pathlib import Path
from typing import Annotated

import typer

from hsm.apps.options import moment
from hsm.apps.replay import warnings
from hsm.console import say
from hsm.pictures.saving import demand_figure
from hsm.pictures.time_window import window_of
from hsm.pictures.walk_figure import draw_walk
from hsm.pictures.walk_series import collect
from hsm.runs.reader import read_run

app = typer.Typer(help="Draw what a recorded run did.", no_args_is_help=True)


@app.callback()
def _plot() -> None:
    """Hold the verbs together while there is only one."""


@app.command()
def walk(
    recorded: Annotated[
        Path, typer.Argument(metavar="RUN", help="A recorded run (run.hsm), or its folder.")
    ],
    begin: Annotated[float | None, moment("s; just before the walk if not given", "--from")] = None,
    end: Annotated[float | None, moment("s; 6 s later if not given", "--to")] = None,
    out: Annotated[
        Path | None, typer.Option(help="PNG or SVG; walk.png beside the run if not given")
    ] = None,
) -> None:
    """Draw requested and measured feet, support, torso, balance terms, steps and states."""
    run = read_run(recorded)
    path = out or run.path.parent / "walk.png"
    demand_figure(path)
    for line in warnings(run):
        say(f"warning: {line}")
    window = window_of(run, begin, end)
    series = collect(run, window)
    if series.differs_from is not None:
        say(
            f"warning: from {series.differs_from:.2f} s on the replay is not the run: support, "
            "terms and steps are those of today's program"
        )
    about = run.header.about
    where = ", ".join(f"{key} {about[key]}" for key in ("plant", "robot", "seed") if key in about)
    title = f"{about.get('scenario', run.path.name)} ({where}), {window.begin:.1f} to"
    draw_walk(path, series, f"{title} {window.end:.1f} s of {run.rows[-1].time:.1f} s")
    say(f"{path}   ({len(series.steps)} steps; --from and --to choose another part)")
