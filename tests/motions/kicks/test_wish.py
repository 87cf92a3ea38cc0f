"""An inconsistent kick is refused with a message that says what is wrong."""

import math
from pathlib import Path
from typing import Any

import pytest

from motions.kicks.wish import Kick, KickKind, KickPreStep
from motions.kinematics.geometry import Pose2
from motions.perception.world import RollingBall

ROOT = Path(__file__).resolve().parents[3]


def test_a_kick_without_a_length_has_full_length() -> None:
    assert Kick(KickKind.FORWARD_FAST).length is None


@pytest.mark.parametrize("length", [0.0, -0.5])
def test_the_length_of_a_kick_must_be_positive(length: float) -> None:
    with pytest.raises(ValueError, match=f"Kick: length is {length}; expected a number above 0 m"):
        Kick(KickKind.FORWARD, length=length)


@pytest.mark.parametrize("precision", [(0.1, -0.1), (0.1, 0.2), (-0.2, -0.1), (-4.0, 0.0)])
def test_a_precision_range_goes_from_right_to_left(precision: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="the first must be -180 to 0, the second 0 to 180"):
        Kick(KickKind.FORWARD, precision=precision)


@pytest.mark.parametrize("number", [math.nan, math.inf])
def test_a_kick_must_be_finite(number: float) -> None:
    with pytest.raises(ValueError, match="direction is .*; expected a number from -6.283"):
        Kick(KickKind.FORWARD, direction=number)
    with pytest.raises(
        ValueError, match=f"length is {number}; expected a number above 0 m, or None"
    ):
        Kick(KickKind.FORWARD, length=number)


def test_a_kick_out_of_the_stand_has_no_preparing_step() -> None:
    with pytest.raises(ValueError, match="the kick 'forward_fast' starts from standing"):
        Kick(KickKind.FORWARD_FAST, pre_step=KickPreStep.FORCED)
    assert Kick(KickKind.FORWARD, pre_step=KickPreStep.FORCED).pre_step is KickPreStep.FORCED


@pytest.mark.parametrize(
    ("kind", "others", "told"),
    [
        (KickKind.FORWARD_FAST, (KickKind.TURN,), "no kind may be a kick from standing"),
        (KickKind.FORWARD, (KickKind.FORWARD_FAST,), "no kind may be a kick from standing"),
        (KickKind.FORWARD, (KickKind.TURN, KickKind.FORWARD), "each kind may be given once"),
    ],
)
def test_kinds_that_exclude_each_other_are_refused(
    kind: KickKind, others: tuple[KickKind, ...], told: str
) -> None:
    with pytest.raises(ValueError, match=told):
        Kick(kind, or_kinds=others)


def test_the_kinds_out_of_the_stand_are_those_with_a_file() -> None:
    files = {file.stem for file in (ROOT / "config" / "kicks" / "stand").glob("*.yaml")}
    assert {kind.value for kind in KickKind if kind.from_stand} == files
    assert "forward_fast" in files


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"target": (2.0, 0.0), "direction": 0.1}, "either a direction or a target"),
        ({"arrives": 0.5}, "give a target and no length"),
        ({"target": (2.0, 0.0), "arrives": 0.5, "length": 1.0}, "give a target and no length"),
        ({"target": (2.0, 0.0), "arrives": 0.0}, "arrives is 0.0; expected a number above 0 m/s"),
        ({"target": (math.nan, 0.0)}, "finite number"),
    ],
)
def test_a_target_that_contradicts_the_rest_of_the_request_is_refused(
    asked: dict[str, Any], told: str
) -> None:
    with pytest.raises(ValueError, match=told):
        Kick(KickKind.FORWARD, **asked)


def test_a_target_in_the_request_frame_gives_direction_and_length_from_the_ball() -> None:
    ball = RollingBall(1.0, 1.0, 1.0, 0.0, 0.0, 0.3)
    origin = Pose2(1.0, 0.0, 0.5 * math.pi)  # its forward axis is the y axis of odometry
    kick = Kick(KickKind.FORWARD, target=(3.0, 0.0))
    assert kick.heading(origin, ball) == pytest.approx(0.5 * math.pi)
    assert kick.rolling_distance(origin, ball) == pytest.approx(2.0)
    shot = Kick(KickKind.FORWARD, target=(3.0, 0.0), length=4.0)
    assert shot.rolling_distance(origin, ball) == 4.0


def test_a_ball_that_shall_arrive_fast_is_aimed_beyond_its_target() -> None:
    ball = RollingBall(1.0, 0.0, 0.0, 0.0, 0.0, 0.3)
    kick = Kick(KickKind.FORWARD, target=(1.0, 0.0), arrives=0.6)
    way = kick.rolling_distance(Pose2(), ball)
    assert way is not None
    begins = math.sqrt(2.0 * 0.3 * way)
    passes = RollingBall(0.0, 0.0, 0.0, begins, 0.0, 0.3)
    time = (begins - 0.6) / 0.3
    assert passes.at(time).x == pytest.approx(1.0) and passes.at(time).vx == pytest.approx(0.6)
