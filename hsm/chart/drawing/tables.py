"""Tables of the chart: safety matrix, leaves, facts, proofs, rows of every picture, index."""

from collections.abc import Iterator, Sequence

from hsm.chart.drawing.page import Page, Spec, condition, stay
from hsm.chart.engine.compile import Arrow, Chart
from hsm.chart.engine.factset import Kind
from hsm.chart.engine.rows import Priority
from hsm.chart.proofs.check import check
from hsm.chart.proofs.property_kinds import Properties

_KINDS = {
    Kind.LEVEL: "as long as its cause",
    Kind.PULSE: "one tick",
    Kind.STATUS: "masked in a leaf's first tick",
}


def safety_page(chart: Chart) -> str:
    """Return the page with the destinations of the SAFETY rows, for every state."""
    rows = [row for row in chart.rows if row.priority is Priority.SAFETY]
    events = list(dict.fromkeys(row.event for row in rows))
    lines = [
        _title(chart, "Safety matrix"),
        "Reactions that override everything else, one tick after the fact; the leftmost that"
        " applies wins. Cells give destinations; a dash means that the state does not react.\n",
        _head("state", *events),
    ]
    for state in chart.tree.children[""]:
        lines += _matrix(chart, state, events)
    lines.append("")
    lines += [f"- `{row.event}` [{row.guard}]: {row.note}" for row in rows]
    return "\n".join(lines) + "\n"


def leaves_page(chart: Chart) -> str:
    """Return the page with every leaf and its rows, in search order."""
    lines = [
        _title(chart, "Leaves"),
        "In every tick, the rows of the active leaf are tried from the top, and the first that"
        " holds fires. Numbers give the position in the search over the whole table, as in the"
        " diagrams. A `timeout` with `at most` is the limit of the row with the same number.\n",
    ]
    for path, leaf in chart.tree.leaves.items():
        facts = [
            f"- {leaf.purpose}",
            f"- joints: {leaf.owner}; {leaf.output}",
            f"- {stay(leaf)}",
        ]
        facts += [f"- done when: {leaf.done_when}"] if leaf.done_when else []
        lines += [f"## {chart.short(path)}\n", *facts, ""]
        lines += [_head("", "priority", "event", "guard", "when", "destination", "note")]
        lines += [_line(_cells(chart, arrow)) for *_, arrow in chart.options[path]]
        lines.append("")
    return "\n".join(lines)


def facts_page(chart: Chart) -> str:
    """Return the page with all facts and their impossible combinations."""
    lines = [_title(chart, "Facts")]
    for group in dict.fromkeys(fact.group for fact in chart.facts.facts):
        lines += [f"## {group[:1].upper()}{group[1:]}\n", _head("fact", "true when", "lasts")]
        for fact in chart.facts.facts:
            if fact.group == group:
                lines.append(_line([f"`{fact.name}`", fact.meaning, _KINDS[fact.kind]]))
        lines.append("")
    lines.append("## Never true together\n")
    lines.append(
        "The proofs assume this; the machine restores the first of the two and counts violations.\n"
    )
    lines += [f"- `{assumption.text}`" for assumption in chart.facts.assumptions]
    return "\n".join(lines) + "\n"


def proofs_page(chart: Chart, properties: Properties) -> str:
    """Return the page with the proven properties and bounds."""
    report = check(chart, properties)
    lines = [_title(chart, "Proofs"), "Every leaf under every possible combination of facts.\n"]
    lines += [_head("property", "checked", "result")]
    for finding in report.findings:
        result = "holds" if finding.holds else "; ".join(finding.failures)
        lines.append(_line([_code(chart, finding.claim), finding.figure, result]))
    lines += [
        "\n## Longest times of held requests\n",
        "Assumes no disturbance, and that every leaf lasts as long as its limit allows, which a"
        " healthy robot never needs. Leaves in a cycle are assumed to last no longer together than"
        " the slowest of them alone.\n",
        _head("request", "from", "seconds"),
    ]
    for bound in report.bounds:
        seconds = "no bound" if bound.seconds is None else f"{bound.seconds:.2f}"
        lines.append(_line([bound.request, bound.start, seconds]))
    lines.append("\n## Where a response is not guaranteed\n")
    for response in properties.responses:
        if response.exempt:
            lines.append(f"- {_code(chart, response.given)}: {response.exempt}")
    lines.append("\n## Livelocks that a component prevents\n")
    for names, reason in properties.loops.items():
        lines.append(f"- {', '.join(sorted(names))}: {reason}")
    return "\n".join(lines) + "\n"


