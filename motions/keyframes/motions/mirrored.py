"""Mirror images of blocks and motions as data: a jump to the right from one to the left.

The engine does not need this, as it plays a motion as written on a mirrored robot; it is for files.
The roll gains of a balance phase belong to the robot, not to the block: the image is only exact for
phases with equal gains to both sides.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hardware.robots.model import RobotModel
from motions.keyframes.motions.conditions import Condition, Conditions
from motions.keyframes.motions.keyframe import (
    BOTH,
    BalanceMode,
    BalanceShare,
    Branch,
    Compensation,
    Held,
    JointShare,
    Keyframe,
    KeyframeBalance,
    LeanRange,
    Limb,
    LimbPose,
    Target,
    TorsoWindow,
)
from motions.keyframes.motions.motion import Block, KeyframeMotion, MotionChoice
from motions.keyframes.motions.posture import joints_of
from motions.kinematics.geometry import Pose3, rotation_from_rpy
from motions.kinematics.mirror import Mirror

_OTHER = {
    Limb.LEFT_ARM: Limb.RIGHT_ARM,
    Limb.RIGHT_ARM: Limb.LEFT_ARM,
    Limb.LEFT_LEG: Limb.RIGHT_LEG,
    Limb.RIGHT_LEG: Limb.LEFT_LEG,
}
_OPPOSITE = {
    BalanceMode.ALL: BalanceMode.ALL,
    BalanceMode.ONLY_POSITIVE: BalanceMode.ONLY_NEGATIVE,
    BalanceMode.ONLY_NEGATIVE: BalanceMode.ONLY_POSITIVE,
    BalanceMode.ABSOLUTE_POSITIVE: BalanceMode.ABSOLUTE_NEGATIVE,
    BalanceMode.ABSOLUTE_NEGATIVE: BalanceMode.ABSOLUTE_POSITIVE,
}
_TURNED = {"torso_roll", "foot_support", "shoulder_roll", "wrist_y"}
"""Quantities that change their sign; those of one side without their prefix."""
_OTHER_SIDE = {"l_": "r_", "r_": "l_"}
_SIDE = re.compile(r"\b(left|right)\b")


def mirrored_block(
    block: Block, model: RobotModel, names: Mapping[str, str] | None = None
) -> Block:
    """Return the mirror image of a block.

    Args:
        block: The block.
        model: The robot.
        names: Names of the mirror images of blocks that its branches lead to; other blocks, and
            motions, keep their names.
    """
    stiffness = {_other(limb): value for limb, value in block.stiffness.items()}
    keyframes = tuple(mirrored_keyframe(item, model, names or {}) for item in block.keyframes)
    return replace(block, stiffness=stiffness, keyframes=keyframes)


def mirrored_motion(motion: KeyframeMotion, names: Mapping[str, str]) -> KeyframeMotion:
    """Return the mirror image of a motion.

    Args:
        motion: The motion.
        names: Names of the mirror images of its blocks.
    """
    return replace(
        motion,
        blocks=tuple(names[name] for name in motion.blocks),
        follow_ups=tuple(
            MotionChoice(item.motion, _conditions(item.conditions)) for item in motion.follow_ups
        ),
    )


def mirrored_keyframe(keyframe: Keyframe, model: RobotModel, names: Mapping[str, str]) -> Keyframe:
    """Return the mirror image of a keyframe, with branches to blocks renamed by `names`."""
    mirror = model.mirror
    changes = keyframe.stiffness_changes
    x, y = keyframe.goal_com
    wait = keyframe.wait
    return replace(
        keyframe,
        label=_SIDE.sub(lambda side: "right" if side[0] == "left" else "left", keyframe.label),
        angles={_other(limb): _angles(limb, a, model) for limb, a in keyframe.angles.items()},
        poses={
            _other(limb): p if limb in BOTH else mirrored_pose(p)
            for limb, p in keyframe.poses.items()
        }
        if keyframe.poses
        else None,
        hands=(keyframe.hands[1], keyframe.hands[0]),
        stiffness_changes={mirror[j][0]: value for j, value in changes.items()}
        if changes
        else None,
        compensation=tuple(_compensation(item, mirror) for item in keyframe.compensation),
        balance=_balance(keyframe.balance, mirror) if keyframe.balance is not None else None,
        goal_com=(x, -y + 0.0),
        torso=_window(keyframe.torso),
        torso_start=_window(keyframe.torso_start),
        wait=replace(wait, until=_conditions(wait.until)) if wait is not None else None,
        branches=tuple(_branch(branch, names) for branch in keyframe.branches),
    )


def _branch(branch: Branch, names: Mapping[str, str]) -> Branch:
    image = branch.asking(_conditions)
    if branch.to_block is None:
        return image
    return replace(image, to_block=names.get(branch.to_block, branch.to_block))


def _other(limb: Limb) -> Limb:
    return _OTHER.get(limb, limb)


def _angles(limb: Limb, values: tuple[Target, ...], model: RobotModel) -> tuple[Target, ...]:
    if limb in BOTH:
        return values
    joints = joints_of(model)[limb]
    return tuple(
        value if isinstance(value, Held) else model.mirror[joint][1] * value + 0.0
        for joint, value in zip(joints, values, strict=True)
    )


def mirrored_pose(pose: LimbPose) -> LimbPose:
    """Return the pose of the opposite limb in the mirror image."""
    x, y, z = pose.translation
    if pose.rotation is None:
        return LimbPose((x, -y, z))
    turned = Pose3(x, y, z, rotation_from_rpy(*pose.rotation)).mirrored()
    return LimbPose((x, -y, z), (turned.roll, turned.pitch, turned.yaw))


def _compensation(entry: Compensation, mirror: Mirror) -> Compensation:
    start, full = entry.start, entry.full
    if entry.observe is None or mirror[entry.observe][1] < 0.0:
        # A range with two signs is written from its negative end, so the ends are swapped.
        start, full = (-full, -start) if start * full < 0.0 else (-start, -full)
    scale = entry.full / full if full else -1.0
    return replace(
        entry,
        start=start,
        full=full,
        observe=mirror[entry.observe][0] if entry.observe is not None else None,
        apply=tuple(
            JointShare(mirror[share.joint][0], mirror[share.joint][1] * share.factor * scale)
            for share in entry.apply
        ),
    )


def _balance(balance: KeyframeBalance, mirror: Mirror) -> KeyframeBalance:
    return KeyframeBalance(
        tuple(_share(share, 1.0, mirror) for share in balance.forward),
        tuple(_share(share, -1.0, mirror) for share in balance.sideways),
    )


def _share(share: BalanceShare, value: float, mirror: Mirror) -> BalanceShare:
    """Return a joint's share; `value` is the sign of the correction in the mirror."""
    partner, turned = mirror[share.joint]
    mode = share.mode if turned > 0.0 else _OPPOSITE[share.mode]
    return BalanceShare(partner, turned * value * share.factor, mode)


def _window(window: TorsoWindow | None) -> TorsoWindow | None:
    return TorsoWindow(window.pitch, _turned_range(window.roll)) if window is not None else None


def _turned_range(bounds: LeanRange | None) -> LeanRange | None:
    if bounds is None:
        return None
    low, high = bounds
    return (-high if high is not None else None, -low if low is not None else None)


def _conditions(conditions: Conditions) -> Conditions:
    return replace(conditions, conditions=tuple(map(_condition, conditions.conditions)))


def _condition(condition: Condition) -> Condition:
    asked: dict[str, Any] = {}
    for name, (low, high) in condition.ranges():
        side = name[:2] if name[:2] in _OTHER_SIDE else ""
        of_side = name.removeprefix(side)
        bounds = (-high, -low) if of_side in _TURNED else (low, high)
        asked[_OTHER_SIDE.get(side, "") + of_side] = bounds
    return Condition(negate=condition.negate, **asked)
