"""How a measurement is told: for people or as JSON, and as an error if it came to nothing."""

from typing import Protocol

import typer

from hsm.errors import HsmError
from hsm.json_text import json_text


class CampaignReport(Protocol):
    """What every measurement returns."""

    def record(self) -> dict[str, object]:
        """Return plain values."""

    def text(self) -> str:
        """Return lines for people."""


class Measured(CampaignReport, Protocol):
    """A measurement that comes to nothing when its trials fail."""

    @property
    def unmeasured(self) -> str:
        """Return why there is nothing to tell; empty if there is something."""


def show(report: CampaignReport, *, as_json: bool) -> None:
    """Print a report."""
    typer.echo(json_text(report.record()) if as_json else report.text())


def show_measured(report: Measured, *, as_json: bool) -> None:
    """Print a report.

    Raises:
        HsmError: If it came to nothing.
    """
    show(report, as_json=as_json)
    demand_measured(report.unmeasured)


def demand_measured(unmeasured: str) -> None:
    """Give up with the reason why nothing was measured; none if it is empty.

    Raises:
        HsmError: With the reason.
    """
    if unmeasured:
        raise HsmError(f"nothing measured: {unmeasured}")
