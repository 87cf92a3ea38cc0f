"""Scenario files: their shape, their names, and every file of `config/scenarios/`."""

import math
import os
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from hardware.disturbances import KINDS, BlockFoot, Press, Push, Spoil
from hardware.frame_fields import LENGTHS
from hardware.postures import Posture
from hardware.robots.model import Side
from hardware.sensors_and_commands import CYCLE, Touch
from hsm.chart import Transition, robot_chart
from hsm.errors import ConfigError
from hsm.scenarios.expectation import lies_in
from hsm.scenarios.loader import load_scenario, load_scenarios, names_of
from hsm.scenarios.scenario import Scenario
from hsm.scenarios.timeline import OneKind
from hsm.settings.fields import keys_of
from hsm.settings.loader import config_folder
from motions.limbs.wishes import ArmProgram, ArmWish, HeadMode, HeadWish
from motions.requests import Motion, MotionRequest
from tests.fakes import sensor_frame

LEAVES = {
    "Stand.Normal",
    "WalkPhase.Stepping",
    "KeyframePhase.GetUp.Decide",
    "KeyframePhase.GetUp.Execute",
}
TRANSITIONS = {
    ("fall", "Stand.Normal"),
    ("next_step", "WalkPhase.Stepping"),
    ("next_step", "KeyframePhase.GetUp.Execute"),
}
FILE = """\
name: everything
description: One of each.
plant: worn
robot: 3
seed: 7
start: {posture: lying_back, state: KeyframePhase.GetUp.Decide}
duration_s: 20
timeline:
  - {at_s: 1, request: {motion: walk, forward_mm_per_s: 150, turn_deg_per_s: 90}}
  - {after: fall, delay_s: 0.5, disturb: {press: {touch: head_front}}}
  - {after: WalkPhase, from_s: 2, disturb: {push: {impulse_ns: 2, direction_deg: 180}}}
  - {at_s: 3, disturb: {block_foot: {side: left, duration_s: 1}}}
expect:
  - {event: next_step, leaf: WalkPhase, within_s: 2}
  - {leaf: Stand, between_s: [3, 4], directly: true}
never:
  - {event: fall, before_s: 2}
finally: Stand.Normal
plant_changes: {winding_temperature_c: 90, turf_roughness_mm: 1}
"""


def loaded(folder: Path, text: str) -> Scenario:
    path = folder / "scenario.yaml"
    path.write_text(text)
    return load_scenario(path, LEAVES, TRANSITIONS)


def complaints(folder: Path, old: str, new: str) -> list[str]:
    """Return what is wrong after one place of the good file was changed."""
    assert old in FILE
    with pytest.raises(ConfigError) as caught:
        loaded(folder, FILE.replace(old, new))
    return [f"{p.line}:{p.column}: {p.path}: {p.message}" for p in caught.value.problems]


def test_a_scenario_holds_si_units(tmp_path: Path) -> None:
    scenario = loaded(tmp_path, FILE)
    walk = scenario.timeline[0].request
    assert walk is not None
    assert walk.request == MotionRequest(Motion.WALK, 0.15, 0.0, math.pi / 2)
    assert scenario.plant_changes.turf_roughness == 1e-3
    assert scenario.plant_changes.friction is None
    assert scenario.start.posture is Posture.LYING_BACK


def test_head_and_arms_are_wished_in_degrees_and_millimetres(tmp_path: Path) -> None:
    wishes = (
        "{head: {mode: target, target_mm: [1500, -200, 50], speed_deg_per_s: 90}, "
        "left_arm: {program: back}, right_arm: {point_at_mm: [1000, 0, 300]}, motion: walk,"
    )
    text = FILE.replace("request: {motion: walk,", f"request: {wishes}")
    entry = loaded(tmp_path, text).timeline[0].request
    assert entry is not None
    assert entry.request == MotionRequest(
        Motion.WALK,
        0.15,
        0.0,
        math.pi / 2,
        head=HeadWish(HeadMode.TARGET, target=(1.5, -0.2, 0.05), speed=math.pi / 2),
        left_arm=ArmWish(ArmProgram.BACK),
        right_arm=ArmWish(point_at=(1.0, 0.0, 0.3)),
    )


