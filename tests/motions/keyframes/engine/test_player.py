"""The player: timing, interpolation, waits and branches of the data."""

import math
from collections.abc import Sequence

import pytest

from hardware.robots.nao import JOINT_COUNT, Joint
from hardware.sensors_and_commands import JointCommand
from motions.keyframes.engine.joint_trajectory import weight
from motions.keyframes.engine.measured_body import body_of
from motions.keyframes.engine.player import Player, PlayerStatus
from motions.keyframes.motions.conditions import Condition, Conditions
from motions.keyframes.motions.keyframe import (
    Branch,
    Compensation,
    Interpolation,
    JointShare,
    TorsoWindow,
    Wait,
    WaitBreak,
)
from motions.keyframes.motions.library import MotionLibrary
from motions.keyframes.motions.motion import Block, KeyframeMotion, MotionChoice
from motions.keyframes.motions.rules import MotionError, MotionProblem
from motions.perception.state import RobotState
from tests.motions.keyframes.made import (
    NAO,
    PARAMETERS,
    block,
    head,
    keyframe,
    leaning,
    pitch_between,
)

START = (0.0,) * JOINT_COUNT
ALWAYS = Conditions()


def player(blocks: dict[str, Block], motions: dict[str, KeyframeMotion] | None = None) -> Player:
    motions = motions or {"motion": KeyframeMotion(("main",))}
    made = Player(NAO, MotionLibrary(NAO, motions, blocks), PARAMETERS)
    made.start("motion", START)
    return made


def cycle(made: Player, state: RobotState) -> JointCommand:
    body = body_of(state, PARAMETERS.engine.support_polygon, None)
    made.update(body, 0)
    return made.step(body)


def cycles_until_done(made: Player, state: RobotState) -> int:
    for count in range(1000):
        body = body_of(state, PARAMETERS.engine.support_polygon, None)
        if made.update(body, 0).done:
            return count
        made.step(body)
    raise AssertionError("the motion never ends")


@pytest.mark.parametrize(
    ("milliseconds", "cycles"), [(1, 1), (100, 9), (200, 17), (250, 21), (500, 42)]
)
def test_a_keyframe_lasts_its_duration_rounded_to_cycles(milliseconds: int, cycles: int) -> None:
    made = player({"main": block(keyframe(0.5, milliseconds * 1e-3))})
    assert cycles_until_done(made, leaning(0)) == cycles


def test_the_first_command_is_one_cycle_past_the_start() -> None:
    made = player({"main": block(keyframe(1.0, 0.3))})
    assert head(cycle(made, leaning(0))) == pytest.approx(12.0 / 300.0)


def test_the_last_command_reaches_the_target() -> None:
    made = player({"main": block(keyframe(1.0, 0.1))})
    commands = [head(cycle(made, leaning(0))) for _ in range(9)]
    assert commands[-1] == 1.0


@pytest.mark.parametrize(
    ("interpolation", "values"),
    [
        (Interpolation.LINEAR, (0.0, 0.25, 0.5, 0.75, 1.0)),
        (Interpolation.SOFT, (0.0, 0.5 - math.sqrt(0.125), 0.5, 0.5 + math.sqrt(0.125), 1.0)),
        (
            Interpolation.FAST_START,
            (0.0, math.sin(math.pi / 8), math.sqrt(0.5), math.sin(3 * math.pi / 8), 1.0),
        ),
    ],
)
def test_interpolations_follow_their_curves(
    interpolation: Interpolation, values: Sequence[float]
) -> None:
    found = [weight(interpolation, 0.25 * step) for step in range(5)]
    assert found == pytest.approx(values)


def test_a_limb_that_is_not_named_holds_its_last_request() -> None:
    start = (0.3,) * JOINT_COUNT
    made = player({"main": block(keyframe(1.0))})
    made.start("motion", start)
    commands = [cycle(made, leaning(0)) for _ in range(10)]
    assert {command.positions[Joint.L_KNEE_PITCH] for command in commands} == {0.3}


def test_consecutive_keyframes_join_without_a_jump() -> None:
    made = player({"main": block(keyframe(1.0), keyframe(-1.0), keyframe(0.2))})
    yaws = [head(cycle(made, leaning(0))) for _ in range(30)]
    steps = [abs(b - a) for a, b in zip(yaws, yaws[1:], strict=False)]
    assert max(steps) <= 2.0 * 0.012 / 0.108 + 1e-9


