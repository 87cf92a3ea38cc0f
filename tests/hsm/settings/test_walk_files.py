"""Parameters beyond the reach of legs or arms are refused with their place."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from hsm.control.assembly import load_settings
from hsm.settings.loader import config_folder
from motions.locomotion.gait import GaitParameters
from motions.locomotion.preview.parameters import PreviewParameters
from motions.walking.configuration import WalkingParameters
from tests.hsm.settings.mistaken import only_problem, replaced, reported

ENGINE, PREVIEW, GAIT = "walking/engine.yaml", "preview_walk.yaml", "locomotion.yaml"
ARMS = "arms.yaml"


@pytest.mark.parametrize(
    ("file", "written", "instead", "told"),
    [
        (ENGINE, "hip_height_mm: 230", "hip_height_mm: 300", "at most 247 mm, the reach of"),
        (ENGINE, "torso_forward_mm: 12", "torso_forward_mm: 400", "less than 203 mm, the length"),
        (ENGINE, " lead_ms: 0 ", " lead_ms: 100 ", "must be >= 0 and < 100 (got 100)"),
        (ENGINE, "side_lead_ms: 48", "side_lead_ms: 250", "must be >= 0 and < 100 (got 250)"),
        (
            "walking/profiles/normal.yaml",
            "reach_margin_mm: [0, 50]",
            "reach_margin_mm: [0, 500]",
            "leaves no step within the legs' reach, which is from -71 to 95 mm",
        ),
        (
            "kicks/in_walk/side.yaml",
            "duration_ms: 280",
            "duration_ms: 90",
            "from 100 to 1000 (got 90)",
        ),
        (
            "preview_walk.yaml",
            "double_share: 0.3333",
            "double_share: 1",
            "from 0 to 0.8 (got 1)",
        ),
        (
            ENGINE,
            " lift_mm: 13 ",
            " lift_mm: 900 ",
            "at most 85 mm, the reach of the robot's legs",
        ),
        (ENGINE, "hip_height_mm: 230", "hip_height_mm: 120", "at least 145 mm, the height of"),
        (
            ENGINE,
            "lift_factor: 3",
            "lift_factor: 9",
            "at most 6.6 with step.lift_mm: 13: legs can",
        ),
        (
            ENGINE,
            "highest_mm: 11",
            "highest_mm: 90",
            "at most 72 mm added to step.lift_mm: 13, the",
        ),
        (ENGINE, "max_forward_mm: 100", "max_forward_mm: 900", "at most 167 mm"),
        (ENGINE, "side_mm: 20 ", "side_mm: 200 ", "at most 167 mm"),
        (ENGINE, " stretch_mm: 7", " stretch_mm: 70", "at most 27 mm"),
        (ENGINE, "elbow_roll_deg: 2", "elbow_roll_deg: -20", "turns l_elbow_roll to 20 deg, out"),
        (
            ARMS,
            "[-85, 10, 0",
            "[-85, 10, 250",
            "turns l_elbow_yaw to 250 deg, out of its range -120",
        ),
        (ARMS, "[108, 18, 0, -6, -90]", "[108, 18, 0]", "for each of 5 joints (got 3)"),
        (ARMS, "[0, -2, -90]", "[0, 30, -90]", "turns l_elbow_roll to 30 deg, out of its range -"),
        (ARMS, "[0, -2, -90]", "[0, -2]", "for each of 3 joints (got 2)"),
        (
            "walking/profiles/normal.yaml",
            "forward_mm_per_s: 250 ",
            "forward_mm_per_s: 950 ",
            "mm/s, the reach of the legs within a step of 250 ms, less reach_margin_mm (got 950)",
        ),
        ("preview_walk.yaml", "hip_height_mm: 230", "hip_height_mm: 260", "at most 248 mm, the"),
        ("locomotion.yaml", "step_height_mm: 35", "step_height_mm: 90", "at most 84 mm, the"),
        ("kicks/in_walk/side.yaml", "lift_mm: 8", "lift_mm: 90", "at most 72 mm above the walk"),
    ],
)
def test_a_value_beyond_the_robots_reach_is_reported_with_its_place(
    tmp_path: Path, file: str, written: str, instead: str, told: str
) -> None:
    folder = tmp_path / "config"
    shutil.copytree(config_folder(), folder)
    line = replaced(folder / file, written, instead)
    problem = reported(lambda: load_settings(folder=folder))
    assert (problem.file, problem.line) == (str(folder / file), line)
    assert told in problem.message


@pytest.mark.parametrize(
    ("file", "cls", "written", "instead"),
    [
        (ENGINE, WalkingParameters, "speed_mm_per_s: 400 ", "speed_mm_per_s: -400 "),
        (ENGINE, WalkingParameters, "gain: 0.65 ", "gain: -0.65 "),
        (ENGINE, WalkingParameters, "dead_band_side_mm: 20", "dead_band_side_mm: -20"),
        (ENGINE, WalkingParameters, "ankle_pitch_s: 0.05", "ankle_pitch_s: -0.05"),
        (ENGINE, WalkingParameters, " roll_gain_rad_per_m: 3 ", " roll_gain_rad_per_m: -3 "),
        (ENGINE, WalkingParameters, "roll_rad_per_s_per_m: 20", "roll_rad_per_s_per_m: -20"),
        (ENGINE, WalkingParameters, "sole_deg_per_s: 40", "sole_deg_per_s: -40"),
        (ENGINE, WalkingParameters, "acceleration_mm: 18.75", "acceleration_mm: -18.75"),
        (ENGINE, WalkingParameters, "lift_apex_time_ms: 125", "lift_apex_time_ms: 0"),
        (ENGINE, WalkingParameters, "side_calibration: 1.0", "side_calibration: -1.0"),
        (ENGINE, WalkingParameters, "{distance_mm: 5, side", "{distance_mm: 0, side"),
        (ENGINE, WalkingParameters, "low_pass: 0.6 ", "low_pass: 1 "),
        (ENGINE, WalkingParameters, "horizon_ms", "horizon_ms: 30000 #"),
        (PREVIEW, PreviewParameters, "sink_mm_per_s: 150", "sink_mm_per_s: -150"),
        (ENGINE, WalkingParameters, " time_ms: 1000 ", " time_ms: 5 "),
        (ENGINE, WalkingParameters, "speed_deg_per_s: 30 ", "speed_deg_per_s: 0 "),
        (PREVIEW, PreviewParameters, "centre_forward_mm: 10", "centre_forward_mm: 100"),
        (PREVIEW, PreviewParameters, "centre_inward_mm: 15", "centre_inward_mm: 45"),
        (PREVIEW, PreviewParameters, " speed_mm_per_s: 400 ", " speed_mm_per_s: 0 "),
        (PREVIEW, PreviewParameters, "look_s: 0.4", "look_s: 0.004"),
        (PREVIEW, PreviewParameters, "servo_ms: 25", "servo_ms: 2500"),
        (GAIT, GaitParameters, "min_step_x_mm: -40", "min_step_x_mm: 40"),
        (GAIT, GaitParameters, "max_step_period_s: 0.6", "max_step_period_s: 0.4"),
        (PREVIEW, PreviewParameters, "samples: 16", "samples: 5000"),
        (PREVIEW, PreviewParameters, "height_mm: 260", "height_mm: 26"),
        (PREVIEW, PreviewParameters, "soft_percent: 60", "soft_percent: 70"),
        (PREVIEW, PreviewParameters, " knee_pitch: 0.1 ", " knee_pitch: 0.9 "),
    ],
)
def test_an_implausible_number_is_refused_at_its_place(
    tmp_path: Path, file: str, cls: type[Any], written: str, instead: str
) -> None:
    problem, line = only_problem(tmp_path, file, cls, written, instead)
    # A contradiction between two numbers is reported at their group.
    assert line - 3 <= problem.line <= line


@pytest.mark.parametrize(
    ("written", "instead", "told"),
    [
        (
            "step_height_mm: 20",
            "step_height_mm: 50",
            "the default of 'step_height' must be between",
        ),
        ("max_step_theta_rad: 0.001", "max_step_theta_rad: 0.4", "the default of 'max_step_theta'"),
        ("min_foot_separation_mm: 88", "min_foot_separation_mm: 170", "at least 'min_foot_sep"),
    ],
)
def test_a_gait_whose_minimum_default_and_maximum_disagree_is_refused(
    tmp_path: Path, written: str, instead: str, told: str
) -> None:
    problem, _ = only_problem(tmp_path, GAIT, GaitParameters, written, instead)
    assert told in str(problem)
