"""Lays a page out with Graphviz, and again in another way where a line runs where it should not.

Graphviz keeps boxes apart, but now and then leads a line through one, along the border of a frame
or along another line. Which, depends on the page and on Graphviz's version: so every layout is
looked at, and the first without a fault is taken.
"""

from collections.abc import Iterator
from itertools import product
from typing import Final

import graphviz

from hsm.chart.drawing.layout_faults import faults

# Inches between boxes of one rank and between ranks, the densest first.
_ROOM: Final = (
    (0.2, 0.2), (0.2, 0.28), (0.28, 0.2), (0.28, 0.28), (0.2, 0.36), (0.36, 0.28), (0.28, 0.44),
    (0.44, 0.28), (0.36, 0.36), (0.44, 0.44),
)  # fmt: skip
_ORDER: Final = ("", "ordering=out")  # Graphviz's, or the arrows of a box in the order of the text
_TITLES: Final = ("labeljust=l;", "labeljust=r;")  # at which end a frame has its title


def svg(dot: str) -> str:
    """Lay a page out and draw it.

    Args:
        dot: The text.

    Returns:
        The picture; where no layout is without faults, that of the fewest.

    Raises:
        graphviz.ExecutableNotFound: If there is no `dot` on this machine.
    """
    best, fewest = dot, None
    for text in _variants(dot):
        count = len(faults(_piped(text, "json0")))  # without drawing: 2.42.4's cannot be read
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
