"""How hard a fall is, told so that it does not hang on a number nobody knows.

The newtons of a blow are a parameter of the contact: half the softness, twice the force. So falls
are computed in steps of 1 ms, at three softnesses that a shell on turf may have, and what is told
is how hard a protected fall is as a share of a stiff one.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from hsm.campaigns.falling.falling_trial import FallResult
from hsm.campaigns.intervals import middle_of, resampled
from hsm.campaigns.statistics import Estimate
from hsm.campaigns.trials import INDIVIDUALS, CampaignConfig

CONTACTS = (0.012, 0.006, 0.002)
"""Time constants of the contacts, s; assumption: foam, plastic on turf, plastic on a hard floor."""
USUAL = 0.006
"""The one at which everything else about falls and dives is measured, s."""


def struck(config: CampaignConfig, contact: float = USUAL) -> CampaignConfig:
    """Return the same campaign with physics that computes blows at a softness of contacts, s."""
    return replace(config, contact=contact)


def ratio(gentle: Sequence[FallResult], stiff: Sequence[FallResult]) -> Estimate | None:
    """Return the mean force on head and torso in some falls as a share of that in stiff ones.

    Args:
        gentle: Falls with an answer.
        stiff: The same trials without one.

    Returns:
        The share, with a bootstrap over robots; None if no trial fell both ways, or if none of the
        stiff ones struck head or torso.
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
    interval = None
    if len(set(robots)) > 1:
        weights = resampled(robots)
        sums = weights @ hard
        low, high = middle_of((weights @ softly)[sums > 0.0] / sums[sums > 0.0])
        interval = (low, high) if low < high else None
    return Estimate(float(softly.sum() / hard.sum()), interval, digits=2)
