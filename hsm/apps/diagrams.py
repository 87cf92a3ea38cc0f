"""`hsm diagrams`: draws the state machine from its transition table, or reports stale pages."""

from pathlib import Path
from shlex import quote
from typing import Annotated, Final

import typer

from hsm.chart import robot_chart
from hsm.chart.drawing.write import stale, write
from hsm.console import note, say
from hsm.output_files import demand_folder
from hsm.settings.robot_file import load_robot

app = typer.Typer()
_USUAL: Final = Path("diagrams")


@app.command()
def diagrams(
    check: Annotated[
        bool, typer.Option("--check", help="Only check that the pages are up to date.")
    ] = False,
    out: Annotated[Path, typer.Option(help="Folder for the pages.")] = _USUAL,
) -> None:
    """Draw the state machine from its transition table, one page per part."""
    if check:
        _check(out)
    else:
        _draw(out)


def _draw(folder: Path) -> None:
    """Write all pages into a folder, which is created if it is missing."""
    demand_folder(folder)
    written = write(robot_chart(load_robot().cycle), folder)
    for path in written:
        say(str(path))
    if not written:
        say(f"{folder} is current")


def _check(folder: Path) -> None:
    """Print which pages in a folder do not match the table; exit code 1 if there are any."""
    names = stale(robot_chart(load_robot().cycle), folder)
    for name in names:
        what = "stale" if (folder / name).is_file() else "missing"
        note(f"{what}: {folder / name}", "red")
    if names:
        out = "" if folder == _USUAL else f" --out {quote(str(folder))}"
        note(f"hint: run `hsm diagrams{out}` and commit its output.")
        raise typer.Exit(1)
    say(f"{folder} is current")
