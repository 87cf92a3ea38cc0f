import math
from dataclasses import astuple, fields, replace
from typing import Any

import numpy as np
import pytest

from hardware.robots.model import RobotModel
from hardware.robots.nao import Joint
from hardware.sensors_and_commands import CYCLE, SensorFrame, Touch
from motions.perception.frame_check import FrameCheck
from motions.perception.parameters import PerceptionParameters
from motions.perception.perception import Perception
from motions.perception.state import MotionFeedback, RobotState
from tests.motions.perception.frames import FrameMaker

IDLE = MotionFeedback()
BROKEN = [math.nan, math.inf, -math.inf, 1e9, -1e9]
POINTS = ["gyro", "accelerometer"]


def flat(value: Any) -> list[float]:
    if isinstance(value, (tuple, list)):
        return [number for item in value for number in flat(item)]
    return [value] if isinstance(value, float) else []


def numbers(state: RobotState) -> list[float]:
    return flat(astuple(state))


def spoiled(frame: SensorFrame, name: str, value: float) -> SensorFrame:
    old = getattr(frame, name)
    changes: dict[str, Any] = {name: (*old[:-1], value) if isinstance(old, tuple) else value}
    return replace(frame, **changes)


@pytest.mark.parametrize("value", BROKEN)
@pytest.mark.parametrize("name", [field.name for field in fields(SensorFrame)])
def test_broken_value_of_any_sensor_never_leaves_perception(
    perception: Perception, frames: FrameMaker, name: str, value: float
) -> None:
    for _ in range(3):
        perception.update(frames(), IDLE)
    for _ in range(3):
        state = perception.update(spoiled(frames(), name, value), IDLE)
        assert all(math.isfinite(number) and abs(number) < 1e3 for number in numbers(state))
    state = perception.update(frames(), IDLE)
    assert all(math.isfinite(number) and abs(number) < 1e3 for number in numbers(state))


def test_broken_value_in_the_very_first_frame_never_leaves_perception(
    perception: Perception, frames: FrameMaker
) -> None:
    nothing = (math.nan,) * 3
    frame = frames(positions=(math.nan,) * 25, accelerometer=nothing, angles=(math.nan,) * 2)
    state = perception.update(replace(frame, gyro=(math.nan,) * 3), IDLE)
    assert all(math.isfinite(number) for number in numbers(state))


def test_broken_joint_angle_is_replaced_by_the_last_valid_one_and_counted(
    perception: Perception, frames: FrameMaker
) -> None:
    good = perception.update(frames(), IDLE)
    knee = list(frames.positions)
    knee[Joint.L_KNEE_PITCH] = math.nan
    knee[Joint.HEAD_YAW] = 3.0
    state = perception.update(frames(positions=tuple(knee)), IDLE)
    assert state.positions == good.positions
    assert state.implausible == 2


def test_joint_a_little_beyond_its_limit_is_accepted(
    perception: Perception, frames: FrameMaker
) -> None:
    positions = list(frames.positions)
    positions[Joint.HEAD_YAW] = math.radians(121)
    assert perception.update(frames(positions=tuple(positions)), IDLE).implausible == 0


def test_broken_sole_cell_counts_as_unloaded(perception: Perception, frames: FrameMaker) -> None:
    perception.update(frames(), IDLE)
    state = perception.update(frames(fsr=(math.nan,) * 4 + (6.5,) * 4), IDLE)
    assert state.support.left_force == 0.0
    assert state.implausible == 0


def test_broken_inertial_value_is_counted_separately_from_the_joints(
    perception: Perception, frames: FrameMaker
) -> None:
    perception.update(frames(), IDLE)
    state = perception.update(replace(frames(), gyro=(0.0, math.nan, 0.0)), IDLE)
    assert (state.implausible, state.implausible_imu) == (0, 1)


def test_time_advances_without_frames(perception: Perception, frames: FrameMaker) -> None:
    start = perception.update(frames(), IDLE).time
    states = [perception.update(None, IDLE) for _ in range(5)]
    assert [state.time for state in states] == pytest.approx(
        [start + (i + 1) * CYCLE for i in range(5)]
    )
    assert [state.frame_age for state in states] == pytest.approx(
        [(i + 1) * CYCLE for i in range(5)]
    )


