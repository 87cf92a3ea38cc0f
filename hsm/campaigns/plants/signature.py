"""Properties of a robot from the frames and commands of a recorded walk.

No ground truth is used, so that logs of real robots and runs in physics are described alike.
"""

from collections.abc import Sequence

import numpy as np

from hardware.robots.model import RobotModel
from hsm.campaigns.plants.joint_tracking import LONGEST, WalkedCycle, leg_figures

Signature = dict[str, float]
"""Figures by key; a key ends in its unit."""
TOO_BRIEF = 2 * LONGEST
"""Number of cycles of a walk that is too brief for its figures."""


def signature(nao: RobotModel, walk: Sequence[WalkedCycle]) -> Signature:
    """Return the figures of a walk, given by consecutive cycles.

    Raises:
        ValueError: If there are too few cycles.
    """
    if len(walk) <= TOO_BRIEF:
        raise ValueError(f"expected more than {TOO_BRIEF} cycles of walking (got {len(walk)})")
    soles = np.array([cycle.frame.fsr for cycle in walk])
    left, right = soles[:, :4].sum(axis=1), soles[:, 4:].sum(axis=1)
    angles = np.degrees([cycle.frame.angles for cycle in walk])
    gyro = np.array([cycle.frame.gyro for cycle in walk])
    return leg_figures(nao, walk) | {
        "soles_n": float(np.mean(left + right)),
        "soles_peak_n": float(np.quantile(left + right, 0.99)),
        "left_share": float(np.mean(left) / max(np.mean(left + right), 1e-9)),
        "roll_spread_deg": float(np.std(angles[:, 0])),
        "pitch_spread_deg": float(np.std(angles[:, 1])),
        "roll_rate_rad_per_s": float(np.std(gyro[:, 0])),
        "pitch_rate_rad_per_s": float(np.std(gyro[:, 1])),
    }
