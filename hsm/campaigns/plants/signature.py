"""What a recorded walk says of its robot, by nothing but its frames and the commands it was given.

Nothing of the truth is in it, so that a robot's log and a run in physics are described alike.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from hardware.robots.model import RobotModel
from hardware.sensors_and_commands import SensorFrame
from hsm.campaigns.plants.joint_tracking import LONGEST, LegsFollowing

Signature = dict[str, float]
"""Figures by key; a key ends in its unit."""


@dataclass(frozen=True, slots=True)
class WalkedCycle:
    """One cycle of a walk.

    Attributes:
        frame: The last that came.
        requested: What was commanded on it, in wire order, rad.
    """

    frame: SensorFrame
    requested: Sequence[float]


def signature(nao: RobotModel, moments: Iterable[WalkedCycle]) -> Signature:
    """Return the figures of a walk, of which the cycles follow each other without a gap.

    Args:
        nao: The robot.
        moments: The cycles of the walk.

    Raises:
        ValueError: If there are too few.
    """
    listed = list(moments)
    if len(listed) <= 2 * LONGEST:
        raise ValueError(f"expected more than {2 * LONGEST} cycles of a walk (got {len(listed)})")
    legs = LegsFollowing(nao)
    for moment in listed:
        legs.look(moment.frame, moment.requested)
    soles = np.array([moment.frame.fsr for moment in listed])
    left, right = soles[:, :4].sum(axis=1), soles[:, 4:].sum(axis=1)
    angles = np.degrees([moment.frame.angles for moment in listed])
    gyro = np.array([moment.frame.gyro for moment in listed])
    return legs.values() | {
        "soles_n": float(np.mean(left + right)),
        "soles_peak_n": float(np.quantile(left + right, 0.99)),
        "left_share": float(np.mean(left) / max(np.mean(left + right), 1e-9)),
        "roll_spread_deg": float(np.std(angles[:, 0])),
        "pitch_spread_deg": float(np.std(angles[:, 1])),
        "roll_rate_rad_per_s": float(np.std(gyro[:, 0])),
        "pitch_rate_rad_per_s": float(np.std(gyro[:, 1])),
    }
