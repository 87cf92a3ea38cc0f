"""Severity of falls, expressed independently of the unknown contact softness.

The force of an impact depends on the contact parameters: half the softness gives twice the force.
Falls are therefore computed in steps of 1 ms, at three plausible softnesses of a shell on turf, and
the force of a protected fall is reported as a share of a stiff robot's.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from hsm.campaigns.context import INDIVIDUALS, CampaignConfig
from hsm.campaigns.falling.falling_trial import FallResult
from hsm.campaigns.intervals import bootstrap_interval
from hsm.campaigns.statistics import Estimate

CONTACTS = (0.012, 0.006, 0.002)
"""Time constants of the contacts, s; assumption: foam, plastic on turf, plastic on a hard floor."""
USUAL = 0.006
"""The time constant used for all other measures of falls and dives, s."""


def with_impact_physics(config: CampaignConfig, contact: float = USUAL) -> CampaignConfig:
    """Return the same campaign with physics for impacts, at a softness of contacts, s."""
    return replace(config, contact=contact)


def force_ratio(gentle: Sequence[FallResult], stiff: Sequence[FallResult]) -> Estimate | None:
    """Return the mean force on head and torso as a share of that in stiff falls.

    Args:
        gentle: Falls with a response.
        stiff: The same trials without one.

    Returns:
        The share, with an interval from a bootstrap over robots; None if no trial fell in both, or
        if no stiff fall struck head or torso.
    """
    forces = {result.number: result.worse for result in stiff if result.fell and result.computed}
    pairs = [
        (result.number % INDIVIDUALS, result.worse, forces[result.number])
        for result in gentle
        if result.fell and result.computed and result.number in forces
    ]
    if not any(hard for _, _, hard in pairs):
        return None
    robots = [robot for robot, _, _ in pairs]
    softly, hard = (np.array([pair[index] for pair in pairs]) for index in (1, 2))

    def shares(drawn: Any) -> Any:
        sums = drawn @ hard
        return (drawn @ softly)[sums > 0.0] / sums[sums > 0.0]

    interval = bootstrap_interval(robots, shares)
    if interval is not None and interval[0] == interval[1]:
        interval = None
    return Estimate(float(softly.sum() / hard.sum()), interval, digits=2)
