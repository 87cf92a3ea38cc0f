"""Compact diagrams of the state machine for a narrow column: names, events, the active leaf filled.

Unlike the pages of `diagrams/`, these omit guards, reasons and arrows to other pages: the column
beside them shows what happens. All pages are drawn before the run begins.
"""

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Final

import graphviz

from hsm.chart import Chart
from hsm.chart.drawing.dot import dot_text
from hsm.chart.drawing.legend import heading
from hsm.chart.drawing.page import Page, Shape
from hsm.chart.drawing.write import PAGES, make_page

NO_DOT: Final = "no picture of the machine: no Graphviz <code>dot</code>; apt-get install graphviz"
_LARGEST: Final = 1.25
"""Largest magnification of a small page."""
_HIGHEST: Final = 340
"""Largest height of a picture, pixels: it leaves room for the signals below."""
_PIXELS: Final = 96 / 72
"""Screen pixels per point of Graphviz."""


class ChartPictures:
    """The pages of one chart as SVG.

    Attributes:
        drawn: Whether there are pictures; they need Graphviz.
    """

    def __init__(self, chart: Chart) -> None:
        """Draw all pages in parallel; each takes a few tenths of a second."""
        specs = [replace(spec, own_only=False) for spec in PAGES if not spec.overview]
        pages = [make_page(chart, spec) for spec in specs]
        try:
            with ThreadPoolExecutor() as pool:
                pictures = list(pool.map(_drawn, pages))
        except graphviz.ExecutableNotFound:
            pictures = []
        self.drawn = bool(pictures)
        self._paths = {chart.short(path): path for path in chart.tree.leaves}
        self._of = {
            node: picture
            for page, picture in zip(pages, pictures, strict=False)
            for node in page.nodes
        }

    def path(self, leaf: str) -> str:
        """Return the path of a leaf, given by its short name."""
        return self._paths.get(leaf, leaf)

    def picture(self, leaf: str) -> str:
        """Return the page of a leaf as SVG; empty if there is none."""
        return self._of.get(self.path(leaf), "")

    def highlight(self, leaf: str, colour: str) -> str:
        """Return the CSS that fills a leaf on its page."""
        name = re.sub(r"([^\w-])", r"\\\1", self.path(leaf))
        return (
            f"<style>#{name} path, #{name} polygon"
            f"{{fill:{colour};stroke:#111;stroke-width:2.5}}</style>"
        )


def compact(page: Page) -> Page:
    """Return a page reduced to its leaves, arrows and events."""
    nodes = {
        name: replace(node, lines=(), entries=[])
        for name, node in page.nodes.items()
        if node.shape not in (Shape.ENTRY, Shape.EXIT)
    }
    edges = {
        key: replace(
            edge,
            labels=[replace(label, rank=0, guard="", when="", note="") for label in edge.labels],
        )
        for key, edge in page.edges.items()
        if edge.tail in nodes and edge.head in nodes
    }
    return replace(page, nodes=nodes, edges=edges)


def _drawn(page: Page) -> str:
    small = compact(page)
    text = dot_text(small).replace(f"label=<{heading(small)}>", 'label=""')
    svg = graphviz.Source(text).pipe(format="svg", quiet=True).decode()
    return _fitted(svg[svg.index("<svg") :])


def _fitted(svg: str) -> str:
    """Return the SVG scaled to the width of the column, within its largest magnification."""
    found = re.match(r'<svg width="(\d+)pt" height="\d+pt"', svg)
    assert found is not None
    widest = round(_LARGEST * _PIXELS * int(found[1]))
    style = f'<svg style="width:100%;max-width:{widest}px;max-height:{_HIGHEST}px;margin:auto"'
    return style + svg[found.end() :]
