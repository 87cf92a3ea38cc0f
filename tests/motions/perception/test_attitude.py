import math
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from hardware.robots.model import RobotModel
from hardware.robots.nao import JOINT_COUNT, LEG_JOINTS, Joint
from hardware.sensors_and_commands import CYCLE, SensorFrame
from motions.kinematics.geometry import Pose3
from motions.kinematics.nao_legs import solve_legs
from motions.perception.attitude import Attitude, level_rotation
from motions.perception.frame_check import Checked
from motions.perception.gyro_bias import GyroBias
from motions.perception.parameters import PerceptionParameters
from motions.perception.perception import Perception
from motions.perception.state import Fall, MotionFeedback, RobotState
from tests.motions.perception.frames import GRAVITY, IN_THE_AIR, FrameMaker

IDLE = MotionFeedback()
Motion = Callable[[float], Rotation]


def follow(
    frames: FrameMaker, motion: Motion, cycles: int
) -> Iterator[tuple[SensorFrame, Rotation]]:
    """Yield frames of a torso in a motion, differentiated by SciPy, and its true attitude."""
    for i in range(cycles):
        now, soon = motion(i * CYCLE), motion(i * CYCLE + 1e-4)
        rate = (now.inv() * soon).as_rotvec() / 1e-4
        force = now.inv().apply([0.0, 0.0, GRAVITY])
        roll, pitch = now.as_euler("xyz")[:2]
        frame = frames(gyro=tuple(rate.tolist()), angles=(float(roll), float(pitch)))
        yield replace(frame, accelerometer=tuple((force + 0.001 * (i % 3)).tolist())), now


def error(state: RobotState, attitude: Rotation) -> float:
    """Return the angle between the estimated and the true vertical, deg."""
    up = attitude.inv().apply([0.0, 0.0, 1.0])
    return math.degrees(math.acos(min(1.0, float(np.dot(up, state.up)))))


def eased(t: float) -> float:
    """Return 0 to 1 over one second, at rest at both ends."""
    return 0.5 - 0.5 * math.cos(math.pi * min(max(0.0, t), 1.0))


def wobble(t: float) -> Rotation:
    return Rotation.from_euler(
        "xyz", [0.4 * math.sin(5 * t), 0.3 * math.sin(7 * t) + 0.1, 2.0 * math.sin(t)]
    )


def fall_forward(t: float) -> Rotation:
    return Rotation.from_euler("y", math.radians(110) * eased(t / 0.6))


def roll_over(t: float) -> Rotation:
    """Fall to the left, then roll over the front by half a turn."""
    lying = Rotation.from_euler("x", -eased(t) * math.pi / 2)
    return lying * Rotation.from_euler("z", eased(t - 1.5) * math.pi)


@pytest.mark.parametrize("motion", [wobble, fall_forward, roll_over])
def test_vertical_follows_a_fast_motion_within_one_degree(
    perception: Perception, frames: FrameMaker, motion: Motion
) -> None:
    worst = 0.0
    for frame, attitude in follow(frames, motion, 400):
        worst = max(worst, error(perception.update(frame, IDLE), attitude))
    assert worst < 1.0


def test_vertical_follows_the_gyro_alone_when_the_reported_angles_stand_still(
    perception: Perception, frames: FrameMaker
) -> None:
    worst = 0.0
    for frame, attitude in follow(frames, fall_forward, 60):
        state = perception.update(replace(frame, angles=(0.0, 0.0)), IDLE)
        worst = max(worst, error(state, attitude))
    assert worst < 3.0


@pytest.mark.parametrize(("roll", "pitch"), [(0.3, 0.0), (0.0, 0.4), (-0.5, -0.2)])
def test_roll_leans_right_and_pitch_leans_forward(
    perception: Perception, frames: FrameMaker, roll: float, pitch: float
) -> None:
    for _ in range(5):
        state = perception.update(frames(roll=roll, pitch=pitch), IDLE)
    assert (state.roll, state.pitch) == pytest.approx((roll, pitch), abs=0.005)
    assert state.tilt == pytest.approx(math.acos(math.cos(roll) * math.cos(pitch)), abs=0.005)


def test_slow_turn_is_not_taken_for_a_bias(perception: Perception, frames: FrameMaker) -> None:
    for _ in range(100):
        perception.update(frames(), IDLE)
    turning = (0.0, 0.0, math.radians(20))
    for _ in range(500):
        state = perception.update(frames(gyro=turning), IDLE)
    assert state.gyro[2] == pytest.approx(turning[2], abs=math.radians(0.8))


