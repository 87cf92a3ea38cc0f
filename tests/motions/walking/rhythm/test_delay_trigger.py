"""A step waits while its swing leg still carries the robot."""

import math
from dataclasses import replace

import pytest
from scipy.integrate import solve_ivp

from hardware.robots.model import RobotModel, Side
from motions.kinematics.geometry import Pose3, rotation_from_rpy
from motions.perception.state import RobotState
from motions.requests import Motion, MotionRequest
from motions.walking.configuration import WalkingParameters
from motions.walking.engine import WalkingEngine
from motions.walking.rhythm.delay_trigger import delay_share
from tests.fakes import robot_state, support
from tests.motions.walking.stepper import make_step, on, standing_command

FLAT = rotation_from_rpy(0.0, 0.0, 0.0)


def standing(com_left: float, roll_rate: float = 0.0) -> RobotState:
    """Return a robot whose centre of mass is left of the middle between its feet, m."""
    return robot_state(
        left_sole=Pose3(0.0, 0.05, -0.23, FLAT),
        right_sole=Pose3(0.0, -0.05, -0.23, FLAT),
        com=(0.0, com_left, 0.035),
        gyro=(roll_rate, 0.0, 0.0),
    )


def test_a_step_begins_at_once_when_the_weight_is_over_the_new_support(
    nao: RobotModel, walking: WalkingParameters
) -> None:
    state = standing(-0.03)
    assert (
        delay_share(walking.delay_trigger, walking.pendulum, state, Side.LEFT, nao.dimensions)
        == 0.0
    )


@pytest.mark.parametrize("swing", [Side.LEFT, Side.RIGHT])
def test_a_step_waits_when_the_robot_falls_towards_its_swing_foot(
    nao: RobotModel, walking: WalkingParameters, swing: Side
) -> None:
    state = standing(swing.sign * 0.03, -swing.sign * 1.0)
    assert delay_share(walking.delay_trigger, walking.pendulum, state, swing, nao.dimensions) == 1.0
    assert (
        delay_share(walking.delay_trigger, walking.pendulum, state, swing.other, nao.dimensions)
        == 0.0
    )


def test_a_step_does_not_wait_when_the_robot_is_swinging_back(
    nao: RobotModel, walking: WalkingParameters
) -> None:
    """As far towards the swing foot, but rolling away from it."""
    threshold = replace(walking.delay_trigger, soon=-1.0)
    leaning = standing(0.002)
    returning = standing(0.002, 2.0)
    assert delay_share(threshold, walking.pendulum, leaning, Side.LEFT, nao.dimensions) > 0.0
    assert delay_share(threshold, walking.pendulum, returning, Side.LEFT, nao.dimensions) == 0.0


def test_the_leg_is_stretched_more_the_further_the_weight_is(
    nao: RobotModel, walking: WalkingParameters
) -> None:
    trigger = replace(walking.delay_trigger, turning=-1.0, stretch=(0.0, 1.0))
    shares = [
        delay_share(trigger, walking.pendulum, standing(0.005 * step), Side.LEFT, nao.dimensions)
        for step in range(8)
    ]
    assert shares == sorted(shares)
    assert 0.0 < shares[0] < shares[-1] < 1.0


@pytest.mark.parametrize("swing", Side)
@pytest.mark.parametrize("speed", [0.1, -0.1])
def test_the_weight_is_extrapolated_as_a_pendulum_on_the_new_support_foot(
    nao: RobotModel, walking: WalkingParameters, swing: Side, speed: float
) -> None:
    """A moving robot is stretched like one at rest where SciPy predicts its centre of mass.

    The support sole is 50 mm beside the middle, opposite to the swing foot.
    """
    pendulum = walking.pendulum
    trigger = replace(
        walking.delay_trigger, ahead=0.06, horizon=0.0, soon=-1.0, turning=-1.0,
        stretch=(0.0, 1.0), min_stretch=0.0,
    )  # fmt: skip
    place = 0.055
    end = solve_ivp(
        lambda _, y: (y[1], pendulum.rate**2 * y[0]), (0.0, 0.06), (place, speed), rtol=1e-9
    ).y[0, -1]

    def share(ahead: float, y: float, rate: float) -> float:
        state = standing(swing.sign * (y - 0.05), rate)
        looked = replace(trigger, ahead=ahead)
        return delay_share(looked, pendulum, state, swing, nao.dimensions)

    # A positive roll rate, to the right, moves the centre of mass to the right.
    moving = share(0.06, place, -swing.sign * speed / pendulum.height)
    assert 0.0 < moving < 1.0
    assert moving == pytest.approx(share(0.0, end, 0.0), rel=1e-4)


@pytest.mark.parametrize("swing", Side)
def test_a_weight_that_will_turn_back_is_judged_at_its_turning_point(
    nao: RobotModel, walking: WalkingParameters, swing: Side
) -> None:
    """It comes from beyond the support foot, turns 10 mm before it and falls back outwards."""
    pendulum = walking.pendulum
    turning, until = 0.01, 0.1
    start = -turning * math.cosh(pendulum.rate * until)
    speed = turning * pendulum.rate * math.sinh(pendulum.rate * until)
    state = standing(swing.sign * (start - 0.05), -swing.sign * speed / pendulum.height)
    at_turning = standing(swing.sign * (-turning - 0.05))
    for offset, waits in ((-0.01, True), (0.01, False)):
        place = _place(nao, -turning) + offset
        trigger = replace(
            walking.delay_trigger, ahead=0.0, horizon=0.4, soon=-9.0, turning=place,
            stretch=(-9.0, -8.0), min_stretch=0.0,
        )  # fmt: skip
        for seen in (state, at_turning):
            share = delay_share(trigger, pendulum, seen, swing, nao.dimensions)
            assert (share > 0.0) is waits


def _place(nao: RobotModel, y: float) -> float:
    """Return the place above a swing sole 0.1 m away: 0 is midway, 0.5 its inner edge."""
    return 0.5 * (y - 0.05) / (0.1 - nao.dimensions.sole.inner - 0.05)


@pytest.mark.parametrize(("speed", "waits"), [(0.0, True), (0.03, True), (0.19, False)])
def test_a_lateral_walk_does_not_wait_for_the_weight_that_it_shifts_itself(
    engine: WalkingEngine, speed: float, waits: bool
) -> None:
    """A foot that has just made a wide side step goes on; other weight comes from a push."""
    request = MotionRequest(Motion.WALK, forward=0.001, left=speed)
    last, _ = make_step(engine, request, standing_command(engine), state=on(Side.RIGHT))
    make_step(engine, request, last, state=on(Side.LEFT))
    pushed = replace(standing(0.03, -1.0), support=support(Side.RIGHT))
    assert engine.delay_due(pushed) is waits
