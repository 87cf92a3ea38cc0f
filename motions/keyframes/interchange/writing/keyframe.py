"""Conversion of one of our keyframes to the values of a source file."""

import math
from collections.abc import Mapping
from typing import TypeVar

from motions.keyframes.interchange.names import (
    DEG,
    IGNORED,
    INTERPOLATIONS,
    JOINT_NAMES,
    LIMBS,
    MANY_WAIT,
    MODES,
    NO_LIMIT,
    OFF,
    PHASES,
    VARIABLE_NAMES,
    camel,
    capital,
)
from motions.keyframes.interchange.writing.layout import COMMENT, Value
from motions.keyframes.motions.conditions import QUANTITIES, Condition, Conditions, Match
from motions.keyframes.motions.keyframe import (
    Branch,
    Compensation,
    Held,
    JointShare,
    Keyframe,
    KeyframeBalance,
    LeanRange,
    Limb,
    Target,
    TorsoWindow,
    Wait,
    WaitBreak,
)

T = TypeVar("T")
_MS = 1e3


class CannotSay(Exception):  # noqa: N818 - caught and reported as part of an `ExportError`
    """A value that the source's language cannot express."""

    def __str__(self) -> str:
        return f"B-Human's format cannot express {self.args[0]}; change or remove it"


def number(value: float) -> str:
    """Return a number with at most 15 significant digits, which a decimal keeps exactly."""
    text = f"{value:.15g}"
    return "0" if text == "-0" else text


def word(words: Mapping[str, T], value: T) -> str:
    """Return the word for a value."""
    return next(text for text, meaning in words.items() if meaning == value)


def keyframe_values(keyframe: Keyframe, filler: str) -> Value:
    """Return a keyframe in the normal form as values.

    Args:
        keyframe: In the normal form.
        filler: Name of any block, for branches that go to a motion.

    Raises:
        CannotSay: At the first value that cannot be expressed.
    """
    if keyframe.balance_phase not in PHASES:
        raise CannotSay(
            f"the phase '{keyframe.balance_phase}', which is none of {', '.join(PHASES)}"
        )
    if keyframe.soles_stand:
        raise CannotSay("soles_stand")
    balance = keyframe.balance or KeyframeBalance()
    wait = keyframe.wait
    x, y = keyframe.goal_com
    return {
        COMMENT: keyframe.label,
        "phase": capital(keyframe.balance_phase),
        "duration": number(keyframe.duration * _MS),
        "goalCom": {"x": number(x * 1e3), "y": number(y * 1e3)},
        "setLastCom": keyframe.set_last_com,
        "forbidWaitBreak": wait is not None and wait.give_up is WaitBreak.NEVER,
        "interpolationType": word(INTERPOLATIONS, keyframe.interpolation),
        "jointCompensation": _compensation(keyframe),
        "waitConditions": _wait(wait) if wait is not None else [],
        "keyframeBranches": [_branch(branch, filler) for branch in keyframe.branches],
        "balanceWithJoints": {
            key: [
                {
                    "joint": JOINT_NAMES[share.joint],
                    "scaling": number(share.factor),
                    "jointBalanceType": word(MODES, share.mode),
                }
                for share in shares
            ]
            for key, shares in (("jointY", balance.forward), ("jointX", balance.sideways))
        },
        "singleMotorStiffnessChange": [
            {"joint": JOINT_NAMES[joint], "s": _percent(value)}
            for joint, value in (keyframe.stiffness_changes or {}).items()
        ],
        "angles": _angles(keyframe),
        "robotPoses": _poses(keyframe),
        "torsoAngleBreakUpEnd": _window(keyframe.torso or TorsoWindow()),
        "torsoAngleBreakUpStart": [_window(keyframe.torso_start)] if keyframe.torso_start else [],
    }


def conditions_values(conditions: Conditions, match_key: str) -> dict[str, Value]:
    """Return conditions in the normal form, and how they are combined."""
    return {
        "conditions": [_condition(condition) for condition in conditions.conditions],
        match_key: conditions.match is Match.ALL,
    }


def _percent(value: float) -> str:
    percent = value * 100.0
    if abs(percent - round(percent)) > 1e-6:
        raise CannotSay(f"a stiffness of {percent:g} %: expected a whole number")
    return str(round(percent))


def _condition(condition: Condition) -> dict[str, Value]:
    ranges = condition.ranges()
    if len(ranges) != 1:
        raise CannotSay("a negated condition on several quantities, or one among alternatives")
    ((name, (low, high)),) = ranges
    if name not in VARIABLE_NAMES:
        raise CannotSay(f"the quantity '{name}'")
    to_si = QUANTITIES[name].to_si
    if math.isinf(low) or math.isinf(high):
        raise CannotSay(
            f"an open end of '{name}': give a value that no robot reaches, such as 2000"
        )
    return {
        "variable": VARIABLE_NAMES[name],
        "range": {"min": number(low / to_si), "max": number(high / to_si)},
        "isNot": condition.negate,
    }


