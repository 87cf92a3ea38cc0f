"""Detail pages: all leaves of some states, and all rows that begin or end there.

Rows from other pages are listed in one box per leaf that they enter; their guards are on the page
of their source. Rows to other pages are listed in one box per leaf that they leave. A row that
several leaves share starts once, at a small node that names them, or is listed there. Rows of the
enclosing states are named below the heading.
"""

from collections.abc import Iterator, Sequence

from hsm.chart.drawing.page import Label, Node, Page, Shape, Spec, condition, stay
from hsm.chart.engine.compile import Arrow, Chart
from hsm.chart.engine.rows import Row
from hsm.chart.engine.tree import lineage

# With at least this many leaves, the arrows of one row are drawn as one.
_MANY = 3


def detail(chart: Chart, spec: Spec) -> Page:
    """Return the page with all leaves of its roots."""
    return _Detail(chart, spec).page


class _Detail:
    def __init__(self, chart: Chart, spec: Spec) -> None:
        self._tree = chart.tree
        self._roots = [chart.tree.path(root) for root in spec.roots]
        self._first_of: dict[str, str] = {}
        captions = [spec.caption]
        if around := self._of_states_around(chart):
            captions.append(
                f"Also, inherited from enclosing states (leaves.md): {', '.join(around)}."
            )
        self.page = Page(spec, chart.structure, captions)
        self._add_leaves()
        for row in chart.rows:
            if spec.own_only and any("*" in source for source in row.sources):
                continue
            arrows = [a for a in chart.arrows if a.row is row and not a.of_limit]
            for dest in dict.fromkeys(arrow.dest for arrow in arrows):
                self._draw([arrow for arrow in arrows if arrow.dest == dest])
        if spec.own_only:
            self._drop_lonely_leaves()

    def _of_states_around(self, chart: Chart) -> list[str]:
        """Return the events of the rows that the roots inherit from enclosing states."""
        return list(
            dict.fromkeys(
                arrow.event
                for arrow in sorted(chart.arrows, key=lambda arrow: arrow.rank)
                if not arrow.of_limit and not self._drawn(arrow.source)
                if any(self._drawn(leaf) for leaf in arrow.leaves)
            )
        )

    def _add_leaves(self) -> None:
        for root in self._roots:
            for path in self._tree.leaves_of(root):
                leaf = self._tree.leaves[path]
                self._add_frames(path)
                within = self.page.frame_around(path)
                title = path.rpartition(".")[2] if within else self._tree.short(path)
                lines = (leaf.purpose, stay(leaf))
                first = bool(within) and path == self._tree.first_leaf(within)
                self.page.nodes[path] = Node(
                    path, Shape.LEAF, title, lines, within, leaf.rests, first
                )

    def _add_frames(self, leaf: str) -> None:
        for path in lineage(leaf)[:-1]:
            if self._drawn(path):
                self.page.frames.setdefault(path, self._tree.short(path))

    def _draw(self, arrows: Sequence[Arrow]) -> None:
        """Draw the arrows of one row to one destination."""
        first = arrows[0]
        label = Label(
            first.priority,
            first.event,
            first.rank,
            first.guard_text,
            condition(first),
            first.row.note,
        )
        inner = [arrow for arrow in arrows if self._drawn(arrow.source)]
        outer = [arrow for arrow in arrows if not self._drawn(arrow.source)]
        for tail in self._tails(inner) if inner else ():
            if self._drawn(first.dest):
                edge = self.page.connect(tail, first.dest_leaf, label)
                edge.upwards = self._order(first.dest_leaf) < self._order(tail)
            else:
                self._exit(tail).entries.append((self._name(self._tree.short(first.dest)), label))
        if outer and self._drawn(first.dest):
            self._entry(first.dest_leaf).entries.append((self._sources(first.row, outer), label))

    def _order(self, node: str) -> int:
        """Return the index of a leaf in the tree, or of the first leaf of a shared node."""
        return list(self._tree.leaves).index(self._first_of.get(node, node))

    def _sources(self, row: Row, arrows: Sequence[Arrow]) -> str:
        """Return the sources of a row as written in the table, without those on the page."""
        outside = {arrow.source for arrow in arrows}
        return ", ".join(
            self._name(pattern)
            for pattern in row.sources
            if outside & {state for state, _ in self._tree.expand(pattern)}
        )

    def _tails(self, arrows: Sequence[Arrow]) -> Iterator[str]:
        leaves = [leaf for arrow in arrows for leaf in arrow.leaves]
        if len(arrows) == 1 and arrows[0].source in self.page.frames and len(leaves) > 1:
            yield self._any(arrows[0].source, leaves)
            return
        frames = {leaf.rpartition(".")[0] for leaf in leaves}
        shared = len(leaves) >= _MANY or any(a.source not in self._tree.leaves for a in arrows)
        if len(frames) == 1 and shared and len(leaves) > 1:
            yield self._any(frames.pop(), leaves)
        else:
            yield from leaves

    def _any(self, frame: str, leaves: Sequence[str]) -> str:
        others = [n.rpartition(".")[2] for n in self._tree.leaves_of(frame) if n not in leaves]
        if len(others) > 1:
            text = ", ".join(leaf.rpartition(".")[2] for leaf in leaves)
        else:
            text = f"any but {others[0]}" if others else "any"
        node = f"any:{frame}:{text}"
        self.page.nodes.setdefault(node, Node(node, Shape.ANY, text, (), frame))
        self._first_of.setdefault(node, leaves[0])
        return node

    def _entry(self, leaf: str) -> Node:
        node = f"into:{leaf}"
        if node not in self.page.nodes:
            within = self.page.nodes[leaf].within
            self.page.nodes[node] = Node(node, Shape.ENTRY, "entered by", (), within)
            self.page.connect(node, leaf, None)
        return self.page.nodes[node]

    def _exit(self, tail: str) -> Node:
        if self.page.nodes[tail].shape is Shape.ANY:
            return self.page.nodes[tail]
        node = f"out-of:{tail}"
        if node not in self.page.nodes:
            within = self.page.nodes[tail].within
            self.page.nodes[node] = Node(node, Shape.EXIT, "leaves to", (), within)
            self.page.connect(tail, node, None)
        return self.page.nodes[node]

    def _name(self, name: str) -> str:
        """Return a short name or pattern without the prefix of the page's common compound."""
        around = self._tree.short(self._roots[0]).rpartition(".")[0]
        return name.removeprefix(f"{around}.") if around else name

    def _drawn(self, state: str) -> bool:
        return any(self._tree.inside(state, root) for root in self._roots)

    def _drop_lonely_leaves(self) -> None:
        used = {end for edge in self.page.edges.values() for end in (edge.tail, edge.head)}
        self.page.nodes = {
            name: node for name, node in self.page.nodes.items() if name in used or node.entries
        }