def test_blows_do_not_tilt_the_vertical(perception: Perception, frames: FrameMaker) -> None:
    for _ in range(100):
        perception.update(frames(), IDLE)
    for i in range(500):
        blow = (15.0, 0.0, 9.8) if i % 10 == 0 else (0.0, 0.0, 9.8 + 0.01 * (i % 2))
        state = perception.update(frames(accelerometer=blow), IDLE)
    assert state.tilt < math.radians(0.2)


def test_robot_at_rest_converges_to_the_accelerometer(
    perception: Perception, frames: FrameMaker
) -> None:
    for _ in range(50):
        perception.update(frames(), IDLE)
    for _ in range(300):
        # It was turned while the gyros saturated; the robot's own filter is lost.
        state = perception.update(frames(pitch=1.5, angles=(0.0, 0.0)), IDLE)
    assert state.pitch == pytest.approx(1.5, abs=math.radians(1))


def test_first_frame_sets_the_vertical(perception: Perception, frames: FrameMaker) -> None:
    state = perception.update(frames(roll=1.4), IDLE)
    assert state.roll == pytest.approx(1.4, abs=0.01)


@pytest.mark.parametrize(
    "jolt", [(4.3, -1.5, 2.3), (0.1, 0.0, 0.3), (9.0, 8.0, 2.0), (-8.0, 0.0, 3.0)]
)
def test_jolt_in_the_first_frame_does_not_tilt_the_vertical(
    perception: Perception, frames: FrameMaker, jolt: tuple[float, float, float]
) -> None:
    first = perception.update(frames(roll=0.01, pitch=0.02, accelerometer=jolt), IDLE)
    assert first.tilt < math.radians(2)
    assert first.fall is Fall.UPRIGHT


def test_first_accelerometer_sample_does_not_override_the_reported_angles(
    perception: Perception, frames: FrameMaker
) -> None:
    """In a jolt its length may equal gravity by chance, with the gyros just as calm."""
    state = perception.update(frames(pitch=0.02, accelerometer=(3.0, -7.5, 5.5)), IDLE)
    assert state.tilt < math.radians(2)


def test_lost_angles_of_a_robot_at_rest_are_corrected_within_one_and_a_half_seconds(
    perception: Perception, frames: FrameMaker
) -> None:
    for _ in range(round(1.5 / CYCLE)):
        state = perception.update(replace(frames(pitch=1.5), angles=(0.0, 0.0)), IDLE)
    assert state.pitch == pytest.approx(1.5, abs=math.radians(3))


def test_lost_angles_at_a_start_in_a_jolt_are_corrected_within_two_seconds(
    perception: Perception, frames: FrameMaker
) -> None:
    perception.update(frames(accelerometer=(0.1, 0.0, 0.3), fsr=IN_THE_AIR), IDLE)
    for _ in range(round(2.0 / CYCLE)):
        lying = replace(frames(pitch=1.5, fsr=IN_THE_AIR), angles=(0.0, 0.0))
        state = perception.update(lying, IDLE)
    assert state.pitch == pytest.approx(1.5, abs=math.radians(3))
    assert state.fall is Fall.FALLEN


def test_gap_of_frames_is_bridged_with_the_rates_before_and_after_it(
    perception: Perception, frames: FrameMaker
) -> None:
    turning = (0.0, 1.0, 0.0)
    perception.update(frames(), IDLE)
    for i in range(30):
        frame = frames(gyro=turning, pitch=i * CYCLE)
        state = perception.update(None if 10 <= i < 15 else frame, IDLE)
    assert state.pitch == pytest.approx(29 * CYCLE, abs=math.radians(1))


@pytest.mark.parametrize("lost", [1, 2, 4])
def test_torso_keeps_turning_while_frames_are_lost(
    perception: Perception, frames: FrameMaker, lost: int
) -> None:
    rate = math.radians(370)
    for i in range(20):
        perception.update(frames(gyro=(0.0, rate, 0.0), pitch=rate * i * CYCLE), IDLE)
    for _ in range(lost):
        state = perception.update(None, IDLE)
    assert state.tilt == pytest.approx((19 + lost) * CYCLE * rate, abs=math.radians(1))


def test_torso_stops_turning_when_frames_are_lost_for_long(
    perception: Perception, frames: FrameMaker, parameters: PerceptionParameters
) -> None:
    rate = math.radians(100)
    for i in range(10):
        perception.update(frames(gyro=(0.0, rate, 0.0), pitch=rate * i * CYCLE), IDLE)
    for _ in range(50):
        state = perception.update(None, IDLE)
    furthest = 9 * CYCLE + parameters.attitude.carried
    assert state.tilt == pytest.approx(furthest * rate, abs=math.radians(1.5))


