"""Conversion of a keyframe of a source file: its posture, its times, the torso's windows."""

import math
from typing import Any

from motions.keyframes.interchange.names import (
    IGNORED,
    INTERPOLATIONS,
    LIMBS,
    NO_LIMIT,
    OFF,
    PHASES,
    capital,
)
from motions.keyframes.interchange.reading.fields import Fields
from motions.keyframes.interchange.reading.joint_options import (
    read_balance,
    read_compensation,
    read_stiffness,
)
from motions.keyframes.interchange.reading.limb_pose import read_poses
from motions.keyframes.interchange.reading.tree import Literal, Node
from motions.keyframes.interchange.reading.waits_and_branches import read_branches, read_wait
from motions.keyframes.motions.keyframe import Held, Keyframe, LeanRange, Limb, Target, TorsoWindow

_PHASES = {capital(phase): phase for phase in PHASES}


def read_keyframe(fields: Fields, label: str) -> Keyframe | None:
    """Return a keyframe; None, with an error recorded, if it is invalid.

    Args:
        fields: Its record.
        label: Its label, unless a comment after its brace gives one.
    """
    named = fields.has("interpolationType")
    interpolation = fields.word("interpolationType", INTERPOLATIONS) if named else None
    forbids = fields.flag("forbidWaitBreak")
    compensation, release_step = read_compensation(fields)
    poses = read_poses(fields)
    x, y = fields.pair("goalCom", "x", "y", needed=False)
    values: dict[str, Any] = {
        "balance_phase": fields.word("phase", _PHASES, "unknown_phase"),
        "goal_com": (x * 1e-3, y * 1e-3),
        "set_last_com": fields.flag("setLastCom"),
        "wait": read_wait(fields, forbids=forbids),
        "branches": read_branches(fields),
        "balance": read_balance(fields),
        "stiffness_changes": read_stiffness(fields),
        "torso": fields.inner("torsoAngleBreakUpEnd", _window),
        "torso_start": fields.sole("torsoAngleBreakUpStart", _window),
    }
    duration = fields.number("duration", 2000.0) * 1e-3
    angles, hands = _angles(fields, frozenset(poses or ()))
    if duration < 1e-3:
        fields.mistake(fields.record, "KF120 the duration must be at least 1 ms", "duration")
        return None
    return fields.made(
        lambda: Keyframe(
            label=fields.record.comment or label,
            duration=duration,
            angles=angles,
            poses=poses,
            hands=hands,
            interpolation=interpolation,
            compensation=compensation,
            release_step=release_step,
            **values,
        ),
    )


def _angles(
    fields: Fields, posed: frozenset[Limb]
) -> tuple[dict[Limb, tuple[Target, ...]], tuple[float | Held, float | Held]]:
    inner = fields.fields("angles")
    if inner is None:
        return {}, (0.0, 0.0)
    angles: dict[Limb, tuple[Target, ...]] = {Limb.HEAD: _targets(inner, "head", 2)}
    positions = inner.fields("positions")
    if positions is None:
        return {}, (0.0, 0.0)
    hands: list[float | Held] = []
    for key, limb in LIMBS.items():
        values = _targets(positions, key, 6)
        if limb in (Limb.LEFT_ARM, Limb.RIGHT_ARM):
            hands.append(_hand(positions, key, values[-1]))
            values = values[:-1]
        angles[limb] = values
    for limb in posed & angles.keys():
        if any(target is not Held.HOLD for target in angles.pop(limb)):
            inner.unused(f"angles of {limb.value}: its pose replaces them")
    left, right = angles.get(Limb.LEFT_LEG, ()), angles.get(Limb.RIGHT_LEG, ())
    if left and right and left[0] != right[0]:
        inner.unused("hip yaw pitch of the right leg: the left one, on the same motor, counts")
        angles[Limb.RIGHT_LEG] = (left[0], *right[1:])
    return angles, (hands[0], hands[1])


def _targets(fields: Fields, key: str, length: int) -> tuple[Target, ...]:
    read = tuple(_target(fields, *item) for item in fields.items(key, length=length))
    return read or (Held.HOLD,) * length


def _target(fields: Fields, node: Node, path: str) -> Target:
    if isinstance(node, Literal) and node.text == OFF:
        return Held.OFF
    if isinstance(node, Literal) and node.text == IGNORED:
        return Held.HOLD
    return fields.angle_of(node, path) or 0.0


def _hand(fields: Fields, key: str, value: Target) -> Target:
    """Return a hand's opening: one radian is open."""
    if isinstance(value, Held) or 0.0 <= value <= 1.0:
        return value
    text = f"KF120 a hand opens from 0 to 57.3 deg, found {math.degrees(value):.1f}"
    fields.mistake(fields.record.values[key], text, key)
    return 0.0


def _window(fields: Fields) -> TorsoWindow | None:
    axes = [fields.inner(f"{axis}Direction", _lean, needed=True) for axis in ("pitch", "roll")]
    return TorsoWindow(*axes) if any(axes) else None


def _lean(fields: Fields) -> LeanRange | None:
    low, high = _end(fields, "min", -1.0), _end(fields, "max", 1.0)
    if low is not None and high is not None and low > high:
        fields.mistake(fields.record, "KF121 expected the smaller angle first")
    return None if low is None and high is None else (low, high)


def _end(fields: Fields, key: str, sign: float) -> float | None:
    node = fields.record.values.get(key)
    if isinstance(node, Literal) and node.text == IGNORED:
        fields.node(key)
        return None
    value = fields.angle(key)
    beyond = sign * math.degrees(value) >= NO_LIMIT - 1e-6
    return sign * math.inf if beyond else value
