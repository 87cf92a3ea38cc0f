"""Scenario files: their shape, their names, and every file of `config/scenarios/`."""

import math
from dataclasses import Field, fields
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from hardware.frames import CYCLE, Touch
from hardware.nao import Side
from hardware.simulation import disturbances
from hardware.simulation.postures import Posture as PlantPosture
from hsm.chart import Transition, robot_chart
from hsm.errors import ConfigError
from hsm.runtime.disturbance import BlockFoot, Disturbance, PressButton, Push
from hsm.runtime.expectation import lies_in
from hsm.runtime.scenario import Posture, Scenario
from hsm.runtime.scenario_files import load_scenario
from hsm.runtime.settings import config_folder
from motions.requests import Motion, MotionRequest

LEAVES = {"Stand.Normal", "WalkPhase.Stepping", "KeyframePhase.GetUp.Execute"}
EVENTS = {"fall", "next_step"}
FILE = """\
name: everything
description: One of each.
plant: worn
robot: 3
seed: 7
start: {posture: lying_back, state: GetUp.Execute}
duration_s: 20
timeline:
  - {at_s: 1, request: {motion: walk, forward_mm_per_s: 150, turn_deg_per_s: 90}}
  - {after: fall, delay_s: 0.5, disturb: {press: {touch: head_front}}}
  - {at_s: 2, after: WalkPhase, disturb: {push: {impulse_ns: 2, direction_deg: 180}}}
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
    return load_scenario(path, LEAVES, EVENTS)


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


def test_disturbances_are_known_by_their_names(tmp_path: Path) -> None:
    entries = loaded(tmp_path, FILE).timeline
    kinds = [entry.disturb.kind for entry in entries if entry.disturb]
    assert kinds == [
        PressButton(Touch.HEAD_FRONT),
        Push(2.0, math.pi),
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
        ("robot: 3", "robot: 10", "4:8: robot: must be <= 9 (got 10)"),
        (
            "motion: walk,",
            "motion: sit,",
            "9:24: timeline[0].request: speed (0.15, 0.0, 1.5707963267948966) belongs to motion "
            "'walk', not to 'sit'",
        ),
        (
            "{at_s: 3, disturb",
            "{disturb",
            "12:5: timeline[3]: missing key 'at_s' or 'after': when does it happen?",
        ),
        (
            "block_foot: {side: left, duration_s: 1}",
            "",
            "12:24: timeline[3].disturb: expected exactly one of push, lean, block_foot, "
            "lift, hold_upright, put_down, lay_down, let_go, lose_frames, kill_imu, kill_motor, "
            "press, spoil, got 0",
        ),
        (
            "impulse_ns: 2",
            "impulse: 2",
            "11:50: timeline[2].disturb.push.impulse: unknown key, this value is in ns: "
            "write 'impulse_ns'",
        ),
        (
            "{event: fall, before_s: 2}",
            "{before_s: 2}",
            "17:5: never[0]: expected 'event', 'leaf' or both",
        ),
        ("[3, 4]", "[4, 3]", "15:5: expect[1]: 'between_s' ends before it begins"),
    ],
)
def test_a_mistake_is_shown_at_its_place(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert complaints(tmp_path, old, new) == [message]


def test_mistakes_of_shape_and_of_names_come_in_one_round(tmp_path: Path) -> None:
    file = FILE.replace("robot: 3", "robot: 10").replace("plant: worn", "plant: wron")
    file = file.replace("duration_s: 20", "duration: 20").replace("leaf: Stand,", "leaf: Stnad,")
    file = file.replace("{event: fall, before_s: 2}", "{before_s: 2}")
    path = tmp_path / "scenario.yaml"
    path.write_text(file)
    with pytest.raises(ConfigError) as caught:
        load_scenario(path, LEAVES, EVENTS)
    wrong = ["plant", "robot", "duration", "expect[1].leaf", "never[0]"]
    assert [problem.path for problem in caught.value.problems] == wrong


def test_a_part_of_a_name_names_the_leaves_in_it() -> None:
    leaf = "KeyframePhase.GetUp.Execute"
    assert all(lies_in(leaf, name) for name in ("KeyframePhase", "GetUp", "GetUp.Execute", leaf))
    assert not any(lies_in(leaf, name) for name in ("Get", "Up.Execute", "Execute.GetUp"))


@pytest.fixture(scope="module")
def all_scenarios() -> dict[str, Scenario]:
    chart = robot_chart(CYCLE)
    leaves = {chart.short(leaf) for leaf in chart.tree.leaves}
    events = {row.event for row in chart.rows}
    files = sorted((config_folder() / "scenarios").glob("*.yaml"))
    return {path.stem: load_scenario(path, leaves, events) for path in files}


def test_every_scenario_names_only_what_exists(all_scenarios: dict[str, Scenario]) -> None:
    assert "demo" in all_scenarios


def test_every_scenario_fits_into_its_time(all_scenarios: dict[str, Scenario]) -> None:
    for name, scenario in all_scenarios.items():
        windows = [item.between[1] for item in scenario.expect if item.between is not None]
        starts = [entry.at or 0.0 for entry in scenario.timeline]
        assert max([*windows, *starts], default=0.0) <= scenario.duration, name


def test_every_scenario_demands_something(all_scenarios: dict[str, Scenario]) -> None:
    for name, scenario in all_scenarios.items():
        assert scenario.expect and scenario.finally_, name


@pytest.mark.parametrize("item", fields(Disturbance), ids=lambda item: str(item.name))
def test_every_disturbance_has_a_twin_with_the_same_fields_in_the_plant(
    item: "Field[object]",
) -> None:
    mine = next(kind for kind in get_args(get_type_hints(Disturbance)[item.name]) if kind)
    twin = getattr(disturbances, mine.__name__)
    delay_of_the_plant = {"after"}  # a scenario says `at_s` instead
    assert {f.name for f in fields(mine)} == {f.name for f in fields(twin)} - delay_of_the_plant


def test_every_starting_posture_is_one_of_the_plant() -> None:
    assert {posture.value for posture in Posture} == {posture.value for posture in PlantPosture}


def test_the_trace_of_the_machine_is_what_a_verdict_reads() -> None:
    assert {"time", "source", "dest", "event"} <= set(Transition.__dataclass_fields__)
