"""Requests to the preview walk, from every source."""

import math
from dataclasses import replace
from typing import Any

import pytest

from hardware.robots.model import Side
from motions.kinematics.geometry import Pose2
from motions.locomotion.gait import GaitParameters, MoveConfig
from motions.locomotion.preview.plan import FootstepPlan
from motions.locomotion.wish import (
    Footsteps,
    FootstepWish,
    MoveTo,
    PathPose,
    PreviewVelocity,
    PreviewWish,
    StepShares,
)
from tests.motions.locomotion.test_path import SETTINGS

CONFIG = MoveConfig(0.04, 0.14, 0.349, 1.0, 0.02, 0.0, 0.0)


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_a_number_that_is_not_finite_is_refused(number: float) -> None:
    with pytest.raises(ValueError, match="turn is .*; expected a number from -6.283"):
        FootstepWish(Side.LEFT, 0.04, 0.1, number, speed=1.0)
    with pytest.raises(ValueError, match="forward is .*; expected a finite number"):
        PreviewVelocity(number)
    with pytest.raises(ValueError, match="y is .*; expected a finite number"):
        PathPose(0.1, number)
    with pytest.raises(ValueError, match="step_height is .*; expected a number above 0 m"):
        replace(CONFIG, step_height=number)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (lambda: FootstepWish(Side.LEFT, 0.0, 0.1), "either a time"),
        (lambda: FootstepWish(Side.LEFT, 0.0, 0.1, at=1.0, speed=1.0), "either a time"),
        (
            lambda: FootstepWish(Side.LEFT, 0.0, 0.1, at=0.0),
            "at is 0.0; expected a number above 0 up to 3600 s, or None",
        ),
        (
            lambda: FootstepWish(Side.LEFT, 0.0, 0.1, at=1e9),
            "at is 1000000000.0; expected a number above 0 up to 3600 s, or None",
        ),
        (
            lambda: FootstepWish(Side.LEFT, 0.0, 0.1, speed=1.1),
            "speed is 1.1; expected a number from 0 to 1",
        ),
        (
            lambda: FootstepWish(Side.LEFT, 40, 100, speed=1.0),
            "x is 40; expected a number from -1 to 1 m; are these mm\\? 40 mm are 0.04 m",
        ),
        (lambda: FootstepWish(Side.LEFT, 0.0, 1e9, speed=1.0), "y is .* from -1 to 1 m$"),
        (lambda: Footsteps(()), "without a step"),
        (
            lambda: Footsteps((FootstepWish(Side.LEFT, 0.0, 0.1, speed=1.0),) * 1001),
            "1001 footsteps; expected at most 1000, send the others after these",
        ),
        (lambda: PreviewVelocity(0.1, share=StepShares(1.0)), "replaces a velocity"),
        (
            lambda: PreviewVelocity(0.1, frequency=1.5),
            "frequency is 1.5; expected a number from 0 to 1",
        ),
        (lambda: StepShares(math.nan), "expected a number from -1 to 1"),
        (lambda: MoveTo(()), "without a pose"),
        (
            lambda: MoveTo((PathPose(1.0),), duration=0.0),
            "duration is 0.0; expected a number above 0 up to 3600 s",
        ),
        (lambda: PreviewWish(), "exactly one of"),
        (lambda: replace(CONFIG, max_step_y=0.0), "max_step_y is 0.0; expected a number above 0 m"),
        (lambda: replace(CONFIG, max_step_frequency=1.1), "max_step_frequency is 1.1"),
    ],
)
def test_an_inconsistent_request_is_refused(wrong: Any, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        wrong()


@pytest.mark.parametrize(
    "config",
    [
        replace(CONFIG, max_step_y=SETTINGS.gait.fixed.foot_separation),
        replace(CONFIG, max_step_x=1e-9, max_step_theta=1e-9),
        replace(CONFIG, max_step_x=9.0, max_step_y=9.0, step_height=9.0, torso_wx=3.0),
    ],
)
def test_a_gait_out_of_its_ranges_is_clipped(config: MoveConfig) -> None:
    gait: GaitParameters = SETTINGS.gait
    allowed = gait.allowed(config)
    for name in CONFIG.__slots__:
        least, most = getattr(gait.least, name), getattr(gait.most, name)
        assert least <= getattr(allowed, name) <= most
    plan = FootstepPlan(gait, SETTINGS.preview.timing, SETTINGS.preview.horizon.length)
    velocity = PreviewVelocity(0.05, 0.02, 0.1, left_foot=config, right_foot=config)
    plan.hear(PreviewWish(velocity=velocity), 1, Pose2(), walks=False, in_air=False)
    assert plan.queue.steps
    assert all(timed.step.config == allowed for timed in plan.queue.steps)


def test_a_gait_within_its_ranges_is_kept_and_none_is_the_default() -> None:
    assert SETTINGS.gait.allowed(CONFIG) is CONFIG
    assert SETTINGS.gait.allowed(None) is SETTINGS.gait.default
