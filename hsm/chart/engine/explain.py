"""Describes arrows in words: their conditions, and those that are not met."""

from hsm.chart.engine.compile import Arrow, Chart


def unmet(chart: Chart, arrow: Arrow, facts: int, ticks: int) -> tuple[str, ...]:
    """Return the unmet conditions of an arrow: literals of its guard, and the remaining dwell time.

    Args:
        chart: The compiled table.
        arrow: An arrow of the active leaf.
        facts: The facts, as bits.
        ticks: Age of the leaf in ticks.
    """
    seen = chart.seen(facts, ticks)
    lacks = [
        name if wanted else f"!{name}"
        for name, wanted in chart.facts.literals(arrow.guard_text)
        if bool(seen & chart.facts.bit(name)) is not wanted
    ]
    if ticks < arrow.dwell:
        lacks.append(f"{(arrow.dwell - ticks) * chart.period:.2f} s more")
    return tuple(lacks)


def one_line(chart: Chart, arrow: Arrow) -> str:
    """Return an arrow as one line: event, guard, dwell, destination."""
    guard = arrow.guard_text or "always"
    after = f" after {arrow.seconds:g} s" if arrow.seconds else ""
    return f"{arrow.event} [{guard}]{after} -> {chart.short(arrow.dest)}"
