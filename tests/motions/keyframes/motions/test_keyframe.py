"""Defaults of a keyframe, and combinations that no keyframe may contain."""

import math
from dataclasses import replace
from typing import Any

import pytest

from hardware.robots.nao import Joint
from motions.keyframes.motions.conditions import Conditions
from motions.keyframes.motions.keyframe import (
    BalanceMode,
    BalanceShare,
    Branch,
    Compensation,
    JointShare,
    Keyframe,
    KeyframeBalance,
    Limb,
    LimbPose,
    TorsoWindow,
    Wait,
    WaitBreak,
)

ALWAYS = Conditions()
SHARES = (JointShare(Joint.L_KNEE_PITCH, 1.0),)
HEAD, ARM, LEG = (0.0, 0.0), (0.0,) * 6, (0.0,) * 6
POSE = LimbPose((0.0, 0.1, -0.2))


def test_a_compensation_by_default_uses_the_measured_error_and_may_over_compensate() -> None:
    entry = Compensation(0.1, 0.2, SHARES, observe=Joint.L_HIP_ROLL)
    assert (entry.hip_pitch_difference, entry.predict, entry.clip) == (False, False, None)


@pytest.mark.parametrize(("observe", "difference"), [(None, False), (Joint.L_HIP_ROLL, True)])
def test_a_compensation_observes_either_one_joint_or_the_difference_of_the_hips(
    observe: Joint | None, difference: bool
) -> None:
    with pytest.raises(ValueError, match="KF102 name either a joint to observe"):
        Compensation(0.1, 0.2, SHARES, observe=observe, hip_pitch_difference=difference)
    for other in (Joint.L_HIP_ROLL, None):
        Compensation(0.1, 0.2, SHARES, observe=other, hip_pitch_difference=other is None)


def test_a_compensation_that_moves_no_joint_is_refused() -> None:
    with pytest.raises(ValueError, match="KF102 nothing to apply"):
        Compensation(0.1, 0.2, (), observe=Joint.L_HIP_ROLL)


@pytest.mark.parametrize(
    ("start", "full", "allowed"),
    [
        (0.1, 0.2, True),
        (0.2, 0.1, True),
        (-0.2, -0.1, True),
        (0.0, 0.1, True),
        (0.0, -0.1, True),
        (-0.1, 0.0, True),
        (-0.1, 0.1, True),
        (0.1, -0.1, False),
        (0.1, 0.1, False),
        (0.0, 0.0, False),
    ],
)
def test_the_range_of_a_compensation_has_two_ends_and_may_cross_zero_only_from_below(
    start: float, full: float, allowed: bool
) -> None:
    if allowed:
        Compensation(start, full, SHARES, observe=Joint.L_HIP_ROLL)
    else:
        with pytest.raises(ValueError, match="KF125"):
            Compensation(start, full, SHARES, observe=Joint.L_HIP_ROLL)


def test_a_branch_by_default_resumes_stiffens_and_fires_without_limit() -> None:
    branch = Branch(to_block="other", early=ALWAYS)
    assert (branch.remove_current_block, branch.init_stiffness) == (False, True)
    assert branch.max_loops is None and branch.at_end is None and branch.to_motion is None


@pytest.mark.parametrize(
    ("ways", "code"),
    [
        ({"early": ALWAYS}, "KF102 a branch goes to exactly one"),
        (
            {"to_block": "one", "to_motion": "other", "early": ALWAYS},
            "KF102 a branch goes to exactly one",
        ),
        ({"to_block": "one"}, "KF102 a branch needs 'early' or 'at_end'"),
    ],
)
def test_a_branch_has_exactly_one_target_and_at_least_one_condition(
    ways: dict[str, Any], code: str
) -> None:
    with pytest.raises(ValueError, match=code):
        Branch(**ways)


def test_a_branch_names_its_target_and_its_conditions_can_be_replaced() -> None:
    assert Branch(to_block="block", early=ALWAYS).target == "block"
    assert Branch(to_motion="motion", at_end=ALWAYS).target == "motion"
    never = replace(ALWAYS, conditions=())
    early = Branch(to_block="b", early=ALWAYS).asking(lambda _: never)
    late = Branch(to_block="b", at_end=ALWAYS).asking(lambda _: never)
    assert early.early is never and early.at_end is None
    assert late.at_end is never and late.early is None


def test_a_keyframe_by_default_closes_the_hands_and_changes_nothing_else() -> None:
    plain = Keyframe("", 0.1, {})
    assert (plain.hands, plain.goal_com) == ((0.0, 0.0), (0.0, 0.0))
    assert plain.balance_phase == "stand" and plain.set_last_com is False
    silent = (plain.poses, plain.interpolation, plain.stiffness_changes, plain.release_step)
    assert silent == (None,) * 4
    assert (plain.balance, plain.torso, plain.torso_start, plain.wait) == (None,) * 4
    assert plain.compensation == () and plain.branches == ()
    assert BalanceShare(Joint.L_HIP_ROLL, 1.0).mode is BalanceMode.ALL
    assert Wait(0.1, ALWAYS).give_up is WaitBreak.NEVER
    assert TorsoWindow() == TorsoWindow(None, None)


@pytest.mark.parametrize(
    ("angles", "poses"),
    [
        ({Limb.ARMS: ARM, Limb.LEFT_ARM: ARM}, {}),
        ({Limb.RIGHT_ARM: ARM, Limb.ARMS: ARM}, {}),
        ({Limb.RIGHT_LEG: LEG}, {Limb.LEGS: POSE}),
        ({}, {Limb.LEGS: POSE, Limb.LEFT_LEG: POSE}),
        ({Limb.LEFT_ARM: ARM}, {Limb.LEFT_ARM: POSE}),
    ],
)
def test_no_limb_is_named_twice(
    angles: dict[Limb, tuple[float, ...]], poses: dict[Limb, LimbPose]
) -> None:
    with pytest.raises(ValueError, match="KF103 .* names a limb a second time"):
        Keyframe("", 0.1, dict(angles), poses=poses)
    Keyframe("", 0.1, {Limb.HEAD: HEAD, Limb.LEFT_ARM: ARM, Limb.LEGS: LEG})


def test_a_head_has_no_pose() -> None:
    with pytest.raises(ValueError, match="KF103 only arms and legs have a pose"):
        Keyframe("", 0.1, {}, poses={Limb.HEAD: POSE})


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_no_angle_exceeds_half_a_turn(sign: float) -> None:
    Keyframe("", 0.1, {Limb.HEAD: (sign * math.pi, 0.0)})
    for angles in ((sign * math.radians(181.0), 0.0), (0.0, sign * math.radians(181.0))):
        with pytest.raises(ValueError, match="KF123 'head'"):
            Keyframe("", 0.1, {Limb.HEAD: angles})


@pytest.mark.parametrize("axis", ["forward", "sideways"])
def test_no_joint_is_listed_twice_in_the_balance(axis: str) -> None:
    share = BalanceShare(Joint.L_HIP_ROLL, 1.0)
    Keyframe("", 0.1, {}, balance=KeyframeBalance((share,), (share,)))
    with pytest.raises(ValueError, match="KF103 a joint occurs twice"):
        Keyframe("", 0.1, {}, balance=KeyframeBalance(**{axis: (share, share)}))
