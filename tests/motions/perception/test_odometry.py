import math
from dataclasses import replace

import pytest

from hardware.robots.model import RobotModel, Side
from hardware.robots.nao import LEG_JOINTS
from motions.kinematics.geometry import Pose2, Pose3, Rotation, rotation_from_rpy
from motions.kinematics.nao_legs import solve_legs
from motions.perception.odometry import Odometry
from motions.perception.parameters import OdometryParameters, PerceptionParameters
from motions.perception.perception import Perception
from motions.perception.state import MotionFeedback, RobotState
from tests.motions.perception.frames import FrameMaker

CYCLE = 0.012
CYCLES = 20
PLAIN = OdometryParameters(
    attitude_share=0.5,
    forward_scale=1.0,
    forward_loss=0.0,
    backward_scale=1.0,
    backward_loss=0.0,
    loss_full_from=0.06,
    side_scale=1.0,
    diagonal_loss=0.0,
    diagonal_side_loss=0.0,
    diagonal_ahead=0.2,
    diagonal_aside=(0.05, 0.12),
    smoothing=0.5,
    side_smoothing=1.0,
)
"""Corrects nothing."""
UPRIGHT = rotation_from_rpy(0.0, 0.0, 0.0)
PITCHED = rotation_from_rpy(0.0, math.radians(1.0), 0.0)


class Walker:
    """Takes ideal steps: the support sole stays, the torso keeps midway between the soles."""

    def __init__(self, nao: RobotModel, perception: Perception, frames: FrameMaker):
        self._nao, self._perception, self._frames = nao, perception, frames

    def frame(self, apart: Pose2, support: Side, rate: float = 0.0) -> RobotState:
        """Hold the swing sole at `apart` in the frame of the support sole, y outwards."""
        sign = -support.sign
        half = 0.5 * sign * apart.heading
        c, s = math.cos(half), math.sin(half)
        x, y = 0.5 * apart.x, 0.5 * sign * apart.y
        forward, side = c * x + s * y, c * y - s * x
        stand = Pose3(-0.012 - forward, -side, -0.225, rotation_from_rpy(0.0, 0.0, -half))
        swing = Pose3(-0.012 + forward, side, -0.225, rotation_from_rpy(0.0, 0.0, half))
        left, right = (stand, swing) if support is Side.LEFT else (swing, stand)
        positions = list(self._frames.positions)
        angles = solve_legs(left, right, self._nao.dimensions).angles
        for joint, angle in zip(LEG_JOINTS, angles, strict=True):
            positions[joint] = angle
        feedback = MotionFeedback(walking=True, support=support)
        gyro = (0.0, 0.0, rate)
        return self._perception.update(
            self._frames(positions=tuple(positions), gyro=gyro), feedback
        )

    def step(self, start: Pose2, end: Pose2, support: Side) -> RobotState:
        for i in range(1, CYCLES + 1):
            share = i / CYCLES
            state = self.frame(
                Pose2(start.x + share * (end.x - start.x), start.y + share * (end.y - start.y)),
                support,
            )
        return state


@pytest.fixture
def parameters(shipped: PerceptionParameters) -> PerceptionParameters:
    """Return perception whose odometry corrects nothing."""
    return replace(shipped, odometry=PLAIN)


@pytest.fixture
def walker(nao: RobotModel, perception: Perception, frames: FrameMaker) -> Walker:
    return Walker(nao, perception, frames)


def test_steps_forward_add_up_to_the_way(walker: Walker) -> None:
    side, stride = Side.LEFT, 0.03
    state = walker.frame(Pose2(-stride, 0.1), side)
    for _ in range(6):
        state = walker.step(Pose2(-stride, 0.1), Pose2(stride, 0.1), side)
        side = side.other
    # Each swing foot passes the other one by twice the stride, the middle moves by half of it.
    assert state.odometry.x == pytest.approx(6 * stride, abs=1e-3)
    assert state.odometry.y == pytest.approx(0.0, abs=1e-3)


