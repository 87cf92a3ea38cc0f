"""Lays out a page with Graphviz, trying variants until no line is misplaced.

Graphviz keeps boxes apart, but occasionally routes a line through one, along the border of a frame
or along another line, depending on the page and on its version. Every layout is therefore checked,
and the first one without a fault is taken.
"""

from collections.abc import Iterator
from itertools import product
from typing import Final

import graphviz

from hsm.chart.drawing.layout_faults import faults

# Inches between boxes of one rank and between ranks, densest first.
_ROOM: Final = (
    (0.2, 0.2), (0.2, 0.28), (0.28, 0.2), (0.28, 0.28), (0.2, 0.36), (0.36, 0.28), (0.28, 0.44),
    (0.44, 0.28), (0.36, 0.36), (0.44, 0.44),
)  # fmt: skip
_ORDER: Final = ("", "ordering=out")  # chosen by Graphviz, or arrows in the order of the text
_TITLES: Final = ("labeljust=l;", "labeljust=r;")  # title of a frame on the left or right


def svg(dot: str) -> str:
    """Lay out a page and draw it.

    Args:
        dot: The page as Graphviz text.

    Returns:
        The picture as SVG; if every layout has faults, the one with the fewest.

    Raises:
        graphviz.ExecutableNotFound: If there is no `dot` on this machine.
    """
    best, fewest = dot, None
    for text in _variants(dot):
        count = len(faults(_piped(text, "json0")))  # not "json": that of 2.42.4 cannot be parsed
        if fewest is None or count < fewest:
            best, fewest = text, count
        if not count:
            break
    return _piped(best, "svg").decode()


def _variants(dot: str) -> Iterator[str]:
    for (across, down), order, title in product(_ROOM, _ORDER, _TITLES):
        attributes = f"  graph [nodesep={across} ranksep={down} {order}];"
        yield dot.replace("\n", f"\n{attributes}\n", 1).replace(_TITLES[0], title)


def _piped(dot: str, kind: str) -> bytes:
    return bytes(graphviz.Source(dot).pipe(format=kind, quiet=True))
