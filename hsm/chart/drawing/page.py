"""A page of a diagram: nodes and edges with what is written on them, no layout and no notation."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from hsm.chart.engine.compile import Arrow
from hsm.chart.engine.rows import Priority
from hsm.chart.engine.states import Leaf


class Shape(Enum):
    """What a node is."""

    LEAF = "leaf"  # a leaf of the chart
    GROUP = "group"  # a state whose leaves are not drawn
    ENTRY = "entry"  # lists the rows that enter a leaf from outside the page
    EXIT = "exit"  # lists the rows that leave the page from a leaf
    ANY = "any"  # stands for several leaves of its compound


@dataclass(frozen=True, slots=True)
class Label:
    """One row on an edge.

    Attributes:
        priority: Colours it.
        event: The cause.
        rank: Position in the order of the search; 0 where pages only give an overview.
        guard: What must hold; empty if always.
        when: Its dwell or limit; empty if none.
        note: What the table says.
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
        id: Unique on the page; the path of the state where there is one.
        shape: What it is.
        title: Name, in bold.
        lines: Small print.
        within: Path of the frame that it is drawn in, or empty.
        rests: The robot may stay there for ever.
        first: It is entered with the compound around it.
        entries: For an entry or exit box: the states outside, and the rows from or to them.
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
        tail: Node that it starts at.
        head: Node that it ends at.
        labels: The rows; none for the pale arrow of an initial leaf or an entry box.
        frame: Path of the compound whose frame it starts at; empty for the node itself.
        upwards: It leads back, from a lower to an upper node.
    """

    tail: str
    head: str
    labels: list[Label] = field(default_factory=list)
    frame: str = ""
    upwards: bool = False


@dataclass(frozen=True, slots=True)
class Spec:
    """Which page to make.

    Attributes:
        name: File name without its ending.
        title: Heading.
        caption: A sentence below the heading.
        roots: States that are drawn.
        overview: Each root is one node, and the rows between two are only named.
        own_only: Rows that all kinds of the state have (with a `*`) are left out, and so are
            leaves without any other row.
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
        spec: What it was made from.
        structure: Hash of the chart.
        captions: Sentences below the heading.
        nodes: By their id.
        edges: By tail, head and frame.
        frames: Compounds that are drawn as frames, outer ones first, with their names.
    """

    spec: Spec
    structure: str
    captions: list[str]
    nodes: dict[str, Node] = field(default_factory=dict)
    edges: dict[tuple[str, str, str], Edge] = field(default_factory=dict)
    frames: dict[str, str] = field(default_factory=dict)

    def labels(self) -> Iterator[Label]:
        """Yield every row as it is written on the page, on an arrow or in a list."""
        for edge in self.edges.values():
            yield from edge.labels
        for node in self.nodes.values():
            yield from (label for _, label in node.entries)

    def frame_around(self, path: str) -> str:
        """Return the path of the frame that a state is drawn in, or nothing."""
        frame = path.rpartition(".")[0]
        return frame if frame in self.frames else ""

    def connect(self, tail: str, head: str, label: Label | None, frame: str = "") -> Edge:
        """Add a row to the edge between two nodes, and return the edge."""
        edge = self.edges.setdefault((tail, head, frame), Edge(tail, head, [], frame))
        if label is not None and label not in edge.labels:
            edge.labels.append(label)
        return edge


def stay(leaf: Leaf) -> str:
    """Say how long a leaf lasts."""
    if leaf.at_most is None:
        return "rests"
    return f"at most {leaf.at_most:g} s" if leaf.at_most else "one tick"


def condition(arrow: Arrow) -> str:
    """Say when an arrow fires, apart from its guard."""
    when = [f"after {arrow.row.after:g} s"] if arrow.row.after else []
    if arrow.row.limit:
        when.append(f"at most {arrow.row.limit:g} s")
    return ", ".join(when)
