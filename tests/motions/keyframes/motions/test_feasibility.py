"""Checks of blocks before they are played: limits, speeds, stiffness, loops."""

import math
from dataclasses import replace

import pytest

from hardware.robots.nao import JOINT_COUNT, Joint
from motions.keyframes.engine.parameters import (
    AxisGains,
    BalanceParameters,
    BalancePhase,
    ModeScope,
)
from motions.keyframes.motions.conditions import Conditions
from motions.keyframes.motions.feasibility import end_of, judge_block, misfits, needed_speeds
from motions.keyframes.motions.keyframe import (
    BalanceMode,
    BalanceShare,
    Branch,
    Held,
    Interpolation,
    Keyframe,
    KeyframeBalance,
    Limb,
    Target,
)
from motions.keyframes.motions.motion import Block, KeyframeMotion
from motions.keyframes.motions.rules import Level, loops_without_limit, oddities
from tests.motions.keyframes.made import NAO, PARAMETERS, block, keyframe, pitch_between

NOTHING = AxisGains(0, 0, 0, 0, (1, 1), (2, 2), (-0.01, 0.01))
BALANCE = replace(
    PARAMETERS.balance,
    phases={"rise": BalancePhase(NOTHING, NOTHING)},
    mode_scope=ModeScope.ROLL_SIDEWAYS,
)
YAW = NAO.specs[Joint.HEAD_YAW]
FREE_SPEED = NAO.motors[YAW.motor].joint_no_load_speed


def judged(made: Block, balance: BalanceParameters = BALANCE) -> list[tuple[object, Level, str]]:
    """Return path, level and code of all findings."""
    return [
        (problem.path, problem.level, problem.message[:5])
        for problem in judge_block("main", made, balance, NAO)
    ]


@pytest.mark.parametrize(
    ("beyond", "found"), [(0.04, False), (0.06, True), (-0.04, False), (-0.06, True)]
)
def test_a_target_beyond_its_joint_limit_is_reported_with_its_place(
    beyond: float, found: bool
) -> None:
    """Limits are written with one or two decimals: half of a tenth of a degree is tolerated."""
    yaw = (YAW.max if beyond > 0.0 else YAW.min) + math.radians(beyond)
    told = judged(block(keyframe(0.0), keyframe(yaw, 9.0)))
    path = ("keyframes", 1, "angles_deg", "head", 0)
    assert told == ([(path, Level.PHYSICAL, "KF122")] if found else [])


def test_the_limits_of_both_limbs_are_those_of_the_left_limb() -> None:
    elbow = Keyframe(duration=9.0, angles={Limb.ARMS: (0.0, 0.1, 0.0, 0.5, Held.HOLD)}, label="")
    (problem,) = judge_block("main", block(elbow), BALANCE, NAO)
    spec = NAO.specs[Joint.L_ELBOW_ROLL]
    limits = f"{math.degrees(spec.min):.1f}..{math.degrees(spec.max):.1f} deg"
    assert problem.message == (
        f"KF122 l_elbow_roll 28.6 deg is outside {limits}, where the joint stops: write the limit"
    )
    assert problem.path[-2:] == ("arms", 3)


@pytest.mark.parametrize(
    ("interpolation", "peak"),
    [
        (Interpolation.LINEAR, 1.0),
        (Interpolation.SOFT, math.pi / 2.0),
        (Interpolation.FAST_START, math.pi / 2.0),
    ],
)
@pytest.mark.parametrize("own", [True, False])
def test_the_speed_of_a_keyframe_is_distance_over_time_at_the_peak_of_its_curve(
    interpolation: Interpolation, peak: float, own: bool
) -> None:
    """The curve of a keyframe takes precedence over that of its block."""
    frame = replace(keyframe(0.6, 0.5), interpolation=interpolation if own else None)
    curve = Interpolation.LINEAR if own and peak > 1.0 else interpolation
    before: list[float | None] = [None] * JOINT_COUNT
    before[Joint.HEAD_YAW] = -0.2
    stiff = [1.0] * JOINT_COUNT
    found = needed_speeds(frame, curve, before, stiff, NAO)
    assert found == {Joint.HEAD_YAW: (pytest.approx(0.8 / 0.5 * peak), FREE_SPEED)}
    stiff[Joint.HEAD_YAW] = 0.0
    assert needed_speeds(frame, curve, before, stiff, NAO) == {}


def test_a_motion_is_clipped_at_the_limits_of_the_joint() -> None:
    before: list[float | None] = [None] * JOINT_COUNT
    before[Joint.HEAD_YAW] = -3.0
    found = needed_speeds(
        keyframe(3.0, 1.0), Interpolation.LINEAR, before, [1.0] * JOINT_COUNT, NAO
    )
    assert found[Joint.HEAD_YAW][0] == pytest.approx(YAW.max - YAW.min)