def test_steps_to_the_left_add_up_to_the_way(walker: Walker) -> None:
    walker.frame(Pose2(0.0, 0.1), Side.RIGHT)
    for _ in range(3):
        walker.step(Pose2(0.0, 0.1), Pose2(0.0, 0.16), Side.RIGHT)
        state = walker.step(Pose2(0.0, 0.16), Pose2(0.0, 0.1), Side.LEFT)
    assert state.odometry.y == pytest.approx(3 * 0.06, abs=1e-3)
    assert state.odometry.x == pytest.approx(0.0, abs=1e-3)


def walked(parameters: OdometryParameters, speed: float, seconds: float) -> float:
    """Return the way counted while the hip goes over a flat foot at a constant speed, m."""
    odometry = Odometry(parameters, CYCLE)
    for cycle in range(round(seconds / CYCLE) + 1):
        place = -speed * cycle * CYCLE
        soles = Pose3(place, 0.05, -0.23), Pose3(0.0, -0.05, -0.23)
        odometry.update(soles, UPRIGHT, support=Side.LEFT, heading=0.0, walking=True, quiet=False)
    return odometry.pose.x


@pytest.mark.parametrize("speed", [0.2, -0.1])
def test_a_steady_walk_is_corrected_by_its_speed(
    shipped: PerceptionParameters, speed: float
) -> None:
    own = shipped.odometry
    ahead, back = (
        (own.forward_scale, own.forward_loss),
        (own.backward_scale, own.backward_loss),
    )
    scale, loss = ahead if speed > 0.0 else back
    true = math.copysign(scale * abs(speed) - loss, speed)
    way = walked(own, speed, 6.0) - walked(own, speed, 4.8)
    assert way == pytest.approx(1.2 * true, rel=1e-3)


@pytest.mark.parametrize(
    ("ahead", "aside", "diagonal"), [(0.2, 0.04, 0.0), (0.2, -0.15, 1.0), (0.1, 0.15, 0.5)]
)
def test_a_walk_loses_way_as_far_as_it_is_diagonal(
    shipped: PerceptionParameters, ahead: float, aside: float, diagonal: float
) -> None:
    own = shipped.odometry
    odometry, begun = Odometry(own, CYCLE), Pose2()
    for cycle in range(1000):
        x, y = -ahead * cycle * CYCLE, -aside * cycle * CYCLE
        soles = Pose3(x, 0.05 + y, -0.23), Pose3(x, -0.05 + y, -0.23)
        odometry.update(soles, UPRIGHT, support=Side.LEFT, heading=0.0, walking=True, quiet=False)
        if cycle == 899:
            begun = odometry.pose
    scale = own.forward_scale - diagonal * own.diagonal_loss
    way, seconds = begun.inverse() @ odometry.pose, 100 * CYCLE
    assert way.x == pytest.approx(seconds * (scale * ahead - own.forward_loss), rel=1e-3)
    scale = own.side_scale - diagonal * own.diagonal_side_loss
    assert way.y == pytest.approx(seconds * scale * aside, rel=1e-3)


def test_a_creeping_walk_still_moves_the_way_it_goes(shipped: PerceptionParameters) -> None:
    own = shipped.odometry
    slow = 0.1 * own.loss_full_from
    way = walked(own, slow, 6.0) - walked(own, slow, 4.8)
    assert way == pytest.approx(1.2 * (own.forward_scale * slow - 0.1 * own.forward_loss), rel=1e-3)
    assert way > 0.0


def test_a_torso_that_swings_on_the_spot_goes_nowhere(shipped: PerceptionParameters) -> None:
    odometry = Odometry(shipped.odometry, CYCLE)
    for cycle in range(1000):
        place = 0.004 * math.sin(2.0 * math.pi * cycle * CYCLE / 0.25)
        soles = Pose3(place, 0.05, -0.23), Pose3(0.0, -0.05, -0.23)
        odometry.update(soles, UPRIGHT, support=Side.LEFT, heading=0.0, walking=True, quiet=False)
    assert abs(odometry.pose.x) < 0.02