def test_disturbances_are_known_by_their_names(tmp_path: Path) -> None:
    entries = loaded(tmp_path, FILE).timeline
    kinds = [entry.disturb.kind for entry in entries if entry.disturb]
    assert kinds == [
        Press(Touch.HEAD_FRONT),
        Push(math.pi, 2.0),
        BlockFoot(Side.LEFT, 1.0),
    ]
    assert [entry.disturb.name for entry in entries if entry.disturb][0] == "press"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "event: next_step",
            "event: nextstep",
            "14:13: expect[0].event: unknown event (got 'nextstep'), did you mean 'next_step'?",
        ),
        (
            "leaf: Stand,",
            "leaf: Stnad,",
            "15:12: expect[1].leaf: unknown leaf (got 'Stnad'), did you mean 'Stand'?",
        ),
        (
            "finally: Stand.Normal",
            "finally: Stand.Norma",
            "18:10: finally: unknown leaf (got 'Stand.Norma'), did you mean 'Stand.Normal'?",
        ),
        (
            "after: fall",
            "after: falls",
            "10:13: timeline[1].after: unknown event or leaf (got 'falls'), did you mean 'fall'?",
        ),
        (
            "plant: worn",
            "plant: wron",
            "3:8: plant: unknown plant (got 'wron'), did you mean 'worn'?",
        ),
        ("robot: 3", "robot: 10", "4:8: robot: must be from 0 to 9 (got 10)"),
        (
            "motion: walk,",
            "motion: sit,",
            "9:24: timeline[0].request: speed (0.15, 0.0, 1.5707963267948966) belongs to motion "
            "'walk', not to 'sit'",
        ),
        (
            "motion: walk,",
            "motion: walk, head: {pan_deg: 190},",
            "9:55: timeline[0].request.head.pan_deg: must be from -180 to 180 (got 190)",
        ),
        (
            "motion: walk,",
            "motion: walk, left_arm: {program: bakc},",
            "9:59: timeline[0].request.left_arm.program: expected 'back', 'ready' or 'raised' "
            "(got 'bakc')",
        ),
        (
            "{at_s: 3, disturb",
            "{disturb",
            "12:5: timeline[3]: missing key 'at_s' or 'after', which sets the start of the entry",
        ),
        (
            "block_foot: {side: left, duration_s: 1}",
            "",
            f"12:24: timeline[3].disturb: expected exactly one of {', '.join(KINDS)}, got 0",
        ),
        (
            "impulse_ns: 2",
            "impulse: 2",
            "11:52: timeline[2].disturb.push.impulse: unknown key, this value is in ns: "
            "write 'impulse_ns'",
        ),
        (
            "{event: fall, before_s: 2}",
            "{before_s: 2}",
            "17:5: never[0]: expected 'event', 'leaf' or both",
        ),
        ("[3, 4]", "[4, 3]", "15:5: expect[1]: 'between_s' ends before it begins"),
        (
            "at_s: 3,",
            "at_s: 3, after: fall,",
            "12:5: timeline[3]: 'at_s' and 'after' both set the start: give one; 'from_s' "
            "with 'after' ignores transitions before a time",
        ),
        (
            "at_s: 3,",
            "at_s: 3, from_s: 2,",
            "12:5: timeline[3]: 'from_s' refers to a transition: it needs 'after'",
        ),
        (
            "impulse_ns: 2",
            "impulse_ns: 1e300",
            "11:64: timeline[2].disturb.push.impulse_ns: must be > 0 and <= 100 (got 1e+300)",
        ),
        ("seed: 7", "seed: -1", "5:7: seed: must be from 0 to 4294967295 (got -1)"),
        (
            "forward_mm_per_s: 150",
            "forward_mm_per_s: 1500",
            "9:57: timeline[0].request.forward_mm_per_s: must be from -1000 to 1000 (got 1500)",
        ),
        (
            "state: KeyframePhase.GetUp.Decide",
            "state: WalkPhase",
            "6:37: start.state: unknown leaf to start in (got 'WalkPhase'), "
            "did you mean 'WalkPhase.Stepping'?",
        ),
    ],
)
def test_a_mistake_is_shown_at_its_place(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert complaints(tmp_path, old, new) == [message]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "at_s: 3,",
            "at_s: 300,",
            "12:12: timeline[3].at_s: 300 s is too late: the run lasts 20 s",
        ),
        (
            "GetUp.Decide",
            "GetUp.Execute",
            "6:37: start.state: continues the motion of another leaf: start in that one",
        ),
        ("at_s: 3,", "at_s: 20,", "12:12: timeline[3].at_s: 20 s is too late: the run lasts 20 s"),
        (
            "delay_s: 0.5",
            "delay_s: 20",
            "10:28: timeline[1].delay_s: 20 s is too late: the run lasts 20 s",
        ),
        (
            "from_s: 2",
            "from_s: 21",
            "11:32: timeline[2].from_s: 21 s is too late: the run lasts 20 s",
        ),
        (
            "side: left, duration_s: 1",
            "side: left, duration_s: 18",
            "12:62: timeline[3].disturb.block_foot.duration_s: lasts until 21 s, but the run "
            "ends at 20 s",
        ),
        (
            "block_foot: {side: left, duration_s: 1}",
            "move_ball: {x_mm: 500, y_mm: 0}",
            "12:36: timeline[3].disturb.move_ball: there is no ball to move: add one to the props",
        ),
        (
            "block_foot: {side: left, duration_s: 1}",
            "put_down: {}",
            "12:35: timeline[3].disturb.put_down: nobody holds the robot: 'lift' or "
            "'hold_upright' must come first",
        ),
        (
            "block_foot: {side: left, duration_s: 1}",
            "spoil: {field: gyro, index: 3}",
            "12:53: timeline[3].disturb.spoil.index: gyro has indexes from 0 to 2 (got 3)",
        ),
        (
            "{at_s: 3, disturb: {block_foot: {side: left, duration_s: 1}}}",
            "{at_s: 1, request: {motion: stand}}",
            "12:24: timeline[3].request: replaces the request of timeline[0], which has the "
            "same time",
        ),
        (
            "[3, 4]",
            "[3, 40]",
            "15:30: expect[1].between_s: ends at 40 s, but the run ends at 20 s",
        ),
        ("within_s: 2}", "within_s: 21}", None),
        (
            "within_s: 2}",
            "not_before_s: 5}",
            "15:30: expect[1].between_s: ends before 5 s, its earliest possible time",
        ),
        (
            "within_s: 2}",
            "not_before_s: 20}",
            "14:5: expect[0]: cannot occur before 20 s: the run lasts 20 s",
        ),
        (
            "before_s: 2",
            "before_s: 30",
            "17:29: never[0].before_s: the run ends earlier, at 20 s (got 30)",
        ),
        (
            "before_s: 2",
            "after_s: 20",
            "17:28: never[0].after_s: bans nothing: the run lasts 20 s (got 20)",
        ),
        (
            "before_s: 2",
            "after_s: 3, before_s: 3",
            "17:41: never[0].before_s: bans nothing: the ban begins at 3 s",
        ),
        (
            "{event: fall, before_s: 2}",
            "{event: fall, leaf: WalkPhase}",
            "17:25: never[0].leaf: fall never leads to WalkPhase, only to Stand.Normal",
        ),
        (
            "{event: next_step, leaf: WalkPhase, within_s: 2}",
            "{event: next_step, leaf: Stand, within_s: 2}",
            "14:30: expect[0].leaf: next_step never leads to Stand, only to "
            "KeyframePhase.GetUp.Execute, WalkPhase.Stepping",
        ),
    ],
)
def test_what_can_never_come_or_never_fail_is_a_mistake(
    tmp_path: Path, old: str, new: str, message: str | None
) -> None:
    told = complaints(tmp_path, old, new)
    assert told == [
        message or "14:51: expect[0].within_s: 21 s can never elapse: the run lasts 20 s"
    ]