def test_a_joint_that_was_limp_continues_from_its_measured_angle() -> None:
    limp = keyframe(1.0, stiffness_changes={Joint.L_KNEE_PITCH: 0.0})
    stiff = keyframe(0.0, stiffness_changes={Joint.L_KNEE_PITCH: 1.0})
    made = player({"main": block(limp, stiff)})
    measured = tuple(0.7 if joint == Joint.L_KNEE_PITCH else 0.0 for joint in range(JOINT_COUNT))
    commands = [cycle(made, leaning(0, positions=measured)) for _ in range(20)]
    assert commands[-1].stiffness[Joint.L_KNEE_PITCH] == 1.0
    assert {command.positions[Joint.L_KNEE_PITCH] for command in commands} == {0.7}


def test_branches_that_skip_each_other_do_not_hang() -> None:
    there, back = Branch(to_block="other", early=ALWAYS), Branch(to_block="main", early=ALWAYS)
    blocks = {"main": block(keyframe(0.1, branches=(there,)))}
    blocks["other"] = block(keyframe(0.2, branches=(back,)))
    made = player(blocks)
    for _ in range(30):
        assert math.isfinite(head(cycle(made, leaning(0))))


def test_a_limp_joint_is_sent_its_measured_angle() -> None:
    limp = keyframe(1.0, stiffness_changes={Joint.L_KNEE_PITCH: 0.0})
    made = player({"main": block(limp)})
    measured = tuple(0.7 if joint == Joint.L_KNEE_PITCH else 0.0 for joint in range(JOINT_COUNT))
    command = cycle(made, leaning(0, positions=measured))
    assert command.positions[Joint.L_KNEE_PITCH] == 0.7


def waiting(**changes: object) -> Wait:
    return Wait(max=0.24, until=pitch_between(50, 90), **changes)  # type: ignore[arg-type]


def test_a_wait_ends_when_its_condition_holds() -> None:
    made = player({"main": block(keyframe(1.0, wait=waiting()), keyframe(0.5))})
    for _ in range(14):
        cycle(made, leaning(0))
    assert made.verdict.waiting
    cycle(made, leaning(60))
    assert not made.verdict.waiting


def test_a_wait_ends_after_its_time() -> None:
    made = player({"main": block(keyframe(1.0, wait=waiting()))})
    assert cycles_until_done(made, leaning(0)) == 10 + 20


def test_a_stalled_wait_is_aborted() -> None:
    made = player({"main": block(keyframe(1.0, wait=waiting(give_up=WaitBreak.STALL)))})
    assert cycles_until_done(made, leaning(0)) == 10 + 9


def test_an_early_branch_skips_its_own_keyframe() -> None:
    skipped = keyframe(3.0, branches=(Branch(to_block="other", early=ALWAYS, max_loops=1),))
    made = player({"main": block(keyframe(0.1), skipped), "other": block(keyframe(-0.5))})
    yaws = [head(cycle(made, leaning(0))) for _ in range(25)]
    assert max(yaws) < 0.2
    assert min(yaws) == -0.5


def test_an_early_branch_abandons_a_running_keyframe() -> None:
    abandoned = keyframe(
        1.0, 1.2, branches=(Branch(to_block="other", early=pitch_between(50, 90)),)
    )
    made = player({"main": block(abandoned), "other": block(keyframe(-0.5))})
    for _ in range(50):
        cycle(made, leaning(0))
    assert head(cycle(made, leaning(60))) < 0.5
    assert made.verdict.branch.startswith("other because torso_pitch 60 deg")


def test_an_end_branch_sees_the_duration_of_the_wait() -> None:
    late = Conditions((Condition(wait_time=(0.2, 9.0)),))
    first = keyframe(1.0, wait=waiting(), branches=(Branch(to_block="other", at_end=late),))
    made = player({"main": block(first), "other": block(keyframe(-0.5))})
    yaws = [head(cycle(made, leaning(0))) for _ in range(45)]
    assert min(yaws) == -0.5


def test_a_branch_fires_no_more_often_than_its_loops() -> None:
    again = Branch(to_block="again", at_end=ALWAYS, max_loops=3)
    blocks = {"main": block(keyframe(1.0, branches=(again,)))}
    blocks["again"] = block(keyframe(0.5, branches=(again,)))
    assert cycles_until_done(player(blocks), leaning(0)) == 4 * 10


