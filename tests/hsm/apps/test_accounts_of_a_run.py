"""Summaries, spans of states, key moments and captions of hand-made runs."""

import math
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from hardware import disturbances as d
from hardware.robots.model import Side
from hardware.robots.nao import Joint
from hardware.sensors_and_commands import CYCLE, Touch
from hsm.chart import Priority, Transition, robot_chart
from hsm.control.assembly import load_profile
from hsm.palette import group_of
from hsm.pictures.film import Captions
from hsm.pictures.key_frames import key_moments
from hsm.simulated.history import COLUMNS, History, spans
from hsm.simulated.runner import Run
from hsm.simulated.summary import summarise


def transition(time: float, source: str, dest: str, event: str = "e") -> Transition:
    return Transition(
        tick=1, time=time, source=source, dest=dest, event=event, band=Priority.SAFETY, guard="",
        ticks_in_state=1, seconds_in_state=CYCLE, facts=0, changed=(), because="so", note="",
    )  # fmt: skip


def history(stays: Sequence[tuple[str, float]], **given: Any) -> History:
    """Return a history of leaves with their durations, s; columns are functions of time, s."""
    made, names, time = (
        History(cast(Any, SimpleNamespace()), load_profile("normal")),
        list(dict.fromkeys(leaf for leaf, _ in stays)),
        0.0,
    )
    made.names.extend(names)
    for leaf, duration in stays:
        for _ in range(round(duration / CYCLE)):
            time += CYCLE
            made.leaves.append(names.index(leaf))
            for column in COLUMNS:
                value = given[column](time) if column in given else 0.0
                made.columns[column].append(time if column == "time" else value)
    return made


def test_a_summary_compares_the_requested_distance_with_the_one_walked() -> None:
    made = history(
        [("Stand.Normal", 1.2), ("WalkPhase.Stepping", 2.4), ("FallProtection.Early", 1.2)],
        forward=lambda t: 0.2 if t > 1.2 else 0.0,
        x=lambda t: 0.1 * t,
        y=lambda t: 0.02 * (-1) ** round(t / CYCLE),
    )
    # counts neither drift without a request, nor the path of the fall, nor sway
    assert str(summarise(made, (), cycle=CYCLE)) == (
        "while a speed was requested: went 0.24 of 0.48 m; never fell"
    )


def test_a_robot_that_stands_despite_a_walk_request_is_in_the_summary() -> None:
    made = history([("Stand.Normal", 6.0)], forward=lambda t: 0.2)
    assert summarise(made, (), cycle=CYCLE).way == "went 0.00 of 1.20 m"


def test_sideways_walking_and_turning_count_in_the_robots_frame() -> None:
    made = history(
        [("WalkPhase.Stepping", 1.2)],
        left=lambda t: 0.1,
        turn=lambda t: 0.5,
        heading=lambda t: 0.5 * math.pi + 0.25 * t,
        x=lambda t: -0.1 * t,
    )
    assert summarise(made, (), cycle=CYCLE).way == "went 0.12 of 0.12 m, turned 17 of 34 deg"


def test_the_time_of_a_get_up_includes_retries_up_to_the_handover() -> None:
    run = [
        transition(1.0, "WalkPhase.Stepping", "FallProtection.Early"),
        transition(1.2, "FallProtection.Early", "FallProtection.Late"),
        transition(2.0, "FallProtection.Late", "KeyframePhase.GetUp.Decide"),
        transition(4.0, "KeyframePhase.GetUp.Execute", "KeyframePhase.GetUp.BreakUp"),
        transition(9.5, "KeyframePhase.GetUp.Done", "WalkPhase.Starting"),
    ]
    summary = summarise(history([("Stand.Normal", 0.12)]), run, cycle=CYCLE)
    assert (summary.falls, summary.get_up_times) == (1, (7.5,))


def test_an_abandoned_get_up_has_no_time() -> None:
    run = [
        transition(2.0, "FallProtection.Late", "KeyframePhase.GetUp.Decide"),
        transition(4.0, "KeyframePhase.GetUp.BreakUp", "Limp.Limp"),
    ]
    assert summarise(history([("Stand.Normal", 0.12)]), run, cycle=CYCLE).get_up_times == ()


def test_spans_merge_consecutive_leaves_of_one_group() -> None:
    made = history(
        [("Stand.Rising", 0.6), ("Stand.Normal", 0.6), ("WalkDelayPhase", 0.12),
         ("WalkPhase.Starting", 0.24)]
    )  # fmt: skip
    assert [group.label for _, _, group in spans(made)] == ["stand", "walk"]
    assert spans(made)[0][1] == spans(made)[1][0] == pytest.approx(1.212)


