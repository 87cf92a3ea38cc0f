"""What a keyframe of a source file gives to single joints: compensation, balance, stiffness."""

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
from motions.keyframes.interchange.reading.tree import Literal
from motions.keyframes.motions.keyframe import (
    BalanceShare,
    Compensation,
    JointShare,
    KeyframeBalance,
)

T = TypeVar("T", JointShare, BalanceShare)
_MOTORS = {**JOINTS, RIGHT_HIP_YAW_PITCH: HIP_YAW_PITCH}


def read_compensation(fields: Fields) -> tuple[tuple[Compensation, ...], float | None]:
    """Return the entries, of the present or of the old grammar, and the old one's factor."""
    records = list(fields.records("jointCompensation", needed=False))
    step: float | None = None
    if records and records[0].has("jointCompensationParams"):
        if len(records) > 1:
            fields.mistake(records[1].record, "KF141 expected no or one value", "jointCompensation")
        old = records[0]
        step = old.number("reduceFactorJointCompensation")
        if not 0.0 < step <= 1.0:
            old.mistake(old.record, f"KF120 expected more than 0, at most 1, found {step:g}")
            step = None
        records = list(old.records("jointCompensationParams"))
        old.close()
    entries = (_compensation_entry(record) for record in records)
    return tuple(entry for entry in entries if entry is not None), step


def _compensation_entry(fields: Fields) -> Compensation | None:
    observed = fields.word("jointDelta", _MOTORS)
    by_hips = fields.flag("hipPitchDifferenceCompensation", default=False)
    start = full = 0.0
    inner = fields.fields("range")
    if inner is not None:
        start, full = inner.angle("min"), inner.angle("max")
        inner.close()
    pairs = []
    for pair in fields.records("jointPairs"):
        joint, right = _joint(pair)
        pairs.append((JointShare(joint, pair.number("scaling")), right))
        pair.close()
    predict = fields.flag("predictJointDiff", default=False)
    fields.close()
    return fields.made(
        lambda: Compensation(
            start=start,
            full=full,
            apply=_one_motor(fields, pairs),
            observe=None if by_hips else observed,
            hip_pitch_difference=by_hips,
            predict=predict,
        ),
    )


def _joint(fields: Fields) -> tuple[int, bool]:
    """Return the joint, and whether it is the right hip yaw pitch, which has no motor."""
    node = fields.record.values.get("joint")
    right = isinstance(node, Literal) and node.text == RIGHT_HIP_YAW_PITCH
    return fields.word("joint", _MOTORS), right


def _one_motor(fields: Fields, pairs: list[tuple[T, bool]]) -> tuple[T, ...]:
    """Return the shares without those of the right hip yaw pitch, if the left one is there too."""
    left = any(item.joint == HIP_YAW_PITCH and not right for item, right in pairs)
    kept = tuple(item for item, right in pairs if not (right and left))
    if len(kept) < len(pairs):
        fields.unused("rHipYawPitch: the left one has the motor")
    return kept


def read_balance(fields: Fields) -> KeyframeBalance | None:
    """Return which joints balance a keyframe; None if none does."""
    inner = fields.fields("balanceWithJoints", needed=False)
    if inner is None:
        return None
    lists = []
    for key in ("jointY", "jointX"):
        pairs = []
        for pair in inner.records(key):
            joint, right = _joint(pair)
            factor = pair.number("scaling")
            mode = pair.word("jointBalanceType", MODES, MODES["Default"])
            pairs.append((BalanceShare(joint, factor, mode), right))
            pair.close()
        lists.append(_one_motor(inner, pairs))
    inner.close()
    return KeyframeBalance(*lists) if any(lists) else None


def read_stiffness(fields: Fields) -> dict[int, float] | None:
    """Return the joints whose stiffness a keyframe changes, 0..1; None without any."""
    changes: dict[int, float] = {}
    right: float | None = None
    for change in fields.records("singleMotorStiffnessChange", needed=False):
        joint, is_right = _joint(change)
        value = change.whole("s")
        change.close()
        if not 0 <= value <= 100:
            change.mistake(change.record, f"KF120 stiffness {value} outside 0..100", "s")
            continue
        if right is not None if is_right else joint in changes:
            name = RIGHT_HIP_YAW_PITCH if is_right else snake(JOINT_NAMES[joint])
            change.unused(f"an earlier change of {name}: the later one wins")
        if is_right:
            right = value * 1e-2
        else:
            changes[joint] = value * 1e-2
    if right is not None and HIP_YAW_PITCH in changes:
        fields.unused("stiffness of rHipYawPitch: the left one has the motor")
    elif right is not None:
        changes[HIP_YAW_PITCH] = right
    return changes or None