def test_an_interrupted_block_resumes_with_its_own_stiffness() -> None:
    detour = Branch(to_block="soft", at_end=ALWAYS, max_loops=1)
    blocks = {
        "main": block(keyframe(1.0, branches=(detour,)), keyframe(0.5), stiffness=0.8),
        "soft": block(keyframe(0.2), stiffness=0.3),
    }
    made = player(blocks)
    found = [cycle(made, leaning(0)).stiffness[Joint.HEAD_YAW] for _ in range(30)]
    assert found == [0.8] * 10 + [0.3] * 10 + [0.8] * 10


def test_a_motion_branch_drops_all_remaining_keyframes() -> None:
    leave = keyframe(1.0, branches=(Branch(to_motion="other", at_end=ALWAYS),))
    made = player(
        {"main": block(leave, keyframe(3.0)), "end": block(keyframe(-0.5))},
        {"motion": KeyframeMotion(("main", "main")), "other": KeyframeMotion(("end",))},
    )
    assert cycles_until_done(made, leaning(0)) == 20


def test_a_follow_up_is_chosen_by_its_condition() -> None:
    front = MotionChoice("front", pitch_between(0, 180))
    back = MotionChoice("back", pitch_between(-180, 0))
    made = player(
        {"main": block(keyframe(0.1)), "f": block(keyframe(1.0)), "b": block(keyframe(-1.0))},
        {
            "motion": KeyframeMotion(("main",), follow_ups=(front, back)),
            "front": KeyframeMotion(("f",)),
            "back": KeyframeMotion(("b",)),
        },
    )
    yaws = [head(cycle(made, leaning(-80))) for _ in range(20)]
    assert min(yaws) == -1.0


def test_a_motion_without_a_follow_up_that_holds_has_failed() -> None:
    made = player(
        {"main": block(keyframe(0.1))},
        {
            "motion": KeyframeMotion(
                ("main",), follow_ups=(MotionChoice("next", pitch_between(60, 90)),)
            ),
            "next": KeyframeMotion(("main",)),
        },
    )
    for _ in range(11):
        cycle(made, leaning(0))
    assert made.verdict.torso_out.startswith("no follow-up of motion applies at torso pitch 0")


def window(low: float, high: float) -> TorsoWindow:
    return TorsoWindow(pitch=(math.radians(low), math.radians(high)))


def test_the_torso_window_narrows_along_the_keyframe() -> None:
    first = keyframe(1.0, 1.2, torso_start=window(-90, 90), torso=window(-10, 10))
    made = player({"main": block(first)})
    outside = None
    for count in range(100):
        cycle(made, leaning(50.5))
        if made.verdict.torso_out:
            outside = count
            break
    assert outside == 50  # half way the limit is 50 degrees


def test_a_window_that_is_not_named_keeps_the_running_one() -> None:
    first = keyframe(1.0, torso_start=window(-20, 20))
    made = player({"main": block(first, keyframe(0.5))})
    for _ in range(15):
        cycle(made, leaning(0))
    cycle(made, leaning(25))
    assert made.verdict.torso_out.startswith("torso pitch 25 deg outside -20..20")


def test_a_motion_that_ends_tilted_has_failed() -> None:
    made = player(
        {"main": block(keyframe(1.0))},
        {"motion": KeyframeMotion(("main",), end_pitch=(-0.5, 0.5))},
    )
    for _ in range(11):
        cycle(made, leaning(60))
    assert "motion ended at torso pitch 60" in made.verdict.torso_out


def test_all_unknown_names_are_reported_together() -> None:
    branch = Branch(to_motion="stnad", at_end=ALWAYS)
    with pytest.raises(MotionError) as caught:
        MotionLibrary(
            NAO,
            {"stand": KeyframeMotion(("mian",))},
            {"main": block(keyframe(0.0, branches=(branch,)))},
        )
    assert caught.value.problems == (
        MotionProblem(
            "motions/stand",
            ("blocks", 0),
            "KF110 block 'mian' does not exist, did you mean 'main'?",
        ),
        MotionProblem(
            "blocks/main",
            ("keyframes", 0, "branches", 0, "to_motion"),
            "KF110 motion 'stnad' does not exist, did you mean 'stand'?",
        ),
    )
    assert str(caught.value) == "\n".join(map(str, caught.value.problems))