def turned(odometry: Odometry, joints: Rotation, torso: Rotation) -> Pose2:
    """Let the leg turn by `joints` under a torso that turns by `torso`; return the way."""
    below = Pose3(0.0, 0.0, -0.23)
    odometry.update(
        (below, below), UPRIGHT, support=Side.LEFT, heading=0.0, walking=True, quiet=False
    )
    leg = Pose3(rotation=joints) @ below
    odometry.update((leg, leg), torso, support=Side.LEFT, heading=0.0, walking=True, quiet=False)
    return odometry.pose


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
@pytest.mark.parametrize(("joints", "torso"), [(PITCHED, UPRIGHT), (UPRIGHT, PITCHED)])
def test_the_play_of_a_hip_and_a_sole_that_rocks_are_way_as_far_as_the_attitude_is_believed(
    share: float, joints: Rotation, torso: Rotation
) -> None:
    """A hip that turns over a flat foot turns what is above it; the attitude does not show it."""
    pose = turned(Odometry(replace(PLAIN, attitude_share=share), CYCLE), joints, torso)
    assert pose.x == pytest.approx(share * 0.23 * math.sin(math.radians(1.0)))


def test_a_robot_that_rocks_to_the_side_moves_there() -> None:
    torso = rotation_from_rpy(math.radians(1.0), 0.0, 0.0)
    pose = turned(Odometry(PLAIN, CYCLE), UPRIGHT, torso)
    assert pose.y == pytest.approx(-0.23 * math.sin(math.radians(1.0)))


def test_turning_is_taken_from_the_gyros(walker: Walker) -> None:
    for _ in range(100):
        state = walker.frame(Pose2(0.0, 0.1), Side.LEFT, rate=0.5)
    assert state.odometry.heading == pytest.approx(99.5 * 0.012 * 0.5, abs=0.01)


def test_way_after_a_turn_points_in_the_new_direction(walker: Walker) -> None:
    quarter = 0.5 * math.pi
    for _ in range(100):
        turned = walker.frame(Pose2(-0.03, 0.1), Side.LEFT, rate=quarter / (99.5 * 0.012)).odometry
    there = walker.step(Pose2(-0.03, 0.1), Pose2(0.03, 0.1), Side.LEFT).odometry
    assert there.y - turned.y == pytest.approx(0.03, abs=0.003)
    assert there.x - turned.x == pytest.approx(0.0, abs=0.003)


def test_a_robot_that_pivots_on_a_sole_goes_round_it(walker: Walker) -> None:
    start = walker.frame(Pose2(0.0, 0.1), Side.LEFT).odometry
    for _ in range(100):
        end = walker.frame(Pose2(0.0, 0.1), Side.LEFT, rate=math.pi / (100 * 0.012)).odometry
    around = 0.05 - (start.y + end.y) / 2.0
    assert around == pytest.approx(0.0, abs=2e-3)


def test_change_of_support_does_not_move_the_robot(walker: Walker) -> None:
    walker.frame(Pose2(0.03, 0.1), Side.LEFT)
    step = walker.frame(Pose2(-0.03, 0.1), Side.RIGHT).odometry_step
    # The noise of the gyros turns it about a foot that is less than 0.1 m away, and tilts the hip
    # above it.
    assert math.hypot(step.x, step.y) < 1e-5 + 0.1 * abs(step.heading)


def test_standing_robot_does_not_move_whatever_its_legs_do(
    nao: RobotModel, perception: Perception, frames: FrameMaker
) -> None:
    positions = frames.positions
    for i in range(50):
        bent = tuple(angle + 0.1 * math.sin(0.3 * i) for angle in positions)
        state = perception.update(frames(positions=bent), MotionFeedback())
    assert (state.odometry.x, state.odometry.y) == (0.0, 0.0)