def _wait(wait: Wait) -> list[Value]:
    conditions = wait.until.conditions
    if wait.give_up is WaitBreak.STALL:
        raise CannotSay("a wait that gives up when it stalls")
    if not conditions and (wait.give_up is not WaitBreak.NEVER or wait.max > 0.0):
        raise CannotSay("a wait without conditions")
    if wait.until.match is Match.ANY:
        raise CannotSay("a wait for any of several conditions")
    if len(conditions) > 1 and abs(wait.max - MANY_WAIT) > 1e-9:
        raise CannotSay("a wait for several conditions with a limit other than 1000 ms")
    if abs(wait.max * _MS - round(wait.max * _MS)) > 1e-6:
        raise CannotSay("a longest wait that is not a whole number of milliseconds")
    longest = str(round(wait.max * _MS))
    return [{**_condition(condition), "maxWaitTime": longest} for condition in conditions]


def _branch(branch: Branch, filler: str) -> Value:
    if branch.at_end is not None and not branch.at_end.conditions:
        raise CannotSay("a branch at the end without conditions: there it never fires")
    to_motion = branch.to_motion is not None
    limit = "-1" if branch.max_loops is None else str(branch.max_loops)
    at_end, early = branch.at_end or Conditions(), branch.early or Conditions()
    return {
        "blockID": filler if branch.to_block is None else camel(branch.to_block),
        "motionID": [camel(branch.to_motion)] if branch.to_motion is not None else [],
        "initStiffness": branch.init_stiffness,
        "removeCurrentBlock": branch.remove_current_block,
        "preCondition": conditions_values(at_end, "isAnd"),
        "useEarlyEntrance": branch.early is not None,
        "earlyEntranceCondition": conditions_values(early, "isAnd"),
        "maxNumberOfLoopsBlockID": "-1" if to_motion else limit,
        "maxNumberOfLoopsMotionID": limit if to_motion else "-1",
    }


def _compensation(keyframe: Keyframe) -> list[Value]:
    entries: list[Value] = [_entry(entry) for entry in keyframe.compensation]
    if keyframe.release_step is None:
        return entries
    if not entries:
        raise CannotSay("a release_step without a compensation")
    factor = number(keyframe.release_step)
    return [{"jointCompensationParams": entries, "reduceFactorJointCompensation": factor}]


def _entry(entry: Compensation) -> Value:
    if entry.clip is not None:
        raise CannotSay("a clip of a compensation")
    return {
        "jointDelta": "headYaw" if entry.observe is None else JOINT_NAMES[entry.observe],
        "hipPitchDifferenceCompensation": entry.hip_pitch_difference,
        "range": {"min": _angle(entry.start), "max": _angle(entry.full)},
        "jointPairs": [_pair(share) for share in entry.apply],
        "predictJointDiff": entry.predict,
    }


def _pair(share: JointShare) -> Value:
    return {"joint": JOINT_NAMES[share.joint], "scaling": number(share.factor)}


def _angle(value: Target | None) -> str:
    """Return an angle, a sentinel, or the end of a window, which may be the running one."""
    if value is None or value is Held.HOLD:
        return IGNORED
    if value is Held.OFF:
        return OFF
    if math.isinf(value):
        return f"{number(math.copysign(NO_LIMIT, value))}deg"
    return f"{number(value / DEG)}deg"


def _angles(keyframe: Keyframe) -> Value:
    hands = {Limb.LEFT_ARM: keyframe.hands[0], Limb.RIGHT_ARM: keyframe.hands[1]}
    positions: dict[str, Value] = {}
    for name, limb in LIMBS.items():
        count = 5 if limb in hands else 6
        values = keyframe.angles.get(limb, (Held.HOLD,) * count)
        with_hand = (*values, hands[limb]) if limb in hands else values
        positions[name] = [_angle(value) for value in with_hand]
    head = keyframe.angles.get(Limb.HEAD, (Held.HOLD,) * 2)
    return {"head": [_angle(value) for value in head], "positions": positions}


def _poses(keyframe: Keyframe) -> list[Value]:
    if not keyframe.poses:
        return []
    limbs: dict[str, Value] = {}
    for name, limb in LIMBS.items():
        pose = keyframe.poses.get(limb)
        if pose is None:
            limbs[name] = {"pose": []}
            continue
        place = [number(value * 1e3) for value in pose.translation]
        turn = [_angle(value) for value in pose.rotation or ()]
        limbs[name] = {"pose": [{"trans": _xyz(place), "rot": _xyz(turn)}]}
    return [{"robotPoses": limbs}]


def _xyz(values: list[str]) -> Value:
    return [dict(zip("xyz", values, strict=True))] if values else []


def _window(window: TorsoWindow) -> Value:
    return {"pitchDirection": _lean(window.pitch), "rollDirection": _lean(window.roll)}


def _lean(bounds: LeanRange | None) -> Value:
    low, high = bounds or (None, None)
    return {"min": _angle(low), "max": _angle(high)}
