"""A page of a diagram: labelled nodes and edges, independent of layout and notation."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from hsm.chart.engine.compile import Arrow
from hsm.chart.engine.rows import Priority
from hsm.chart.engine.states import Leaf


class Shape(Enum):
    """Kind of a node."""

    LEAF = "leaf"  # a leaf of the chart
    GROUP = "group"  # a state whose leaves are not drawn
    ENTRY = "entry"  # lists the rows that enter a leaf from outside the page
    EXIT = "exit"  # lists the rows that leave the page from a leaf
    ANY = "any"  # stands for several leaves of its compound


@dataclass(frozen=True, slots=True)
class Label:
    """One row on an edge.

    Attributes:
        priority: Priority of the row, which gives the colour.
        event: Event of the row.
        rank: Position in the search order; 0 on overview pages.
        guard: Guard of the row; empty if it always holds.
        when: Dwell or limit of the row; empty if none.
        note: Note of the row in the table.
    """

    priority: Priority
    event: str
    rank: int = 0
    guard: str = ""
    when: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a page.

    Attributes:
        id: Unique on the page; the path of the state if it is one.
        shape: Kind of the node.
        title: Name, in bold.
        lines: Small print.
        within: Path of the frame that it is drawn in, or empty.
        rests: The robot may stay there forever.
        first: It is entered with its compound.
        entries: For an entry or exit box: states on other pages, with the rows from or to them.
    """

    id: str
    shape: Shape
    title: str
    lines: tuple[str, ...] = ()
    within: str = ""
    rests: bool = False
    first: bool = False
    entries: list[tuple[str, Label]] = field(default_factory=list)


@dataclass(slots=True)
class Edge:
    """An edge with the rows that share it.

    Attributes:
        tail: Node at which it starts.
        head: Node at which it ends.
        labels: The rows; none for the pale arrow of an entry or exit box.
        frame: Path of the compound at whose frame it starts; empty for the node itself.
        upwards: It leads back, from a lower to an upper node.
    """

    tail: str
    head: str
    labels: list[Label] = field(default_factory=list)
    frame: str = ""
    upwards: bool = False


@dataclass(frozen=True, slots=True)
class Spec:
    """Specification of a page.

    Attributes:
        name: File name without extension.
        title: Heading.
        caption: A sentence below the heading.
        roots: States that are drawn.
        overview: Each root is one node, and rows between two roots are only named.
        own_only: Omit rows that all kinds of the state share (with a `*`), and leaves without any
            other row.
    """

    name: str
    title: str
    caption: str
    roots: tuple[str, ...]
    overview: bool = False
    own_only: bool = False


@dataclass(slots=True)
class Page:
    """A page, ready to be written in any notation.

    Attributes:
        spec: Specification of the page.
        structure: Hash of the chart.
        captions: Sentences below the heading.
        nodes: The nodes, by id.
        edges: The edges, by tail, head and frame.
        frames: Names of the compounds that are drawn as frames, by path, outer ones first.
    """

    spec: Spec
    structure: str
    captions: list[str]
    nodes: dict[str, Node] = field(default_factory=dict)
    edges: dict[tuple[str, str, str], Edge] = field(default_factory=dict)
    frames: dict[str, str] = field(default_factory=dict)

    def labels(self) -> Iterator[Label]:
        """Yield every row on the page, on an arrow or in a box."""
        for edge in self.edges.values():
            yield from edge.labels
        for node in self.nodes.values():
            yield from (label for _, label in node.entries)

    def frame_around(self, path: str) -> str:
        """Return the path of the frame that a state is drawn in; empty if there is none."""
        frame = path.rpartition(".")[0]
        return frame if frame in self.frames else ""

    def connect(self, tail: str, head: str, label: Label | None, frame: str = "") -> Edge:
        """Add a row to the edge between two nodes, and return the edge."""
        edge = self.edges.setdefault((tail, head, frame), Edge(tail, head, [], frame))
        if label is not None and label not in edge.labels:
            edge.labels.append(label)
        return edge


def stay(leaf: Leaf) -> str:
    """Return how long a leaf lasts, in words."""
    if leaf.at_most is None:
        return "rests"
    return f"at most {leaf.at_most:g} s" if leaf.at_most else "one tick"


def condition(arrow: Arrow) -> str:
    """Return the time conditions of an arrow, in words."""
    when = [f"after {arrow.row.after:g} s"] if arrow.row.after else []
    if arrow.row.limit:
        when.append(f"at most {arrow.row.limit:g} s")
    return ", ".join(when)
