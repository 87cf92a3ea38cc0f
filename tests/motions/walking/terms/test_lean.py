"""The compensation of the mean lean, on hand-made states."""

import math
from dataclasses import replace

import pytest

from hardware.robots.model import RobotModel, Side
from hardware.robots.nao import Joint
from motions.kinematics.geometry import rotate
from motions.kinematics.nao_legs import sole_poses
from motions.walking.configuration import WalkingParameters
from motions.walking.engine import WalkingEngine
from motions.walking.step import Step, StepKind
from motions.walking.terms.hips import lean_back
from motions.walking.terms.lean import LeanCompensation
from tests.fakes import NAO, STANCE, robot_state
from tests.motions.walking.stepper import (
    a_step,
    finished,
    forward,
    on,
    seen,
    standing_command,
    term,
)

CYCLE = 0.012


def test_a_mean_lean_back_is_corrected_by_the_hips(
    engine: WalkingEngine, walking: WalkingParameters
) -> None:
    engine.begin_step(StepKind.STEPPING, forward(1e-6), on(Side.RIGHT), standing_command(engine))
    lean = term(engine, LeanCompensation)
    for _ in range(round(walking.lean.time / CYCLE)):
        lean.update(robot_state(pitch=math.radians(-3.0)), seen())
    assert lean.pitch == pytest.approx(math.radians(3.0), rel=0.02)
    pitch, leant = lean.pitch, engine.command().positions
    lean.pitch = 0.0
    upright = engine.command().positions
    for hip in (Joint.L_HIP_PITCH, Joint.R_HIP_PITCH):
        assert leant[hip] - upright[hip] == pytest.approx(-pitch)


def test_the_next_step_is_planned_from_feet_without_the_lean(engine: WalkingEngine) -> None:
    engine.begin_step(StepKind.STARTING, forward(0.1), on(Side.RIGHT), standing_command(engine))
    term(engine, LeanCompensation).pitch = math.radians(4.0)
    last = engine.command()
    engine.begin_step(StepKind.STEPPING, forward(0.1), on(Side.RIGHT), last)
    assert engine.running is not None
    assert engine.running.start.left.pitch == pytest.approx(0.0, abs=1e-9)


def test_a_large_tilt_counts_as_a_disturbance_and_not_as_a_lean(lean: LeanCompensation) -> None:
    for _ in range(100):
        lean.update(robot_state(pitch=math.radians(-26.0)), seen())
    assert lean.pitch == 0.0


@pytest.fixture
def lean(walking: WalkingParameters) -> LeanCompensation:
    return LeanCompensation(replace(walking.lean, target=math.radians(1.0)))


@pytest.mark.parametrize("pitch", [-4.0, 6.0])
def test_the_correction_is_the_time_integral_of_the_pitch_error(
    lean: LeanCompensation, walking: WalkingParameters, pitch: float
) -> None:
    for _ in range(10):
        lean.update(robot_state(pitch=math.radians(pitch)), seen())
    lacks = math.radians(1.0 - pitch)
    assert lean.pitch == pytest.approx(lacks * 10 * CYCLE / walking.lean.time)


@pytest.mark.parametrize("ahead", [0.06, 0.0, -0.02, -0.04])
def test_only_a_backward_walk_leans_forward_and_more_so_with_longer_steps(
    lean: LeanCompensation, walking: WalkingParameters, ahead: float
) -> None:
    target = math.radians(1.0) + walking.lean.back_target * max(0.0, -ahead)
    lean.update(robot_state(pitch=0.0), seen(finished(Step(ahead))))
    assert lean.pitch == pytest.approx(target * CYCLE / walking.lean.time)
    assert walking.lean.back_target > 0.0


@pytest.mark.parametrize("direction", [1.0, -1.0])
def test_the_hips_never_lean_beyond_their_limit(
    lean: LeanCompensation, walking: WalkingParameters, direction: float
) -> None:
    for _ in range(100_000):
        lean.update(robot_state(pitch=-direction * 0.9 * walking.lean.ignore_above), seen())
        if abs(lean.pitch) == walking.lean.limit:
            break
    lean.update(robot_state(pitch=-direction * 0.9 * walking.lean.ignore_above), seen())
    assert lean.pitch == direction * walking.lean.limit


@pytest.mark.parametrize("missing", [{"contact": False}, {"blind": True}])
def test_nothing_is_learnt_in_the_air_or_from_an_unmeasured_pitch(
    lean: LeanCompensation, missing: dict[str, bool]
) -> None:
    lean.pitch = 0.02
    for _ in range(50):
        lean.update(robot_state(pitch=math.radians(-5.0), **missing), seen())
    assert lean.pitch == 0.02


def test_an_intentional_tilt_of_the_torso_is_kept(lean: LeanCompensation) -> None:
    tilt = math.radians(3.0)
    for _ in range(50):
        lean.update(robot_state(pitch=math.radians(1.0) - tilt), seen(tilt=tilt))
    assert lean.pitch == pytest.approx(0.0, abs=1e-12)


def test_a_reset_clears_the_lean(lean: LeanCompensation) -> None:
    for _ in range(50):
        lean.update(robot_state(pitch=math.radians(-5.0)), seen())
    assert lean.pitch > 0.0
    lean.reset()
    assert lean.pitch == 0.0


@pytest.mark.parametrize("angle", [0.1, -0.1])
def test_lean_back_turns_the_torso_back_over_unmoved_soles(nao: RobotModel, angle: float) -> None:
    """In the torso frame the legs turn forward about both hips: the toes rise by the angle."""
    joints = list(STANCE)
    lean_back(joints, NAO.legs, -angle)
    for before, after in zip(
        sole_poses(STANCE, nao.dimensions), sole_poses(joints, nao.dimensions), strict=True
    ):
        toes = rotate(after.rotation, rotate(before.inverse().rotation, (1.0, 0.0, 0.0)))
        assert math.asin(toes[2]) == pytest.approx(angle)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_the_ankles_are_turned_in_opposite_directions_until_the_torso_stops_nodding(
    lean: LeanCompensation, walking: WalkingParameters, sign: float
) -> None:
    target, rounds = walking.lean.target + math.radians(1.0), 50
    for _ in range(rounds):
        for swing in Side:
            nods = target - sign * swing.sign * math.radians(2.0)
            lean.update(robot_state(pitch=nods), seen(a_step(swing)))
    learnt = -sign * math.radians(2.0) * 2 * rounds * CYCLE / walking.lean.nod_time
    assert lean.nod == pytest.approx(learnt, rel=1e-6)
    assert lean.pitch == pytest.approx(0.0, abs=1e-9)
    joints = [0.0] * 25
    lean.joints(joints, seen())
    assert joints[Joint.L_ANKLE_PITCH] == pytest.approx(lean.nod)
    assert joints[Joint.R_ANKLE_PITCH] == pytest.approx(-lean.nod)
