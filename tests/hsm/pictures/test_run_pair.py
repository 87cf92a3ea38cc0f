"""Two runs side by side."""

import math
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from hsm.control.assembly import MotionSettings
from hsm.pictures.run_pair import RunPair
from hsm.runs.reader import RecordedRun
from hsm.runs.truth import RecordedTruth, read_truth
from hsm.simulated import runner
from hsm.simulated.simulation import load_plant
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


def pair(
    settings: MotionSettings,
    folder: Path,
    one: str = TURNS,
    other: str = TURNS,
    friction: float = 0.6,
) -> RunPair:
    """Return the runs of two scenarios, the second on turf with another friction of soles."""
    (folder / "one").mkdir()
    (folder / "other").mkdir()
    first = record(one, settings, folder / "one")
    usual = load_plant("ideal")
    plant = replace(usual, turf=replace(usual.turf, friction=friction))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "load_plant", lambda _: plant)
        second = record(other, settings, folder / "other")
    return RunPair(first, second, (None, None))


def test_a_plant_whose_file_was_edited_between_two_runs_is_a_difference_in_setup(
    settings: MotionSettings, tmp_path: Path
) -> None:
    compared = pair(settings, tmp_path, friction=0.3)
    assert compared.made_with() == ("plant.turf.friction 0.6 | 0.3",)
    assert "because their setups differ (plant.turf.friction 0.6 | 0.3)" in compared.parting()


def test_a_plant_changed_by_the_scenario_is_told_once(
    settings: MotionSettings, tmp_path: Path
) -> None:
    slippery = f"{TURNS}plant_changes: {{friction: 0.3}}\n"
    compared = pair(settings, tmp_path, other=slippery)
    assert compared.made_with() == ("plant_changes none | friction 0.3",)


def test_a_start_that_is_only_written_down_is_no_difference(
    settings: MotionSettings, tmp_path: Path
) -> None:
    line = "start: {posture: standing, state: Stand.Normal}\n"
    compared = pair(settings, tmp_path, other=TURNS.replace(line, ""))
    assert compared.made_with() == ()
    assert compared.parting() == "they are identical, cycle by cycle"