@pytest.mark.parametrize(("share", "too_fast"), [(0.99, False), (1.01, True)])
def test_a_speed_beyond_the_motor_is_reported_with_the_least_time(
    share: float, too_fast: bool
) -> None:
    duration = 1.0 / (share * FREE_SPEED)
    problems = list(
        judge_block("main", block(keyframe(-0.5), keyframe(0.5, duration)), BALANCE, NAO)
    )
    assert [problem.path for problem in problems] == (
        [("keyframes", 1, "duration_ms")] if too_fast else []
    )
    for problem in problems:
        least = math.ceil(1e3 / FREE_SPEED)
        assert problem.message.startswith(
            f"KF131 head_yaw must turn at {1.01 * math.degrees(FREE_SPEED):.0f} deg/s"
        )
        assert problem.message.endswith(f"give at least {least} ms")


def test_the_speed_of_a_first_keyframe_is_judged_only_from_a_known_start() -> None:
    frames = block(keyframe(0.5, 0.012))
    assert list(judge_block("main", frames, BALANCE, NAO)) == []
    start = end_of([block(keyframe(0.3), keyframe(-0.5))], NAO)
    assert start[Joint.HEAD_YAW] == -0.5 and start[Joint.L_KNEE_PITCH] is None
    (problem,) = judge_block("main", frames, BALANCE, NAO, start)
    assert problem.path == ("keyframes", 0, "duration_ms")
    assert problem.message.startswith("KF131 head_yaw")


def test_a_joint_that_was_limp_has_no_known_start() -> None:
    limp = keyframe(0.9, stiffness_changes={Joint.HEAD_YAW: 0.0})
    stiff = keyframe(-0.9, 0.012, stiffness_changes={Joint.HEAD_YAW: 1.0})
    codes = [code for _, _, code in judged(block(limp, stiff))]
    assert codes == ["KF128"]
    assert [code for _, _, code in judged(block(keyframe(0.9), stiff))] == ["KF131"]


def test_a_target_for_a_joint_made_limp_is_reported() -> None:
    limp = keyframe(0.2, stiffness_changes={Joint.HEAD_YAW: 0.0, Joint.L_KNEE_PITCH: 0.0})
    path = ("keyframes", 0, "stiffness_changes_percent", "head_yaw")
    assert judged(block(limp)) == [(path, Level.WARNING, "KF128")]
    assert judged(block(keyframe(0.2, stiffness_changes={Joint.HEAD_YAW: 0.1}))) == []
    assert judged(block(keyframe(0.2, stiffness_changes={Joint.L_HAND: 0.0}))) == []


def test_a_target_for_a_limb_that_its_block_makes_limp_is_reported_once() -> None:
    limp = {Limb.HEAD: 0.0, Limb.LEFT_ARM: 0.0}
    path = ("stiffness_percent", "head")
    moved = replace(block(keyframe(0.1), keyframe(0.2)), stiffness=limp)
    assert judged(moved) == [(path, Level.WARNING, "KF128")]
    stiff = keyframe(0.2, stiffness_changes={Joint.HEAD_YAW: 0.5, Joint.HEAD_PITCH: 0.5})
    assert judged(replace(block(stiff), stiffness=limp)) == []
    still = Keyframe("", 0.1, {Limb.HEAD: (Held.OFF, Held.HOLD)})
    assert judged(replace(block(still), stiffness=limp)) == []


def test_a_balance_phase_must_exist_and_should_have_a_gain() -> None:
    ankle = KeyframeBalance(forward=(BalanceShare(Joint.L_ANKLE_PITCH, 1.0),))
    path = ("keyframes", 0, "balance_phase")

    def codes(phase: str, parameters: BalanceParameters) -> list[tuple[object, Level, str]]:
        return judged(block(keyframe(0.0, balance=ankle, balance_phase=phase)), parameters)

    assert [(found[0], found[2]) for found in codes("rose", BALANCE)] == [(path, "KF110")]
    assert codes("rise", BALANCE) == [(path, Level.WARNING, "KF127")]
    for gain in ("kp", "kp_add", "kd", "kd_add"):
        for axis in ("pitch", "roll"):
            some = replace(BALANCE.phases["rise"], **{axis: replace(NOTHING, **{gain: 1.0})})
            assert codes("rise", replace(BALANCE, phases={"rise": some})) == []


