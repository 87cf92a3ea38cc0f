"""The head of a picture: title, captions, and the legend of colours, lines and signs."""

import textwrap
from collections.abc import Iterable, Iterator

from hsm.chart.drawing import colours
from hsm.chart.drawing.labels import (
    CAPTION_SIZE,
    EVENT_SIZE,
    HEADING_SIZE,
    SMALL_SIZE,
    escape,
    line,
    table,
)
from hsm.chart.drawing.page import Page, Shape
from hsm.chart.engine.rows import Priority

_CAPTION_WIDTH = 84
_MEANING_WIDTH = 40

_PRIORITIES = {
    Priority.SAFETY: "protects the robot or people",
    Priority.OPERATOR: "a person intervenes",
    Priority.REACTION: "a sensor changes the activity",
    Priority.SEQUENCE: "an activity is over, or lasts too long",
    Priority.REQUEST: "a request of the behaviour",
}


def heading(page: Page) -> str:
    """Return the head of a page; the legend explains only what the page contains."""
    captions = [part for text in page.captions for part in textwrap.wrap(text, _CAPTION_WIDTH)]
    captions.append(f"chart {page.structure}")
    columns = '<TD WIDTH="16"></TD>'.join(
        f'<TD ALIGN="LEFT" VALIGN="TOP">{column}</TD>'
        for column in (
            _column("rows by priority, in search order", _of_rows(page)),
            _column("boxes", _of_boxes(page)),
        )
    )
    return table(
        [
            line(f"<B>{escape(page.spec.title)}</B>", HEADING_SIZE, colours.TITLE),
            line("<BR/>".join(map(escape, captions)), CAPTION_SIZE, colours.SMALL),
            f'<TR><TD ALIGN="LEFT">{table([f"<TR>{columns}</TR>"])}</TD></TR>',
        ]
    )


def _column(title: str, entries: Iterable[tuple[str, str]]) -> str:
    head = f'<TR><TD ALIGN="LEFT" COLSPAN="2">{_text(title)}</TD></TR>'
    rows = "".join(
        f'<TR><TD ALIGN="LEFT">{sign}</TD><TD ALIGN="LEFT" BALIGN="LEFT">{_text(meaning)}</TD></TR>'
        for sign, meaning in entries
    )
    return f'<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="1" CELLPADDING="1">{head}{rows}</TABLE>'


def _of_rows(page: Page) -> Iterator[tuple[str, str]]:
    """Yield the priorities on the page, in search order, and the signs of its rows."""
    labels = list(page.labels())
    for priority, meaning in _PRIORITIES.items():
        if any(label.priority is priority for label in labels):
            yield _sign(priority.name.lower(), colours.PRIORITIES[priority]), meaning
    if any(len({label.priority for label in edge.labels}) > 1 for edge in page.edges.values()):
        yield _sign("→", colours.TITLE), "has the colour of its highest priority"
    if any(label.rank for label in labels):
        yield _sign("7", colours.TITLE), "position in the search order"
    if any(label.guard for label in labels):
        yield _sign("[ ]", colours.SMALL), "guard; pages.md has every row in full"
    if any("at most" in label.when for label in labels):
        yield _sign("at most", colours.SMALL), "then fires without its guard"


def _of_boxes(page: Page) -> Iterator[tuple[str, str]]:
    """Yield the kinds of boxes on the page."""
    nodes = page.nodes.values()
    shapes = {node.shape for node in nodes}
    states = [node for node in nodes if node.shape in (Shape.LEAF, Shape.GROUP)]
    if not all(node.rests for node in states):
        meaning = "ends, by its limit at the latest"
        if Shape.GROUP in shapes:
            meaning = "the states named in it"
        yield _box("state", colours.PASSING, colours.OUTLINE, "ROUNDED"), meaning
    if any(node.rests for node in states):
        meaning = "rests: may last forever"
        yield _box("state", colours.RESTING, colours.OUTLINE, "ROUNDED"), meaning
    if any(node.first for node in nodes):
        yield _sign("●", colours.TITLE), "entered first in its frame"
    for depth, fill in enumerate(colours.FRAMES):
        if any(frame_depth(page, frame) % 2 == depth for frame in page.frames):
            meaning = "a state inside another one" if depth else "a state with states inside"
            yield _box("frame", fill, colours.FRAME_LINE, "ROUNDED"), meaning
    if Shape.ANY in shapes:
        yield (
            _box("<I>any</I>", colours.OUTSIDE, colours.OUTSIDE_LINE, "ROUNDED,DASHED"),
            "several states of its frame",
        )
    if shapes & {Shape.ENTRY, Shape.EXIT}:
        yield (
            _box("rows", colours.OUTSIDE, colours.OUTSIDE_LINE, "DASHED"),
            "rows from and to states on other pages",
        )


def frame_depth(page: Page, frame: str) -> int:
    """Return the number of frames of the page that enclose a frame."""
    return sum(frame.startswith(outer + ".") for outer in page.frames)


def _sign(text: str, colour: str) -> str:
    return f'<FONT POINT-SIZE="{EVENT_SIZE}" COLOR="{colour}"><B>{text}</B></FONT>'


def _text(meaning: str) -> str:
    parts = "<BR/>".join(map(escape, textwrap.wrap(meaning, _MEANING_WIDTH)))
    return f'<FONT POINT-SIZE="{SMALL_SIZE}" COLOR="{colours.SMALL}">{parts}</FONT>'


def _box(text: str, fill: str, outline: str, style: str) -> str:
    attributes = f'BORDER="1" CELLBORDER="0" STYLE="{style}" BGCOLOR="{fill}" COLOR="{outline}"'
    font = f'<FONT POINT-SIZE="{SMALL_SIZE}" COLOR="{colours.TITLE}">{text}</FONT>'
    return f'<TABLE {attributes} CELLPADDING="1"><TR><TD WIDTH="34">{font}</TD></TR></TABLE>'
