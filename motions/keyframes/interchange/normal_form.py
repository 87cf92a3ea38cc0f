"""Normal form of motions: both sides separate, one quantity per condition.

Source files only have this form, so motions compare equal in it after an export and import.
"""

from dataclasses import replace
from typing import Any

from hardware.robots.model import RobotModel
from motions.keyframes.interchange.names import STIFFNESS_ORDER
from motions.keyframes.motions.conditions import Condition, Conditions, Match
from motions.keyframes.motions.keyframe import (
    BOTH,
    Keyframe,
    KeyframeBalance,
    Limb,
    LimbPose,
    Target,
    TorsoWindow,
    Wait,
)
from motions.keyframes.motions.mirrored import mirrored_pose
from motions.keyframes.motions.motion import Block, KeyframeMotion, MotionChoice
from motions.keyframes.motions.posture import angles_of, joints_of


def normal_motion(motion: KeyframeMotion) -> KeyframeMotion:
    """Return a motion in the normal form."""
    follow_ups = (MotionChoice(f.motion, _conditions(f.conditions)) for f in motion.follow_ups)
    return replace(motion, follow_ups=tuple(follow_ups))


def normal_block(block: Block, model: RobotModel) -> Block:
    """Return a block in the normal form, for the robot for which it is written."""
    stiffness = {
        side: value for limb, value in block.stiffness.items() for side in BOTH.get(limb, (limb,))
    }
    return replace(
        block,
        stiffness={limb: stiffness[limb] for limb in STIFFNESS_ORDER if limb in stiffness},
        keyframes=tuple(_keyframe(keyframe, model) for keyframe in block.keyframes),
    )


def _keyframe(keyframe: Keyframe, model: RobotModel) -> Keyframe:
    joints = joints_of(model)
    poses = _poses(keyframe.poses or {})
    targets = angles_of(model, keyframe.angles, keyframe.hands)
    angles: dict[Limb, tuple[Target, ...]] = {
        limb: tuple(targets[joint] for joint in joints[limb])
        for limb in STIFFNESS_ORDER
        if limb not in poses
    }
    balance = keyframe.balance
    return replace(
        keyframe,
        label=" ".join(keyframe.label.split()),
        angles=angles,
        poses=poses or None,
        stiffness_changes=keyframe.stiffness_changes or None,
        balance=balance if balance is not None and balance != KeyframeBalance() else None,
        torso=_window(keyframe.torso),
        torso_start=_window(keyframe.torso_start),
        wait=_wait(keyframe.wait),
        branches=tuple(branch.asking(_conditions) for branch in keyframe.branches),
    )


def _poses(poses: dict[Limb, LimbPose]) -> dict[Limb, LimbPose]:
    apart: dict[Limb, LimbPose] = {}
    for limb, pose in poses.items():
        left, *right = BOTH.get(limb, (limb,))
        apart[left] = pose
        for side in right:
            apart[side] = mirrored_pose(pose)
    return apart


def _window(window: TorsoWindow | None) -> TorsoWindow | None:
    if window is None:
        return None
    pitch, roll = (axis if axis != (None, None) else None for axis in (window.pitch, window.roll))
    return TorsoWindow(pitch, roll) if pitch or roll else None


def _wait(wait: Wait | None) -> Wait | None:
    return replace(wait, until=_conditions(wait.until)) if wait is not None else None


def _conditions(conditions: Conditions) -> Conditions:
    apart: list[Condition] = []
    for condition in conditions.conditions:
        ranges = condition.ranges()
        can_part = conditions.match is Match.ALL or len(conditions.conditions) == 1
        if len(ranges) > 1 and can_part and not condition.negate:
            apart += [_alone(name, bounds) for name, bounds in ranges]
        else:
            apart.append(condition)
    parted = len(apart) > len(conditions.conditions)
    match = Match.ALL if parted or len(apart) < 2 else conditions.match
    return Conditions(tuple(apart), match)


def _alone(name: str, bounds: tuple[float, float]) -> Condition:
    asked: dict[str, Any] = {name: bounds}
    return Condition(**asked)
