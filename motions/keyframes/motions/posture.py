"""Postures by limbs turned into joint targets."""

from collections.abc import Mapping, Sequence

from hardware.nao import HAND_JOINTS, JOINT_COUNT
from motions.keyframes.motions.motion import BOTH, JOINTS_OF, Held, Limb
from motions.kinematics.mirror import mirror_joints

Targets = tuple[float | Held, ...]
"""Joint targets, (25,), rad; hands are openings 0..1."""


def angles_of(
    angles: Mapping[Limb, Sequence[float | Held]],
    hands: tuple[float | Held, float | Held] = (0.0, 0.0),
) -> Targets:
    """Return the targets of a posture; limbs that are not named are held."""
    targets: list[float | Held] = [Held.HOLD] * JOINT_COUNT
    for hand, opening in zip(HAND_JOINTS, hands, strict=True):
        targets[hand] = opening
    for limb, values in angles.items():
        left, *right = BOTH.get(limb, (limb,))
        for joint, value in zip(JOINTS_OF[left], values, strict=True):
            targets[joint] = value
        if right:
            numbers = mirror_joints([item if isinstance(item, float) else 0.0 for item in targets])
            for joint, value in zip(JOINTS_OF[right[0]], values, strict=True):
                targets[joint] = value if isinstance(value, Held) else numbers[joint]
    return tuple(targets)
