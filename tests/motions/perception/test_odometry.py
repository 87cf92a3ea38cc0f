import math
from dataclasses import replace

import pytest

from hardware.robots.model import RobotModel, Side
from hardware.robots.nao import LEG_JOINTS
from motions.kinematics.geometry import Pose2, Pose3, Rotation, rotation_from_rpy, turned
from motions.kinematics.nao_legs import solve_legs
from motions.perception.odometry import Odometry
from motions.perception.parameters import (
    HipPlayParameters,
    OdometryParameters,
    PerceptionParameters,
)
from motions.perception.perception import Perception
from motions.perception.state import FootSupport, MotionFeedback, RobotState
from tests.fakes import support
from tests.motions.perception import frames
from tests.motions.perception.frames import FrameMaker

CYCLE = 0.012
CYCLES = 20
PLAIN = OdometryParameters(
    standing_share=0.7,
    forward_scale=1.0,
    hip_play=HipPlayParameters(active=False, share=1.0, load=(0.5, 0.9), most=0.1),
)
"""Odometry without corrections."""
UPRIGHT = rotation_from_rpy(0.0, 0.0, 0.0)
PITCHED = rotation_from_rpy(0.0, math.radians(1.0), 0.0)


def carried(left: float, cells: tuple[float, float, float, float] = (0.25,) * 4) -> FootSupport:
    """Return a foot support with a share of 50 N on the left sole, distributed over its cells."""
    return support(
        left_force=50.0 * left,
        right_force=50.0 * (1.0 - left),
        left_pressure=left > 0.1,
        right_pressure=left < 0.9,
        cells=(*(left * cell for cell in cells), *((1.0 - left) * cell for cell in cells)),
    )


ON_LEFT, ON_BOTH = carried(1.0), carried(0.5)


