"""Where a way leads, and how fast it is gone by the walk that goes by itself."""

from collections.abc import Sequence

from motions.destinations import SpeedShare
from motions.kinematics.geometry import Pose2
from motions.locomotion.config import FeetConfig
from motions.locomotion.gait import GaitParameters
from motions.locomotion.path import TwistPath
from motions.locomotion.velocity import Shares, to_si
from motions.walking.parameters import SpeedProfile


def ends_of_way(start: Pose2, poses: Sequence[tuple[float, float, float]]) -> list[Pose2]:
    """Return where the poses of a way are, each relative to the one before, seen as the start is.

    A heading alone says nothing of whole turns: a pose beyond half a turn has others before it.
    """
    path = TwistPath(start, [Pose2(*pose) for pose in poses])
    return [path.at(part) for part in range(1, int(path.length) + 1)]


def speed_of_way(
    poses: Sequence[tuple[float, float, float]],
    feet: FeetConfig,
    duration: float | None,
    gait: GaitParameters,
    profile: SpeedProfile,
) -> SpeedShare:
    """Return the shares of the profile's fastest speeds, as a move config and a time ask.

    The walk goes at its own speed where nothing limits the steps: it knows best from long steps how
    far it came.

    Args:
        poses: The way, each relative to the one before, m and rad.
        feet: How the feet step.
        duration: How long it shall take, s.
        gait: What is usual.
        profile: Speeds of the walk.
    """
    fastest = to_si(Shares(1.0, 1.0, 1.0), feet, gait.fixed)
    slower = 1.0
    if duration is not None:
        ways = (
            sum(abs(pose[axis]) for pose in poses) / speed for axis, speed in enumerate(fastest)
        )
        slower = min(1.0, max(1e-2, max(ways) / duration))
    most, usual, asked = profile.fastest, gait.default, feet.left
    timed = duration is not None or asked.max_step_frequency != usual.max_step_frequency
    axes = (
        (fastest.x, most.forward, asked.max_step_x != usual.max_step_x),
        (fastest.y, most.side, asked.max_step_y != usual.max_step_y),
        (fastest.theta, most.turn, asked.max_step_theta != usual.max_step_theta),
    )
    return SpeedShare(
        *(
            min(1.0, max(1e-3, slower * gait / own)) if limited or timed else 1.0
            for gait, own, limited in axes
        )
    )
