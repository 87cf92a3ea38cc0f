"""A keyframe of a source file, turned into ours."""

import math
from collections.abc import Callable
from typing import Any, TypeVar

from hardware.nao import Joint
from motions.keyframes.conditions import Condition, Conditions, Match
from motions.keyframes.interchange.fields import Fields
from motions.keyframes.interchange.names import (
    IGNORED,
    INTERPOLATIONS,
    JOINTS,
    LIMBS,
    MANY_WAIT,
    MODES,
    NO_LIMIT,
    OFF,
    PHASES,
    RIGHT_HIP_YAW_PITCH,
    VARIABLES,
    capital,
    snake,
)
from motions.keyframes.interchange.read_pose import read_poses
from motions.keyframes.interchange.tree import Literal, Node
from motions.keyframes.motion import (
    Balance,
    BalanceShare,
    Branch,
    Compensation,
    Held,
    Keyframe,
    LeanRange,
    Limb,
    Share,
    Target,
    Wait,
    WaitBreak,
    Window,
)

T = TypeVar("T", Share, BalanceShare)
_PHASES = {capital(phase): phase for phase in PHASES}
_MOTORS = {**JOINTS, RIGHT_HIP_YAW_PITCH: Joint.L_HIP_YAW_PITCH}


def read_keyframe(fields: Fields, label: str) -> Keyframe | None:
    """Return a keyframe; None and a mistake if it cannot be.

    Args:
        fields: Its record.
        label: What it is called unless a comment behind its brace says it.
    """
    named = fields.has("interpolationType")
    interpolation = fields.word("interpolationType", INTERPOLATIONS) if named else None
    forbids = fields.flag("forbidWaitBreak", default=False)
    compensation, release_step = _compensation(fields)
    poses = read_poses(fields)
    values: dict[str, Any] = {
        "balance_phase": fields.word("phase", _PHASES, "unknown_phase"),
        "goal_com": _goal(fields),
        "set_last_com": fields.flag("setLastCom", default=False),
        "wait": _wait(fields, forbids=forbids),
        "branches": _branches(fields),
        "balance": _balance(fields),
        "stiffness_changes": _stiffness(fields),
        "torso": _window(fields.fields("torsoAngleBreakUpEnd", needed=False)),
        "torso_start": _start_window(fields),
    }
    duration = fields.number("duration", 2000.0) * 1e-3
    angles, hands = _angles(fields, frozenset(poses or ()))
    fields.close()
    if duration < 1e-3:
        fields.mistake(fields.record, "KF120 a keyframe takes at least 1 ms", "duration")
        return None
    return _made(
        fields,
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


def read_conditions(fields: Fields, key: str, match_key: str) -> Conditions:
    """Return a list of conditions and how they are taken together."""
    conditions = tuple(map(_condition, fields.records(key)))
    match = fields.word(match_key, {"true": Match.ALL, "false": Match.ANY}, Match.ALL)
    # Fewer than two are the same either way; one way of writing them keeps files comparable.
    return Conditions(conditions, match if len(conditions) > 1 else Match.ALL)


Made = TypeVar("Made")


def _made(fields: Fields, make: Callable[[], Made]) -> Made | None:
    """Return what a class makes of its values; what it refuses is a mistake at this record."""
    try:
        return make()
    except ValueError as error:
        fields.mistake(fields.record, str(error))
        return None


def _goal(fields: Fields) -> tuple[float, float]:
    inner = fields.fields("goalCom", needed=False)
    if inner is None:
        return (0.0, 0.0)
    goal = (inner.number("x") * 1e-3, inner.number("y") * 1e-3)
    inner.close()
    return goal


def _condition(fields: Fields) -> Condition:
    variable = fields.word("variable", VARIABLES)
    low, high = 0.0, 0.0
    inner = fields.fields("range")
    if inner is not None:
        low, high = inner.number("min"), inner.number("max")
        inner.close()
    negate = fields.flag("isNot", default=False)
    if fields.has("maxWaitTime"):
        fields.whole("maxWaitTime")
    fields.close()
    if low > high:  # in the source a range upside down is the outside of it
        low, high, negate = high, low, not negate
    bounds = (low * variable.to_si, high * variable.to_si)
    return Condition(negate=negate, **{variable.name: bounds})


def _wait(fields: Fields, *, forbids: bool) -> Wait | None:
    records = list(fields.records("waitConditions", needed=False))
    if not records:
        return Wait(0.0, Conditions(), WaitBreak.NEVER) if forbids else None
    times = [record.whole("maxWaitTime", 1000) * 1e-3 for record in records]
    until = Conditions(tuple(map(_condition, records)))
    longest = times[0] if len(times) == 1 else MANY_WAIT
    if any(time != longest for time in times):
        written = ", ".join(f"{time * 1e3:g}" for time in times)
        text = f"maxWaitTime {written}: not read when there are several, the wait is 1000 ms"
        fields.findings.note(fields.record, fields.below("waitConditions"), text)
    return Wait(longest, until, WaitBreak.NEVER if forbids else WaitBreak.APPROACH)


def _branches(fields: Fields) -> tuple[Branch, ...]:
    found = map(_branch, fields.records("keyframeBranches", needed=False))
    return tuple(branch for branch in found if branch is not None)


def _branch(fields: Fields) -> Branch | None:
    block = fields.node("blockID")
    motion = fields.optional("motionID")
    early_used = fields.flag("useEarlyEntrance", default=False)
    block_loops = fields.whole("maxNumberOfLoopsBlockID", -1)
    motion_loops = fields.whole("maxNumberOfLoopsMotionID", -1)
    stiff = fields.flag("initStiffness", default=False)
    remove = fields.flag("removeCurrentBlock", default=False)
    at_end, early = (_pair(fields, key) for key in ("preCondition", "earlyEntranceCondition"))
    fields.close()
    target = _name(fields, motion[0] if motion else block)
    if target is None:
        return None
    if motion is not None and isinstance(block, Literal):
        _unused(fields, f"blockID {block.text}: the motion is taken")
    if not early_used and early is not None and early.conditions:
        _unused(fields, f"{len(early.conditions)} early conditions: useEarlyEntrance is false")
    limit, other = (motion_loops, block_loops) if motion else (block_loops, motion_loops)
    if other != -1:
        _unused(fields, f"a loop limit of {other} for the target that is not taken")
    if limit < -1:
        fields.mistake(fields.record, f"KF120 a loop limit is -1 or more, found {limit}")
    at_end = at_end if at_end is not None and at_end.conditions else None
    early = (early or Conditions()) if early_used else None
    if at_end is None and early is None:
        _unused(fields, "a branch without any condition: it never fires")
        early, limit = Conditions(), 0
    return Branch(
        to_block=None if motion else target,
        to_motion=target if motion else None,
        early=early,
        at_end=at_end,
        remove_current_block=remove,
        init_stiffness=stiff,
        max_loops=None if limit < 0 else limit,
    )


def _unused(fields: Fields, text: str) -> None:
    fields.findings.note(fields.record, fields.path, text)


def _name(fields: Fields, node: Node | None) -> str | None:
    if isinstance(node, Literal):
        return snake(node.text)
    if node is not None:
        fields.mistake(node, "KF103 expected a name")
    return None


def _pair(fields: Fields, key: str) -> Conditions | None:
    inner = fields.fields(key, needed=False)
    if inner is None:
        return None
    found = read_conditions(inner, "conditions", "isAnd")
    inner.close()
    return found


def _compensation(fields: Fields) -> tuple[tuple[Compensation, ...], float | None]:
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
        pairs.append((Share(joint, pair.number("scaling")), right))
        pair.close()
    predict = fields.flag("predictJointDiff", default=False)
    fields.close()
    return _made(
        fields,
        lambda: Compensation(
            start=start,
            full=full,
            apply=_one_motor(fields, pairs),
            observe=None if by_hips else observed,
            hip_pitch_difference=by_hips,
            predict=predict,
        ),
    )


def _joint(fields: Fields) -> tuple[Joint, bool]:
    """Return the joint, and whether it is the right hip yaw pitch, which has no motor."""
    node = fields.record.values.get("joint")
    right = isinstance(node, Literal) and node.text == RIGHT_HIP_YAW_PITCH
    return fields.word("joint", _MOTORS), right


def _one_motor(fields: Fields, pairs: list[tuple[T, bool]]) -> tuple[T, ...]:
    """Return the shares without those of the right hip yaw pitch, if the left one is there too."""
    left = any(item.joint is Joint.L_HIP_YAW_PITCH and not right for item, right in pairs)
    kept = tuple(item for item, right in pairs if not (right and left))
    if len(kept) < len(pairs):
        _unused(fields, "rHipYawPitch: the left one has the motor")
    return kept


def _balance(fields: Fields) -> Balance | None:
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
    return Balance(*lists) if any(lists) else None


def _stiffness(fields: Fields) -> dict[Joint, float] | None:
    changes: dict[Joint, float] = {}
    right: float | None = None
    for change in fields.records("singleMotorStiffnessChange", needed=False):
        joint, is_right = _joint(change)
        value = change.whole("s")
        change.close()
        if not 0 <= value <= 100:
            change.mistake(change.record, f"KF120 stiffness {value} outside 0..100", "s")
        elif is_right:
            right = value * 1e-2
        else:
            if joint in changes:
                _unused(change, f"an earlier change of {joint.key}: the later one wins")
            changes[joint] = value * 1e-2
    if right is not None and Joint.L_HIP_YAW_PITCH in changes:
        _unused(fields, "stiffness of rHipYawPitch: the left one has the motor")
    elif right is not None:
        changes[Joint.L_HIP_YAW_PITCH] = right
    return changes or None


def _angles(
    fields: Fields, posed: frozenset[Limb]
) -> tuple[dict[Limb, tuple[Target, ...]], tuple[float | Held, float | Held]]:
    inner = fields.fields("angles")
    if inner is None:
        return {}, (0.0, 0.0)
    angles: dict[Limb, tuple[Target, ...]] = {Limb.HEAD: _targets(inner, "head", 2)}
    positions = inner.fields("positions")
    hands: list[float | Held] = []
    for key, limb in LIMBS.items() if positions is not None else ():
        assert positions is not None
        values = _targets(positions, key, 6)
        if limb in (Limb.LEFT_ARM, Limb.RIGHT_ARM):
            hands.append(_hand(positions, key, values[-1]))
            values = values[:-1]
        angles[limb] = values
    if positions is not None:
        positions.close()
    inner.close()
    for limb in posed & angles.keys():
        _unused(inner, f"angles of {limb.value}: its pose replaces them")
        del angles[limb]
    left, right = angles.get(Limb.LEFT_LEG, ()), angles.get(Limb.RIGHT_LEG, ())
    if left and right and left[0] != right[0]:
        _unused(inner, "hip yaw pitch of the right leg: the left one has the motor")
        angles[Limb.RIGHT_LEG] = (left[0], *right[1:])
    return angles, (hands[0], hands[1]) if hands else (0.0, 0.0)


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


def _start_window(fields: Fields) -> Window | None:
    found = fields.optional("torsoAngleBreakUpStart")
    return _window(fields.record_of(*found)) if found else None


def _window(fields: Fields | None) -> Window | None:
    if fields is None:
        return None
    axes: list[LeanRange | None] = []
    for key in ("pitchDirection", "rollDirection"):
        inner = fields.fields(key)
        if inner is None:
            return None
        low, high = (_end(inner, end, sign) for end, sign in (("min", -1.0), ("max", 1.0)))
        if low is not None and high is not None and low > high:
            inner.mistake(inner.record, "KF121 expected the smaller angle first")
        axes.append(None if low is None and high is None else (low, high))
        inner.close()
    fields.close()
    return Window(*axes) if any(axes) else None


def _end(fields: Fields, key: str, sign: float) -> float | None:
    node = fields.record.values.get(key)
    if isinstance(node, Literal) and node.text == IGNORED:
        fields.node(key)
        return None
    value = fields.angle(key)
    beyond = sign * math.degrees(value) >= NO_LIMIT - 1e-6
    return sign * math.inf if beyond else value