def test_a_scenario_that_expects_nothing_is_a_mistake(tmp_path: Path) -> None:
    begin, end = FILE.index("expect:"), FILE.index("never:")
    (told,) = complaints(tmp_path, FILE[begin:end], "expect: []\n")
    assert told == ("13:9: expect: is empty, so every run would pass: add what has to happen")


@pytest.mark.parametrize(
    ("ban", "of"),
    [
        ("{leaf: WalkPhase, before_s: 2}", None),
        ("{event: stop, leaf: WalkPhase}", None),
        ("{event: next_step}", 0),
        ("{leaf: WalkPhase}", 0),
        ("{leaf: Stand, after_s: 3}", 1),
    ],
)
def test_no_run_could_pass_that_bans_what_it_asks_for(
    tmp_path: Path, ban: str, of: int | None
) -> None:
    """Another mistake is in each, so that there is one to tell."""
    found = complaints(
        tmp_path, "{event: fall, before_s: 2}", f"{ban}\n  - {{event: fall, after_s: 21}}"
    )
    told = [each for each in found if "no run could pass" in each]
    assert [f"bans what expect[{of}] requires" in each for each in told] == [True] * (
        of is not None
    )


def test_a_leaf_that_nothing_leads_to_can_neither_be_expected_nor_forbidden(tmp_path: Path) -> None:
    path = tmp_path / "scenario.yaml"
    path.write_text(FILE)
    with pytest.raises(ConfigError) as caught:
        load_scenario(path, LEAVES, TRANSITIONS - {("fall", "Stand.Normal")} | {("fall", "Off")})
    told = {f"{p.path}: {p.message}" for p in caught.value.problems}
    assert told == {"expect[1].leaf: no transition leads to Stand"}


