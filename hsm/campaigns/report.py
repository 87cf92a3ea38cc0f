"""Prints the report of a measurement, as text or JSON; nothing measured is an error."""

from typing import Protocol

import typer

from hsm.errors import HsmError
from hsm.json_text import json_text


class CampaignReport(Protocol):
    """The result of a measurement."""

    def record(self) -> dict[str, object]:
        """Return plain values."""

    def text(self) -> str:
        """Return lines for people."""


class Measured(CampaignReport, Protocol):
    """A measurement that has no result if its trials fail."""

    @property
    def unmeasured(self) -> str:
        """Return why nothing was measured; empty if something was."""


def show(report: CampaignReport, *, as_json: bool) -> None:
    """Print a report."""
    typer.echo(json_text(report.record()) if as_json else report.text())


def show_measured(report: Measured, *, as_json: bool) -> None:
    """Print a report.

    Raises:
        HsmError: If nothing was measured.
    """
    show(report, as_json=as_json)
    demand_measured(report.unmeasured)


def demand_measured(unmeasured: str) -> None:
    """Check that something was measured.

    Raises:
        HsmError: With the reason, if it is not empty.
    """
    if unmeasured:
        raise HsmError(f"nothing measured: {unmeasured}")
