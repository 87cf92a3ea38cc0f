"""Runs the campaigns that are older than the code, one by one; a killed run can be resumed."""

from collections.abc import Callable, Sequence
from datetime import date
from time import monotonic

from hsm.campaigns.readme.code_digest import MeasuredCode
from hsm.campaigns.readme.ledger import LedgerEntry, Record
from hsm.campaigns.readme.measured_commit import Checkout
from hsm.campaigns.readme.pages import Figures
from hsm.campaigns.readme.rows import Campaign, FigureRow
from hsm.errors import HsmError

_PACE = 12.0
"""Simulated seconds per second of a core, until a run knows better."""


def outdated(figures: Figures, rows: Sequence[FigureRow]) -> list[Campaign]:
    """Return the outdated campaigns of some rows, in order, each command once."""
    campaigns = dict.fromkeys(campaign for row in rows for campaign in row.all_campaigns)
    return [campaign for campaign in campaigns if not figures.is_current(campaign)]


def minutes(campaigns: Sequence[Campaign], jobs: int, pace: float = _PACE) -> float:
    """Return the estimated duration of some campaigns, min.

    Args:
        campaigns: Campaigns to measure.
        jobs: Number of processes.
        pace: Simulated seconds per second of a core.
    """
    return sum(campaign.simulated for campaign in campaigns) / (60.0 * pace * jobs)


def measure(
    checkout: Checkout,
    figures: Figures,
    rows: Sequence[FigureRow],
    ask: Callable[[list[str]], Record],
    *,
    jobs: int,
    say: Callable[[str], None],
) -> None:
    """Measure the outdated campaigns; write the ledger and both pages after each.

    Args:
        checkout: Checkout with the pages and the ledger.
        figures: Known figures, to which the results are added.
        rows: Rows whose campaigns are run.
        ask: Runs a command after `hsm measure` and returns its record.
        jobs: Number of processes.
        say: Reports the progress.

    Raises:
        HsmError: If the code changes meanwhile, as the figure would belong to neither version.
    """
    old = outdated(figures, rows)
    begin, simulated, pace = monotonic(), 0.0, _PACE
    for index, campaign in enumerate(old):
        words = campaign.words
        mine, rest = minutes([campaign], jobs, pace), minutes(old[index:], jobs, pace)
        say(f"{index + 1} of {len(old)}: {words}: {mine:.1f} of {rest:.0f} min left")
        commit, digest = checkout.commit(), figures.code.digest(*campaign.modules)
        record = ask([*words.split(), "--jobs", str(jobs), "--json"])
        if MeasuredCode(checkout.root).digest(*campaign.modules) != digest:
            raise HsmError(f"the code changed while '{words}' was measured: start again")
        figures.ledger.put(words, LedgerEntry(date.today().isoformat(), commit, digest, record))
        figures.write(checkout)
        simulated += campaign.simulated
        pace = simulated / (jobs * max(monotonic() - begin, 1e-3))
    say(f"{len(old)} campaigns measured")


def account(figures: Figures, rows: Sequence[FigureRow], jobs: int, *, commands: bool) -> str:
    """Return the state of each row, and how long measuring the outdated ones takes.

    Optionally with the commands of each row, which reproduce its figures.
    """
    old = outdated(figures, rows)
    lines = []
    for row in rows:
        stale = [campaign for campaign in row.all_campaigns if campaign in old]
        told = f"{len(stale)} of {len(row.all_campaigns)} campaigns to measure"
        state = f"{told}, about {minutes(stale, jobs):.1f} min" if stale else "current"
        lines.append(f"{row.name:18} {state}")
        if commands:
            lines += [f"{'':18} hsm measure {campaign.words}" for campaign in row.all_campaigns]
    total = minutes(old, jobs)
    return "\n".join([*lines, f"{len(old)} campaigns, about {total:.0f} min with {jobs} jobs"])
