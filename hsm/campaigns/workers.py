"""Worker processes of a campaign, each with a context of its own."""

import multiprocessing
import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from errno import EBADF
from functools import partial
from multiprocessing.connection import Connection
from threading import Thread

from hsm.campaigns.context import (
    CampaignConfig,
    Result,
    Trial,
    TrialContext,
    TrialFunction,
    build_context,
)
from hsm.errors import HsmError


class LostWorkerError(HsmError):
    """A worker process ended before its trial was done.

    Attributes:
        jobs: Number of worker processes.
    """

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.hint = (
            "if memory is short, use fewer jobs; other processes cannot import a function from a"
            " notebook: move it to a module, or use one job; a program has to start its campaign"
            " below `if __name__ == '__main__':`."
        )
        super().__init__(f"one of {jobs} worker processes was killed before its trial was done")


@contextmanager
def in_workers(
    config: CampaignConfig,
    jobs: int,
    run: TrialFunction[Trial, Result],
    trials: Sequence[Trial],
) -> Iterator[Iterator[Result]]:
    """Provide the results of trials, which run in worker processes, in the order of the trials.

    Args:
        config: Settings shared by all trials.
        jobs: Number of processes.
        run: Function of context and trial, defined in a module, as workers import it by name.
        trials: One description per trial.

    Raises:
        LostWorkerError: If a process ended before its trial was done.
    """
    with _pool(config, jobs) as pool:
        with _no_signals():
            first = pool.submit(_nothing)
        # A pool that breaks while starting a second worker closes pipes that are still in use.
        first.result()
        with _no_signals():
            coming = pool.map(partial(_in_this_worker, run), trials)
            # Waking the pool makes it watch all workers that it has by now.
            pool.submit(_nothing)
        yield coming


@contextmanager
def _pool(config: CampaignConfig, jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Provide worker processes with a context; none outlives the block or this process.

    Raises:
        LostWorkerError: If one of them ended before its trial was done.
    """
    context = multiprocessing.get_context("forkserver")
    # Only this process holds the other end, which is closed however this process ends.
    lifeline, held = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(
        jobs, mp_context=context, initializer=_prepare, initargs=(config, lifeline)
    )
    try:
        yield pool
    except BaseException as error:
        held.close()  # ends the workers at once: their results are not needed any more
        # A pool that breaks while work is submitted raises "handle is closed", without an errno.
        broken = isinstance(error, OSError) and error.errno in (None, EBADF)
        if broken or isinstance(error, BrokenProcessPool):
            raise LostWorkerError(jobs) from error
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        held.close()
        lifeline.close()


@contextmanager
def _no_signals() -> Iterator[None]:
    """Block interrupts while worker processes are started, which inherit the mask.

    Control-C reaches every process of a terminal; only the parent is to handle it.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_WORLD: list[TrialContext] = []
"""The context of this worker process; empty in the parent."""


def _prepare(config: CampaignConfig, lifeline: Connection) -> None:
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    Thread(target=_leave_with, args=(lifeline,), daemon=True).start()
    _WORLD.append(build_context(config))


def _leave_with(lifeline: Connection) -> None:
    lifeline.poll(None)  # nothing is ever sent: it returns when the other end is closed
    os._exit(1)


def _nothing() -> None:
    """Do nothing."""


def _in_this_worker(run: TrialFunction[Trial, Result], trial: Trial) -> Result:
    return _WORLD[0].result_of(run, trial)
