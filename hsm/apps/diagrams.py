"""`hsm diagrams`: draws the state machine from its transition table, or reports stale pages."""

from pathlib import Path

from hsm.chart import robot_chart
from hsm.chart.drawing.write import stale, write
from hsm.console import err, say
from hsm.control.assembly import load_robot
from hsm.output_files import demand_folder


def draw(folder: Path) -> None:
    """Write all pages into a folder, which is created if it is missing."""
    demand_folder(folder)
    written = write(robot_chart(load_robot().cycle), folder)
    for path in written:
        say(str(path))
    if not written:
        say(f"{folder} is current")


def compare(folder: Path) -> int:
    """Print which pages in a folder do not match the table.

    Returns:
        Exit code: 1 if a page is stale.
    """
    names = stale(robot_chart(load_robot().cycle), folder)
    for name in names:
        what = "stale" if (folder / name).is_file() else "missing"
        err.print(f"{what}: {folder / name}", soft_wrap=True, style="red")
    if names:
        err.print("hint: run `hsm diagrams` and commit its output.")
        return 1
    say(f"{folder} is current")
    return 0
