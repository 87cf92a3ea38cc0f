"""`hsm export RUN --to csv|mcap|npz`: exports a recorded run for other programs."""

from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
import typer

from hsm.apps.export.columns import arrays_of
from hsm.apps.export.csv_file import write_csv
from hsm.apps.export.mcap_file import write_mcap
from hsm.apps.options import Force, Recorded
from hsm.console import say
from hsm.errors import UsageError
from hsm.output_files import demand_file, demand_new, whole_file
from hsm.runs.reader import read_run
from hsm.settings.robot_file import load_robot

app = typer.Typer()


@app.command()
def export(
    recorded: Recorded,
    to: Annotated[Literal["csv", "mcap", "npz"], typer.Option(help="Format of the file.")],
    out: Annotated[
        Path | None, typer.Option(help="File to write (default: beside the run).")
    ] = None,
    force: Force = False,
) -> None:
    """Export a recorded run for other programs."""
    run = read_run(recorded)
    place = run.path.with_suffix(f".{to}") if out is None else out
    if place.suffix.lower() != f".{to}":
        raise UsageError(
            f"{place}: its name has to end in .{to}, or other programs do not recognise it"
        )
    demand_file(place)
    demand_new(place, force=force)
    if run.warning:
        say(f"warning: {run.warning}")
    joints = load_robot().names
    with whole_file(place) as new, new.open("wb") as file:
        if to == "mcap":
            write_mcap(run, joints, file)
        elif to == "csv":
            with TextIOWrapper(file, encoding="utf-8", newline="") as text:
                write_csv(run, joints, text)
        else:
            # The type hints of numpy confuse column names with its own options.
            np.savez_compressed(file, **arrays_of(run, joints))  # type: ignore[arg-type]
    size = place.stat().st_size / 1e6
    say(f"{place}: {len(run.rows)} cycles, {size:.1f} MB")
