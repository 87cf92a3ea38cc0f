"""A stuck step: late, still by mean and deviation of the gyros, between feet that are both down."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from hardware.robots.model import Side
from motions.kinematics.geometry import Pose3
from motions.perception.state import RobotState
from motions.walking.configuration import WalkingParameters
from motions.walking.optional.stuck import StuckDetector, StuckStepParameters
from tests.fakes import SOLES, robot_state

LATE = 0.06


@pytest.fixture
def parameters(walking: WalkingParameters) -> StuckStepParameters:
    """Return round limits: forgotten within about 10 cycles."""
    return replace(
        walking.stuck,
        active=True,
        late=0.05,
        com_side=0.015,
        above=0.002,
        mean=0.2,
        deviation=0.1,
        yaw_deviation=0.4,
        sample=0.1,
    )


def hanging(**changes: Any) -> RobotState:
    return robot_state(**{"com": (0.0, 0.0, 0.035), **SOLES, **changes})


@pytest.mark.parametrize("axis", range(3))
@pytest.mark.parametrize("offset", [0.0, 0.15, -0.15, 0.25, -0.25])
@pytest.mark.parametrize("scale", [0.02, 0.08, 0.12, 0.5])
def test_the_gyros_are_still_by_the_mean_and_deviation_of_the_last_cycles(
    parameters: StuckStepParameters, axis: int, offset: float, scale: float
) -> None:
    """NumPy weighs all samples anew: each counts 0.9 times as much as the one after it."""
    rng = np.random.default_rng(axis)
    rates = offset + scale * rng.choice((-1.0, 1.0), size=80)
    deviation = parameters.yaw_deviation if axis == 2 else parameters.deviation
    detector = StuckDetector(parameters)
    verdicts = []
    for cycle, rate in enumerate(rates):
        gyro = [0.0, 0.0, 0.0]
        gyro[axis] = float(rate)
        stuck = detector.update(hanging(gyro=tuple(gyro)), Side.LEFT, LATE)
        weights = 0.1 * 0.9 ** np.arange(cycle, -1, -1)
        means = [float(weights[cycle - n :] @ rates[: n + 1]) for n in range(cycle + 1)]
        away = rates[: cycle + 1] - np.array([0.0, *means[:-1]])
        variance = float(weights @ away**2) + 0.9 ** (cycle + 1) * deviation**2
        quiet = abs(means[-1]) < parameters.mean and variance < deviation**2
        assert stuck is bool(quiet)
        verdicts.append(stuck)
    if scale == 0.02:
        assert verdicts[-1] is (abs(offset) < parameters.mean)


@pytest.mark.parametrize(("late", "contact"), [(0.04, True), (LATE, False)])
def test_a_step_that_is_not_yet_late_and_a_robot_in_the_air_are_not_stuck(
    parameters: StuckStepParameters, late: float, contact: bool
) -> None:
    detector = StuckDetector(parameters)
    assert not any(detector.update(hanging(contact=contact), Side.LEFT, late) for _ in range(100))
    assert detector.update(hanging(), Side.LEFT, LATE), "meanwhile the gyros were watched"


@pytest.mark.parametrize("swing", Side)
@pytest.mark.parametrize(("lift", "stuck"), [(-0.03, True), (0.001, True), (0.003, False)])
def test_a_swing_foot_in_the_air_is_not_stuck(
    parameters: StuckStepParameters, swing: Side, lift: float, stuck: bool
) -> None:
    name = "left_sole" if swing is Side.LEFT else "right_sole"
    sole = SOLES[name]
    state = hanging(**{name: Pose3(sole.x, sole.y, sole.z + lift)})
    assert StuckDetector(parameters).update(state, swing, LATE) is stuck


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize(("aside", "stuck"), [(0.014, True), (0.016, False)])
def test_a_robot_that_stands_on_one_foot_is_not_stuck(
    parameters: StuckStepParameters, aside: float, sign: float, stuck: bool
) -> None:
    middle = 0.02  # whatever the middle of the feet is
    soles = {name: Pose3(sole.x, sole.y + middle, sole.z) for name, sole in SOLES.items()}
    state = hanging(com=(0.0, middle + sign * aside, 0.035), **soles)
    for swing in Side:
        assert StuckDetector(parameters).update(state, swing, LATE) is stuck


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_the_place_over_the_ground_is_seen_in_level_axes(
    parameters: StuckStepParameters, sign: float
) -> None:
    """A torso that rolls over feet that stay flat and level beside each other moves its weight."""
    roll = sign * math.radians(4.0)
    height = 0.265
    # In torso axes a level ground under a body rolled by `roll` is turned back.
    turned = {
        name: Pose3(
            sole.x,
            math.cos(roll) * sole.y + math.sin(roll) * -0.23,
            -math.sin(roll) * sole.y + math.cos(roll) * -0.23,
        )
        for name, sole in SOLES.items()
    }
    # Such a body stands over the middle of its feet, as seen along gravity.
    over = (0.0, math.sin(roll) * 0.035, math.cos(roll) * 0.035)
    state = hanging(roll=roll, com=over, **turned)
    for swing in Side:
        assert StuckDetector(parameters).update(state, swing, LATE)
    leaning = hanging(roll=roll)
    assert height * math.sin(abs(roll)) > parameters.com_side
    for swing in Side:
        assert not StuckDetector(parameters).update(leaning, swing, LATE)
