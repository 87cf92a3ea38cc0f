"""Runs many trials, on one core or several; results do not depend on the number of cores."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from typing import TypeVar

from hsm.campaigns.context import CampaignConfig, Result, Trial, TrialFunction, build_context
from hsm.campaigns.demands import demand_counts, demand_seen
from hsm.campaigns.workers import in_workers
from hsm.console import Bar

Group = TypeVar("Group")


def run_campaign(
    config: CampaignConfig,
    trials: Sequence[Trial],
    run: TrialFunction[Trial, Result],
    *,
    jobs: int = 1,
    label: str = "trials",
) -> tuple[Result, ...]:
    """Run every trial and return the results in the order of the trials.

    Args:
        config: Settings shared by all trials.
        trials: One description per trial.
        run: Function of context and trial, defined in a module, as workers import it by name.
        jobs: Maximum number of processes; one runs in this process.
        label: Label of the progress bar, which is shown only on a terminal.

    Raises:
        HsmError: If there is not even one process.
        UnseenFunctionError: If there are several, and they cannot import the function.
        LostWorkerError: If a process ended before its trial was done.
    """
    demand_counts(jobs=jobs)
    jobs = min(jobs, len(trials))
    world = build_context(config)  # here, too: mistakes in files are found before a worker starts
    running: AbstractContextManager[Iterator[Result]]
    if jobs > 1:
        demand_seen(run)
        running = in_workers(config, jobs, run, trials)
    else:
        running = nullcontext(world.result_of(run, trial) for trial in trials)
    results: list[Result] = []
    with running as coming, Bar(label, len(trials)) as bar:
        for result in coming:
            results.append(result)
            bar.to(len(results))
    return tuple(results)


def run_groups(
    config: CampaignConfig,
    groups: Mapping[Group, Sequence[Trial]],
    run: TrialFunction[Trial, Result],
    *,
    jobs: int = 1,
    label: str = "trials",
) -> dict[Group, tuple[Result, ...]]:
    """Run the trials of several groups as one campaign; otherwise as `run_campaign`."""
    listed = [trial for trials in groups.values() for trial in trials]
    results = iter(run_campaign(config, listed, run, jobs=jobs, label=label))
    return {group: tuple(islice(results, len(trials))) for group, trials in groups.items()}
