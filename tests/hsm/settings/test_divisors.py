"""Divisors of the control cycle and the physics are refused in their files if they are zero."""

from pathlib import Path
from typing import Any

import pytest

from hardware.robots.model import RobotModel
from hardware.simulation.plant.parameters import PlantParameters
from hardware.simulation.plant.randomisation import Randomisation
from hsm.errors import ConfigError
from hsm.settings.loader import config_folder, load
from motions.energy_saving import EnergySavingParameters
from motions.kicks.in_walk_motion import InWalkKick
from motions.kicks.parameters import StandKickParameters
from motions.limbs.head import HeadParameters
from motions.locomotion.preview.parameters import PreviewParameters
from motions.perception.parameters import PerceptionParameters
from motions.walking.configuration import WalkingParameters
from motions.walking.parameters import SpeedProfile

PROFILE = "walking/profiles/normal.yaml"
SPEEDS = ("forward_mm_per_s", "backward_mm_per_s", "side_mm_per_s", "turn_deg_per_s")


@pytest.mark.parametrize(
    ("file", "cls", "path"),
    [
        ("energy_saving.yaml", EnergySavingParameters, "give_back_ms"),
        ("perception.yaml", PerceptionParameters, "attitude.accelerometer_band_m_per_s2"),
        ("perception.yaml", PerceptionParameters, "attitude.reference_band_deg"),
        ("preview_walk.yaml", PreviewParameters, "swing.rise"),
        ("preview_walk.yaml", PreviewParameters, "press.time_ms"),
        ("preview_walk.yaml", PreviewParameters, "levelling.mean_time_ms"),
        ("kicks/stand.yaml", StandKickParameters, "interpolate_speed_deg_per_s"),
        ("head.yaml", HeadParameters, "braking"),
        ("walking/engine.yaml", WalkingParameters, "balance.fade_ms"),
        ("walking/engine.yaml", WalkingParameters, "footing.time_ms"),
        ("walking/engine.yaml", WalkingParameters, "step.duration_ms"),
        ("walking/engine.yaml", WalkingParameters, "delay.duration_ms"),
        ("walking/engine.yaml", WalkingParameters, "rising.speed_deg_per_s"),
        ("walking/engine.yaml", WalkingParameters, "rising.high_duration_ms"),
        ("walking/engine.yaml", WalkingParameters, "heading_feedback.widest_deg"),
        ("walking/engine.yaml", WalkingParameters, "slow_when_hot.share"),
        ("walking/engine.yaml", WalkingParameters, "still_joints.share"),
        ("walking/engine.yaml", WalkingParameters, "progress.slowest"),
        ("walking/engine.yaml", WalkingParameters, "progress.least_speed_mm_per_s"),
        *((PROFILE, SpeedProfile, speed) for speed in SPEEDS),
        *((PROFILE, SpeedProfile, f"worn.{speed}") for speed in SPEEDS),
    ],
)
def test_a_divisor_of_zero_is_refused(tmp_path: Path, file: str, cls: type[Any], path: str) -> None:
    assert _refused(tmp_path, file, cls, path, 0) == [path]


@pytest.mark.parametrize(
    ("file", "cls", "path"),
    [
        ("kicks/in_walk/side.yaml", InWalkKick, "high_until"),
        ("walking/engine.yaml", WalkingParameters, "step.lift_apex_ratio"),
    ],
)
def test_a_share_of_1_whose_complement_is_a_divisor_is_refused(
    tmp_path: Path, file: str, cls: type[Any], path: str
) -> None:
    assert _refused(tmp_path, file, cls, path, 1) == [path]


@pytest.mark.parametrize("side", ["inwards", "outwards"])
def test_a_side_limit_that_starts_at_the_largest_turn_is_refused(tmp_path: Path, side: str) -> None:
    path = f"limits.hurry.no_side_from_{side}_deg"
    assert _refused(tmp_path, "walking/engine.yaml", WalkingParameters, path, 10)


@pytest.mark.parametrize(
    ("path", "zero", "told"),
    [
        ("battery.voltage_v", 0, ["battery.voltage_v"]),
        ("turf.waves", 0, ["turf.waves"]),
        ("turf.wavelengths_mm", [0, 100], ["turf.wavelengths_mm[0]"]),
    ],
)
def test_a_divisor_of_zero_in_a_plant_is_refused(
    tmp_path: Path, path: str, zero: object, told: list[str]
) -> None:
    assert _refused(tmp_path, "plants/standard.yaml", PlantParameters, path, zero) == told


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("solver.substep_ms", 5, "solver"),  # 10 ms of physics in a cycle of 12 ms
        ("solver.substep_ms", 24, "solver"),  # no physics in a cycle
        ("solver.iterations", 0, "solver.iterations"),
        ("turf.body_time_constant_ms", 4, ""),  # MuJoCo would silently use 6
        ("motor.derating", [1, 0, 0.7], "motor"),
        ("motor.status_limits_c", [96, 86, 76], "motor.status_limits_c"),
        ("battery.bridge_drop_v", -1, "battery.bridge_drop_v"),
        ("friction.constant_nm", -0.1, "friction.constant_nm"),
        ("play.pitch_deg", -1, "play.pitch_deg"),  # would count as no play
        ("turf.roughness_mm", -2, "turf.roughness_mm"),
        ("turf.tilt_roll_deg", 80, "turf.tilt_roll_deg"),
        ("sensors.gyro_noise_rad_per_s", [0.1, -0.1, 0.1], "sensors.gyro_noise_rad_per_s[1]"),
        ("sensors.gyro_range_rad_per_s", -8, "sensors.gyro_range_rad_per_s"),
        ("sensors.fsr_range_n", 0, "sensors.fsr_range_n"),
    ],
)
def test_an_impossible_plant_is_refused(
    tmp_path: Path, path: str, value: object, told: str
) -> None:
    assert _refused(tmp_path, "plants/standard.yaml", PlantParameters, path, value) == [told]


@pytest.mark.parametrize(
    "path",
    [
        "play_factor",
        "servo_lag_factor",
        "torso_mass_factor",
        "gear_friction_factor",
        "turf_roughness_factor",
    ],
)
def test_an_impossible_randomisation_is_refused(tmp_path: Path, path: str) -> None:
    refused = _refused(tmp_path, "randomisation.yaml", Randomisation, path, [-1, 1])
    assert refused == [f"{path}[0]"]


@pytest.mark.parametrize("key", ["gear_ratio", "stall_torque_mnm", "no_load_speed_rpm"])
def test_a_motor_without_gear_torque_or_speed_is_refused(tmp_path: Path, key: str) -> None:
    path = f"motors.type1_gear201.{key}"
    assert _refused(tmp_path, "robots/nao_v6.yaml", RobotModel, path, 0) == [path]


def _refused(folder: Path, file: str, cls: type[Any], path: str, value: object) -> list[str]:
    """Return the paths that the loader reports if a key has this value."""
    written = str(value)
    for key in reversed(path.split(".")):
        written = f"{{{key}: {written}}}"
    over = folder / "over.yaml"
    over.write_text(written)
    with pytest.raises(ConfigError) as caught:
        load(config_folder() / file, cls, overrides=[over])
    return [problem.path for problem in caught.value.problems]