def test_lost_frame_adds_no_step(walker: Walker, perception: Perception) -> None:
    walker.step(Pose2(-0.03, 0.1), Pose2(0.0, 0.1), Side.LEFT)
    feedback = MotionFeedback(walking=True, support=Side.LEFT)
    assert perception.update(None, feedback).odometry_step == Pose2()
    missed = walker.frame(Pose2(0.01, 0.1), Side.LEFT).odometry_step
    assert missed.x == pytest.approx(0.005, abs=5e-4)


def test_fall_to_the_side_and_a_roll_to_the_front_turn_the_heading_a_quarter(
    perception: Perception, frames: FrameMaker
) -> None:
    """Falling to the left points the head to the left; getting up from there looks left."""
    idle = MotionFeedback()
    quarter, seconds = 0.5 * math.pi, 1.0
    count = round(seconds / 0.012)
    rate = quarter / (count * 0.012)
    for _ in range(5):
        perception.update(frames(), idle)
    # Each turn is about torso axes; the accelerometer and the angles follow where they can.
    for gyro in ((-rate, 0.0, 0.0), (0.0, 0.0, rate), (0.0, -rate, 0.0)):
        for _ in range(count):
            up = perception.update(frames(gyro=gyro, accelerometer=(0.0, 0.0, 0.01)), idle).up
    state = perception.update(frames(), idle)
    assert up[2] == pytest.approx(1.0, abs=0.02)
    assert abs(state.odometry.heading) == pytest.approx(quarter, abs=0.1)


@pytest.mark.parametrize(("support", "way"), [(None, 0.015), (Side.LEFT, 0.02)])
def test_hips_that_sway_over_soles_that_stand_make_way(support: Side | None, way: float) -> None:
    """After a stop, over the middle of both soles; in a delay of the walk over the one of them."""
    odometry = Odometry(PLAIN, CYCLE)
    for cycle in range(11):
        share = 0.1 * cycle
        soles = Pose3(0.0, 0.05 - share * 0.02, -0.23), Pose3(0.0, -0.05 - share * 0.01, -0.23)
        odometry.update(
            soles, UPRIGHT, support=support, heading=0.0, walking=False, sways=True, quiet=False
        )
    assert odometry.pose.y == pytest.approx(way)


@pytest.mark.parametrize(("quiet", "turned"), [(False, 0.3), (True, 0.0)])
def test_what_still_gyros_sum_up_to_is_no_turn(quiet: bool, turned: float) -> None:
    odometry = Odometry(PLAIN, CYCLE)
    soles = Pose3(0.0, 0.05, -0.23), Pose3(0.0, -0.05, -0.23)
    for cycle in range(31):
        odometry.update(
            soles, UPRIGHT, support=Side.LEFT, heading=0.01 * cycle, walking=False, quiet=quiet
        )
    assert odometry.pose.heading == pytest.approx(turned)


def test_after_a_quiet_time_only_what_turns_from_then_on_counts() -> None:
    """The drift of the quiet time is not made up for in the first cycle that moves."""
    odometry = Odometry(PLAIN, CYCLE)
    soles = Pose3(0.0, 0.05, -0.23), Pose3(0.0, -0.05, -0.23)
    for heading, quiet in ((0.0, False), (0.5, True), (0.6, False)):
        odometry.update(
            soles, UPRIGHT, support=Side.LEFT, heading=heading, walking=False, quiet=quiet
        )
    assert odometry.pose.heading == pytest.approx(0.1)


def test_a_torso_without_a_heading_turns_by_what_it_shows_when_it_has_one_again() -> None:
    odometry = Odometry(PLAIN, CYCLE)
    soles = Pose3(0.0, 0.05, -0.23), Pose3(0.0, -0.05, -0.23)
    for heading in (0.2, None, 0.5):
        odometry.update(
            soles, UPRIGHT, support=Side.LEFT, heading=heading, walking=False, quiet=False
        )
    assert odometry.pose.heading == pytest.approx(0.3)