def test_a_mode_without_effect_is_reported() -> None:
    share = BalanceShare(Joint.L_HIP_ROLL, 1.0, BalanceMode.ONLY_POSITIVE)
    knee = replace(share, joint=Joint.L_KNEE_PITCH)
    some = BalancePhase(replace(NOTHING, kp=1.0), NOTHING)
    parameters = replace(BALANCE, phases={"rise": some})
    frame = keyframe(
        0.0, balance=KeyframeBalance(forward=(share,), sideways=(share, knee)), balance_phase="rise"
    )
    told = judged(block(frame), parameters)
    assert [found[0] for found in told] == [
        ("keyframes", 0, "balance", "forward", 0, "mode"),
        ("keyframes", 0, "balance", "sideways", 1, "mode"),
    ]
    assert {found[2] for found in told} == {"KF126"}
    assert judged(block(frame), replace(parameters, mode_scope=ModeScope.ALL)) == []


def leading(target: str, max_loops: int | None = None, **changes: Conditions) -> Keyframe:
    conditions = changes or {"at_end": Conditions()}
    return keyframe(0.0, branches=(Branch(to_block=target, max_loops=max_loops, **conditions),))


def test_blocks_in_a_cycle_need_a_loop_limit_somewhere_in_it() -> None:
    blocks = {"a": block(leading("b")), "b": block(leading("c")), "c": block(leading("a"))}
    told = [(p.file, p.path, p.message, p.level) for p in loops_without_limit({}, blocks)]
    way = ("keyframes", 0, "branches", 0)
    text = "KF114 loop without a limit: give max_loops (a -> b -> c -> a)"
    assert told[0] == ("blocks/a", way, text, Level.PHYSICAL)
    assert len(told) == 3
    limited = blocks | {"b": block(leading("c", max_loops=3))}
    assert list(loops_without_limit({}, limited)) == []
    alone = {"a": block(leading("a"))}
    assert [p.message[-8:] for p in loops_without_limit({}, alone)] == ["(a -> a)"]
    assert list(loops_without_limit({}, {"a": block(leading("b")), "b": None})) == []


@pytest.mark.parametrize(("max_loops", "found"), [(None, ["(a -> motion m -> a)"]), (2, [])])
def test_a_block_that_begins_its_motion_again_needs_a_loop_limit(
    max_loops: int | None, found: list[str]
) -> None:
    again = Branch(to_motion="m", at_end=Conditions(), max_loops=max_loops)
    blocks = {"a": block(keyframe(0.0, branches=(again,)))}
    motions = {"m": KeyframeMotion(("a",)), "unreadable": None}
    told = [p.message for p in loops_without_limit(motions, blocks)]
    assert [message[message.index("(") :] for message in told] == found


def test_unreachable_and_empty_blocks_are_reported() -> None:
    blocks = {
        "main": block(leading("side")),
        "side": block(keyframe(0.0)),
        "lost": block(keyframe(0.0)),
        "empty": block(),
    }
    motions = {"motion": KeyframeMotion(("main", "empty")), "pause": KeyframeMotion(())}
    told = {(p.file, p.path, p.message[:5]) for p in oddities(motions, blocks)}
    assert told == {
        ("blocks/lost", (), "KF112"),
        ("motions/pause", ("blocks",), "KF113"),
        ("blocks/empty", ("keyframes",), "KF113"),
    }
    assert all(p.level is Level.WARNING for p in oddities(motions, blocks))


def test_a_branch_after_one_that_always_holds_is_reported() -> None:
    some, always = pitch_between(-10, 10), Conditions()
    branches = tuple(
        Branch(to_block="main", max_loops=1, **conditions)
        for conditions in (
            {"at_end": some}, {"early": always}, {"at_end": always}, {"early": some},
            {"at_end": some}, {"at_end": always},
        )
    )  # fmt: skip
    blocks = {"main": block(keyframe(0.0), keyframe(0.0, branches=branches))}
    told = [p.path for p in oddities({"motion": KeyframeMotion(("main",))}, blocks)]
    assert told == [("keyframes", 1, "branches", 4), ("keyframes", 1, "branches", 5)]


def test_two_angles_for_the_shared_hip_yaw_motor_are_refused() -> None:
    legs: dict[Limb, tuple[Target, ...]] = {
        Limb.LEFT_LEG: (0.1, *[0.0] * 5),
        Limb.RIGHT_LEG: (0.2, *[0.0] * 5),
    }
    (problem,) = misfits("main", block(Keyframe("", 0.1, legs)), NAO)
    assert problem.message.startswith("KF124")


def test_a_limb_of_another_robot_is_refused() -> None:
    arms: dict[Limb, tuple[Target, ...]] = {Limb.ARMS: (0.1, 0.2, 0.3)}
    (problem,) = misfits("main", block(Keyframe("", 0.1, arms)), NAO)
    assert problem.message == "KF103 'arms' has 5 joints, got 3"
