"""The overview page: one node per state, with the causes of its transitions."""

from hsm.chart.drawing.page import Label, Node, Page, Shape, Spec
from hsm.chart.engine.compile import Arrow, Chart
from hsm.chart.engine.rows import Priority
from hsm.chart.engine.tree import Tree, lineage


def overview(chart: Chart, spec: Spec) -> Page:
    """Return the page with one node per root.

    Rows that stay inside a root are omitted. Rows of an inner compound around several roots start
    at its frame; those of an outermost compound would start everywhere and are listed in the
    caption. A reflex is drawn only from its first source: the safety matrix has them all.
    """
    tree = chart.tree
    roots = [tree.path(root) for root in spec.roots]
    page = Page(spec, chart.structure, [spec.caption])
    _add_frames(page, chart, roots)
    for root in roots:
        page.nodes[root] = Node(
            root,
            Shape.GROUP,
            tree.short(root),
            _content(tree, root),
            page.frame_around(root),
            root in tree.leaves and tree.leaves[root].rests,
        )
    reflexes: set[str] = set()
    for arrow in chart.arrows:
        known = arrow.event in reflexes
        if not arrow.of_limit and not known and _draw(page, tree, roots, arrow):
            reflexes |= {arrow.event} if arrow.priority is Priority.SAFETY else set()
    if reflexes:
        page.captions.append(
            "Red reflexes also act in states from which they are not drawn: see safety.md."
        )
    everywhere = [
        a for a in chart.arrows if a.source in tree.children[""] and a.source not in roots
    ]
    page.captions += [_in_words(tree, everywhere)] if everywhere else []
    return page


def _draw(page: Page, tree: Tree, roots: list[str], arrow: Arrow) -> bool:
    """Draw an arrow between two roots; return whether there was one to draw."""
    label = Label(arrow.priority, arrow.event, note=arrow.row.note)
    head = next((root for root in roots if tree.inside(arrow.dest, root)), "")
    tail = next((root for root in roots if tree.inside(arrow.source, root)), "")
    frame = ""
    if not tail and arrow.source in page.frames:
        frame = arrow.source
        tail = [root for root in roots if tree.inside(root, frame)][-1]
    if not tail or not head or tail == head:
        return False
    edge = page.connect(tail, head, None, frame)
    if all((label.priority, label.event) != (known.priority, known.event) for known in edge.labels):
        edge.labels.append(label)
    edge.upwards = roots.index(tail) > roots.index(head)
    return True


def _add_frames(page: Page, chart: Chart, roots: list[str]) -> None:
    """Add the compounds around roots that have rows of their own, except the outermost."""
    sources = {arrow.source for arrow in chart.arrows}
    for root in roots:
        for path in lineage(root)[1:-1]:
            if path in sources:
                page.frames.setdefault(path, chart.short(path))


def _content(tree: Tree, root: str) -> tuple[str, ...]:
    """Return the contents of a root; those of similar kinds are given once."""
    kinds = [child for child in tree.children.get(root, ()) if child in tree.children]
    inside = {tuple(leaf.removeprefix(kind) for leaf in tree.leaves_of(kind)) for kind in kinds}
    if len(kinds) > 1 and len(inside) == 1:
        names = ", ".join(kind.rpartition(".")[2] for kind in kinds)
        leaves = ", ".join(leaf.removeprefix(".") for leaf in inside.pop())
        return (names, f"each {leaves}")
    if root in tree.leaves:
        return ()
    return (", ".join(leaf.rpartition(".")[2] for leaf in tree.leaves_of(root)),)


def _in_words(tree: Tree, arrows: list[Arrow]) -> str:
    rows = ", ".join(f"{arrow.event} → {tree.short(arrow.dest)}" for arrow in arrows)
    return f"From anywhere in {tree.short(arrows[0].source)}: {rows}."
