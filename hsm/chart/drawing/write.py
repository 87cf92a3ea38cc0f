"""Writes the pages of `diagrams/`, and finds those that no longer match the chart.

All text (DOT, Mermaid, Markdown, SCXML) is a function of the chart alone and is compared byte for
byte. Graphviz draws the SVG files from the DOT text, with coordinates that depend on its version
and fonts: they carry the hash of their text, are redrawn when it changes, and only that hash is
compared.
"""

import hashlib
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import graphviz

from hsm.chart.drawing import tables
from hsm.chart.drawing.detail import detail
from hsm.chart.drawing.dot import dot_text
from hsm.chart.drawing.layout import svg
from hsm.chart.drawing.mermaid import mermaid_text
from hsm.chart.drawing.overview import overview
from hsm.chart.drawing.page import Page, Spec
from hsm.chart.drawing.scxml import scxml_text
from hsm.chart.engine.compile import Chart
from hsm.chart.engine.states import Compound, Leaf, Sheet
from hsm.chart.leaves import OVERVIEW, ROBOT
from hsm.chart.proven_properties import PROPERTIES
from hsm.output_files import write_whole

_LOG = logging.getLogger(__name__)


def _sheets() -> Iterator[Spec]:
    """Yield a page for every declared sheet, with all states that declare it."""
    sheets: dict[Sheet, list[Compound | Leaf]] = {}
    for state in ROBOT.states:
        if state.sheet is not None:
            sheets.setdefault(state.sheet, []).append(state)
    for sheet, states in sheets.items():
        names = tuple(state.name for state in states)
        title = sheet.title or ", ".join(names)
        yield Spec(sheet.name, title, sheet.caption, names, own_only=sheet.own_only)


PAGES: Final = (
    Spec(
        "overview", "The robot's states",
        "The transitions between states, and their causes. Guards are on the pages of the states.",
        tuple(state.name for state in OVERVIEW), overview=True,
    ),
    *_sheets(),
)  # fmt: skip


def texts(chart: Chart) -> dict[str, str]:
    """Return the text of every file, by name."""
    pages = [make_page(chart, spec) for spec in PAGES]
    files = {
        "README.md": tables.index_page(chart, PAGES),
        "pages.md": tables.pictures_page(chart, pages),
        "facts.md": tables.facts_page(chart),
        "leaves.md": tables.leaves_page(chart),
        "proofs.md": tables.proofs_page(chart, PROPERTIES),
        "safety.md": tables.safety_page(chart),
        "chart.scxml": scxml_text(chart),
    }
    for page in pages:
        files[f"{page.spec.name}.dot"] = dot_text(page)
        files[f"{page.spec.name}.mmd"] = mermaid_text(page)
    return files


def make_page(chart: Chart, spec: Spec) -> Page:
    """Return the page for a specification."""
    return overview(chart, spec) if spec.overview else detail(chart, spec)


def write(chart: Chart, folder: Path) -> list[Path]:
    """Write all pages that changed and return their files.

    Without Graphviz's `dot`, only the text is written, with one warning.
    """
    written: list[Path] = []
    expected = texts(chart)
    for name, text in expected.items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            write_whole(path, text)
            written.append(path)
    try:
        for name, text in _pictures(expected):
            path = folder / name
            if not path.exists() or not _made_from(text, path):
                write_whole(path, picture(text))
                written.append(path)
    except graphviz.ExecutableNotFound:
        _LOG.warning("no `dot` (Graphviz) on this machine: wrote the diagrams as text, without SVG")
    return written


def stale(chart: Chart, folder: Path) -> list[str]:
    """Return the names of the files that do not match the chart.

    These are texts that are missing, different or obsolete, and pictures that were drawn from
    another text or are obsolete. A missing picture is not stale: Graphviz may not be installed.
    """
    expected = texts(chart)
    pictures = dict(_pictures(expected))
    files = list(folder.iterdir()) if folder.is_dir() else []
    found = {
        path.name: path.read_text(encoding="utf-8")
        for path in files if path.suffix in (".dot", ".mmd", ".md", ".scxml")
    }  # fmt: skip
    names = {
        name for name in expected.keys() | found.keys() if expected.get(name) != found.get(name)
    }
    for path in files:
        if path.suffix == ".svg" and not _made_from(pictures.get(path.name, ""), path):
            names.add(path.name)
    return sorted(names)


def picture(dot: str) -> str:
    """Return the SVG of a page, with the hash of its text.

    Raises:
        graphviz.ExecutableNotFound: If there is no `dot` on this machine.
    """
    return svg(dot).rstrip() + f"\n{_stamp(dot)}\n"


def _pictures(expected: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the names of all pictures, each with its Graphviz text."""
    for name, text in expected.items():
        if name.endswith(".dot"):
            yield name.removesuffix("dot") + "svg", text


def _made_from(dot: str, path: Path) -> bool:
    return path.read_text(encoding="utf-8").endswith(f"{_stamp(dot)}\n")


def _stamp(dot: str) -> str:
    return f"<!-- made from text {hashlib.sha256(dot.encode()).hexdigest()[:12]} -->"
