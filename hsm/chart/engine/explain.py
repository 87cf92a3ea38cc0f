"""An arrow in words: what it asks, and what it lacks to fire."""

from hsm.chart.engine.compile import Arrow, Chart


def unmet(chart: Chart, arrow: Arrow, facts: int, ticks: int) -> tuple[str, ...]:
    """Return what an arrow lacks to fire: literals of its guard, and the time still to wait.

    Args:
        chart: The compiled table.
        arrow: One of the active leaf's.
        facts: What is true.
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
    """Write an arrow the way people talk about it: event, guard, dwell, destination."""
    guard = arrow.guard_text or "always"
    after = f" after {arrow.seconds:g} s" if arrow.seconds else ""
    return f"{arrow.event} [{guard}]{after} -> {chart.short(arrow.dest)}"
