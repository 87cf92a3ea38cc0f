"""Writes the overview diagram of the state machine beside the pictures of a run."""

from pathlib import Path

import graphviz

from hsm.chart import robot_chart
from hsm.chart.drawing.dot import dot_text
from hsm.chart.drawing.mermaid import mermaid_text
from hsm.chart.drawing.write import PAGES, make_page, picture
from hsm.output_files import write_whole
from hsm.settings.robot_file import load_robot

_NO_DOT = "no SVG of the diagram: no Graphviz `dot`; fix: apt-get install graphviz"


def overview(folder: Path) -> tuple[Path, str]:
    """Write the overview diagram into a folder.

    Returns:
        The file, and a sentence on what is missing for an SVG; empty if it was drawn.
    """
    page = make_page(robot_chart(load_robot().cycle), PAGES[0])
    path = folder / "overview.svg"
    try:
        write_whole(path, picture(dot_text(page)))
        return path, ""
    except graphviz.ExecutableNotFound:
        path = path.with_suffix(".mmd")
        write_whole(path, mermaid_text(page))
        return path, _NO_DOT
