"""Conversion of postures by limbs to joint targets."""

from collections.abc import Mapping, Sequence

from hardware.robots.model import RobotModel, Side
from motions.keyframes.motions.keyframe import BOTH, Held, Limb
from motions.kinematics.mirror import mirror_joints

Targets = tuple[float | Held, ...]
"""Joint targets, in wire order, rad; hands are openings 0..1."""


def joints_of(model: RobotModel) -> dict[Limb, tuple[int, ...]]:
    """Return the joints of every single limb, in the order of postures."""
    return {
        Limb.HEAD: model.head,
        Limb.LEFT_ARM: model.arms[Side.LEFT],
        Limb.RIGHT_ARM: model.arms[Side.RIGHT],
        Limb.LEFT_LEG: model.legs[Side.LEFT],
        Limb.RIGHT_LEG: model.legs[Side.RIGHT],
    }


def angles_of(
    model: RobotModel,
    angles: Mapping[Limb, Sequence[float | Held]],
    hands: tuple[float | Held, float | Held] = (0.0, 0.0),
) -> Targets:
    """Return the targets of a posture; limbs that are not named are held."""
    joints = joints_of(model)
    targets: list[float | Held] = [Held.HOLD] * len(model.names)
    for hand, opening in zip(model.hands, hands, strict=False):  # not every robot has hands
        targets[hand] = opening
    for limb, values in angles.items():
        left, *right = BOTH.get(limb, (limb,))
        for joint, value in zip(joints[left], values, strict=True):
            targets[joint] = value
        if right:
            numbers = [0.0 if isinstance(item, Held) else item for item in targets]
            mirrored = mirror_joints(model.mirror, numbers)
            for joint, value in zip(joints[right[0]], values, strict=True):
                targets[joint] = value if isinstance(value, Held) else mirrored[joint]
    return tuple(targets)


def stiffness_of(
    model: RobotModel, stiffness: Mapping[Limb, float]
) -> tuple[tuple[int, float], ...]:
    """Return the joints of the limbs, each with the stiffness of its limb."""
    joints = joints_of(model)
    return tuple(
        (joint, value)
        for limb, value in stiffness.items()
        for side in BOTH.get(limb, (limb,))
        for joint in joints[side]
    )
