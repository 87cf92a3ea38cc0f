"""A page as a Mermaid state diagram, for readers without Graphviz and for pages that render it."""

import re
from collections.abc import Iterator

from hsm.chart.drawing.page import Edge, Label, Node, Page, Shape


def mermaid_text(page: Page) -> str:
    """Write a page for Mermaid (`stateDiagram-v2`)."""
    lines = [f"%% {page.spec.title}, chart {page.structure}", "stateDiagram-v2", "  direction TB"]
    lines += _inside(page, "", 1)
    for edge in page.edges.values():
        lines += _edge(page, edge)
    return "\n".join(lines) + "\n"


def _inside(page: Page, frame: str, depth: int) -> Iterator[str]:
    indent = "  " * depth
    for node in page.nodes.values():
        if node.within == frame and node.shape is not Shape.INITIAL:
            yield f'{indent}state "{_title(node)}" as {_id(node.id)}'
    for path, name in page.frames.items():
        parent = path.rpartition(".")[0]
        if (parent if parent in page.frames else "") != frame:
            continue
        inner = list(_inside(page, path, depth + 1))
        if not inner:
            continue
        yield f'{indent}state "{name}" as {_id(path)} {{'
        yield from inner
        for edge in page.edges.values():
            if edge.tail == f"initial:{path}":
                yield f"{indent}  [*] --> {_id(edge.head)}"
        yield f"{indent}}}"


def _title(node: Node) -> str:
    match node.shape:
        case Shape.PORT:
            return f"→ {node.title}"
        case Shape.ENTRY:
            entries = sorted(node.entries, key=lambda entry: entry[1].rank)
            return "<br/>".join(f"{_text(label)} from {source}" for source, label in entries)
    return node.title


def _edge(page: Page, edge: Edge) -> Iterator[str]:
    if page.nodes[edge.tail].shape is Shape.INITIAL:
        return
    ends = f"  {_id(edge.frame or edge.tail)} --> {_id(edge.head)}"
    text = "<br/>".join(
        " ".join(
            filter(None, (_text(label), f"[{label.guard}]" if label.guard else "", label.when))
        )
        for label in edge.labels
    )
    yield f"{ends} : {text}" if text else ends


def _text(label: Label) -> str:
    return f"{label.rank} {label.event}" if label.rank else label.event


def _id(name: str) -> str:
    return re.sub(r"\W+", "_", name)
