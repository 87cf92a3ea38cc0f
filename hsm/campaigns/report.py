"""Reports of campaigns: plain values with the interval of every figure, and text for people."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import typer

from hsm.campaigns.intervals import Interval
from hsm.campaigns.statistics import Figure
from hsm.errors import HsmError
from hsm.json_text import json_text

Findings = dict[str, Any]
"""Figures and plain values by their keys in a record, possibly in nested lists and mappings."""


class CampaignReport(ABC):
    """The result of a campaign."""

    @abstractmethod
    def record(self) -> dict[str, object]:
        """Return plain values."""

    @abstractmethod
    def text(self) -> str:
        """Return lines for people."""

    @property
    def unmeasured(self) -> str:
        """Return why nothing was measured; empty if something was."""
        return ""


class ReportOfFindings(CampaignReport):
    """A report whose text and record are made from the same findings."""

    @abstractmethod
    def findings(self) -> Findings:
        """Return the findings."""

    def record(self) -> dict[str, object]:
        """Return the findings as plain values, with their intervals."""
        return with_intervals(self.findings())


def show(report: CampaignReport, *, as_json: bool) -> None:
    """Print a report.

    Raises:
        HsmError: If nothing was measured.
    """
    typer.echo(json_text(report.record()) if as_json else report.text())
    if report.unmeasured:
        raise HsmError(f"nothing measured: {report.unmeasured}")


def with_intervals(figures: Mapping[str, object]) -> dict[str, object]:
    """Return a record: plain values, and under `interval` the bounds of all figures.

    Intervals of nested figures have the same structure, without keys that hold no figures and with
    None for list entries that are not figures.
    """
    intervals = _bounds(figures)
    record = {key: _plain(value) for key, value in figures.items()}
    return record | ({"interval": intervals} if intervals else {})


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