def index_page(chart: Chart, specs: Sequence[Spec]) -> str:
    """Return the index page, with links to all others."""
    lines = [
        _title(chart, "The state machine in pictures"),
        "Generated from `hsm/chart/table.py` by `hsm diagrams`; a test keeps these pages up to"
        " date. Do not edit them by hand.\n",
        "- [pages.md](pages.md): every picture, with its complete rows below",
        "- [leaves.md](leaves.md): every leaf with its rows, in search order",
        "- [safety.md](safety.md): the safety reactions of every state, as a matrix",
        "- [facts.md](facts.md): the facts that guards may use",
        "- [proofs.md](proofs.md): what is proven about the table",
        "- [chart.scxml](chart.scxml): states, events and destinations for other tools",
        "",
        "Every picture has a legend. The number of a row is its position in the search over the"
        " whole table, the same on every page; lower numbers are tried first.\n",
    ]
    lines += [f"- [{spec.title}](pages.md#{_anchor(spec)}): {spec.caption}" for spec in specs]
    lines += ["", *(_image(spec) for spec in specs if spec.overview), ""]
    return "\n".join(lines)


def pictures_page(chart: Chart, pages: Sequence[Page]) -> str:
    """Return the page with all pictures, each with its rows in full."""
    lines = [
        _title(chart, "Pages of the state machine"),
        "The table below each picture lists its complete rows in search order, under the numbers of"
        " the picture.",
    ]
    for page in pages:
        lines += [f"\n## {page.spec.title}\n", _image(page.spec), *_rows_of(chart, page)]
    return "\n".join(lines) + "\n"


def _image(spec: Spec) -> str:
    return f"![{spec.title}]({spec.name}.svg)"


def _anchor(spec: Spec) -> str:
    """Return the anchor of a page's section, in GitHub's format."""
    kept = "".join(c for c in spec.title.lower() if c.isalnum() or c in " -_")
    return kept.replace(" ", "-")


def _rows_of(chart: Chart, page: Page) -> Iterator[str]:
    """Yield the table of the rows on a page, in search order."""
    ranks = {label.rank for label in page.labels()} - {0}
    rows = {arrow.rank: arrow for arrow in chart.arrows if not arrow.of_limit}
    if not ranks:
        return
    yield "\n" + _head("", "priority", "event", "from", "guard", "when", "to", "because")
    for rank in sorted(ranks):
        arrow = rows[rank]
        sources = ", ".join(f"`{source}`" for source in arrow.row.sources)
        yield _line(
            [
                str(rank), arrow.priority.name, f"`{arrow.event}`", sources, _guard(arrow),
                condition(arrow), f"`{arrow.row.dest}`", arrow.row.note,
            ]
        )  # fmt: skip


def _title(chart: Chart, title: str) -> str:
    return f"# {title}\n\n<!-- generated from chart {chart.structure} -->\n"


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _head(*titles: str) -> str:
    """Return the head of a table; ranks, which have no title, and seconds are right-aligned."""
    rules = ["--:" if title in ("", "seconds") else "---" for title in titles]
    return f"{_line(titles)}\n{_line(rules)}"


def _code(chart: Chart, claim: str) -> str:
    """Return a claim with its facts set as code."""
    words = claim.split(" ")
    return " ".join(f"`{w}`" if w.strip("!,") in chart.facts.bits else w for w in words)


def _matrix(chart: Chart, state: str, events: Sequence[str]) -> Iterator[str]:
    """Yield one line for a state whose leaves all respond alike, or the lines of its children."""
    tree = chart.tree
    answers = {tuple(_answers(chart, leaf, events)) for leaf in tree.leaves_of(state)}
    if len(answers) == 1:
        yield _line([f"`{tree.short(state)}`", *answers.pop()])
    else:
        for child in tree.children[state]:
            yield from _matrix(chart, child, events)


def _answers(chart: Chart, leaf: str, events: Sequence[str]) -> Iterator[str]:
    tree = chart.tree
    found = {
        arrow.event: arrow for *_, arrow in chart.options[leaf] if arrow.priority is Priority.SAFETY
    }
    for event in events:
        if event in found:
            yield chart.short(found[event].dest)
        else:
            inside = any(a.event == event and tree.inside(leaf, a.dest) for a in chart.arrows)
            yield "already active" if inside else "-"


def _cells(chart: Chart, arrow: Arrow) -> list[str]:
    when = (
        f"{'at most' if arrow.of_limit else 'after'} {arrow.seconds:g} s" if arrow.seconds else ""
    )
    dest = chart.short(arrow.dest)
    return [
        str(arrow.rank), arrow.priority.name, f"`{arrow.event}`", _guard(arrow), when, f"`{dest}`",
        arrow.row.note,
    ]  # fmt: skip


def _guard(arrow: Arrow) -> str:
    return f"`{arrow.guard_text}`" if arrow.guard_text else "always"
