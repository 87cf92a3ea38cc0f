"""Subcommands of `hsm plot`."""

from pathlib import Path
from typing import Annotated

import typer

from hsm.apps.options import Recorded, demand_order, moment
from hsm.apps.replay_check import tell_warnings
from hsm.console import say
from hsm.pictures.path_figure import draw_path
from hsm.pictures.path_series import collect_path
from hsm.pictures.saving import demand_figure
from hsm.pictures.time_window import window_of
from hsm.pictures.walk_figure import draw_walk
from hsm.pictures.walk_series import collect
from hsm.runs.reader import RecordedRun, read_run
from hsm.runs.truth import cut_short, truth_beside, truth_of

app = typer.Typer(help="Plot a recorded run.", no_args_is_help=True)


@app.command()
def walk(
    recorded: Recorded,
    begin: Annotated[
        float | None,
        moment("Start of the plot, s (default: just before the first walk).", "--from"),
    ] = None,
    end: Annotated[
        float | None, moment("End of the plot, s (default: 6 s after the start).", "--to")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="PNG, SVG or PDF file (default: walk.png beside the run)."),
    ] = None,
) -> None:
    """Plot requested and measured feet, support, torso, balance terms, steps and states."""
    demand_order(begin, end)
    run, path = _prepared(recorded, out, "walk.png")
    window = window_of(run, begin, end)
    series = collect(run, window)
    if series.differs_from is not None:
        say(
            f"warning: the replay differs from the run from {series.differs_from:.2f} s: support, "
            "terms and steps are those of the current program"
        )
    title = f"{_title(run)}, {window.begin:.1f} to {window.end:.1f} s of {run.rows[-1].time:.1f} s"
    draw_walk(path, series, title)
    say(f"{path}   ({len(series.steps)} steps; --from and --to choose another part)")


@app.command("path")
def path_(
    recorded: Recorded,
    out: Annotated[
        Path | None,
        typer.Option(help="PNG, SVG or PDF file (default: path.png beside the run)."),
    ] = None,
) -> None:
    """Plot the path from above: feet, planned steps, odometry, ball, obstacles, view."""
    run, path = _prepared(recorded, out, "path.png")
    truth = truth_of(run)
    if remark := cut_short(run, truth):
        say(f"warning: {remark}")
    series = collect_path(run, truth)
    draw_path(path, series, _title(run))
    missing = truth_beside(run.path).name
    known = "" if series.known else f"; no {missing}: only the robot's own estimates"
    say(f"{path}   ({len(series.steps) + len(series.footholds)} steps{known})")


def _prepared(recorded: Path, out: Path | None, usual: str) -> tuple[RecordedRun, Path]:
    """Return a run and the checked file of its figure, after printing the run's warnings."""
    run = read_run(recorded)
    path = out or run.path.parent / usual
    demand_figure(path)
    tell_warnings(run)
    return run, path


def _title(run: RecordedRun) -> str:
    about = run.header.about
    where = ", ".join(f"{key} {about[key]}" for key in ("plant", "robot", "seed") if key in about)
    return f"{about.get('scenario', run.path.name)} ({where})"
