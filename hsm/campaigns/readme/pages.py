"""The table of the README, and the page with the command, date and commit of every figure.

Both are generated from the ledger and the current code: a figure that is older than the code is
marked, so that it is never mistaken for a new one. No figure is ever written by hand.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hsm.campaigns.readme.code_digest import MeasuredCode
from hsm.campaigns.readme.ledger import Ledger, LedgerEntry
from hsm.campaigns.readme.measured_commit import Checkout
from hsm.campaigns.readme.rows import PLANTS, Campaign, FigureRow

STALE = "†"
"""Mark of a figure that was measured with code other than the current one."""
_UNKNOWN = "not measured yet"


@dataclass(frozen=True, slots=True)
class Figures:
    """The measured figures, compared with the current code.

    Attributes:
        rows: Rows of the table.
        ledger: The measurements.
        code: The current code.
    """

    rows: Sequence[FigureRow]
    ledger: Ledger
    code: MeasuredCode

    @classmethod
    def of(cls, checkout: Checkout, rows: Sequence[FigureRow]) -> "Figures":
        """Return the figures of a checkout."""
        return cls(rows, Ledger(checkout.ledger), MeasuredCode(checkout.root))

    def write(self, checkout: Checkout) -> None:
        """Write both tables into their pages, and drop ledger entries that no row uses."""
        self.ledger.keep([each.words for row in self.rows for each in row.all_campaigns])
        checkout.table().put(self.table())
        checkout.page().put(self.page())

    def entry(self, campaign: Campaign) -> LedgerEntry | None:
        """Return the ledger entry of a campaign; None if it was never run."""
        return self.ledger.entries.get(campaign.words)

    def is_current(self, campaign: Campaign) -> bool:
        """Return whether a campaign was run with the current code."""
        entry = self.entry(campaign)
        return entry is not None and entry.digest == self.code.digest(*campaign.modules)

    def cell(self, row: FigureRow, plant: str) -> str:
        """Return the cell of a row and a plant."""
        campaigns = row.campaigns[plant]
        entries = [self.entry(campaign) for campaign in campaigns]
        records = [entry.record for entry in entries if entry is not None]
        if len(records) < len(campaigns):
            return _UNKNOWN
        current = all(map(self.is_current, campaigns))
        return row.cell(records) + ("" if current else f" {STALE}")

    def table(self) -> str:
        """Return the table of the README, followed by the dates and commits of its measurements."""
        lines = ["| | " + " | ".join(f"`{plant}`" for plant in PLANTS) + " |", "|---" * 3 + "|"]
        rows = [row for row in self.rows if row.first]
        for row in rows:
            cells = [row.text, *(self.cell(row, plant) for plant in PLANTS)]
            lines.append(f"| {' | '.join(cells)} |")
        return "\n".join([*lines, "", self._age(rows)])

    def page(self) -> str:
        """Return a line per row and plant: the figure, its command, date, commit and code."""
        head = ("row", "what", "figure", "measured by `hsm measure ...`", "on", "at", "code")
        lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
        for row in self.rows:
            for plant, campaigns in row.campaigns.items():
                told = map(self._source, campaigns)
                sources = ["<br>".join(column) for column in zip(*told, strict=True)]
                lines.append(
                    f"| {' | '.join([row.name, row.text, self.cell(row, plant), *sources])} |"
                )
        return "\n".join([*lines, "", self._age(self.rows)])

    def _source(self, campaign: Campaign) -> tuple[str, str, str, str]:
        entry = self.entry(campaign)
        words = f"`{campaign.words}`"
        if entry is None:
            return words, "-", "-", "-"
        mark = "" if self.is_current(campaign) else f" {STALE}"
        return words, entry.date, entry.commit, entry.digest + mark

    def _age(self, rows: Sequence[FigureRow]) -> str:
        found = {
            campaign: (entry, self.is_current(campaign))
            for row in rows
            for campaign in row.all_campaigns
            if (entry := self.entry(campaign)) is not None
        }
        if not found:
            return "Nothing has been measured yet."
        told = ", ".join(_commits_by_day(entry for entry, _ in found.values()))
        old = sum(not current for _, current in found.values())
        marked = f" {STALE} older than the code: {old} of {len(found)} campaigns." if old else ""
        return f"Measured at {told}.{marked}"


def _commits_by_day(entries: Iterable[LedgerEntry]) -> Iterator[str]:
    days: dict[str, set[str]] = {}
    for entry in entries:
        days.setdefault(entry.date, set()).add(entry.commit)
    for day, commits in sorted(days.items()):
        word = "commit" if len(commits) == 1 else "commits"
        yield f"{word} {', '.join(sorted(commits))} on {day}"