def test_extrapolated_turn_is_corrected_when_the_robot_has_stopped(
    perception: Perception, frames: FrameMaker
) -> None:
    """Rates are interpolated linearly over the lost cycles, so half of the turn remains."""
    rate = math.radians(200)
    for i in range(10):
        perception.update(frames(gyro=(0.0, rate, 0.0), pitch=rate * i * CYCLE), IDLE)
    for _ in range(4):
        frames()  # advances the clock of the frames
        perception.update(None, IDLE)
    stopped = (9 + 2) * CYCLE * rate
    state = perception.update(frames(pitch=stopped), IDLE)
    assert state.tilt == pytest.approx(stopped, abs=math.radians(0.5))


def test_strong_and_weak_forces_of_steps_have_equal_weight(
    parameters: PerceptionParameters,
) -> None:
    """A level torso is accelerated hard and slows down gently: the mean force is vertical."""
    bias = GyroBias(replace(parameters.gyro_bias, active=False))
    attitude = Attitude(replace(parameters.attitude, reference_band=1e-6), bias, CYCLE)
    for i in range(4000):
        ahead, down = (4.0, 16.0) if i % 5 == 0 else (-1.0, 8.2625)
        force = replace(measured(GRAVITY, (0.0, 0.0)), accelerometer=(ahead, 0.0, down))
        attitude.update(force, quiet_time=0.0, walking=True)
    assert abs(attitude.pitch) < math.radians(0.2)


def test_still_gyros_are_quiet_after_a_window(perception: Perception, frames: FrameMaker) -> None:
    quiet = [perception.update(frames(), IDLE).imu_quiet_time > 0.0 for _ in range(30)]
    assert quiet == [False] * 26 + [True] * 4


@pytest.mark.parametrize("gyro", [(0.06, 0.0, 0.0), (0.0, -0.06, 0.0), (0.0, 0.0, 0.06)])
def test_steady_turn_is_not_quiet(
    perception: Perception, frames: FrameMaker, gyro: tuple[float, float, float]
) -> None:
    quiet = [perception.update(frames(gyro=gyro), IDLE).imu_quiet_time for _ in range(60)]
    assert not any(quiet)


def test_shaking_is_not_quiet(perception: Perception, frames: FrameMaker) -> None:
    shaken = [
        perception.update(frames(gyro=(0.03 * (-1) ** i, 0.0, 0.0)), IDLE).imu_quiet_time
        for i in range(60)
    ]
    assert not any(shaken)


def test_quiet_time_counts_and_one_jerk_resets_it(
    perception: Perception, frames: FrameMaker
) -> None:
    for _ in range(60):
        state = perception.update(frames(), IDLE)
    assert state.imu_quiet_time == pytest.approx((60 - 26) * CYCLE)
    jerk = perception.update(frames(gyro=(0.5, 0.0, 0.0)), IDLE)
    assert jerk.imu_quiet_time == 0.0


def measured(acceleration: float, angles: tuple[float, float]) -> Checked:
    """Return sensor values of a robot at rest, m/s2 and rad."""
    return Checked(
        time=0.0,
        age=0.0,
        gap=CYCLE,
        positions=(0.0,) * JOINT_COUNT,
        stiffness=(0.0,) * JOINT_COUNT,
        currents=(0.0,) * JOINT_COUNT,
        gyro=(0.0, 0.0, 0.0),
        accelerometer=(0.0, 0.0, acceleration),
        angles=angles,
        fsr=(0.0,) * 8,
        touch=(0.0,) * 14,
        temperatures=(50.0,) * 25,
        status=(0,) * 25,
        battery_charge=0.5,
        implausible=0,
        implausible_imu=0,
        imu_alive=True,
    )


def righted(
    parameters: PerceptionParameters,
    tilt: float,
    acceleration: float,
    angles: tuple[float, float],
    quiet_time: float = 0.0,
    **changes: float,
) -> float:
    """Return the remaining share of a wrong tilt after 20 cycles."""
    bias = GyroBias(replace(parameters.gyro_bias, active=False))
    attitude = Attitude(replace(parameters.attitude, **changes), bias, CYCLE)
    attitude.update(measured(99.0, (0.0, tilt)), quiet_time=0.0)  # not gravity: the angles count
    assert attitude.pitch == pytest.approx(tilt)
    for _ in range(20):
        attitude.update(measured(acceleration, angles), quiet_time=quiet_time)
    return attitude.pitch / tilt


