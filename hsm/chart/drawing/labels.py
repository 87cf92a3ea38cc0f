"""Labels of the nodes and arrows of a page, as Graphviz's HTML-like labels.

Every line of text is a table row of its own. Adjacent texts in one cell would run together where
the picture is shown in a font other than the one of its layout, and a small line would touch a
large one above it.
"""

import textwrap
from collections.abc import Iterable, Iterator
from xml.sax import saxutils

from hsm.chart.drawing import colours
from hsm.chart.drawing.page import Edge, Label, Node, Shape

HEADING_SIZE = 18
CAPTION_SIZE = 11
TITLE_SIZE = 12
EVENT_SIZE = 11
SMALL_SIZE = 10

GAP = '<TR><TD HEIGHT="4"></TD></TR>'

_NODE_WIDTH = 24  # characters, as all widths here
_GROUP_WIDTH = 30
_ANY_WIDTH = 18
_GUARD_WIDTH = 16
_STATE_WIDTH = 20


def node_label(node: Node) -> str:
    """Return the label of a node."""
    match node.shape:
        case Shape.ENTRY | Shape.EXIT:
            return table(_rows(node))
        case Shape.ANY:
            names = [f"<I>{escape(name)}</I>" for name in textwrap.wrap(node.title, _ANY_WIDTH)]
            title = line("<BR/>".join(names), TITLE_SIZE, colours.TITLE, "CENTER")
            return table([title, *_rows(node)])
    width = _GROUP_WIDTH if node.shape is Shape.GROUP else _NODE_WIDTH
    small = [part for text in node.lines for part in textwrap.wrap(text, width)]
    title = f"<B>{'● ' if node.first else ''}{escape(node.title)}</B>"
    return table([line(title, TITLE_SIZE, colours.TITLE, "CENTER"), *_small(small, "CENTER")])


def edge_label(edge: Edge) -> str:
    """Return the label of an arrow, with all rows that share it."""
    rows = ["".join(_row(label, _conditions(label))) for label in edge.labels]
    return table([(GAP if any(map(_conditions, edge.labels)) else "").join(rows)])


def table(rows: Iterable[str]) -> str:
    """Return a borderless table of lines."""
    attributes = 'BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="1"'
    return f"<TABLE {attributes}>{''.join(rows)}</TABLE>"


def line(text: str, size: int, colour: str, align: str = "LEFT") -> str:
    """Return text of one size as a table row; `<BR/>` separates lines within it."""
    font = f'<FONT POINT-SIZE="{size}" COLOR="{colour}">{text}</FONT>'
    return f'<TR><TD ALIGN="{align}" BALIGN="{align}">{font}</TD></TR>'


def escape(text: str) -> str:
    """Return a text escaped for labels and quoted attributes."""
    return saxutils.escape(text, {'"': "&quot;"})


def _rows(node: Node) -> Iterator[str]:
    """Yield the rows from or to other pages that a node lists."""
    for number, (state, label) in enumerate(sorted(node.entries, key=lambda entry: entry[1].rank)):
        if number:
            yield GAP
        if node.shape is Shape.ENTRY:
            yield from _row(label, _wrapped(f"from {state}"))
        else:
            yield from _row(label, [*_wrapped(f"→ {state}"), *_conditions(label)])


def _row(label: Label, small: list[str]) -> Iterator[str]:
    rank = f"{label.rank} " if label.rank else ""
    yield line(
        f"<B>{rank}{escape(label.event)}</B>", EVENT_SIZE, colours.PRIORITIES[label.priority]
    )
    yield from _small(small, "LEFT")


def _small(lines: list[str], align: str) -> Iterator[str]:
    if lines:
        yield line("<BR/>".join(map(escape, lines)), SMALL_SIZE, colours.SMALL, align)


def _conditions(label: Label) -> list[str]:
    guard = textwrap.wrap(f"[{label.guard}]", _GUARD_WIDTH) if label.guard else []
    return [*guard, *([label.when] if label.when else [])]


def _wrapped(text: str) -> list[str]:
    """Break a text with names of states at spaces and after dots."""
    spaced = text.replace(".", ". \0")
    lines = textwrap.wrap(spaced, _STATE_WIDTH, break_long_words=False)
    return [part.replace(" \0", "").replace("\0", "") for part in lines]
