"""An inertial unit or a link that stops during a motion: the last rates do no harm."""

import math
from dataclasses import replace

import pytest

from hardware.sensors_and_commands import CYCLE, SensorFrame
from motions.perception.perception import Perception
from motions.perception.state import MotionFeedback, RobotState
from tests.motions.perception.frames import FrameMaker

IDLE = MotionFeedback()
TURNS = (0.0, 1.0, 0.0)
"""57 deg/s forward, during a step."""


def frozen(frame: SensorFrame, last: SensorFrame) -> SensorFrame:
    return replace(frame, gyro=last.gyro, accelerometer=last.accelerometer, angles=last.angles)


def gyro_frozen(frame: SensorFrame, last: SensorFrame) -> SensorFrame:
    return replace(frame, gyro=last.gyro)


def forces_frozen(frame: SensorFrame, last: SensorFrame) -> SensorFrame:
    return replace(frame, accelerometer=last.accelerometer)


def broken(frame: SensorFrame, last: SensorFrame) -> SensorFrame:
    nothing = (math.nan,) * 3
    return replace(frame, gyro=nothing, accelerometer=nothing, angles=(math.nan,) * 2)


def stopped(perception: Perception, frames: FrameMaker, how: object, cycles: int) -> RobotState:
    """Return the state some cycles after the unit has stopped during a turn."""
    for _ in range(20):
        perception.update(frames(), IDLE)
    last = frames(pitch=0.01, gyro=TURNS)
    state = perception.update(last, IDLE)
    for _ in range(cycles):
        state = perception.update(how(frames(), last), IDLE)  # type: ignore[operator]
    return state


@pytest.mark.parametrize("how", [frozen, gyro_frozen, forces_frozen, broken])
def test_stale_rates_turn_the_torso_for_50_ms_only(
    perception: Perception, frames: FrameMaker, how: object
) -> None:
    state = stopped(perception, frames, how, 9)
    assert state.imu_alive and state.blind
    assert state.gyro == (0.0, 0.0, 0.0)
    assert state.pitch < math.radians(1.0) + 0.05 * TURNS[1] + 0.012


def test_lost_frames_turn_the_torso_for_50_ms_only(
    perception: Perception, frames: FrameMaker
) -> None:
    stopped(perception, frames, frozen, 0)
    states = [perception.update(None, IDLE) for _ in range(8)]
    assert [state.blind for state in states] == [False] * 4 + [True] * 4
    assert all(state.gyro[1] > 0.9 for state in states[:4])
    assert all(state.gyro == (0.0, 0.0, 0.0) for state in states[4:])
    assert states[-1].pitch == states[3].pitch
    state = perception.update(frames(pitch=0.1), IDLE)
    assert not state.blind


def test_a_standing_robot_with_a_dead_inertial_unit_is_assumed_upright(
    perception: Perception, frames: FrameMaker
) -> None:
    assert abs(stopped(perception, frames, broken, 10).pitch) > math.radians(1.0)
    nothing = (math.nan,) * 3
    for _ in range(120):
        state = perception.update(replace(frames(), gyro=nothing), IDLE)
    assert not state.imu_alive and abs(state.pitch) < math.radians(0.1)


def test_a_lying_robot_with_a_dead_inertial_unit_stays_lying(
    perception: Perception, frames: FrameMaker
) -> None:
    for _ in range(20):
        last = frames(pitch=1.4)
        perception.update(last, IDLE)
    for _ in range(200):
        state = perception.update(broken(frames(), last), IDLE)
    assert state.pitch == pytest.approx(1.4, abs=0.01)


def test_a_recovered_inertial_unit_is_followed_again(
    perception: Perception, frames: FrameMaker
) -> None:
    stopped(perception, frames, frozen, 5)
    for _ in range(40):
        state = perception.update(frames(pitch=0.2), IDLE)
    assert not state.blind and state.imu_alive
    assert state.pitch == pytest.approx(0.2, abs=0.03)


def test_the_first_rates_of_a_recovered_unit_turn_the_torso_by_one_cycle_only(
    perception: Perception, frames: FrameMaker
) -> None:
    for _ in range(20):
        last = frames()
        perception.update(last, IDLE)
    for _ in range(60):
        perception.update(broken(frames(), last), IDLE)
    turned = CYCLE * TURNS[1]
    state = perception.update(frames(pitch=turned, gyro=TURNS), IDLE)
    assert state.pitch == pytest.approx(turned, abs=math.radians(0.2))


def test_a_dead_unit_and_lost_frames_together_do_not_tip_the_robot_over(
    perception: Perception, frames: FrameMaker
) -> None:
    leant = stopped(perception, frames, broken, 10).pitch
    for _ in range(80):
        perception.update(None, IDLE)
        last = frames()
    state = perception.update(broken(last, last), IDLE)
    assert not state.imu_alive and abs(state.pitch) <= leant