def test_frames_that_come_after_their_cycle_was_bridged_do_not_let_time_run_ahead(
    nao: RobotModel, parameters: PerceptionParameters, frames: FrameMaker
) -> None:
    check = FrameCheck(nao, parameters.frame_check)
    gaps = 0.0
    for number in range(1, 1001):
        if number % 4 == 2:
            assert check.update(None).gap == 0.0
        checked = check.update(frames())
        assert checked.time == pytest.approx(number * CYCLE)
        gaps += checked.gap
    assert gaps == pytest.approx(1000 * CYCLE)  # what turns and speeds are integrated over


def test_age_is_zero_again_when_frames_return(perception: Perception, frames: FrameMaker) -> None:
    perception.update(frames(), IDLE)
    perception.update(None, IDLE)
    assert perception.update(frames(), IDLE).frame_age == 0.0


def test_repeated_frame_counts_as_lost(perception: Perception, frames: FrameMaker) -> None:
    frame = frames()
    perception.update(frame, IDLE)
    assert perception.update(frame, IDLE).frame_age == pytest.approx(CYCLE)


@pytest.mark.parametrize("clock", [-5.0, 0.0, 1e6])
def test_clock_that_jumps_is_advanced_by_one_cycle_and_followed_from_there(
    perception: Perception, frames: FrameMaker, clock: float
) -> None:
    times = [perception.update(frames(), IDLE).time for _ in range(3)]
    for i in range(3):
        times.append(perception.update(replace(frames(), time=clock + i * CYCLE), IDLE).time)
    assert times == pytest.approx([(i + 1) * CYCLE for i in range(6)])


def test_broken_clock_of_one_frame_does_not_hide_the_next(
    perception: Perception, frames: FrameMaker
) -> None:
    perception.update(frames(), IDLE)
    perception.update(replace(frames(), time=1e6), IDLE)
    assert perception.update(frames(), IDLE).frame_age == 0.0


def test_time_never_goes_back(perception: Perception, frames: FrameMaker) -> None:
    last = perception.update(frames(), IDLE).time
    late = replace(frames(), time=last + 0.003)
    for _ in range(3):
        bridged = perception.update(None, IDLE).time
    assert perception.update(late, IDLE).time >= bridged


def test_inertial_unit_with_constant_values_is_dead_after_ten_cycles(
    perception: Perception, frames: FrameMaker
) -> None:
    perception.update(frames(), IDLE)
    force, rate = (0.1, 0.2, 9.8), (0.0, 0.01, 0.0)
    alive = [
        perception.update(replace(frames(accelerometer=force), gyro=rate), IDLE).imu_alive
        for _ in range(12)
    ]
    assert alive == [True] * 10 + [False] * 2


@pytest.mark.parametrize(
    "silent", [("gyro",), ("accelerometer",), ("angles",), ("gyro", "accelerometer")]
)
def test_inertial_unit_without_values_is_dead_after_ten_cycles(
    perception: Perception, frames: FrameMaker, silent: tuple[str, ...]
) -> None:
    perception.update(frames(), IDLE)
    nothing: dict[str, Any] = {name: (1e9,) * (2 if name == "angles" else 3) for name in silent}
    alive = []
    for cycle in range(11):
        rates = (0.001 * cycle, 0.0, 0.0)  # a live sensor never repeats its values
        frame = replace(frames(), gyro=rates)
        alive.append(perception.update(replace(frame, **nothing), IDLE).imu_alive)
    assert alive == [True] * 9 + [False] * 2


def test_inertial_unit_is_alive_again_with_the_first_fresh_value(
    perception: Perception, frames: FrameMaker
) -> None:
    for _ in range(20):
        perception.update(replace(frames(), gyro=(math.nan,) * 3), IDLE)
    assert perception.update(frames(), IDLE).imu_alive


def test_dead_inertial_unit_does_not_turn_the_attitude(
    perception: Perception, frames: FrameMaker
) -> None:
    turning = (0.0, 2.0, 0.0)
    perception.update(frames(), IDLE)
    for _ in range(200):
        state = perception.update(replace(frames(), gyro=turning, accelerometer=turning), IDLE)
    assert state.gyro == (0.0, 0.0, 0.0)
    assert abs(state.pitch) < math.radians(20)


