"""Scenario files: schema, names of events and leaves, and every file of `config/scenarios/`."""

import math
import os
from dataclasses import replace
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from hardware.disturbances import KINDS, BlockFoot, Press, Push, Spoil
from hardware.frame_fields import LENGTHS
from hardware.postures import Posture
from hardware.robots.model import Side
from hardware.sensors_and_commands import CYCLE, Touch
from hsm.chart import Transition, robot_chart
from hsm.control.assembly import load_settings
from hsm.errors import ConfigError
from hsm.scenarios.expectation import lies_in
from hsm.scenarios.loader import load_scenario, load_scenarios, names_of
from hsm.scenarios.scenario import Scenario
from hsm.scenarios.timeline import OneKind
from hsm.settings.fields import keys_of
from hsm.settings.keyframe_files import special_motions
from hsm.settings.loader import config_folder
from motions.limbs.wishes import ArmProgram, ArmWish, HeadMode, HeadWish
from motions.requests import Motion, MotionRequest
from tests.fakes import sensor_frame

SPECIALS = special_motions()
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
    return load_scenario(path, LEAVES, TRANSITIONS, SPECIALS, judged=True)


def complaints(folder: Path, old: str, new: str) -> list[str]:
    """Return the problems of the valid file with one text replaced."""
    assert old in FILE
    with pytest.raises(ConfigError) as caught:
        loaded(folder, FILE.replace(old, new))
    return [f"{p.line}:{p.column}: {p.path}: {p.message}" for p in caught.value.problems]


def test_a_scenario_is_converted_to_si_units(tmp_path: Path) -> None:
    scenario = loaded(tmp_path, FILE)
    walk = scenario.timeline[0].request
    assert walk is not None
    assert walk.request == MotionRequest(Motion.WALK, 0.15, 0.0, math.pi / 2)
    assert scenario.plant_changes.turf_roughness == 1e-3
    assert scenario.plant_changes.friction is None
    assert scenario.start.posture is Posture.LYING_BACK


def test_wishes_of_head_and_arms_are_given_in_degrees_and_millimetres(tmp_path: Path) -> None:
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


