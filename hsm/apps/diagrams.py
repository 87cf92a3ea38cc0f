"""`hsm diagrams`: draws the state machine from its table, or says which pages are stale."""

from pathlib import Path

import graphviz

from hardware.frames import CYCLE
from hsm.chart import robot_chart
from hsm.chart.draw import PAGES, make_page, picture, stale, write
from hsm.chart.drawing.dot import dot_text
from hsm.chart.drawing.mermaid import mermaid_text
from hsm.console import err, say
from hsm.results import demand_folder, write_whole

_NO_DOT = "no SVG of the diagram: no Graphviz `dot`; fix: apt-get install graphviz"


def draw(folder: Path) -> int:
    """Write all pages.

    Args:
        folder: Where to; made if it is missing.

    Returns:
        Exit code.
    """
    demand_folder(folder)
    written = write(robot_chart(CYCLE), folder)
    for path in written:
        say(str(path))
    if not written:
        say(f"{folder} is current")
    return 0


def compare(folder: Path) -> int:
    """Say which pages do not match the table.

    Args:
        folder: Where the pages are.

    Returns:
        Exit code: 1 if a page is stale.
    """
    names = stale(robot_chart(CYCLE), folder)
    for name in names:
        what = "stale" if (folder / name).is_file() else "missing"
        err.print(f"{what}: {folder / name}", soft_wrap=True, style="red")
    if names:
        err.print("hint: run `hsm diagrams` and commit what it writes.")
        return 1
    say(f"{folder} is current")
    return 0


def overview(folder: Path) -> tuple[Path, str]:
    """Write the page that shows all states.

    Args:
        folder: Where to.

    Returns:
        The file, and what is missing for a picture; empty if it is one.
    """
    page = make_page(robot_chart(CYCLE), PAGES[0])
    path = folder / "overview.svg"
    try:
        write_whole(path, picture(dot_text(page)))
        return path, ""
    except graphviz.ExecutableNotFound:
        path = path.with_suffix(".mmd")
        write_whole(path, mermaid_text(page))
        return path, _NO_DOT
