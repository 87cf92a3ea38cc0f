"""The chart in words: what a leaf asks, in which order, and why it does not move."""

from hsm.chart.compile import Arrow, Chart


def resolved(chart: Chart, leaf: str) -> str:
    """Return the rows that a leaf asks, in the order of the search, one per line."""
    path = chart.tree.path(leaf)
    lines = [chart.short(path)]
    for place, (*_, arrow) in enumerate(chart.options[path], start=1):
        lines.append(f"  {place:2d} {arrow.band.name:<8} {one_line(chart, arrow)}")
    return "\n".join(lines)


def missing(chart: Chart, leaf: str, facts: int, ticks: int) -> tuple[str, ...]:
    """Say for every row of a leaf what is missing for it to fire; "nothing" if it would.

    Args:
        chart: The compiled table.
        leaf: The active leaf, by path or short name.
        facts: What is true.
        ticks: Age of the leaf in ticks.
    """
    path = chart.tree.path(leaf)
    seen = chart.seen(facts, ticks)
    lines = []
    for *_, arrow in chart.options[path]:
        lacks = [
            name if wanted else f"!{name}"
            for name, wanted in chart.facts.literals(arrow.guard_text)
            if bool(seen & chart.facts.bit(name)) is not wanted
        ]
        if ticks < arrow.dwell:
            lacks.append(f"{(arrow.dwell - ticks) * chart.period:.2f} s more")
        lines.append(f"{one_line(chart, arrow)}: {', '.join(lacks) or 'nothing'}")
    return tuple(lines)


def one_line(chart: Chart, arrow: Arrow) -> str:
    """Write an arrow the way people talk about it: event, guard, dwell, destination."""
    guard = arrow.guard_text or "always"
    after = f" after {arrow.seconds:g} s" if arrow.seconds else ""
    return f"{arrow.event} [{guard}]{after} -> {chart.short(arrow.dest)}"
