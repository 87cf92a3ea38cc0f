"""Runs what is older than the code, command by command; a killed run goes on where it was."""

from collections.abc import Callable, Sequence
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
    """Return what has to be measured again for some rows: each command once, in their order."""
    campaigns = dict.fromkeys(campaign for row in rows for campaign in row.all_campaigns)
    return [campaign for campaign in campaigns if not figures.is_current(campaign)]


def minutes(campaigns: Sequence[Campaign], jobs: int, pace: float = _PACE) -> float:
    """Return about how long some campaigns take.

    Args:
        campaigns: What is to be measured.
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
    """Measure what is older than the code, and write every result and both pages at once.

    Args:
        checkout: Whose pages and ledger.
        figures: What is known; what is found is added to it.
        rows: Whose campaigns are run.
        ask: Runs a command after `hsm measure` and returns its record.
        jobs: Number of processes.
        say: Tells of the progress.

    Raises:
        HsmError: If the code changes meanwhile: nobody would know what was measured.
    """
    old = outdated(figures, rows)
    begin, simulated, pace = monotonic(), 0.0, _PACE
    for index, campaign in enumerate(old):
        words = campaign.words
        mine, rest = minutes([campaign], jobs, pace), minutes(old[index:], jobs, pace)
        say(f"{index + 1} of {len(old)}: {words}: {mine:.1f} of {rest:.0f} min left")
        stamp, digest = checkout.stamp(), figures.code.digest(*campaign.modules)
        record = ask([*words.split(), "--jobs", str(jobs), "--json"])
        if MeasuredCode(checkout.root).digest(*campaign.modules) != digest:
            raise HsmError(f"the code changed while '{words}' was measured: start again")
        figures.ledger.put(words, LedgerEntry(stamp.date, stamp.commit, digest, record))
        figures.write(checkout)
        simulated += campaign.simulated
        pace = simulated / (jobs * max(monotonic() - begin, 1e-3))
    say(f"{len(old)} campaigns measured")


def account(
    figures: Figures, rows: Sequence[FigureRow], jobs: int, *, commands: bool = False
) -> str:
    """Return how old each row is, and how long measuring what is old takes.

    With the commands, too, that measure it, for whoever wants to see a figure come out again.
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
