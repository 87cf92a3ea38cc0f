"""Runs what is older than the code, command by command; a killed run goes on where it was."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic

from hsm.campaigns.readme.code_digest import MeasuredCode
from hsm.campaigns.readme.ledger import LedgerEntry, Record
from hsm.campaigns.readme.measured_commit import Checkout
from hsm.campaigns.readme.pages import Figures, each_of
from hsm.campaigns.readme.rows import Campaign, FigureRow
from hsm.errors import HsmError

_PACE = 12.0
"""Simulated seconds per second of a core, until a run knows better."""


@dataclass(frozen=True, slots=True)
class Task:
    """A campaign on a plant."""

    campaign: Campaign
    plant: str

    @property
    def words(self) -> str:
        """Return its command after `hsm measure`."""
        return self.campaign.on(self.plant)


def outdated(figures: Figures, rows: Sequence[FigureRow]) -> list[Task]:
    """Return what has to be measured again for some rows: each command once, in their order."""
    tasks = (Task(campaign, plant) for row in rows for plant, campaign in each_of(row))
    return [
        task for task in dict.fromkeys(tasks) if not figures.is_current(task.campaign, task.plant)
    ]


def minutes(tasks: Sequence[Task], jobs: int, pace: float = _PACE) -> float:
    """Return about how long some tasks take.

    Args:
        tasks: What is to be measured.
        jobs: Processes.
        pace: Simulated seconds per second of a core.
    """
    return sum(task.campaign.simulated for task in tasks) / (60.0 * pace * jobs)


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
        jobs: Processes.
        say: Tells of the progress.

    Raises:
        HsmError: If the code changes meanwhile: nobody would know what was measured.
    """
    tasks = outdated(figures, rows)
    begin, simulated, pace = monotonic(), 0.0, _PACE
    for index, task in enumerate(tasks):
        mine, rest = minutes([task], jobs, pace), minutes(tasks[index:], jobs, pace)
        say(f"{index + 1} of {len(tasks)}: {task.words}: {mine:.1f} of {rest:.0f} min left")
        stamp, digest = checkout.stamp(), figures.code.digest(*task.campaign.modules)
        record = ask([*task.words.split(), "--jobs", str(jobs), "--json"])
        if MeasuredCode(checkout.root).digest(*task.campaign.modules) != digest:
            raise HsmError(f"the code changed while '{task.words}' was measured: start again")
        figures.ledger.put(task.words, LedgerEntry(stamp.date, stamp.commit, digest, record))
        figures.write(checkout)
        simulated += task.campaign.simulated
        pace = simulated / (jobs * max(monotonic() - begin, 1e-3))
    say(f"{len(tasks)} campaigns measured")


def account(figures: Figures, rows: Sequence[FigureRow], jobs: int) -> str:
    """Return how old each row is, and how long measuring what is old takes."""
    old = outdated(figures, rows)
    lines = []
    for row in rows:
        tasks = [Task(campaign, plant) for plant, campaign in each_of(row)]
        stale = [task for task in tasks if task in old]
        state = f"{len(stale)} of {len(tasks)} campaigns to measure" if stale else "current"
        lines.append(f"{row.name:18} {state}, about {minutes(stale, jobs):.1f} min")
    total = minutes(old, jobs)
    return "\n".join([*lines, f"{len(old)} campaigns, about {total:.0f} min with {jobs} jobs"])
