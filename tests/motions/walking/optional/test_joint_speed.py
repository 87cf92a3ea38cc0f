"""Joint speed control: joints and directions that are held, for either foot, and the release."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from hardware.robots.model import RobotModel, Side
from motions.perception.state import RobotState
from motions.walking.configuration import WalkingParameters
from motions.walking.optional.joint_speed import JointSpeedControl
from motions.walking.rhythm.walk_delay import RunningDelay
from tests.fakes import NAO, SOLES, STANCE, robot_state, support
from tests.motions.walking.stepper import a_step, seen

DEG = math.pi / 180.0


@pytest.fixture
def control(nao: RobotModel, walking: WalkingParameters) -> JointSpeedControl:
    return JointSpeedControl(walking.joint_speed, nao.dimensions)


def standing(side: Side = Side.RIGHT, aside: float = 0.0, **changes: Any) -> RobotState:
    """Return a robot whose centre of mass is `aside` m further out than a sole's origin."""
    com = (0.002, side.sign * (0.05 + aside), 0.035)
    return robot_state(support=support(side), positions=STANCE, com=com, **SOLES, **changes)


def held(control: JointSpeedControl) -> tuple[float, float, float]:
    return control.forward, control.backward, control.side


def test_nothing_is_held_at_first_and_after_a_reset(
    control: JointSpeedControl,
) -> None:
    assert held(control) == (0.0, 0.0, 0.0)
    control.update(standing(pitch=15.0 * DEG), seen(executed=STANCE))
    assert control.forward == 1.0
    control.reset()
    assert held(control) == (0.0, 0.0, 0.0)
    moved = [angle + 0.5 for angle in STANCE]
    control.joints(moved, seen(executed=STANCE))
    assert moved == [angle + 0.5 for angle in STANCE], "no last request to continue from"


def test_in_the_air_and_without_a_known_request_nothing_is_held(control: JointSpeedControl) -> None:
    over = standing(pitch=15.0 * DEG, aside=0.05)
    for state, walk in (
        (replace(over, contact=False), seen(executed=STANCE)),
        (over, seen()),
    ):
        control.update(over, seen(executed=STANCE))
        assert control.forward == control.side == 1.0
        control.update(state, walk)
        assert held(control) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize(("turn", "ahead"), [(1.0, 1.0), (-1.0, 0.0)])
def test_the_tilt_is_extrapolated_with_the_gyros(
    control: JointSpeedControl, walking: WalkingParameters, side: Side, turn: float, ahead: float
) -> None:
    """Over the middle of the sole, a turn of 15 degrees in the time ahead reaches an end."""
    rate = turn * 15.0 * DEG / walking.joint_speed.ahead
    walk = seen(a_step(side.other), executed=STANCE)
    control.update(standing(side, gyro=(0.0, rate, 0.0)), walk)
    assert (control.forward, control.backward) == (ahead, 1.0 - ahead)


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("outwards", [1.0, -1.0])
def test_over_the_outer_edge_of_a_foot_further_push_outwards_is_slowed_down(
    control: JointSpeedControl, walking: WalkingParameters, side: Side, outwards: float
) -> None:
    """A level body moves outwards over fixed soles: the ankles roll outwards, the hips back."""
    walk = seen(a_step(side.other), executed=STANCE)
    control.joints(list(STANCE), walk)
    control.update(standing(side, aside=0.05), walk)
    assert control.side == 1.0
    joints, change = list(STANCE), outwards * 3.0 * DEG
    least = walking.joint_speed.min_roll_change
    for leg_side in Side:
        joints[NAO.legs[leg_side].hip_roll] -= leg_side.sign * change
        joints[NAO.legs[leg_side].ankle_roll] += leg_side.sign * change
    control.joints(joints, walk)
    for leg_side in Side:
        hip, ankle = NAO.legs[leg_side].hip_roll, NAO.legs[leg_side].ankle_roll
        for joint, sign in ((hip, -leg_side.sign), (ankle, leg_side.sign)):
            moved = sign * (joints[joint] - STANCE[joint])
            assert moved == pytest.approx(least if outwards > 0.0 else change)
    inside = standing(side, aside=-0.05)
    control.update(inside, walk)
    assert control.side == 0.0


def test_a_roll_over_the_edge_counts_like_a_position_over_it(control: JointSpeedControl) -> None:
    for side in Side:
        walk = seen(a_step(side.other), executed=STANCE)
        # A positive roll leans right.
        for outwards, share in ((1.0, 1.0), (-1.0, 0.0)):
            control.update(standing(side, roll=-side.sign * outwards * 12.0 * DEG), walk)
            assert control.side == share


def test_a_delay_is_never_slowed_down(
    control: JointSpeedControl, walking: WalkingParameters
) -> None:
    walk = seen(executed=STANCE)
    control.joints(list(STANCE), walk)
    control.update(standing(pitch=15.0 * DEG), walk)
    walk.delay = RunningDelay(Side.LEFT, a_step().start, 1.0, first=True, cycle=NAO.cycle)
    moved = [angle - 0.5 for angle in STANCE]
    control.joints(moved, walk)
    assert moved == [angle - 0.5 for angle in STANCE]
    assert held(control) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("outwards", [-12.0, -5.0, 0.0, 5.0, 12.0])
@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_the_lateral_hold_uses_the_point_vertically_below_the_centre_of_mass(
    nao: RobotModel,
    walking: WalkingParameters,
    side: Side,
    outwards: float,
    turns: bool,
    share: float,
) -> None:
    """0 is the middle between the feet, 0.5 the inner edge, 0.75 the centre of the sole."""
    least, most = walking.joint_speed.side
    across = least + share * (most - least)
    middle, inner = -nao.dimensions.hip_offset_y, -nao.dimensions.sole.inner
    aside = np.interp(across, (0.0, 0.5, 0.75), (middle, inner, 0.0))
    control = JointSpeedControl(walking.joint_speed, nao.dimensions)
    roll = -side.sign * outwards * DEG  # a positive roll leans right
    plumb = (0.0, side.sign * aside, 0.265)
    way = Rotation.from_euler("x", -roll).apply(plumb)  # from the sole, in the torso's axes
    sole = SOLES[f"{side.name.lower()}_sole"]
    com = (0.002, sole.y + way[1], sole.z + way[2])
    tilt = {"gyro": (roll / walking.joint_speed.ahead, 0.0, 0.0)} if turns else {"roll": roll}
    state = replace(standing(side), com=com, **tilt)
    control.update(state, seen(a_step(side.other), executed=STANCE))
    assert control.side == pytest.approx(share)
