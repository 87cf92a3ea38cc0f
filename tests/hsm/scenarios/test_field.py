"""Props and sight in scenario files: keys, units, and invalid fields."""

import math
import re
from pathlib import Path

import pytest

from hardware.props import PROPS, Ball, Cable, Cylinder, PassiveRobot, Patch
from hsm.errors import ConfigError
from hsm.scenarios.loader import load_scenario
from hsm.scenarios.scenario import Scenario
from hsm.settings.keyframe_files import special_motions

FILE = """\
name: field
description: One of each.
plant: standard
robot: 3
seed: 7
start: {posture: standing, state: Stand.Normal}
duration_s: 20
props:
  - {ball: {x_mm: 500, y_mm: -200, speed_mm_per_s: 500, direction_deg: 90}}
  - {cylinder: {x_mm: 800, y_mm: 300, radius_mm: 40}}
  - {passive_robot: {x_mm: 1200, y_mm: -400}}
  - {patch: {x_mm: 0, y_mm: 0, length_mm: 300, width_mm: 200, friction: 0.2,
             time_constant_ms: 20, rolling_m_per_s2: 0.5}}
  - {cable: {x_mm: 400, y_mm: 100, length_mm: 300, heading_deg: 90}}
sight: true
timeline:
  - {at_s: 1, request: {motion: stand}}
expect:
  - {event: next_step, leaf: Stand.Normal}
"""


def loaded(folder: Path, text: str) -> Scenario:
    path = folder / "scenario.yaml"
    path.write_text(text)
    return load_scenario(
        path, {"Stand.Normal"}, {("next_step", "Stand.Normal")}, special_motions(), judged=True
    )


def complaint(folder: Path, old: str, new: str) -> str:
    assert old in FILE
    with pytest.raises(ConfigError) as error:
        loaded(folder, FILE.replace(old, new, 1))
    return str(error.value)


def test_every_kind_of_prop_is_converted_to_si_units(tmp_path: Path) -> None:
    scenario = loaded(tmp_path, FILE)
    assert scenario.sight
    assert [entry.prop for entry in scenario.props] == [
        Ball(0.5, -0.2, speed=0.5, direction=0.5 * math.pi),
        Cylinder(0.8, 0.3, radius=0.04),
        PassiveRobot(1.2, -0.4),
        Patch(0.0, 0.0, 0.3, 0.2, 0.2, time_constant=0.02, rolling=0.5),
        Cable(0.4, 0.1, 0.3, heading=0.5 * math.pi),
    ]
    assert {entry.name for entry in scenario.props} == set(PROPS)


def test_without_props_and_sight_the_field_is_empty_and_the_robot_blind(tmp_path: Path) -> None:
    begin, end = FILE.index("props:"), FILE.index("timeline:")
    scenario = loaded(tmp_path, FILE[:begin] + FILE[end:])
    assert scenario.props == () and not scenario.sight


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("x_mm: 500, y_mm: -200", "x_mm: 120, y_mm: 0",
         "overlaps the robot: move it away by 40 mm"),
        ("x_mm: 400, y_mm: 100", "x_mm: 100, y_mm: 100", "overlaps the robot"),
        ("x_mm: 800, y_mm: 300", "x_mm: 1200, y_mm: -300", r"overlaps props\[1\] by 70 mm"),
        ("cylinder: {x_mm: 800, y_mm: 300, radius_mm: 40}", "ball: {x_mm: 900, y_mm: 0}",
         r"only one ball is allowed, and props\[0\] is one"),
        ("{ball: {", "{bal: {", "bal"),
        ("friction: 0.2", "friction: 0", "friction"),
        ("speed_mm_per_s: 500", "speed_mm_per_s: -1", "speed_mm_per_s"),
        ("sight: true", "sight: sometimes", "sight"),
        ("x_mm: 1200", "x_mm: .nan", "x_mm"),
    ],
)  # fmt: skip
def test_an_invalid_field_is_refused_with_its_place_in_the_file(
    old: str, new: str, said: str, tmp_path: Path
) -> None:
    text = complaint(tmp_path, old, new)
    assert "scenario.yaml" in text
    assert re.search(said, text), text


def test_a_lying_robot_needs_more_free_space(tmp_path: Path) -> None:
    lying = FILE.replace("posture: standing", "posture: lying_back")
    with pytest.raises(ConfigError, match="overlaps the robot"):
        loaded(tmp_path, lying)
