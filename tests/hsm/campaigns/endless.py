"""A campaign that never ends, for those who end it: each of its processes loads this alone."""

import os
import sys
from threading import Event

from hsm.campaigns.context import CampaignConfig, TrialContext
from hsm.campaigns.trials import run_campaign


def never_ends(context: TrialContext, trial: int) -> None:
    """Say that the trial has begun."""
    # One write: a print of an unbuffered interpreter makes two, and workers mix theirs.
    os.write(sys.stdout.fileno(), f"trial {trial} of {type(context).__name__}\n".encode())
    Event().wait()


def run_endless_campaign() -> None:
    """Begin two trials at once."""
    run_campaign(CampaignConfig("ideal"), range(2), never_ends, jobs=2)
