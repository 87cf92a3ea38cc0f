"""Reports of campaigns: plain values with the interval of every figure, and text for people."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, Final

import typer

from hsm.campaigns.intervals import Interval
from hsm.campaigns.statistics import Figure
from hsm.console import note
from hsm.errors import HsmError
from hsm.json_text import json_text

Findings = dict[str, Any]
"""Figures and plain values by their keys in a record, possibly in nested lists and mappings."""

_LINE: Final = 80
"""Characters of a mapping beyond which each of its keys has a line."""


class Group(dict[str, Any]):
    """Findings whose intervals stand beside them in the record, as those of a group of trials."""


class CampaignReport(ABC):
    """The result of a campaign: the same findings for machines and for people."""

    @abstractmethod
    def findings(self) -> Findings:
        """Return the findings."""

    @property
    def unmeasured(self) -> str:
        """Return why nothing was measured; empty if something was."""
        return ""

    def record(self) -> dict[str, object]:
        """Return the findings as plain values, with their intervals."""
        return with_intervals(self.findings())

    def text(self) -> str:
        """Return the findings as lines for people."""
        return "\n".join(lines_of(self.findings()))


def show(
    report: CampaignReport, setup: Mapping[str, object] | None = None, *, as_json: bool
) -> None:
    """Print a report.

    Args:
        report: The report.
        setup: What was measured with, by name: it stands in the record, and on stderr.
        as_json: Print the record.

    Raises:
        HsmError: If nothing was measured.
    """
    told = {} if setup is None else {"setup": dict(setup)}
    if setup is not None:
        note(_in_words(setup))
    typer.echo(json_text(report.record() | told) if as_json else report.text())
    if report.unmeasured:
        raise HsmError(f"nothing measured: {report.unmeasured}")


def with_intervals(figures: Mapping[str, object]) -> dict[str, object]:
    """Return a record: plain values, and under `interval` the bounds of all figures.

    Intervals of nested figures have the same structure, without keys that hold no figures and with
    None for list entries that are not figures.
    """
    intervals = _bounds(dict(figures))
    record = {key: _plain(value) for key, value in figures.items()}
    return record | ({"interval": intervals} if intervals else {})


def lines_of(findings: Mapping[str, object]) -> Iterator[str]:
    """Yield a line per key, and below the key of nested groups and long mappings their lines."""
    width = max(map(len, findings), default=0)
    for key, value in findings.items():
        if isinstance(value, Mapping) and _is_nested(value):
            yield f"{key}:"
            yield from (f"  {line}" for line in lines_of(value))
        elif isinstance(value, list) and any(map(_fills_a_line, value)):
            yield from (f"{key}: {_in_words(each)}" for each in value)
        else:
            yield f"{key:<{width}}  {_in_words(value)}"


def _is_nested(value: Mapping[str, object]) -> bool:
    if isinstance(value, Group) or any(isinstance(each, Mapping) for each in value.values()):
        return True
    return len(_in_words(value)) > _LINE


def _fills_a_line(value: object) -> bool:
    return isinstance(value, Mapping | list) or (isinstance(value, str) and " " in value)


def _in_words(value: object) -> str:
    match value:
        case None:
            return "-"
        case Mapping():
            return ", ".join(f"{key} {_in_words(each)}" for key, each in value.items()) or "none"
        case list() | tuple():
            return ", ".join(map(_in_words, value)) or "none"
        case _:
            return str(value)


def _holds_figures(value: object) -> bool:
    if isinstance(value, Group):
        return False
    if isinstance(value, Mapping):
        return any(map(_holds_figures, value.values()))
    if isinstance(value, list | tuple):
        return any(map(_holds_figures, value))
    return isinstance(value, Figure)


def _plain(value: object) -> object:
    if isinstance(value, Group):
        return with_intervals(value)
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value.plain if isinstance(value, Figure) else value


def _bounds(value: object) -> object:
    if isinstance(value, Mapping) and not isinstance(value, Group):
        return {key: _bounds(item) for key, item in value.items() if _holds_figures(item)}
    if isinstance(value, list | tuple):
        return [_bounds(item) for item in value]
    return _rounded(value.interval) if isinstance(value, Figure) else None


def _rounded(interval: Interval | None) -> list[float] | None:
    """Return bounds with four digits, which suffice for a comparison and keep pages short."""
    return None if interval is None else [float(f"{bound:.4g}") for bound in interval]
