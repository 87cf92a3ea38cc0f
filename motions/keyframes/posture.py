"""Postures by limbs turned into joint targets."""

from collections.abc import Mapping, Sequence

from hardware.nao import HAND_JOINTS, JOINT_COUNT
from motions.keyframes.motion import BOTH, JOINTS_OF, Limb
from motions.kinematics.mirror import mirror_joints

Targets = tuple[float | None, ...]
"""Joint targets, (25,), rad; None is not said."""


def angles_of(angles: Mapping[Limb, Sequence[float]]) -> Targets:
    """Return the targets of a posture; hands are closed, limbs that are not named are None."""
    targets: list[float | None] = [None] * JOINT_COUNT
    for hand in HAND_JOINTS:
        targets[hand] = 0.0
    for limb, values in angles.items():
        left, *right = BOTH.get(limb, (limb,))
        for joint, value in zip(JOINTS_OF[left], values, strict=True):
            targets[joint] = value
        if right:
            mirrored = mirror_joints([target or 0.0 for target in targets])
            for joint in JOINTS_OF[right[0]]:
                targets[joint] = mirrored[joint]
    return tuple(targets)