def test_disturbances_are_read_by_their_names(tmp_path: Path) -> None:
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
def test_a_mistake_is_reported_with_line_and_column(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
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
def test_entries_and_expectations_that_cannot_happen_or_cannot_fail_are_mistakes(
    tmp_path: Path, old: str, new: str, message: str | None
) -> None:
    told = complaints(tmp_path, old, new)
    assert told == [
        message or "14:51: expect[0].within_s: 21 s can never elapse: the run lasts 20 s"
    ]


WALK = "motion: walk, forward_mm_per_s: 150, turn_deg_per_s: 90"


@pytest.mark.parametrize(
    ("request_", "place", "question"),
    [
        (
            "motion: walk, forward_mm_per_s: 0.15",
            "forward_mm_per_s",
            "is this in metres per second? 0.15 m/s is 150 mm/s; to step on the spot, ask for less "
            "than 0.01",
        ),
        (
            "motion: walk, turn_deg_per_s: -0.5",
            "turn_deg_per_s",
            "is this in radians per second? -0.5 rad/s is -28.65 deg/s; to step on the spot, ask "
            "for less than 0.01",
        ),
        (
            "motion: preview, preview: {velocity: {left_mm_per_s: 0.05}}",
            "preview.velocity.left_mm_per_s",
            "is this in metres per second? 0.05 m/s is 50 mm/s; to step on the spot, ask for less "
            "than 0.01",
        ),
        (
            "motion: walk_to, walk_to: {x_mm: 1.5, y_mm: 0}",
            "walk_to",
            "is this in metres? 1.5 m is 1500 mm",
        ),
        (
            "motion: walk_to, walk_to: {x_mm: 1500, y_mm: 0, via_mm: [[800, 0], [1.2, 0.1]]}",
            "walk_to.via_mm",
            "is this in metres? 1.2 m is 1200 mm",
        ),
        (
            "motion: walk_to, walk_to: {x_mm: 1500, y_mm: 0, heading_deg: -1.57}",
            "walk_to.heading_deg",
            "is this in radians? -1.57 rad is -89.95 deg",
        ),
        (
            "motion: preview, preview: {move_to: {poses: [{x_mm: 0.5, turn_deg: 2}]}}",
            "preview.move_to.poses[0]",
            "is this in metres? 0.5 m is 500 mm",
        ),
        (
            "motion: stand, head: {mode: target, target_mm: [1.5, 0.4, 0.05]}",
            "head.target_mm",
            "is this in metres? 1.5 m is 1500 mm",
        ),
    ],
)
def test_a_request_that_looks_like_metres_or_radians_is_a_mistake(
    tmp_path: Path, request_: str, place: str, question: str
) -> None:
    (told,) = complaints(tmp_path, WALK, request_)
    assert told.endswith(f": timeline[0].request.{place}: {question}")


@pytest.mark.parametrize(
    "request_",
    [
        "motion: walk, forward_mm_per_s: 0.001",
        "motion: walk, forward_mm_per_s: 10, turn_deg_per_s: 1",
        "motion: walk_to, walk_to: {x_mm: 0, y_mm: 0, heading_deg: 5}",
        "motion: walk_to, walk_to: {x_mm: 300, y_mm: 0.4}",
        "motion: replay_steps, replay_steps: {steps: [{swing: left, x_mm: 2, y_mm: 0.3, turn_deg: 1}]}",  # noqa: E501
    ],
)
def test_steps_on_the_spot_and_other_small_numbers_are_no_mistake(
    tmp_path: Path, request_: str
) -> None:
    scenario = loaded(tmp_path, FILE.replace(WALK, request_))
    asked = scenario.timeline[0].request
    assert asked is not None and f"motion: {asked.motion.value}" in request_


CHANGED = """\
name: changed
description: The walk is changed twice.
plant: standard
duration_s: 9
timeline:
  - {at_s: 1, change: {patch: "PATCH"}}
  - at_s: 2
    change:
      profile: fast
      patch: |
        step: {lift_mm: 20}
        arms: {}
        stride: {}
"""


@pytest.mark.parametrize(
    ("patch", "told"),
    [
        ("step: {lift_mm: 900}", "step.lift_mm: must be at most 85 mm, the reach of"),
        ("step: {lift_mm: 0.02}", "step.lift_mm: is this in metres? 0.02 m is 20 mm"),
        ("stance: {hip_height_mm: 200}", "stance: cannot change while the robot runs"),
        ("# step", "changes nothing: expected a value of the walk"),
        ("step: [", "the bracket '[' that opens here is never closed"),
    ],
)
def test_every_mistake_in_a_change_of_the_walk_is_told_with_file_and_entry(
    tmp_path: Path, patch: str, told: str
) -> None:
    path = tmp_path / "changed.yaml"
    path.write_text(CHANGED.replace("PATCH", patch))
    with pytest.raises(ConfigError) as error:
        load_scenarios([str(path)], judged=False)
    first, second, *_ = str(error.value).splitlines()
    assert first.startswith(f"{path}:6:31: timeline[0].change.patch: {told}")
    assert second.startswith(f"{path}:10:14: timeline[1].change.patch: in its line 3, stride: ")


def test_a_change_of_the_walk_is_checked_with_the_settings_of_the_run(tmp_path: Path) -> None:
    path = tmp_path / "changed.yaml"
    path.write_text(
        "\n".join(CHANGED.replace("PATCH", "stance: {torso_forward_mm: 11}").splitlines()[:6])
    )
    settings = load_settings()
    stance = replace(settings.walking.stance, torso_forward=11 * 1e-3)
    leaning = replace(settings, walking=replace(settings.walking, stance=stance))
    with pytest.raises(ConfigError, match="stance: cannot change"):
        load_scenarios([str(path)], judged=False)
    assert load_scenarios([str(path)], judged=False, settings=leaning)


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
def test_a_ban_that_contradicts_an_expectation_is_a_mistake(
    tmp_path: Path, ban: str, of: int | None
) -> None:
    """Each file has a second mistake, so that loading always fails."""
    found = complaints(
        tmp_path, "{event: fall, before_s: 2}", f"{ban}\n  - {{event: fall, after_s: 21}}"
    )
    told = [each for each in found if "no run could pass" in each]
    assert [f"bans what expect[{of}] requires" in each for each in told] == [True] * (
        of is not None
    )


def test_expecting_or_forbidding_an_unreachable_leaf_is_a_mistake(tmp_path: Path) -> None:
    path = tmp_path / "scenario.yaml"
    path.write_text(FILE)
    transitions = TRANSITIONS - {("fall", "Stand.Normal")} | {("fall", "Off")}
    with pytest.raises(ConfigError) as caught:
        load_scenario(path, LEAVES, transitions, SPECIALS, judged=True)
    told = {f"{p.path}: {p.message}" for p in caught.value.problems}
    assert told == {"expect[1].leaf: no transition leads to Stand"}


def test_mistakes_of_schema_and_of_names_are_reported_together(tmp_path: Path) -> None:
    file = FILE.replace("robot: 3", "robot: 10").replace("plant: worn", "plant: wron")
    file = file.replace("duration_s: 20", "duration: 20").replace("leaf: Stand,", "leaf: Stnad,")
    file = file.replace("{event: fall, before_s: 2}", "{before_s: 2}")
    path = tmp_path / "scenario.yaml"
    path.write_text(file)
    with pytest.raises(ConfigError) as caught:
        load_scenario(path, LEAVES, TRANSITIONS, SPECIALS, judged=True)
    wrong = ["plant", "robot", "duration", "expect[1].leaf", "never[0]"]
    assert [problem.path for problem in caught.value.problems] == wrong


def test_whole_levels_of_a_name_match_the_leaves_inside() -> None:
    leaf = "KeyframePhase.GetUp.Execute"
    assert all(lies_in(leaf, name) for name in ("KeyframePhase", "GetUp", "GetUp.Execute", leaf))
    assert not any(lies_in(leaf, name) for name in ("Get", "Up.Execute", "Execute.GetUp"))


@pytest.fixture(scope="module")
def all_scenarios() -> dict[str, Scenario]:
    leaves, transitions = names_of(robot_chart(CYCLE))
    files = sorted((config_folder() / "scenarios").glob("*.yaml"))
    return {
        path.stem: load_scenario(path, leaves, transitions, SPECIALS, judged=True) for path in files
    }


def test_every_shipped_scenario_loads(all_scenarios: dict[str, Scenario]) -> None:
    assert "demo" in all_scenarios


def test_every_shipped_scenario_names_its_final_leaf(all_scenarios: dict[str, Scenario]) -> None:
    for name, scenario in all_scenarios.items():
        assert scenario.finally_, name


def test_every_kind_of_disturbance_has_a_key_in_scenario_files() -> None:
    assert set(keys_of(OneKind)) == set(KINDS)


def test_the_lengths_of_spoilable_fields_match_the_sensor_frame() -> None:
    frame = sensor_frame()
    values = {name: getattr(frame, name) for name in LENGTHS}
    assert {name: len(v) if isinstance(v, tuple) else 1 for name, v in values.items()} == LENGTHS
    assert get_args(get_type_hints(Spoil)["field"]) == tuple(LENGTHS)


def test_a_transition_has_the_fields_that_a_verdict_reads() -> None:
    assert {"time", "source", "dest", "event"} <= set(Transition.__dataclass_fields__)


def test_an_unjudged_scenario_needs_no_robot_seed_start_or_expectation(
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


def test_a_scenario_can_be_read_from_a_pipe() -> None:
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
def test_the_start_leaf_follows_from_posture_and_state(
    start: str, leaf: str | None, tmp_path: Path
) -> None:
    path = tmp_path / "start.yaml"
    path.write_text(
        f"name: s\ndescription: S.\nplant: ideal\nstart: {start}\nduration_s: 1\ntimeline: []\n"
    )
    (made,) = load_scenarios([str(path)], judged=False)
    assert made.start.begins_in == leaf


def test_the_touches_of_a_dribble_are_not_as_long_as_millimetres(tmp_path: Path) -> None:
    shipped = (config_folder() / "scenarios/dribbles_in_a_direction.yaml").read_text()
    path = tmp_path / "dribbles.yaml"
    path.write_text(shipped.replace("length_mm: 600", "length_mm: 0.6"))
    with pytest.raises(ConfigError, match=r"dribble\.length_mm: is this in metres\? 0\.6 m is"):
        load_scenarios([str(path)])
