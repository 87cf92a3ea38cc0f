"""The measure of joint play and the walking speeds it allows, on hand-made joints."""

import math
from dataclasses import replace

import pytest

from hardware.robots.model import RobotModel, Side
from hardware.robots.nao import JOINT_COUNT, Joint
from motions.requests import Motion, MotionRequest
from motions.walking.configuration import WalkingParameters
from motions.walking.engine import WalkingEngine
from motions.walking.joints.play import JointPlay
from motions.walking.joints.requests import RequestAgeParameters, SentRequests
from motions.walking.parameters import SpeedProfile
from motions.walking.planning.wear import speeds_for
from motions.walking.step import Step, StepKind
from tests.fakes import NAO
from tests.motions.walking.stepper import forward, on, standing_command

CYCLE = 0.012
REQUESTED = (0.0,) * JOINT_COUNT


def missing(hip: float, knee: float, ankle: float) -> tuple[float, ...]:
    """Return measured joints, (25,), rad, that fall short of their requests in both legs, deg."""
    measured = [0.0] * JOINT_COUNT
    for side in ("L", "R"):
        measured[Joint[f"{side}_HIP_PITCH"]] = math.radians(hip)
        measured[Joint[f"{side}_KNEE_PITCH"]] = -math.radians(knee)
        measured[Joint[f"{side}_ANKLE_PITCH"]] = math.radians(ankle)
    return tuple(measured)


def walked(walking: WalkingParameters, measured: tuple[float, ...], seconds: float) -> JointPlay:
    play = JointPlay(walking.play_measure, NAO)
    for _ in range(round(seconds / CYCLE)):
        play.update(measured, REQUESTED)
    return play


def test_a_sound_robot_must_have_less_play_than_a_worn_one(walking: WalkingParameters) -> None:
    own = walking.play_measure
    with pytest.raises(ValueError, match="less play"):
        replace(own, worn_out=own.sound)


def test_a_request_is_compared_three_cycles_after_it_was_sent() -> None:
    sent = SentRequests(RequestAgeParameters(3))
    for cycle in range(5):
        assert sent.executed == ((cycle - 3.0,) if cycle >= 3 else None)
        sent.append((float(cycle),))
    sent.clear()
    assert sent.executed is None


@pytest.mark.parametrize(
    ("missed", "play", "quality"),
    [
        ((1.4, 1.6, 1.0), 0.0, 1.0),  # the error of a sound joint
        ((0.0, 0.0, 0.0), 0.0, 1.0),  # a smaller error is no better
        ((1.71, 2.33, 1.09), 2.28, 0.19),  # published for a worn robot
        ((3.0, 3.0, 2.0), 6.04, 0.0),
    ],
)
def test_joint_errors_beyond_those_of_a_sound_robot_count_as_play(
    walking: WalkingParameters, missed: tuple[float, float, float], play: float, quality: float
) -> None:
    found = walked(walking, missing(*missed), 10.0)
    assert math.degrees(found.play) == pytest.approx(play, abs=0.03)
    assert found.quality == pytest.approx(quality, abs=0.03)


def test_a_robot_that_has_not_walked_yet_counts_as_worn(walking: WalkingParameters) -> None:
    assert walked(walking, REQUESTED, 0.0).quality == 0.0
    assert walked(walking, REQUESTED, 0.75).quality == pytest.approx(0.5, abs=0.02)
    assert walked(walking, REQUESTED, 1.6).quality == 1.0


def test_without_the_measure_every_robot_counts_as_sound(walking: WalkingParameters) -> None:
    off = replace(walking, play_measure=replace(walking.play_measure, active=False))
    assert walked(off, missing(5.0, 5.0, 5.0), 1.0).quality == 1.0


def test_speeds_lie_between_those_of_a_worn_and_a_sound_robot(profile: SpeedProfile) -> None:
    assert speeds_for(profile.fastest, profile.worn, 1.0) == profile.fastest
    assert speeds_for(profile.fastest, profile.worn, 0.0) == profile.worn
    half = speeds_for(profile.fastest, profile.worn, 0.5)
    assert half.forward == pytest.approx(0.5 * (profile.forward + profile.worn.forward))
    assert half.turn == pytest.approx(0.5 * (profile.turn + profile.worn.turn))


def test_a_robot_of_unknown_quality_walks_at_the_speeds_of_a_worn_one(
    nao: RobotModel, walking: WalkingParameters, profile: SpeedProfile
) -> None:
    engine = WalkingEngine(nao, walking, profile)
    fast, slow = profile.forward, profile.worn.forward
    last = Step(fast * walking.step.duration)
    engine.begin_step(StepKind.STARTING, forward(fast), on(Side.LEFT), standing_command(engine))
    step = engine.limits.step(forward(fast), Side.LEFT, last)
    assert step.x == pytest.approx(slow * walking.step.duration)
    for _ in range(200):
        engine.joints.play.update(REQUESTED, REQUESTED)
    engine.begin_step(StepKind.STEPPING, forward(fast), on(Side.LEFT), standing_command(engine))
    step = engine.limits.step(forward(fast), Side.LEFT, last)
    assert step.x == pytest.approx(fast * walking.step.duration)


def test_requests_below_the_limits_are_the_same_for_every_quality(
    engine: WalkingEngine, profile: SpeedProfile
) -> None:
    request = MotionRequest(Motion.WALK, 0.15, 0.1, 0.3)
    steps = []
    for quality in (0.0, 0.5, 1.0):
        engine.limits.allow(speeds_for(profile.fastest, profile.worn, quality))
        steps.append(engine.limits.step(request, Side.LEFT, Step(0.0375)))
    assert steps[0].y == pytest.approx(steps[2].y, rel=0.02)
    assert steps[0].turn == pytest.approx(steps[1].turn) == pytest.approx(steps[2].turn)
