"""Calibration files: written for a robot, read back, and refused if invalid."""

from dataclasses import replace
from pathlib import Path

import pytest

from hardware.calibration import Calibration
from hardware.robots.nao import Joint
from hardware.simulation.plant.individual import draw_individual
from hsm.control.assembly import load_settings
from hsm.errors import ConfigError
from hsm.runs.saved_state import StateError
from hsm.settings.calibration_files import load_calibration
from hsm.settings.robot_file import load_robot
from hsm.simulated.calibrations import calibration_text
from hsm.simulated.simulation import Simulation, load_plant
from motions.requests import MotionRequest
from motions.walking.terms.trim import WalkTrim

NAO = load_robot()
WORN = load_plant("worn")


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "calibration.yaml"
    path.write_text(text)
    return path


@pytest.mark.parametrize("share", [1.0, 0.5])
def test_the_calibration_written_for_a_robot_is_read_back(tmp_path: Path, share: float) -> None:
    path = written(tmp_path, calibration_text(WORN, 3, share, NAO))
    found, true = load_calibration(path, NAO), draw_individual(WORN, 3)
    for joint, error in found.joints.items():
        assert error == pytest.approx(share * true.offsets[joint], abs=1e-9)
    assert len(found.joints) == 23
    roll, pitch = true.mounting
    assert (found.torso_roll, found.torso_pitch) == pytest.approx((share * roll, share * pitch))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("joints_deg: {l_knee: 1}\n", "l_knee"),
        ("joints_deg: {l_knee_pitch: 16}\n", "15"),
        ("joints_deg: {l_hand: 1}\n", "a hand has no zero"),
        ("joints: {l_knee_pitch: 1}\n", "joints_deg"),
    ],
)
def test_an_invalid_calibration_file_is_refused_with_its_place(
    tmp_path: Path, text: str, complaint: str
) -> None:
    path = written(tmp_path, text + "torso_roll_deg: 0\ntorso_pitch_deg: 0\n")
    with pytest.raises(ConfigError) as refused:
        load_calibration(path, NAO)
    assert complaint in str(refused.value)
    assert "calibration.yaml:1" in str(refused.value)


def test_a_calibrated_robot_leans_less_than_half_as_much_as_before() -> None:
    """Robot 1 of `worn` leans by 11 degrees without calibration."""
    still = replace(WORN, delays=replace(WORN.delays, frame_drop=0.0, jitter=0.0))
    true = draw_individual(still, 1)
    known = Calibration(dict(enumerate(true.offsets)), *true.mounting)
    leans = []
    settings = load_settings()
    walking = settings.walking
    trim = replace(getattr(walking, WalkTrim.group), active=False)
    settings = replace(settings, walking=replace(walking, **{WalkTrim.group: trim}))
    for calibration in (None, known):
        simulation = Simulation(
            settings, still, robot=1, state="Stand.Normal", calibration=calibration
        )
        while simulation.time < 2.0:
            state = simulation.step(MotionRequest()).robot
        leans.append(abs(simulation.truth().rpy[1]))
        assert state.pitch == pytest.approx(simulation.truth().rpy[1], abs=0.03)
    assert leans[1] < 0.5 * leans[0]


def test_a_state_saved_with_another_calibration_is_refused() -> None:
    plant = load_plant("standard")
    one = Simulation(load_settings(), plant, state="Stand.Normal")
    other = Simulation(
        load_settings(),
        plant,
        state="Stand.Normal",
        calibration=Calibration({Joint.L_KNEE_PITCH: 0.01}, 0.0, 0.0),
    )
    saved = other.save()
    with pytest.raises(StateError, match="calibration"):
        one.restore(saved)
    other.restore(saved)