@pytest.mark.parametrize("after", [block(keyframe(0.0, 0.3)), Block({}, Interpolation.LINEAR, ())])
@pytest.mark.parametrize("release_step", [None, 0.5])
def test_a_correction_is_removed_in_a_motion_that_observes_no_joint_itself(
    after: Block, release_step: float | None
) -> None:
    entry = Compensation(0.01, 0.1, (JointShare(Joint.HEAD_YAW, 1.0),), observe=Joint.L_KNEE_PITCH)
    first = keyframe(0.5, 0.3, compensation=(entry,), release_step=release_step)
    made = player(
        {"main": block(first), "after": after},
        {
            "motion": KeyframeMotion(("main",), follow_ups=(MotionChoice("next", ALWAYS),)),
            "next": KeyframeMotion(("after",)),
        },
    )
    for _ in range(60):
        command = cycle(made, leaning(0))
    assert made.motion is not None and made.motion.name == "next"
    assert made.verdict.done and head(command) == pytest.approx(0.0 if after.keyframes else 0.5)


def test_circular_follow_ups_are_refused() -> None:
    with pytest.raises(MotionError, match="KF111 cycle a -> b -> a"):
        MotionLibrary(
            NAO,
            {
                "a": KeyframeMotion(("main",), follow_ups=(MotionChoice("b", ALWAYS),)),
                "b": KeyframeMotion(("main",), follow_ups=(MotionChoice("a", ALWAYS),)),
            },
            {"main": block(keyframe(0.0))},
        )


@pytest.mark.parametrize(
    "motion",
    [
        KeyframeMotion(("main",), end_pitch=(-0.5, 0.5)),
        KeyframeMotion(("main",), follow_ups=(MotionChoice("other", pitch_between(-10, 10)),)),
    ],
)
def test_a_motion_that_has_failed_is_not_done(motion: KeyframeMotion) -> None:
    """Otherwise a robot that lies would count as one that has stood up."""
    blocks = {"main": block(keyframe(1.0))}
    made = player(blocks, {"motion": motion, "other": KeyframeMotion(("main",))})
    for _ in range(11):
        cycle(made, leaning(60))
    assert made.verdict.torso_out
    assert not made.verdict.done


@pytest.mark.parametrize(("pitch", "failed"), [(-29, False), (29, False), (-31, True), (31, True)])
def test_a_motion_ends_well_only_between_both_ends_of_its_range(pitch: float, failed: bool) -> None:
    motions = {"motion": KeyframeMotion(("main",), end_pitch=(math.radians(-30), math.radians(30)))}
    made = player({"main": block(keyframe(1.0))}, motions)
    for _ in range(11):
        cycle(made, leaning(pitch))
    assert bool(made.verdict.torso_out) is failed
    assert made.verdict.done is not failed


def test_a_motion_without_keyframes_is_done_at_once_with_zero_progress() -> None:
    """Whatever was played before: here a keyframe to its end."""
    made = player(
        {"main": block(keyframe(1.0)), "none": Block({}, Interpolation.LINEAR, ())},
        {"motion": KeyframeMotion(("main",)), "nothing": KeyframeMotion(("none",))},
    )
    for _ in range(10):
        cycle(made, leaning(0))
    assert made.started and made.ratio == 1.0
    made.start("nothing", START)
    assert made.verdict.done and made.ratio == 0.0
    assert (made.frame, made.account, made.started) == (None, "", False)


def test_a_player_without_a_motion_is_done() -> None:
    made = Player(NAO, MotionLibrary(NAO, {}, {}), PARAMETERS)
    assert made.verdict == PlayerStatus("", "", waiting=False, done=True)
    assert (made.ratio, made.account, made.frame, made.motion) == (0.0, "", None, None)
    assert not made.started


def test_the_minimum_duration_applies_only_to_the_first_keyframe() -> None:
    made = player({"main": block(keyframe(1.0), keyframe(0.0))})
    made.start("motion", START, first_duration=0.24)
    assert cycles_until_done(made, leaning(0)) == 20 + 10
    made.start("motion", START, first_duration=0.06)
    assert cycles_until_done(made, leaning(0)) == 10 + 10
    made.start("motion", START)
    assert cycles_until_done(made, leaning(0)) == 10 + 10


def test_limits_that_are_switched_off_apply_again_in_the_next_motion() -> None:
    first = keyframe(1.0, torso_start=window(-20, 20))
    made = player({"main": block(first)})
    for limits in (False, True):
        made.start("motion", START, limits=limits)
        cycle(made, leaning(25))
        assert bool(made.verdict.torso_out) is limits
    made.start("motion", START)
    cycle(made, leaning(25))
    assert made.verdict.torso_out


def test_progress_is_reported_in_per_cent_with_the_name_of_the_keyframe() -> None:
    made = player({"main": block(keyframe(1.0, 0.12, label="turn"))})
    told = [made.account]
    for _ in range(5):
        cycle(made, leaning(0))
    told.append(made.account)
    assert told == ["motion: turn 0 %", "motion: turn 50 %"]
