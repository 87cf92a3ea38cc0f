"""Writes a page as a Mermaid state diagram, for sites that render it and without Graphviz."""

import re
from collections.abc import Iterator

from hsm.chart.drawing.page import Edge, Label, Node, Page, Shape


def mermaid_text(page: Page) -> str:
    """Return a page as Mermaid text (`stateDiagram-v2`)."""
    lines = [f"%% {page.spec.title}, chart {page.structure}", "stateDiagram-v2", "  direction TB"]
    lines += _inside(page, "", 1)
    for edge in page.edges.values():
        lines.append(_edge(edge))
    return "\n".join(lines) + "\n"


def _inside(page: Page, frame: str, depth: int) -> Iterator[str]:
    indent = "  " * depth
    for node in page.nodes.values():
        if node.within == frame:
            yield f'{indent}state "{_title(node)}" as {_id(node.id)}'
            if node.first:
                yield f"{indent}[*] --> {_id(node.id)}"
    for path, name in page.frames.items():
        if page.frame_around(path) != frame:
            continue
        inner = list(_inside(page, path, depth + 1))
        if not inner:
            continue
        yield f'{indent}state "{name}" as {_id(path)} {{'
        yield from inner
        yield f"{indent}}}"


def _title(node: Node) -> str:
    rows = sorted(node.entries, key=lambda entry: entry[1].rank)
    if node.shape is Shape.ENTRY:
        return "<br/>".join([node.title, *(f"{_text(row)} from {state}" for state, row in rows)])
    return "<br/>".join([node.title, *(f"{_row(row)} → {state}" for state, row in rows)])


def _edge(edge: Edge) -> str:
    ends = f"  {_id(edge.frame or edge.tail)} --> {_id(edge.head)}"
    text = "<br/>".join(map(_row, edge.labels))
    return f"{ends} : {text}" if text else ends


def _row(label: Label) -> str:
    guard = f"[{label.guard}]" if label.guard else ""
    return " ".join(filter(None, (_text(label), guard, label.when)))


def _text(label: Label) -> str:
    return f"{label.rank} {label.event}" if label.rank else label.event


def _id(name: str) -> str:
    return re.sub(r"\W+", "_", name)
