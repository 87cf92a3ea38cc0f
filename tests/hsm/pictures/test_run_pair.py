"""Two runs side by side."""

import math
from itertools import pairwise
from pathlib import Path

from hsm.control.assembly import MotionSettings
from hsm.pictures.run_pair import RunPair
from hsm.runs.truth import read_truth
from motions.kinematics.geometry import wrap_angle
from tests.hsm.pictures.conftest import record

TURNS = """
name: turns
description: Turns by more than half a turn.
plant: ideal
robot: 0
seed: 0
start: {posture: standing, state: Stand.Normal}
duration_s: 5
timeline:
  - {at_s: 0, request: {motion: walk, turn_deg_per_s: 60}}
expect:
  - leaf: WalkPhase.Stepping
"""


def test_the_final_heading_is_at_most_half_a_turn(settings: MotionSettings, tmp_path: Path) -> None:
    run, truth = record(TURNS, settings, tmp_path), read_truth(tmp_path)
    yaw = truth.columns["torso.yaw"]
    turned = sum(wrap_angle(b - a) for a, b in pairwise(yaw))
    assert turned > math.pi
    told, _ = RunPair(run, run, (truth, truth)).figures()["final pose"]
    assert told.endswith(f", {math.degrees(turned) - 360.0:.0f} deg")