class Walker:
    """Takes ideal steps: the support sole is fixed, the torso stays midway between the soles."""

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
        return self._perception.update(
            self._frames(
                positions=tuple(positions),
                gyro=(0.0, 0.0, rate),
                fsr=frames.ON_LEFT if support is Side.LEFT else frames.ON_RIGHT,
            ),
            MotionFeedback(walking=True),
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
    """Return perception whose odometry applies no corrections."""
    return replace(shipped, odometry=PLAIN)


@pytest.fixture
def walker(nao: RobotModel, perception: Perception, frames: FrameMaker) -> Walker:
    return Walker(nao, perception, frames)


def test_forward_steps_add_up_to_the_distance(walker: Walker) -> None:
    side, stride = Side.LEFT, 0.03
    state = walker.frame(Pose2(-stride, 0.1), side)
    for _ in range(6):
        state = walker.step(Pose2(-stride, 0.1), Pose2(stride, 0.1), side)
        side = side.other
    # Each swing foot passes the other by twice the stride; the middle moves by half of that.
    assert state.odometry.x == pytest.approx(6 * stride, abs=1e-3)
    assert state.odometry.y == pytest.approx(0.0, abs=1e-3)


def test_steps_to_the_left_add_up_to_the_distance(walker: Walker) -> None:
    walker.frame(Pose2(0.0, 0.1), Side.RIGHT)
    for _ in range(3):
        walker.step(Pose2(0.0, 0.1), Pose2(0.0, 0.16), Side.RIGHT)
        state = walker.step(Pose2(0.0, 0.16), Pose2(0.0, 0.1), Side.LEFT)
    assert state.odometry.y == pytest.approx(3 * 0.06, abs=1e-3)
    assert state.odometry.x == pytest.approx(0.0, abs=1e-3)


@pytest.fixture
def odometry(nao: RobotModel) -> Odometry:
    return Odometry(PLAIN, nao)


def test_the_forward_scale_compensates_hip_play_in_x_only(nao: RobotModel) -> None:
    odometry = Odometry(replace(PLAIN, forward_scale=1.1), nao)
    for place in (0.0, -0.1, -0.1):
        soles = Pose3(place, 0.05 + place, -0.23), Pose3(0.0, -0.05, -0.23)
        odometry.update(soles, UPRIGHT, support=ON_LEFT, heading=0.0, walking=True, quiet=False)
    assert (odometry.pose.x, odometry.pose.y) == pytest.approx((0.11, 0.1))


def test_the_support_foot_is_fixed_until_the_other_foot_carries_most(odometry: Odometry) -> None:
    """A landing foot still slides: if it counted at once, every step would lose distance."""
    way = []
    for cycle, share in enumerate((1.0, 0.6, 0.4, 0.31, 0.29, 0.5, 0.69, 0.71)):
        soles = Pose3(-0.01 * cycle, 0.05, -0.23), Pose3(0.002 * cycle, -0.05, -0.23)
        odometry.update(
            soles, UPRIGHT, support=carried(share), heading=0.0, walking=True, quiet=False
        )
        way.append(odometry.step.x)
    assert way == pytest.approx([0.0, *3 * [0.01], *3 * [-0.002], 0.01])


def test_a_sole_without_pressure_does_not_become_the_fixed_one(odometry: Odometry) -> None:
    """Not even if the other sole has less: a robot in the air gets no new fixed sole."""
    in_the_air = replace(
        ON_LEFT, left_force=0.0, right_force=0.5, left_pressure=False, right_pressure=False
    )
    for soles_carry in (ON_LEFT, in_the_air):
        soles = Pose3(0.0, 0.05, -0.23), Pose3(0.0, -0.05, -0.23)
        odometry.update(soles, UPRIGHT, support=soles_carry, heading=0.0, walking=True, quiet=False)
    assert odometry.stands is Side.LEFT


@pytest.mark.parametrize(
    ("cells", "ahead", "left"),
    [((0.5, 0.5, 0.0, 0.0), 70.25, 3.4), ((0.0, 0.0, 1.0, 0.0), -30.25, 29.9)],
)
@pytest.mark.parametrize("side", Side)
def test_a_sole_that_turns_on_the_ground_turns_about_its_centre_of_pressure(
    odometry: Odometry,
    cells: tuple[float, float, float, float],
    ahead: float,
    left: float,
    side: Side,
) -> None:
    """Oracle: the hip on a circle about that point, with the leg unchanged."""
    mirrored = (cells[1], cells[0], cells[3], cells[2])
    right = carried(0.0, mirrored)
    on_it = carried(1.0, cells) if side is Side.LEFT else right
    soles = Pose3(0.0, 0.05, -0.23), Pose3(0.0, -0.05, -0.23)
    for heading in (0.0, 0.2):
        odometry.update(soles, UPRIGHT, support=on_it, heading=heading, walking=True, quiet=False)
    point = Pose2(1e-3 * ahead, side.sign * (0.05 + 1e-3 * left))
    there = point @ Pose2(heading=0.2) @ point.inverse()
    pose = odometry.pose
    assert (pose.x, pose.y) == pytest.approx((there.x, there.y), abs=1e-9)


def test_a_torso_that_swings_on_the_spot_stays_in_place(odometry: Odometry) -> None:
    for cycle in range(1000):
        place = 0.004 * math.sin(2.0 * math.pi * cycle * CYCLE / 0.25)
        soles = Pose3(place, 0.05, -0.23), Pose3(0.0, -0.05, -0.23)
        odometry.update(soles, UPRIGHT, support=ON_LEFT, heading=0.0, walking=True, quiet=False)
    assert abs(odometry.pose.x) < 0.005


@pytest.mark.parametrize(("joints", "torso"), [(PITCHED, UPRIGHT), (UPRIGHT, PITCHED)])
def test_a_turning_hip_and_a_rocking_sole_move_the_robot(
    odometry: Odometry, joints: Rotation, torso: Rotation
) -> None:
    """With a sole assumed flat, neither would count."""
    below = Pose3(0.0, 0.0, -0.23)
    leg = Pose3(rotation=joints) @ below
    for sole, level in ((below, UPRIGHT), (leg, torso)):
        odometry.update(
            (sole, sole), level, support=ON_BOTH, heading=0.0, walking=True, quiet=False
        )
    assert odometry.pose.x == pytest.approx(0.23 * math.sin(math.radians(1.0)), abs=1e-4)


def test_a_robot_that_rocks_to_the_side_moves_sideways(odometry: Odometry) -> None:
    below = Pose3(0.0, 0.0, -0.23)
    for level in (UPRIGHT, rotation_from_rpy(math.radians(1.0), 0.0, 0.0)):
        odometry.update(
            (below, below), level, support=ON_LEFT, heading=0.0, walking=True, quiet=False
        )
    assert odometry.pose.y == pytest.approx(-0.23 * math.sin(math.radians(1.0)), abs=1e-4)


def test_the_heading_is_integrated_from_the_gyros(walker: Walker) -> None:
    for _ in range(100):
        state = walker.frame(Pose2(0.0, 0.1), Side.LEFT, rate=0.5)
    assert state.odometry.heading == pytest.approx(99.5 * 0.012 * 0.5, abs=0.01)


def test_steps_after_a_turn_point_in_the_new_direction(walker: Walker) -> None:
    quarter = 0.5 * math.pi
    for _ in range(100):
        turned = walker.frame(Pose2(-0.03, 0.1), Side.LEFT, rate=quarter / (99.5 * 0.012)).odometry
    there = walker.step(Pose2(-0.03, 0.1), Pose2(0.03, 0.1), Side.LEFT).odometry
    assert there.y - turned.y == pytest.approx(0.03, abs=0.003)
    assert there.x - turned.x == pytest.approx(0.0, abs=0.003)


def test_change_of_support_does_not_move_the_robot(walker: Walker) -> None:
    walker.frame(Pose2(0.03, 0.1), Side.LEFT)
    step = walker.frame(Pose2(-0.03, 0.1), Side.RIGHT).odometry_step
    # Gyro noise turns the robot about a foot less than 0.1 m away, and tilts the hip above it.
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
    feedback = MotionFeedback(walking=True)
    assert perception.update(None, feedback).odometry_step == Pose2()
    missed = walker.frame(Pose2(0.01, 0.1), Side.LEFT).odometry_step
    assert missed.x == pytest.approx(0.005, abs=5e-4)


def test_fall_to_the_side_and_a_roll_to_the_front_turn_the_heading_a_quarter(
    perception: Perception, frames: FrameMaker
) -> None:
    """After a fall to the left and a roll to the front, the robot gets up facing left."""
    idle = MotionFeedback()
    quarter, seconds = 0.5 * math.pi, 1.0
    count = round(seconds / 0.012)
    rate = quarter / (count * 0.012)
    for _ in range(5):
        perception.update(frames(), idle)
    # Each turn is about a torso axis; accelerometer and angles follow as far as they can.
    for gyro in ((-rate, 0.0, 0.0), (0.0, 0.0, rate), (0.0, -rate, 0.0)):
        for _ in range(count):
            up = perception.update(frames(gyro=gyro, accelerometer=(0.0, 0.0, 0.01)), idle).up
    state = perception.update(frames(), idle)
    assert up[2] == pytest.approx(1.0, abs=0.02)
    assert abs(state.odometry.heading) == pytest.approx(quarter, abs=0.1)


@pytest.mark.parametrize(("share", "way"), [(0.5, 0.015), (0.9, 0.02)])
def test_hips_that_sway_over_fixed_soles_move_the_robot(
    odometry: Odometry, share: float, way: float
) -> None:
    """After a stop over the middle of both soles, in a walk delay over one of them."""
    for cycle in range(11):
        done = 0.1 * cycle
        soles = Pose3(0.0, 0.05 - done * 0.02, -0.23), Pose3(0.0, -0.05 - done * 0.01, -0.23)
        odometry.update(
            soles,
            UPRIGHT,
            support=carried(share),
            heading=0.0,
            walking=False,
            sways=True,
            quiet=False,
        )
    assert odometry.pose.y == pytest.approx(way)


@pytest.mark.parametrize(("quiet", "turned"), [(False, 0.3), (True, 0.0)])
def test_a_heading_drift_of_quiet_gyros_is_no_turn(
    odometry: Odometry, quiet: bool, turned: float
) -> None:
    soles = Pose3(0.0, 0.05, -0.23), Pose3(0.0, -0.05, -0.23)
    for cycle in range(31):
        odometry.update(
            soles, UPRIGHT, support=ON_LEFT, heading=0.01 * cycle, walking=False, quiet=quiet
        )
    assert odometry.pose.heading == pytest.approx(turned)


def test_after_a_quiet_time_only_new_turns_count(odometry: Odometry) -> None:
    """The drift during the quiet time is not added in the first moving cycle."""
    soles = Pose3(0.0, 0.05, -0.23), Pose3(0.0, -0.05, -0.23)
    for heading, quiet in ((0.0, False), (0.5, True), (0.6, False)):
        odometry.update(
            soles, UPRIGHT, support=ON_LEFT, heading=heading, walking=False, quiet=quiet
        )
    assert odometry.pose.heading == pytest.approx(0.1)


def test_after_a_gap_in_the_heading_the_difference_is_added(
    odometry: Odometry,
) -> None:
    soles = Pose3(0.0, 0.05, -0.23), Pose3(0.0, -0.05, -0.23)
    for heading in (0.2, None, 0.5):
        odometry.update(
            soles, UPRIGHT, support=ON_LEFT, heading=heading, walking=False, quiet=False
        )
    assert odometry.pose.heading == pytest.approx(0.3)


HOLDS = replace(
    PLAIN, hip_play=HipPlayParameters(active=True, share=1.0, load=(0.4, 0.8), most=0.5)
)
"""A sole that carries 50 N does not turn on the ground at all."""
LEG = Pose3(0.02, 0.0, -0.33)
"""A sole below its hip: the play of the hip yaw shifts it."""


def shifted_by_play(nao: RobotModel, parameters: OdometryParameters, side: Side) -> Pose2:
    """Return the odometry of a leg whose hip yaw encoder is wrong by 1 deg from now on.

    The leg stands and the torso does not move: the displacement is pure error.
    """
    odometry = Odometry(parameters, nao)
    hip = Pose3(0.0, 0.05 * side.sign, 0.0)
    axis = (0.0, -side.sign * math.sqrt(0.5), math.sqrt(0.5))
    for angle in (0.0, math.radians(1.0)):
        c, s = math.cos(angle), math.sin(angle)
        columns = [turned(axis, c, s, unit) for unit in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
        rows = tuple(columns[column][row] for row in range(3) for column in range(3))
        sole = hip @ Pose3(rotation=rows) @ LEG
        odometry.update(
            (sole, sole),
            UPRIGHT,
            support=carried(1.0 if side is Side.LEFT else 0.0),
            heading=0.0,
            walking=True,
            quiet=False,
        )
    return odometry.pose


def test_unmeasured_play_of_the_right_hip_is_no_displacement(nao: RobotModel) -> None:
    """An apparent turn of a loaded sole is that play."""
    error = shifted_by_play(nao, PLAIN, Side.RIGHT)
    assert math.hypot(error.x, error.y) > 0.003
    left = shifted_by_play(nao, HOLDS, Side.RIGHT)
    assert (left.x, left.y) == pytest.approx((0.0, 0.0), abs=1e-4)


def test_play_of_the_left_hip_is_measured_and_counted(nao: RobotModel) -> None:
    assert shifted_by_play(nao, HOLDS, Side.LEFT) == shifted_by_play(nao, PLAIN, Side.LEFT)


def test_hips_with_separate_motors_have_separate_encoders(nao: RobotModel) -> None:
    legs = {**nao.limbs.legs}
    legs[Side.RIGHT] = replace(legs[Side.RIGHT], hip_yaw="head_yaw")
    other = replace(nao, limbs=replace(nao.limbs, legs=legs))
    assert shifted_by_play(other, HOLDS, Side.RIGHT) == shifted_by_play(nao, PLAIN, Side.RIGHT)


@pytest.mark.parametrize(("load", "holds"), [(0.1, 1.0), (1.5, 0.0)])
def test_a_lightly_loaded_sole_may_turn_on_the_ground(
    nao: RobotModel, load: float, holds: float
) -> None:
    """Friction holds it in proportion to its load."""
    light = replace(HOLDS, hip_play=replace(HOLDS.hip_play, load=(load, load)))
    seen, all_of_it = (shifted_by_play(nao, each, Side.RIGHT).x for each in (light, PLAIN))
    assert seen == pytest.approx((1.0 - holds) * all_of_it, abs=1e-4)


def test_a_sole_that_turns_further_than_the_play_slides(nao: RobotModel) -> None:
    half = replace(HOLDS, hip_play=replace(HOLDS.hip_play, most=math.radians(0.5)))
    seen, all_of_it = (shifted_by_play(nao, each, Side.RIGHT).x for each in (half, PLAIN))
    assert seen == pytest.approx(0.5 * all_of_it, abs=1e-4)
