"""Checks the transitions of a machine against its table, without the search that chose them."""

from hsm.chart.engine.compile import Chart
from hsm.chart.engine.transition import Transition


class TransitionChecker:
    """Follows the active leaf, and compares every transition with the rows of a chart."""

    def __init__(self, chart: Chart, leaf: str) -> None:
        """Start in a leaf, given by its short name."""
        self._rows: dict[tuple[str, str, str], list[tuple[int, int, int]]] = {}
        for path, options in chart.options.items():
            for care, want, dwell, arrow in options:
                key = (chart.short(path), arrow.event, chart.short(arrow.dest_leaf))
                self._rows.setdefault(key, []).append((care, want, dwell))
        self._leaf = leaf

    def look(self, leaf: str, transition: Transition | None) -> list[str]:
        """Return a sentence for every violation in a tick.

        Args:
            leaf: Short name of the leaf that is active after the tick.
            transition: Transition of the tick.
        """
        before, self._leaf = self._leaf, leaf
        if transition is None:
            changed = leaf != before
            return [f"{before} changed to {leaf} without a transition"] if changed else []
        problems = []
        if (transition.source, transition.dest) != (before, leaf):
            problems.append(f"transition not from {before} to {leaf}: {transition}")
        return problems + self._row(transition)

    def _row(self, taken: Transition) -> list[str]:
        if taken.event == "defect":
            return [f"defect: {taken}"]
        rows = self._rows.get((taken.source, taken.event, taken.dest))
        if rows is None:
            return [f"transition not in the table: {taken}"]
        if not any(
            taken.facts & care == want and taken.ticks_in_state >= dwell
            for care, want, dwell in rows
        ):
            return [f"guard or minimum dwell time not fulfilled: {taken}"]
        return []