def test_a_run_with_a_fall_has_eight_key_moments() -> None:
    made = history(
        [("Limp.Limp", 1.2), ("Stand.Normal", 1.2), ("WalkPhase.Stepping", 2.4),
         ("FallProtection.Early", 1.2), ("KeyframePhase.GetUp.Execute", 6.0),
         ("WalkPhase.Stepping", 2.4), ("Stand.Normal", 1.2)]
    )  # fmt: skip
    push = d.Push(0.0, 5.0)
    lost = d.LoseFrames(0.1)
    run = SimpleNamespace(history=made, disturbances=((2.6, push), (4.5, push), (4.7, lost)))
    labels = [moment.label for moment in key_moments(cast(Run, run))]
    assert labels == [
        "stand", "walk", "pushed", "falling", "lying", "getting up", "getting up", "walk"
    ]  # fmt: skip


def test_the_key_moment_of_a_kick_is_0_1_s_before_the_end_of_the_strike() -> None:
    made = history(
        [("Stand.Normal", 0.6), ("KickPhase.Settle", 0.6), ("KickPhase.Strike", 1.5),
         ("KickPhase.Recover", 1.2), ("Stand.Normal", 0.6)]
    )  # fmt: skip
    struck = transition(2.7, "KickPhase.Strike", "KickPhase.Recover", "struck")
    run = SimpleNamespace(history=made, disturbances=(), transitions=(struck,))
    (moment,) = key_moments(cast(Run, run))
    assert (moment.label, moment.time) == ("kick", pytest.approx(2.6))


def test_every_leaf_of_the_robot_has_the_colour_of_a_group() -> None:
    chart = robot_chart(CYCLE)
    nobody = group_of("Dance").colour
    grey = [leaf for leaf in map(chart.short, chart.tree.leaves) if group_of(leaf).colour == nobody]
    assert grey == []


def test_a_leaf_without_a_group_still_has_a_label() -> None:
    assert group_of("Dance.Left").label == "dance"
    assert group_of("KeyframePhase.GetUp.Wait").label == "get up"


LEFT = 1.5707963267948966
EXAMPLES: dict[str, tuple[d.Disturbance, str]] = {
    "push": (d.Push(LEFT, 2.0), "push 2 Ns left"),
    "lean": (d.Lean(0.0, 40.0, 0.25), "lean 40 N forward for 0.25 s"),
    "jostle": (d.Jostle(LEFT, 0.4, 40.0), "jostled left at 400 mm/s with at most 40 N for 0.5 s"),
    "block_foot": (d.BlockFoot(Side.LEFT, 1.0), "left foot blocked for 1 s"),
    "seize_joint": (d.SeizeJoint(Joint.HEAD_YAW, 0.5), "head_yaw stuck for 0.5 s"),
    "lift": (d.Lift(0.1), "lifted by 100 mm"),
    "hold_upright": (d.HoldUpright(0.31), "held upright"),
    "put_down": (d.PutDown(), "put down"),
    "lay_down": (d.LayDown("back"), "laid down on its back"),
    "let_go": (d.LetGo(), "let go"),
    "move_ball": (d.MoveBall(1.0, -0.2), "ball moved to 1000 mm, -200 mm"),
    "lose_frames": (d.LoseFrames(0.2), "no frames for 0.2 s"),
    "kill_imu": (d.KillImu(), "inertial unit frozen"),
    "kill_motor": (d.KillMotor(Joint.L_KNEE_PITCH), "motor of l_knee_pitch dead"),
    "press": (d.Press(Touch.HEAD_FRONT), "head front touched"),
    "freeze_value": (d.FreezeValue("positions", 3), "positions[3] frozen"),
    "shift_value": (d.ShiftValue("gyro", 0.1), "gyro[0] off by 0.1"),
    "spoil": (d.Spoil("gyro", 1), "gyro[1] is not a number"),
}


def test_every_disturbance_has_an_example() -> None:
    assert {name: type(what) for name, (what, _) in EXAMPLES.items()} == dict(d.KINDS)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_disturbance_is_described_in_a_few_words(name: str) -> None:
    assert str(EXAMPLES[name][0]) == EXAMPLES[name][1]


def test_a_caption_shows_state_and_reason_and_a_recent_push() -> None:
    captions = Captions()
    captions.hear(transition(1.0, "Stand.Normal", "FallProtection.Early", "fall"))
    captions.disturb(1.0, EXAMPLES["push"][0])
    assert captions.text(1.2, "FallProtection.Early") == (
        "1.20 s  FallProtection.Early   > push 2 Ns left\nfall: so"
    )
    assert captions.text(9.0, "FallProtection.Early") == "9.00 s  FallProtection.Early\nfall: so"
