"""Records of campaigns: plain values for machines, with the interval of every figure."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from hsm.campaigns.intervals import Interval
from hsm.campaigns.statistics import Figure

Findings = dict[str, Any]
"""Figures and plain values by their keys in a record, possibly in nested lists and mappings."""


def with_intervals(figures: Mapping[str, object]) -> dict[str, object]:
    """Return a record: plain values, and under `interval` the bounds of all figures.

    Intervals of nested figures have the same structure, without keys that hold no figures and with
    None for list entries that are not figures.
    """
    intervals = _bounds(figures)
    record = {key: _plain(value) for key, value in figures.items()}
    return record | ({"interval": intervals} if intervals else {})


class ReportOfFindings(ABC):
    """A report whose text and record are made from the same findings."""

    @abstractmethod
    def findings(self) -> Findings:
        """Return the findings."""

    def record(self) -> dict[str, object]:
        """Return the findings as plain values, with their intervals."""
        return with_intervals(self.findings())


def _holds_figures(value: object) -> bool:
    if isinstance(value, Mapping):
        return any(map(_holds_figures, value.values()))
    if isinstance(value, list | tuple):
        return any(map(_holds_figures, value))
    return isinstance(value, Figure)


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value.plain if isinstance(value, Figure) else value


def _bounds(value: object) -> object:
    if isinstance(value, Mapping):
        return {key: _bounds(item) for key, item in value.items() if _holds_figures(item)}
    if isinstance(value, list | tuple):
        return [_bounds(item) for item in value]
    return _rounded(value.interval) if isinstance(value, Figure) else None


def _rounded(interval: Interval | None) -> list[float] | None:
    """Return bounds with four digits, which suffice for a comparison and keep pages short."""
    return None if interval is None else [float(f"{bound:.4g}") for bound in interval]
