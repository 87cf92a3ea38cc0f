"""Exchange of left and right in joint values."""

from collections.abc import Sequence

Mirror = tuple[tuple[int, float], ...]
"""Partner and sign of every joint: `RobotModel.mirror`."""


def mirror_joints(mirror: Mirror, values: Sequence[float]) -> tuple[float, ...]:
    """Return the joint angles of the mirrored posture, in wire order, rad."""
    return tuple(sign * values[partner] for partner, sign in mirror)


def swap_joints(mirror: Mirror, values: Sequence[float]) -> tuple[float, ...]:
    """Return unsigned joint values, such as stiffness, with the sides exchanged."""
    return tuple(values[partner] for partner, _ in mirror)
