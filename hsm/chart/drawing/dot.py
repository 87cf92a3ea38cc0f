"""A page as text for Graphviz. The same chart gives the same text, byte for byte."""

import textwrap
from collections.abc import Iterator

from hsm.chart.drawing.page import Edge, Label, Node, Page, Shape
from hsm.chart.rows import Band

COLOURS = {
    Band.SAFETY: "#c0261c",
    Band.OPERATOR: "#c46a00",
    Band.REACTION: "#1f5fa8",
    Band.SEQUENCE: "#4a4a4a",
    Band.REQUEST: "#1c7a3a",
}

_PALE = "#6a737d"
_CAPTION_WIDTH = 100
_GUARD_WIDTH = 24
_SOURCE_WIDTH = 24
_OUTSIDE = (
    'style="dashed,filled" fillcolor="#fafafa" color="#a3abb4" fontcolor="#5b6673" height=0.3'
)

_HEAD = """\
digraph "{name}" {{
  graph [rankdir=TB compound=true fontname="DejaVu Sans" bgcolor="white"
    nodesep={nodesep} ranksep={ranksep} pad=0.25 labelloc=t labeljust=l fontsize=18
    label=<{heading}>];
  node [fontname="DejaVu Sans" fontsize=12 shape=box style="rounded,filled" fillcolor="#ffffff"
    color="#5b6673" penwidth=1.2 margin="0.12,0.07"];
  edge [fontname="DejaVu Sans" fontsize=10 arrowsize=0.75 penwidth=1.2];
"""


def dot_text(page: Page) -> str:
    """Write a page for Graphviz."""
    overview = page.spec.overview
    head = _HEAD.format(
        name=page.spec.name,
        nodesep=0.55 if overview else 0.3,
        ranksep=0.7 if overview else 0.5,
        heading=_heading(page),
    )
    lines = [head.rstrip("\n")]
    lines += _inside(page, "", 1)
    lines += [_edge(edge) for edge in page.edges.values()]
    return "\n".join([*lines, "}"]) + "\n"


def _heading(page: Page) -> str:
    small = [line for text in page.captions for line in textwrap.wrap(text, _CAPTION_WIDTH)]
    rows = "".join(
        f'<BR ALIGN="LEFT"/><FONT POINT-SIZE="11" COLOR="{_PALE}">{_escape(line)}</FONT>'
        for line in [*small, f"chart {page.structure}"]
    )
    return f'<B>{_escape(page.spec.title)}</B>{rows}<BR ALIGN="LEFT"/>'


def _inside(page: Page, frame: str, depth: int) -> Iterator[str]:
    """Yield the nodes and frames directly inside a frame."""
    indent = "  " * depth
    for node in page.nodes.values():
        if node.within == frame:
            yield indent + _node(node)
    for path, name in page.frames.items():
        if _parent(page, path) != frame or not _occupied(page, path):
            continue
        yield f'{indent}subgraph "cluster_{path}" {{'
        yield (
            f"{indent}  label=<<B>{_escape(name)}</B>>; labelloc=t; labeljust=l; fontsize=13;"
            f' id="{path}"; style="rounded,filled"; color="#b4bcc6";'
            f' fillcolor="{"#f4f6f8" if depth % 2 else "#e9edf1"}"; margin=14;'
        )
        yield from _inside(page, path, depth + 1)
        yield f"{indent}}}"


def _parent(page: Page, path: str) -> str:
    parent = path.rpartition(".")[0]
    return parent if parent in page.frames else ""


def _occupied(page: Page, path: str) -> bool:
    return any((node.within + ".").startswith(path + ".") for node in page.nodes.values())


def _node(node: Node) -> str:
    name = f'"{node.id}" [id="{node.id}"'
    match node.shape:
        case Shape.INITIAL:
            return f'{name} shape=point width=0.1 color="#9aa4af" fillcolor="#9aa4af" label=""];'
        case Shape.ANY:
            names = "<BR/>".join(map(_escape, textwrap.wrap(node.title, 18)))
            return (
                f'{name} class="any" shape=box style="rounded,dashed" color="#8a949e" height=0.3'
                f' margin="0.08,0.03" label=<<I>{names}</I>>];'
            )
        case Shape.PORT:
            return f'{name} class="port" {_OUTSIDE} label="→ {_over_two_lines(node.title)}"];'
        case Shape.ENTRY:
            return f'{name} class="entry" {_OUTSIDE} margin="0.06,0.03" label=<{_entry(node)}>];'
    fill = "#e4f1e6" if node.rests else "#ffffff"
    return f'{name} class="{node.shape.value}" fillcolor="{fill}" label=<{_node_label(node)}>];'


