"""Writes a page as text for Graphviz; the same chart gives the same text, byte for byte.

The label of an arrow is a node in the middle of it. Graphviz then keeps it clear of all other nodes
and lines, which it does not do for edge labels, and it is obvious which arrow the label belongs to.
"""

from collections.abc import Iterator

from hsm.chart.drawing import colours
from hsm.chart.drawing.labels import (
    EVENT_SIZE,
    HEADING_SIZE,
    TITLE_SIZE,
    edge_label,
    escape,
    node_label,
)
from hsm.chart.drawing.legend import frame_depth, heading
from hsm.chart.drawing.page import Edge, Node, Page, Shape

# Verdana has the metrics of DejaVu Sans: text also fits where the first font is missing.
_FONTS = "DejaVu Sans,Verdana,sans-serif"
_FRAME_TITLE_SIZE = 13

_HEAD = """\
digraph "{name}" {{
  graph [rankdir=TB compound=true newrank=true fontname="{fonts}" bgcolor="white"
    pad=0.2 labelloc=t labeljust=l fontsize={heading_size}
    label=<{heading}>];
  node [fontname="{fonts}" fontsize={title_size} shape=box style="rounded,filled"
    fillcolor="{passing}" color="{outline}" penwidth=1.2 margin="0.13,0.05"];
  edge [fontname="{fonts}" fontsize={event_size} arrowsize=0.75 penwidth=1.2];
"""


def dot_text(page: Page) -> str:
    """Return a page as Graphviz text."""
    head = _HEAD.format(
        name=page.spec.name,
        fonts=_FONTS,
        heading=heading(page),
        heading_size=HEADING_SIZE,
        title_size=TITLE_SIZE,
        event_size=EVENT_SIZE,
        passing=colours.PASSING,
        outline=colours.OUTLINE,
    )
    lines = [head.rstrip("\n")]
    lines += _inside(page, "", "  ")
    lines += [line for edge in page.edges.values() for line in _edge(edge)]
    return "\n".join([*lines, "}"]) + "\n"


def _inside(page: Page, frame: str, indent: str) -> Iterator[str]:
    """Yield the nodes and frames directly inside a frame."""
    for node in page.nodes.values():
        if node.within == frame:
            yield indent + _node(node)
    for edge in page.edges.values():
        if edge.labels and _around(page, edge) == frame:
            yield indent + _written(edge)
    for path, name in page.frames.items():
        if page.frame_around(path) != frame or not _occupied(page, path):
            continue
        fill = colours.FRAMES[frame_depth(page, path) % 2]
        yield f'{indent}subgraph "cluster_{path}" {{'
        yield (
            f"{indent}  label=<<B>{escape(name)}</B>>; labelloc=t; labeljust=l;"
            f' fontsize={_FRAME_TITLE_SIZE}; id="{path}"; style="rounded,filled";'
            f' color="{colours.FRAME_LINE}"; fillcolor="{fill}"; margin=12;'
        )
        yield from _inside(page, path, indent + "  ")
        yield f"{indent}}}"


def _around(page: Page, edge: Edge) -> str:
    """Return the innermost frame that both ends of an edge are drawn in."""
    frame = page.frame_around(edge.frame) if edge.frame else page.nodes[edge.tail].within
    head = page.nodes[edge.head].within
    while frame and not f"{head}.".startswith(f"{frame}."):
        frame = page.frame_around(frame)
    return frame


def _occupied(page: Page, path: str) -> bool:
    return any((node.within + ".").startswith(path + ".") for node in page.nodes.values())


def _node(node: Node) -> str:
    match node.shape:
        case Shape.ANY:
            style = f'style="rounded,dashed,filled" fillcolor="{colours.OUTSIDE}"'
        case Shape.ENTRY | Shape.EXIT:
            style = f'style="dashed,filled" fillcolor="{colours.OUTSIDE}"'
        case _:
            style = f'fillcolor="{colours.RESTING if node.rests else colours.PASSING}"'
    if node.shape in (Shape.ANY, Shape.ENTRY, Shape.EXIT):
        style += f' color="{colours.OUTSIDE_LINE}" height=0.3'
    name, kind = node.id, node.shape.value
    return f'"{name}" [id="{name}" class="{kind}" {style} label=<{node_label(node)}>];'


def _written(edge: Edge) -> str:
    """Return the node that carries the label of an edge."""
    attributes = {"id": _name(edge), "class": " ".join(f"event-{x.event}" for x in edge.labels)}
    notes = [f"{label.event}: {label.note}" for label in edge.labels if label.note]
    if notes:
        attributes["tooltip"] = "&#10;".join(map(escape, notes))
    text = " ".join(f'{name}="{value}"' for name, value in attributes.items())
    return (
        f'"{_name(edge)}" [{text} style="" penwidth=0 width=0 height=0 margin="0.04,0.03"'
        f" label=<{edge_label(edge)}>];"
    )


def _edge(edge: Edge) -> Iterator[str]:
    """Yield the two halves of an arrow, to and from its label."""
    name = _name(edge)
    if not edge.labels:
        line = f'id="{name}" color="{colours.OUTSIDE_LINE}" arrowsize=0.6 weight=4'
        yield f'  "{edge.tail}" -> "{edge.head}" [{line}];'
        return
    colour = colours.PRIORITIES[min(label.priority for label in edge.labels)]
    first = f'id="{name}:first" color="{colour}" dir=none weight=3'
    if edge.frame:
        first += f' {"lhead" if edge.upwards else "ltail"}="cluster_{edge.frame}"'
    last = f'id="{name}:last" color="{colour}"'
    # Backward arrows are laid out in reverse, so that the nodes keep their reading order.
    if edge.upwards:
        yield f'  "{edge.head}" -> "{name}" [{last} dir=back];'
        yield f'  "{name}" -> "{edge.tail}" [{first}];'
    else:
        yield f'  "{edge.tail}" -> "{name}" [{first}];'
        yield f'  "{name}" -> "{edge.head}" [{last}];'


def _name(edge: Edge) -> str:
    return f"{edge.frame or edge.tail}--{edge.head}"