def test_mistakes_of_shape_and_of_names_come_in_one_round(tmp_path: Path) -> None:
    file = FILE.replace("robot: 3", "robot: 10").replace("plant: worn", "plant: wron")
    file = file.replace("duration_s: 20", "duration: 20").replace("leaf: Stand,", "leaf: Stnad,")
    file = file.replace("{event: fall, before_s: 2}", "{before_s: 2}")
    path = tmp_path / "scenario.yaml"
    path.write_text(file)
    with pytest.raises(ConfigError) as caught:
        load_scenario(path, LEAVES, TRANSITIONS)
    wrong = ["plant", "robot", "duration", "expect[1].leaf", "never[0]"]
    assert [problem.path for problem in caught.value.problems] == wrong


def test_a_part_of_a_name_names_the_leaves_in_it() -> None:
    leaf = "KeyframePhase.GetUp.Execute"
    assert all(lies_in(leaf, name) for name in ("KeyframePhase", "GetUp", "GetUp.Execute", leaf))
    assert not any(lies_in(leaf, name) for name in ("Get", "Up.Execute", "Execute.GetUp"))


@pytest.fixture(scope="module")
def all_scenarios() -> dict[str, Scenario]:
    leaves, transitions = names_of(robot_chart(CYCLE))
    files = sorted((config_folder() / "scenarios").glob("*.yaml"))
    return {path.stem: load_scenario(path, leaves, transitions) for path in files}


def test_every_scenario_names_only_what_exists(all_scenarios: dict[str, Scenario]) -> None:
    assert "demo" in all_scenarios


def test_every_scenario_says_where_it_ends(all_scenarios: dict[str, Scenario]) -> None:
    for name, scenario in all_scenarios.items():
        assert scenario.finally_, name


def test_every_disturbance_can_stand_in_a_scenario() -> None:
    assert set(keys_of(OneKind)) == set(KINDS)


def test_the_fields_that_can_be_spoilt_have_as_many_numbers_as_a_frame() -> None:
    frame = sensor_frame()
    values = {name: getattr(frame, name) for name in LENGTHS}
    assert {name: len(v) if isinstance(v, tuple) else 1 for name, v in values.items()} == LENGTHS
    assert get_args(get_type_hints(Spoil)["field"]) == tuple(LENGTHS)


def test_the_trace_of_the_machine_is_what_a_verdict_reads() -> None:
    assert {"time", "source", "dest", "event"} <= set(Transition.__dataclass_fields__)


def test_a_scenario_that_is_only_tried_needs_no_robot_seed_start_or_expectation(
    tmp_path: Path,
) -> None:
    path = tmp_path / "tried.yaml"
    path.write_text(
        "name: tried\ndescription: Stands.\nplant: ideal\nduration_s: 1\ntimeline: []\n"
    )
    (tried,) = load_scenarios([str(path)], judged=False)
    assert (tried.robot, tried.seed, tried.expects) == (0, 0, False)
    assert tried.start.begins_in == "Stand.Normal"
    with pytest.raises(ConfigError, match="is empty, so every run"):
        load_scenarios([str(path)])


def test_a_scenario_can_come_through_a_pipe() -> None:
    text = "name: piped\ndescription: Stands.\nplant: ideal\nduration_s: 1\ntimeline: []\n"
    ours, theirs = os.pipe()
    os.write(theirs, text.encode())
    os.close(theirs)
    try:
        (made,) = load_scenarios([f"/dev/fd/{ours}"], judged=False)
    finally:
        os.close(ours)
    assert made.name == "piped"


@pytest.mark.parametrize(
    ("start", "leaf"),
    [
        ("{}", "Stand.Normal"),
        ("{posture: standing}", "Stand.Normal"),
        ("{posture: standing, state: Off}", None),
        ("{posture: lying_front}", None),
        ("{posture: lying_front, state: Limp.Limp}", "Limp.Limp"),
    ],
)
def test_a_standing_robot_begins_in_stand_and_off_boots_the_machine(
    start: str, leaf: str | None, tmp_path: Path
) -> None:
    path = tmp_path / "start.yaml"
    path.write_text(
        f"name: s\ndescription: S.\nplant: ideal\nstart: {start}\nduration_s: 1\ntimeline: []\n"
    )
    (made,) = load_scenarios([str(path)], judged=False)
    assert made.start.begins_in == leaf