def _over_two_lines(state: str) -> str:
    """Return a state's name with its parent on a line of its own: ports stand side by side."""
    parent, dot, name = state.rpartition(".")
    return f"{parent}{dot}\\n{name}" if parent else state


def _entry(node: Node) -> str:
    rows = "".join(
        f'<TR><TD ALIGN="LEFT"><FONT POINT-SIZE="10" COLOR="{COLOURS[label.band]}">'
        f"<B>{label.rank} {_escape(label.event)}</B></FONT>"
        f'<FONT POINT-SIZE="9"> from {"<BR/>".join(_wrapped(_escape(source)))}</FONT></TD></TR>'
        for source, label in sorted(node.entries, key=lambda entry: entry[1].rank)
    )
    return f'<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="1">{rows}</TABLE>'


def _wrapped(source: str) -> list[str]:
    return textwrap.wrap(source, _SOURCE_WIDTH, break_long_words=False)


def _node_label(node: Node) -> str:
    if node.shape is Shape.GROUP:
        small = [part for line in node.lines for part in textwrap.wrap(line, 30)]
    else:
        small = [part for line in node.lines for part in textwrap.wrap(line, 26)]
    rows = "".join(
        f'<BR/><FONT POINT-SIZE="9" COLOR="{_PALE}">{_escape(line)}</FONT>' for line in small
    )
    return f"<B>{_escape(node.title)}</B>{rows}"


def _edge(edge: Edge) -> str:
    # What leads back is laid out in the other direction: the order of the nodes stays the story.
    first, last = (edge.head, edge.tail) if edge.upwards else (edge.tail, edge.head)
    if not edge.labels:
        name = f"{edge.tail}--{edge.head}"
        return f'  "{first}" -> "{last}" [id="{name}" color="#b9c1ca" arrowsize=0.6];'
    attributes = {
        "id": f"{edge.frame or edge.tail}--{edge.head}",
        "class": " ".join(f"event-{label.event}" for label in edge.labels),
        "color": COLOURS[min(label.band for label in edge.labels)],
    }
    if edge.upwards:
        attributes["dir"] = "back"
    if edge.frame:
        attributes["lhead" if edge.upwards else "ltail"] = f"cluster_{edge.frame}"
    notes = [f"{label.event}: {label.note}" for label in edge.labels if label.note]
    if notes:
        attributes["tooltip"] = attributes["labeltooltip"] = "&#10;".join(map(_escape, notes))
    text = " ".join(f'{name}="{value}"' for name, value in attributes.items())
    return f'  "{first}" -> "{last}" [{text} label=<{_edge_label(edge)}>];'


def _edge_label(edge: Edge) -> str:
    # The empty cell keeps the text off the line.
    rows = "".join(
        f'<TR><TD WIDTH="5"></TD><TD ALIGN="LEFT">{_label(label)}</TD></TR>'
        for label in edge.labels
    )
    return f'<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="1">{rows}</TABLE>'


def _label(label: Label) -> str:
    rank = f"{label.rank} " if label.rank else ""
    text = f'<FONT COLOR="{COLOURS[label.band]}"><B>{rank}{_escape(label.event)}</B></FONT>'
    small = []
    if label.guard:
        small += textwrap.wrap(f"[{label.guard}]", _GUARD_WIDTH)
    if label.when:
        small.append(label.when)
    return (
        text
        + "".join(
            f'<BR ALIGN="LEFT"/><FONT POINT-SIZE="8.5" COLOR="{_PALE}">{_escape(line)}</FONT>'
            for line in small
        )
        + ('<BR ALIGN="LEFT"/>' if small else "")
    )


def _escape(text: str) -> str:
    for plain, escaped in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(plain, escaped)
    return text
