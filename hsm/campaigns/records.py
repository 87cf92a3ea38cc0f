"""Records of campaigns: plain values for machines, the interval of every figure beside them."""

from collections.abc import Callable, Mapping

from hsm.campaigns.intervals import Interval
from hsm.campaigns.statistics import Figure


def with_intervals(figures: Mapping[str, object]) -> dict[str, object]:
    """Return a record: plain values, and under `interval` the bounds of every figure among them.

    Figures may lie in lists and mappings, whose shape their intervals take over.
    """
    intervals = {key: _bounds(value) for key, value in figures.items() if _holds_figures(value)}
    record = {key: _plain(value) for key, value in figures.items()}
    return record | ({"interval": intervals} if intervals else {})


def _holds_figures(value: object) -> bool:
    if isinstance(value, Mapping):
        return any(map(_holds_figures, value.values()))
    if isinstance(value, list | tuple):
        return any(map(_holds_figures, value))
    return isinstance(value, Figure)


def _plain(value: object) -> object:
    return _each(value, lambda figure: figure.plain)


def _bounds(value: object) -> object:
    return _each(value, lambda figure: _rounded(figure.interval))


def _each(value: object, told: Callable[[Figure], object]) -> object:
    if isinstance(value, Mapping):
        return {key: _each(item, told) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_each(item, told) for item in value]
    return told(value) if isinstance(value, Figure) else value


def _rounded(interval: Interval | None) -> list[float] | None:
    """Return bounds with four digits: a reader compares them, and a page stays short."""
    return None if interval is None else [float(f"{bound:.4g}") for bound in interval]