@pytest.mark.parametrize("quiet_time", [0.0, 0.5])
@pytest.mark.parametrize(("off", "trust"), [(0.0, 1.0), (0.5, 0.5), (-0.5, 0.5), (1.1, 0.0)])
def test_a_wrong_vertical_follows_the_accelerometer_weighted_by_its_distance_from_gravity(
    parameters: PerceptionParameters, quiet_time: float, off: float, trust: float
) -> None:
    """Half a band off, it has half the weight; the reported angles are out of their band."""
    own = parameters.attitude
    tau = own.accelerometer_quiet if quiet_time else own.accelerometer_moving
    left = righted(parameters, 0.02, GRAVITY + off * own.accelerometer_band, (0.0, 1.0), quiet_time)
    assert left == pytest.approx((1.0 - trust * CYCLE / tau) ** 20, rel=1e-3)


@pytest.mark.parametrize(("band", "trust"), [(1e3, 1.0), (0.04, 0.5), (0.019, 0.0)])
def test_a_wrong_vertical_follows_the_reported_angles_as_far_as_they_agree(
    parameters: PerceptionParameters, band: float, trust: float
) -> None:
    """The accelerometer shows a shock. Half a band off, the angles have half the weight."""
    left = righted(parameters, 0.02, 99.0, (0.0, 0.0), reference_band=band)
    expected, share = 1.0, CYCLE / parameters.attitude.reference
    for _ in range(20):
        expected *= 1.0 - max(1.0 - 0.02 * expected / band, 0.0) * share
    assert left == pytest.approx(expected, rel=1e-3)
    assert (left == pytest.approx(1.0)) is (trust == 0.0)


@pytest.mark.parametrize(("left", "right"), [(-0.23, -0.18), (-0.18, -0.23)])
@pytest.mark.parametrize(("roll", "pitch"), [(0.0, 0.0), (0.3, -0.4)])
def test_the_height_of_the_centre_of_mass_is_above_the_lower_sole_along_gravity(
    perception: Perception,
    frames: FrameMaker,
    nao: RobotModel,
    left: float,
    right: float,
    roll: float,
    pitch: float,
) -> None:
    """SciPy turns both soles and the centre of mass upright, and heights are compared there."""
    soles = Pose3(-0.012, 0.05, left), Pose3(-0.012, -0.05, right)
    positions = list(frames.positions)
    for joint, angle in zip(LEG_JOINTS, solve_legs(*soles, nao.dimensions).angles, strict=True):
        positions[joint] = angle
    positions[Joint.L_SHOULDER_ROLL] = 1.2  # shifts the centre of mass from the middle
    for _ in range(5):
        state = perception.update(frames(roll=roll, pitch=pitch, positions=tuple(positions)), IDLE)
    upright = Rotation.from_euler("xyz", (roll, pitch, 0.0))
    heights = upright.apply([state.com, *((sole.x, sole.y, sole.z) for sole in soles)])[:, 2]
    assert abs(state.com[1]) > 5e-3
    assert state.com_height == pytest.approx(heights[0] - min(heights[1:]), abs=1e-3)


@pytest.mark.parametrize("pitch", [0.0, 0.7, -1.2, 0.5 * math.pi, -0.5 * math.pi])
@pytest.mark.parametrize("roll", [0.0, 0.4, -2.0])
def test_the_level_rotation_is_a_rotation_that_makes_the_vertical_upright(
    roll: float, pitch: float
) -> None:
    """A torso that points straight up or down has no roll: it is set to zero."""
    steep = abs(pitch) > 1.5
    expected = Rotation.from_euler("xyz", (0.0 if steep else roll, pitch, 0.0))
    up = expected.inv().apply([0.0, 0.0, 1.0])
    matrix = np.array(level_rotation(tuple(up.tolist()))).reshape(3, 3)
    assert matrix == pytest.approx(expected.as_matrix(), abs=1e-9)


def test_an_attitude_starts_upright_at_rest_and_facing_forward(
    parameters: PerceptionParameters,
) -> None:
    attitude = Attitude(parameters.attitude, GyroBias(parameters.gyro_bias), CYCLE)
    assert (attitude.roll, attitude.pitch, attitude.heading) == (0.0, 0.0, 0.0)
    assert attitude.gyro == (0.0, 0.0, 0.0)
    attitude.update(replace(measured(GRAVITY, (0.0, 0.0)), imu_alive=False), quiet_time=0.0)
    assert (attitude.up, attitude.gyro) == ((0.0, 0.0, 1.0), (0.0, 0.0, 0.0))


