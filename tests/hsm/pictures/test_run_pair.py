"""Two runs side by side."""

import math
from itertools import pairwise
from pathlib import Path

import numpy as np

from hsm.control.assembly import MotionSettings
from hsm.pictures.run_pair import RunPair
from hsm.runs.reader import RecordedRun
from hsm.runs.truth import RecordedTruth, read_truth
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
    assert told.endswith(f", {math.degrees(turned) - 360.0:.0f} deg from the start")


def test_pose_and_path_are_those_from_start_to_end(placed: RecordedRun, tmp_path: Path) -> None:
    # Half a turn away from the origin of the world; the last 0.2 s lie between two samples.
    xs = (*[3.0] * 100, *np.linspace(3.0, 2.0, 17))
    still = dict.fromkeys(("torso.pitch", "torso.roll"), (0.0,) * len(xs))
    place = {"torso.x": xs, "torso.y": still["torso.roll"], "torso.yaw": (math.pi,) * len(xs)}
    truth = RecordedTruth(tmp_path, {}, {}, {**place, **still}, closed=True)
    figures = RunPair(placed, placed, (truth, truth)).figures()
    assert figures["final pose"][0] == "1.00, 0.00 m, 0 deg from the start"
    assert figures["path length"][0] == "1.00 m"
