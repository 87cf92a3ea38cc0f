"""What is judged about a block against the robot: joint limits, speeds, stiffness, balance."""

import math
from collections.abc import Iterator

from hardware.nao import HAND_JOINTS, JOINT_COUNT, Joint, Nao
from motions.keyframes.engine.balance import ROLLS
from motions.keyframes.engine.parameters import BalanceParameters, BalancePhase, ModeScope
from motions.keyframes.motions.motion import (
    BOTH,
    JOINTS_OF,
    BalanceMode,
    Block,
    Held,
    Interpolation,
    Keyframe,
    KeyframeBalance,
)
from motions.keyframes.motions.posture import angles_of
from motions.keyframes.motions.rules import DataPath, Level, MotionProblem, missing

Finding = tuple[DataPath, Level, str]
"""Where, how bad, and what with its code."""

PEAK: dict[Interpolation, float] = {
    Interpolation.LINEAR: 1.0,
    Interpolation.SOFT: math.pi / 2.0,
    Interpolation.FAST_START: math.pi / 2.0,
}
"""Largest speed of an interpolation over its mean speed."""

_SLACK = math.radians(0.05)
"""Limits are written with one or two decimals."""


def judge_block(
    name: str, block: Block, balance: BalanceParameters, nao: Nao
) -> Iterator[MotionProblem]:
    """Yield what the robot cannot do, or what has no effect on it.

    Args:
        name: Of the block.
        block: Its poses are turned into angles.
        balance: Of the engine.
        nao: The robot.
    """
    for path, level, message in _findings(block, balance, nao):
        yield MotionProblem(f"blocks/{name}", path, message, level)


def _findings(block: Block, balance: BalanceParameters, nao: Nao) -> Iterator[Finding]:
    for index, keyframe in enumerate(block.keyframes):
        path = ("keyframes", index)
        yield from _limits(path, keyframe, nao)
        if keyframe.balance is not None:
            yield from _balance(path, keyframe, keyframe.balance, balance)
    yield from _motors(block, nao)


def _limits(path: DataPath, keyframe: Keyframe, nao: Nao) -> Iterator[Finding]:
    for limb, values in keyframe.angles.items():
        joints = JOINTS_OF[BOTH.get(limb, (limb,))[0]]
        for index, (joint, value) in enumerate(zip(joints, values, strict=True)):
            limits = nao.joints[joint]
            if isinstance(value, Held) or limits.min - _SLACK <= value <= limits.max + _SLACK:
                continue
            found, low, high = (math.degrees(item) for item in (value, limits.min, limits.max))
            text = f"{joint.key} {found:.1f} deg is outside {low:.1f}..{high:.1f} deg"
            here = (*path, "angles_deg", limb.value, index)
            yield (here, Level.PHYSICAL, f"KF122 {text}; it will be held at the limit")


def _balance(
    path: DataPath, keyframe: Keyframe, balance: KeyframeBalance, parameters: BalanceParameters
) -> Iterator[Finding]:
    name, phases = keyframe.balance_phase, parameters.phases
    here = (*path, "balance_phase")
    if name not in phases:
        for problem in missing("phase of the balance", name, phases, "", here):
            yield problem.path, problem.level, problem.message
    elif not _has_gain(phases[name]):
        text = f"the phase '{name}' has no gains: these joints will balance nothing"
        yield (here, Level.WARNING, f"KF127 {text}")
    if parameters.mode_scope is ModeScope.ALL:
        return
    for key, shares in (("forward", balance.forward), ("sideways", balance.sideways)):
        for index, share in enumerate(shares):
            counts = key == "sideways" and share.joint in ROLLS
            if share.mode is not BalanceMode.ALL and not counts:
                text = "has no effect here: modes count for rolls that balance sideways"
                there = (*path, "balance", key, index, "mode")
                yield (there, Level.WARNING, f"KF126 '{share.mode.value}' {text}")


def _has_gain(phase: BalancePhase) -> bool:
    gains = (phase.pitch, phase.roll)
    return any(axis.kp or axis.kp_add or axis.kd or axis.kd_add for axis in gains)


def _motors(block: Block, nao: Nao) -> Iterator[Finding]:
    """Yield targets of limp joints, and speeds that no motor reaches."""
    stiffness = [1.0] * JOINT_COUNT
    for limb, value in block.stiffness.items():
        for side in BOTH.get(limb, (limb,)):
            for joint in JOINTS_OF[side]:
                stiffness[joint] = value
    before: list[float | None] = [None] * JOINT_COUNT
    for index, keyframe in enumerate(block.keyframes):
        path = ("keyframes", index)
        for joint, value in (keyframe.stiffness_changes or {}).items():
            stiffness[joint] = value
            yield from _limp(path, keyframe, joint, value)
        yield from _speed(path, keyframe, block.interpolation, before, stiffness, nao)
        targets = angles_of(keyframe.angles, keyframe.hands)
        for each, target in enumerate(targets):
            if stiffness[each] <= 0.0:
                before[each] = None
            elif not isinstance(target, Held):
                before[each] = target


def _limp(path: DataPath, keyframe: Keyframe, joint: Joint, value: float) -> Iterator[Finding]:
    target = angles_of(keyframe.angles, keyframe.hands)[joint]
    if value <= 0.0 and not isinstance(target, Held) and joint not in HAND_JOINTS:
        here = (*path, "stiffness_changes_percent", joint.key)
        text = f"{joint.key} is made limp but has a target, which it will not reach"
        yield (here, Level.WARNING, f"KF128 {text}")


def _speed(
    path: DataPath,
    keyframe: Keyframe,
    interpolation: Interpolation,
    before: list[float | None],
    stiffness: list[float],
    nao: Nao,
) -> Iterator[Finding]:
    worst: tuple[float, Joint] | None = None
    for joint, (needed, possible) in needed_speeds(
        keyframe, interpolation, before, stiffness, nao
    ).items():
        if needed > possible and (worst is None or needed / possible > worst[0]):
            worst = (needed / possible, joint)
    if worst is None:
        return
    excess, joint = worst
    free = math.degrees(nao.motors[nao.joints[joint].motor].joint_no_load_speed)
    text = (
        f"{joint.key} must turn at {excess * free:.0f} deg/s, its motor reaches {free:.0f} deg/s"
        f" without load: give at least {math.ceil(keyframe.duration * excess * 1e3)} ms"
    )
    yield ((*path, "duration_ms"), Level.PHYSICAL, f"KF131 {text}")


def needed_speeds(
    keyframe: Keyframe,
    interpolation: Interpolation,
    before: list[float | None],
    stiffness: list[float],
    nao: Nao,
) -> dict[Joint, tuple[float, float]]:
    """Return the highest speed that a keyframe asks of each joint, and what its motor can, rad/s.

    Args:
        keyframe: The keyframe.
        interpolation: Of its block.
        before: Where the joints come from, (25,), rad; None is not known.
        stiffness: Of the joints, (25,), 0..1; limp ones are left out.
        nao: The robot.
    """
    peak = PEAK[keyframe.interpolation or interpolation] / keyframe.duration
    targets = angles_of(keyframe.angles, keyframe.hands)
    speeds = {}
    for joint, spec in nao.joints.items():
        start, end = before[joint], targets[joint]
        if start is not None and not isinstance(end, Held) and stiffness[joint] > 0.0:
            possible = nao.motors[spec.motor].joint_no_load_speed
            low, high = spec.min, spec.max
            way = abs(min(max(end, low), high) - min(max(start, low), high))
            speeds[joint] = (way * peak, possible)
    return speeds