def test_before_the_first_frame_the_state_is_finite_and_old(perception: Perception) -> None:
    states = [perception.update(None, IDLE) for _ in range(3)]
    assert all(math.isfinite(number) for number in numbers(states[-1]))
    assert states[-1].frame_age == pytest.approx(3 * CYCLE)
    assert not states[-1].imu_alive


@pytest.mark.parametrize(
    ("value", "felt"), [(-0.005, -0.005), (1.005, 1.005), (-0.02, 0.0), (1.02, 0.0), (2.0, 0.0)]
)
def test_a_pad_beyond_its_range_is_not_touched(
    perception: Perception, frames: FrameMaker, value: float, felt: float
) -> None:
    """Valid is 0 to 1 and a rounding error beyond; an invalid value is no touch."""
    touch = [0.0] * len(Touch)
    touch[Touch.HEAD_MIDDLE] = value
    state = perception.update(frames(touch=tuple(touch)), IDLE)
    assert state.touch[Touch.HEAD_MIDDLE] == felt


@pytest.mark.parametrize("value", [math.nan, 1e9])
@pytest.mark.parametrize("name", ["positions", "stiffness", "gyro", "accelerometer", "angles"])
def test_every_broken_value_is_counted_once(
    perception: Perception, frames: FrameMaker, name: str, value: float
) -> None:
    perception.update(frames(), IDLE)
    for _ in range(3):
        state = perception.update(spoiled(frames(), name, value), IDLE)
        assert state.implausible + state.implausible_imu == 1


@pytest.mark.parametrize("jump", [-5.0, 50.0])
def test_a_clock_that_jumps_is_followed_from_there(
    perception: Perception, frames: FrameMaker, jump: float
) -> None:
    times = [perception.update(frames(), IDLE).time for _ in range(3)]
    for _ in range(3):
        frame = frames()
        times.append(perception.update(replace(frame, time=frame.time + jump), IDLE).time)
    assert np.diff(times) == pytest.approx([CYCLE] * 5)


def test_a_frame_without_a_time_and_the_next_one_each_advance_by_one_cycle(
    perception: Perception, frames: FrameMaker
) -> None:
    times = [perception.update(frames(), IDLE).time]
    for broken in (True, False, False):
        frame = frames()
        time = math.nan if broken else frame.time
        times.append(perception.update(replace(frame, time=time), IDLE).time)
    assert np.diff(times) == pytest.approx([CYCLE, CYCLE, CYCLE])


def test_an_invalid_first_frame_leaves_the_robot_upright_and_at_rest(
    perception: Perception, frames: FrameMaker
) -> None:
    nothing = (math.nan,) * 3
    state = perception.update(
        frames(gyro=nothing, accelerometer=nothing, angles=(math.nan,) * 2), IDLE
    )
    assert state.gyro == (0.0, 0.0, 0.0)
    assert state.accelerometer == pytest.approx((0.0, 0.0, 9.81), abs=0.01)
    assert (state.roll, state.pitch) == (0.0, 0.0)


@pytest.mark.parametrize("angle", [3.19, -3.19, 3.21, -3.21])
def test_angles_slightly_beyond_half_a_turn_are_accepted(
    perception: Perception, frames: FrameMaker, angle: float
) -> None:
    perception.update(frames(), IDLE)
    state = perception.update(replace(frames(), angles=(angle, 0.0)), IDLE)
    assert state.implausible_imu == (1 if abs(angle) > 3.2 else 0)


def test_before_the_first_frame_the_robot_is_upright_at_rest_and_time_advances(
    perception: Perception,
) -> None:
    for count in range(1, 4):
        state = perception.update(None, IDLE)
        assert state.time == state.frame_age == pytest.approx(count * CYCLE)
    assert state.up == (0.0, 0.0, 1.0)
    assert state.gyro == (0.0, 0.0, 0.0)
    for zeros in (state.positions, state.applied_stiffness, state.currents, state.touch):
        assert set(zeros) == {0.0}
    assert not state.imu_alive and not state.support.trusted and not state.contact
    assert (state.implausible, state.implausible_imu) == (0, 0)
