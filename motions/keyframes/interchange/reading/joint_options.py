"""Options of a keyframe for single joints: compensation, balance, stiffness."""

from dataclasses import replace
from typing import TypeVar

from motions.keyframes.interchange.names import (
    HIP_YAW_PITCH,
    JOINT_NAMES,
    JOINTS,
    MODES,
    RIGHT_HIP_YAW_PITCH,
    snake,
)
from motions.keyframes.interchange.reading.fields import Fields
from motions.keyframes.motions.keyframe import (
    BalanceShare,
    Compensation,
    JointShare,
    KeyframeBalance,
)

T = TypeVar("T", JointShare, BalanceShare)
_RIGHT = -1
"""Stands for the right hip yaw pitch while a file is read: it has no motor of its own."""
_MOTORS = {**JOINTS, RIGHT_HIP_YAW_PITCH: _RIGHT}


def read_compensation(fields: Fields) -> tuple[tuple[Compensation, ...], float | None]:
    """Return the entries, in the present or the old grammar, and the factor of the old one."""
    records = list(fields.records("jointCompensation", needed=False))
    step: float | None = None
    if records and records[0].has("jointCompensationParams"):
        if len(records) > 1:
            fields.mistake(
                records[1].record, "KF141 expected at most one value", "jointCompensation"
            )
        old = records[0]
        step = old.number("reduceFactorJointCompensation")
        if not 0.0 < step <= 1.0:
            old.mistake(old.record, f"KF120 expected more than 0, at most 1, found {step:g}")
            step = None
        records = list(old.records("jointCompensationParams"))
    entries = (_compensation_entry(record) for record in records)
    return tuple(entry for entry in entries if entry is not None), step


def _compensation_entry(fields: Fields) -> Compensation | None:
    observed = fields.word("jointDelta", _MOTORS)
    by_hips = fields.flag("hipPitchDifferenceCompensation")
    start, full = fields.pair("range", angles=True)
    shares = [
        JointShare(pair.word("joint", _MOTORS), pair.number("scaling"))
        for pair in fields.records("jointPairs")
    ]
    predict = fields.flag("predictJointDiff")
    return fields.made(
        lambda: Compensation(
            start=start,
            full=full,
            apply=_one_motor(fields, shares),
            observe=None if by_hips else HIP_YAW_PITCH if observed == _RIGHT else observed,
            hip_pitch_difference=by_hips,
            predict=predict,
        ),
    )


def _one_motor(fields: Fields, shares: list[T]) -> tuple[T, ...]:
    """Return the shares with the right hip yaw pitch dropped, or replaced by a missing left one."""
    if all(share.joint != HIP_YAW_PITCH for share in shares):
        return tuple(
            replace(share, joint=HIP_YAW_PITCH) if share.joint == _RIGHT else share
            for share in shares
        )
    kept = tuple(share for share in shares if share.joint != _RIGHT)
    if len(kept) < len(shares):
        fields.unused("rHipYawPitch: the left one, on the same motor, counts")
    return kept


def read_balance(fields: Fields) -> KeyframeBalance | None:
    """Return the joints that balance a keyframe; None if there are none."""
    return fields.inner("balanceWithJoints", _balance)


def _balance(fields: Fields) -> KeyframeBalance | None:
    forward, sideways = (
        _one_motor(
            fields,
            [
                BalanceShare(
                    pair.word("joint", _MOTORS),
                    pair.number("scaling"),
                    pair.word("jointBalanceType", MODES, MODES["Default"]),
                )
                for pair in fields.records(key)
            ],
        )
        for key in ("jointY", "jointX")
    )
    return KeyframeBalance(forward, sideways) if forward or sideways else None


def read_stiffness(fields: Fields) -> dict[int, float] | None:
    """Return the joints whose stiffness a keyframe changes, 0..1; None without any."""
    changes: dict[int, float] = {}
    for change in fields.records("singleMotorStiffnessChange", needed=False):
        joint, value = change.word("joint", _MOTORS), change.whole("s")
        if not 0 <= value <= 100:
            change.mistake(change.record, f"KF120 stiffness {value} outside 0..100", "s")
            continue
        if joint in changes:
            name = RIGHT_HIP_YAW_PITCH if joint == _RIGHT else snake(JOINT_NAMES[joint])
            change.unused(f"an earlier change of {name}: the later one counts")
        changes[joint] = value * 1e-2
    right = changes.pop(_RIGHT, None)
    if right is not None and HIP_YAW_PITCH in changes:
        fields.unused("stiffness of rHipYawPitch: the left one, on the same motor, counts")
    elif right is not None:
        changes[HIP_YAW_PITCH] = right
    return changes or None
