"""Targets and speeds of a path for the pressure-switched walk."""

import math
from collections.abc import Sequence
from typing import Final

from motions.destinations import SpeedShare
from motions.kinematics.geometry import Pose2, angle_difference
from motions.locomotion.config import FeetConfig
from motions.locomotion.gait import GaitParameters
from motions.locomotion.path import TwistPath
from motions.locomotion.velocity import Shares, to_si
from motions.walking.parameters import SpeedProfile

_LEAST: Final = 1e-3
"""Smallest share of a speed, for the shortest steps of a move config."""
_HALF_TURN: Final = 0.95 * math.pi
"""Turn beyond which a heading, known to some degrees, may be reached by the other side, rad."""


def path_targets(start: Pose2, poses: Sequence[tuple[float, float, float]]) -> list[Pose2]:
    """Return the poses of a path, each given relative to the previous one, in the start's frame.

    A heading cannot express whole turns, nor to which side a half turn is: a pose beyond half a
    turn gets intermediate poses, one after half a turn a pose halfway.
    """
    path = TwistPath(start, [Pose2(*pose) for pose in poses])
    targets: list[Pose2] = []
    for part in range(1, int(path.length) + 1):
        before, end = path.at(part - 1), path.at(part)
        if abs(angle_difference(end.heading, before.heading)) > _HALF_TURN:
            targets.append(path.at(part - 0.5))
        targets.append(end)
    return targets


def path_speed(
    poses: Sequence[tuple[float, float, float]],
    feet: FeetConfig,
    duration: float | None,
    gait: GaitParameters,
    profile: SpeedProfile,
    slowest: float,
) -> SpeedShare:
    """Return the shares of the profile's largest speeds that a move config and a duration require.

    Where nothing limits the steps, the walk uses its own speed: its odometry is best for long
    steps. A duration does not limit an axis without motion, so that drift is corrected at once.

    Args:
        poses: The path, each pose relative to the previous one, m and rad.
        feet: Move config of the feet.
        duration: Requested duration, s; None for the walk's own.
        gait: Parameters of the gait.
        profile: Speeds of the walk.
        slowest: Smallest share due to a duration: less is no more than a robot's drift.
    """
    own, usual, asked = profile.fastest, gait.default, feet.left
    gone = to_si(Shares(1.0, 1.0, 1.0), feet, gait.fixed)
    slow_steps = asked.max_step_frequency != usual.max_step_frequency
    axes = (
        (gone.x, own.forward, asked.max_step_x != usual.max_step_x),
        (gone.y, own.side, asked.max_step_y != usual.max_step_y),
        (gone.theta, own.turn, asked.max_step_theta != usual.max_step_theta),
    )
    shares = [min(1.0, most / of) if less or slow_steps else 1.0 for most, of, less in axes]
    if duration is not None:
        ways = [sum(abs(pose[axis]) for pose in poses) for axis in range(3)]
        ways[0] += (own.forward / own.backward - 1.0) * sum(max(-pose[0], 0.0) for pose in poses)
        takes = [
            way / (share * of) for way, share, (_, of, _) in zip(ways, shares, axes, strict=True)
        ]
        slower = min(1.0, max(takes) / duration)
        shares = [
            min(share, max(slower * share, slowest)) if way > 0.0 else share
            for way, share in zip(ways, shares, strict=True)
        ]
    return SpeedShare(*(max(share, _LEAST) for share in shares))