def lost(perception: Perception, frames: FrameMaker, *, stood: int, cycles: int) -> None:
    """Stand, then lose some frames."""
    for _ in range(stood):
        perception.update(frames(), IDLE)
    for _ in range(cycles):
        perception.update(None, IDLE)
        frames()


def test_the_first_frame_after_a_long_loss_does_not_overshoot_its_angle(
    perception: Perception, frames: FrameMaker
) -> None:
    lost(perception, frames, stood=60, cycles=70)
    state = perception.update(frames(pitch=0.1), MotionFeedback())
    assert 0.05 < state.pitch <= 0.1


def fell_unseen(
    perception: Perception, frames: FrameMaker, unseen: Callable[[SensorFrame], SensorFrame | None]
) -> None:
    """Stand, then fall to the left in frames replaced by `unseen`."""
    for _ in range(50):
        perception.update(frames(), IDLE)
    for i in range(70):
        perception.update(unseen(frames(roll=-0.02 * i)), IDLE)


@pytest.mark.parametrize(
    "unseen",
    [lambda _: None, lambda frame: replace(frame, gyro=(0.0,) * 3, accelerometer=(0.0,) * 3)],
    ids=["no frames", "a dead inertial unit"],
)
def test_robot_that_fell_while_nothing_was_measured_is_found_fallen(
    perception: Perception,
    frames: FrameMaker,
    unseen: Callable[[SensorFrame], SensorFrame | None],
) -> None:
    fell_unseen(perception, frames, unseen)
    for _ in range(4):
        state = perception.update(frames(roll=-1.4, gyro=(0.5, 0.0, 0.0)), IDLE)
    assert state.roll == pytest.approx(-1.4, abs=math.radians(3))
    assert state.fall is not Fall.UPRIGHT


@pytest.mark.parametrize("jump", [0.0, -1000.0], ids=["too long for one gap", "clock reset"])
def test_robot_that_fell_is_found_fallen_after_any_loss_of_frames(
    perception: Perception, frames: FrameMaker, jump: float
) -> None:
    lost(perception, frames, stood=50, cycles=200)
    for _ in range(4):
        frame = frames(roll=-1.4, gyro=(0.5, 0.0, 0.0))
        state = perception.update(replace(frame, time=frame.time + jump), IDLE)
    assert state.roll == pytest.approx(-1.4, abs=math.radians(3))
    assert state.fall is not Fall.UPRIGHT


def test_one_frame_with_wrong_angles_after_a_silence_changes_nothing(
    perception: Perception, frames: FrameMaker
) -> None:
    lost(perception, frames, stood=50, cycles=70)
    for i in range(10):
        frame = frames(gyro=(0.5, 0.0, 0.0))
        state = perception.update(replace(frame, angles=(2.0, 0.0)) if i == 1 else frame, IDLE)
        assert state.tilt < math.radians(5)


def test_wrong_reported_angles_without_a_silence_are_ignored(
    perception: Perception, frames: FrameMaker
) -> None:
    for _ in range(50):
        perception.update(frames(), IDLE)
    for number in range(50):
        frame = frames(gyro=(0.5 * (-1) ** number, 0.0, 0.0))
        state = perception.update(replace(frame, angles=(1.0, 0.0)), IDLE)
    assert state.tilt < math.radians(3)


@pytest.mark.parametrize("pitch", [0.5 * math.pi, -0.5 * math.pi])
def test_a_robot_that_fell_unseen_exactly_on_its_face_has_a_valid_heading(
    parameters: PerceptionParameters, pitch: float
) -> None:
    attitude = Attitude(parameters.attitude, GyroBias(parameters.gyro_bias), CYCLE)
    attitude.update(measured(GRAVITY, (0.0, 0.0)), quiet_time=0.0)
    lying = replace(
        measured(GRAVITY, (0.0, pitch)), accelerometer=(-math.copysign(GRAVITY, pitch), 0.0, 0.0)
    )
    attitude.update(replace(lying, gap=0.5), quiet_time=0.0)
    for _ in range(60):
        attitude.update(lying, quiet_time=0.0)
    assert attitude.pitch == pytest.approx(pitch, abs=0.01)
    assert math.hypot(*attitude.ahead) == pytest.approx(1.0)
    assert abs(sum(a * u for a, u in zip(attitude.ahead, attitude.up, strict=True))) < 1e-9
