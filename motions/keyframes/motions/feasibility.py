"""Checks of blocks and postures against the robot: limits, speeds, stiffness, balance."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from hardware.robots.model import RobotModel
from motions.keyframes.engine.balance import rolls_of
from motions.keyframes.engine.parameters import BalanceParameters, BalancePhase, ModeScope
from motions.keyframes.motions.keyframe import (
    BOTH,
    BalanceMode,
    Held,
    Interpolation,
    Keyframe,
    KeyframeBalance,
    Limb,
)
from motions.keyframes.motions.motion import Block, KeyframeMotion
from motions.keyframes.motions.posture import angles_of, joints_of, stiffness_of
from motions.keyframes.motions.rules import DataPath, Level, MotionProblem, missing
from motions.scalars import clamp

Finding = tuple[DataPath, Level, str]
"""Location, severity, and message with its code."""

Known = Sequence[float | None]
"""Joint targets, in wire order, rad; None for unknown."""

PEAK: dict[Interpolation, float] = {
    Interpolation.LINEAR: 1.0,
    Interpolation.SOFT: math.pi / 2.0,
    Interpolation.FAST_START: math.pi / 2.0,
}
"""Largest speed of an interpolation over its mean speed."""

_SLACK = math.radians(0.05)
"""The files give limits with one or two decimals."""


def judge_block(
    name: str,
    block: Block,
    balance: BalanceParameters,
    model: RobotModel,
    start: Known | None = None,
) -> Iterator[MotionProblem]:
    """Yield what the robot cannot do, or what has no effect on it.

    Args:
        name: Name of the block.
        block: The block, with poses converted to angles.
        balance: Balance parameters of the engine.
        model: The robot.
        start: Pose in which the block begins; None if it may be any, so that the speed of the
            first keyframe is unknown.
    """
    before = list(start or [None] * len(model.names))
    for path, level, message in _findings(block, balance, model, before):
        yield MotionProblem(f"blocks/{name}", path, message, level)


def end_of(blocks: Iterable[Block], model: RobotModel) -> Known:
    """Return the pose in which blocks end that are played one after the other."""
    pose: list[float | None] = [None] * len(model.names)
    for block in blocks:
        for keyframe in block.keyframes:
            for joint, target in enumerate(angles_of(model, keyframe.angles, keyframe.hands)):
                pose[joint] = pose[joint] if isinstance(target, Held) else target
    return pose


def misfits(name: str, block: Block, model: RobotModel) -> Iterator[MotionProblem]:
    """Yield the limbs of a block that are written for another robot."""
    for index, keyframe in enumerate(block.keyframes):
        for text in _misfits(keyframe.angles, model):
            yield MotionProblem(f"blocks/{name}", ("keyframes", index), text)


def judge_posture(
    name: str, angles: Mapping[Limb, Sequence[float | Held]], model: RobotModel
) -> Iterator[MotionProblem]:
    """Yield what does not fit the robot in a posture of `postures.yaml`."""
    wrong = tuple(_misfits(angles, model))
    for text in wrong:
        yield MotionProblem("postures", (name, "angles_deg"), text)
    if not wrong:
        for path, level, message in _limits((name,), angles, model):
            yield MotionProblem("postures", path, message, level)


def _misfits(angles: Mapping[Limb, Sequence[float | Held]], model: RobotModel) -> Iterator[str]:
    joints = joints_of(model)
    for limb, values in angles.items():
        wanted = len(joints[BOTH.get(limb, (limb,))[0]])
        if len(values) != wanted:
            yield f"KF103 '{limb.value}' has {wanted} joints, got {len(values)}"
    left, right = angles.get(Limb.LEFT_LEG), angles.get(Limb.RIGHT_LEG)
    if model.shares_hip_yaw and left and right and left[0] != right[0]:
        yield "KF124 one motor drives both hip yaw pitches: give equal angles"


def overlong(
    motions: Mapping[str, KeyframeMotion | None],
    blocks: Mapping[str, Block | None],
    model: RobotModel,
    at_most: float,
) -> Iterator[MotionProblem]:
    """Yield the motions and waits that the state machine ends before they are over.

    Args:
        motions: Motions by name; None for a file that could not be read.
        blocks: Blocks, likewise.
        model: The robot.
        at_most: Longest time without a wait or branch, which begin it again, and longest wait, s.
    """
    ends = f"the state machine breaks it up after {at_most:g} s"
    for name, motion in motions.items():
        longest = time = 0.0
        for block in (blocks.get(each) for each in (motion.blocks if motion else ())):
            for keyframe in block.keyframes if block else ():
                time += math.ceil(keyframe.duration / model.cycle) * model.cycle
                longest = max(longest, time)
                time = 0.0 if keyframe.wait or keyframe.branches else time
        if longest > at_most:
            text = f"KF132 takes {longest:.1f} s without a wait or branch: {ends}"
            yield MotionProblem(f"motions/{name}", ("blocks",), text, Level.PHYSICAL)
    for name, block in blocks.items():
        for index, keyframe in enumerate(block.keyframes if block else ()):
            if keyframe.wait is not None and keyframe.wait.max > at_most:
                text = f"KF132 waits for up to {keyframe.wait.max:g} s: {ends}"
                path = ("keyframes", index, "wait", "max_ms")
                yield MotionProblem(f"blocks/{name}", path, text, Level.PHYSICAL)


def _findings(
    block: Block, balance: BalanceParameters, model: RobotModel, before: list[float | None]
) -> Iterator[Finding]:
    for index, keyframe in enumerate(block.keyframes):
        path = ("keyframes", index)
        yield from _limits(path, keyframe.angles, model)
        if keyframe.balance is not None:
            yield from _balance(path, keyframe, keyframe.balance, balance, model)
    yield from _motors(block, model, before)


def _limits(
    path: DataPath, angles: Mapping[Limb, Sequence[float | Held]], model: RobotModel
) -> Iterator[Finding]:
    for limb, values in angles.items():
        joints = joints_of(model)[BOTH.get(limb, (limb,))[0]]
        for index, (joint, value) in enumerate(zip(joints, values, strict=True)):
            limits = model.specs[joint]
            if isinstance(value, Held) or limits.min - _SLACK <= value <= limits.max + _SLACK:
                continue
            found, low, high = (math.degrees(item) for item in (value, limits.min, limits.max))
            text = f"{model.names[joint]} {found:.1f} deg is outside {low:.1f}..{high:.1f} deg"
            here = (*path, "angles_deg", limb.value, index)
            yield (here, Level.PHYSICAL, f"KF122 {text}, where the joint stops: write the limit")


def _balance(
    path: DataPath,
    keyframe: Keyframe,
    balance: KeyframeBalance,
    parameters: BalanceParameters,
    model: RobotModel,
) -> Iterator[Finding]:
    name, phases = keyframe.balance_phase, parameters.phases
    here = (*path, "balance_phase")
    if name not in phases:
        for problem in missing("phase of the balance", name, phases, "", here):
            yield problem.path, problem.level, problem.message
    elif not _has_gain(phases[name]):
        text = f"the phase '{name}' has no gains: these joints do not balance"
        yield (here, Level.WARNING, f"KF127 {text}")
    if parameters.mode_scope is ModeScope.ALL:
        return
    for key, shares in (("forward", balance.forward), ("sideways", balance.sideways)):
        for index, share in enumerate(shares):
            counts = key == "sideways" and share.joint in rolls_of(model)
            if share.mode is not BalanceMode.ALL and not counts:
                text = "has no effect here: modes apply to rolls that balance sideways"
                there = (*path, "balance", key, index, "mode")
                yield (there, Level.WARNING, f"KF126 '{share.mode.value}' {text}")


def _has_gain(phase: BalancePhase) -> bool:
    gains = (phase.pitch, phase.roll)
    return any(axis.kp or axis.kp_add or axis.kd or axis.kd_add for axis in gains)


def _motors(block: Block, model: RobotModel, before: list[float | None]) -> Iterator[Finding]:
    """Yield targets of limp joints, and speeds that the motors cannot reach."""
    stiffness = [1.0] * len(model.names)
    for joint, value in stiffness_of(model, block.stiffness):
        stiffness[joint] = value
    limp = {
        limb: {joint for joint, _ in stiffness_of(model, {limb: value})}
        for limb, value in block.stiffness.items()
        if value <= 0.0
    }
    for index, keyframe in enumerate(block.keyframes):
        path = ("keyframes", index)
        for joint, value in (keyframe.stiffness_changes or {}).items():
            stiffness[joint] = value
            yield from _limp(path, keyframe, joint, value, model)
        yield from _speed(path, keyframe, block.interpolation, before, stiffness, model)
        targets = angles_of(model, keyframe.angles, keyframe.hands)
        lost = {
            joint
            for joint, target in enumerate(targets)
            if stiffness[joint] <= 0.0 and not isinstance(target, Held)
        }
        for limb in [limb for limb, joints in limp.items() if joints & lost]:
            del limp[limb]  # told once
            text = f"KF128 '{limb.value}' is limp but has a target, which it will not reach"
            yield ("stiffness_percent", limb.value), Level.WARNING, text
        for each, target in enumerate(targets):
            if stiffness[each] <= 0.0:
                before[each] = None
            elif not isinstance(target, Held):
                before[each] = target


def _limp(
    path: DataPath, keyframe: Keyframe, joint: int, value: float, model: RobotModel
) -> Iterator[Finding]:
    target = angles_of(model, keyframe.angles, keyframe.hands)[joint]
    if value <= 0.0 and not isinstance(target, Held) and joint not in model.hands:
        name = model.names[joint]
        here = (*path, "stiffness_changes_percent", name)
        text = f"{name} is made limp but has a target, which it will not reach"
        yield (here, Level.WARNING, f"KF128 {text}")


def _speed(
    path: DataPath,
    keyframe: Keyframe,
    interpolation: Interpolation,
    before: list[float | None],
    stiffness: list[float],
    model: RobotModel,
) -> Iterator[Finding]:
    worst: tuple[float, int] | None = None
    for joint, (needed, possible) in needed_speeds(
        keyframe, interpolation, before, stiffness, model
    ).items():
        if needed > possible and (worst is None or needed / possible > worst[0]):
            worst = (needed / possible, joint)
    if worst is None:
        return
    excess, joint = worst
    free = math.degrees(model.no_load_speed(joint))
    text = (
        f"{model.names[joint]} must turn at {excess * free:.0f} deg/s, its motor reaches"
        f" {free:.0f} deg/s without load: give at least"
        f" {math.ceil(keyframe.duration * excess * 1e3)} ms"
    )
    yield ((*path, "duration_ms"), Level.PHYSICAL, f"KF131 {text}")


def needed_speeds(
    keyframe: Keyframe,
    interpolation: Interpolation,
    before: list[float | None],
    stiffness: list[float],
    model: RobotModel,
) -> dict[int, tuple[float, float]]:
    """Return the peak speed that each joint needs and the no-load speed of its motor, rad/s.

    Args:
        keyframe: The keyframe.
        interpolation: Speed profile of its block.
        before: Previous joint targets, in wire order, rad; None for unknown.
        stiffness: Joint stiffness, 0..1; limp joints are left out.
        model: The robot.
    """
    peak = PEAK[keyframe.interpolation or interpolation] / keyframe.duration
    targets = angles_of(model, keyframe.angles, keyframe.hands)
    speeds = {}
    for joint, spec in enumerate(model.specs):
        start, end = before[joint], targets[joint]
        if start is not None and not isinstance(end, Held) and stiffness[joint] > 0.0:
            possible = model.no_load_speed(joint)
            way = abs(clamp(end, spec.min, spec.max) - clamp(start, spec.min, spec.max))
            speeds[joint] = (way * peak, possible)
    return speeds
