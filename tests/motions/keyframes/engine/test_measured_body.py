"""What a keyframe motion measures of the robot, against SciPy's rotations."""

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from hardware.robots.nao import JOINT_COUNT
from motions.keyframes.engine.measured_body import body_of, lean_of
from motions.kinematics.geometry import Pose3
from motions.kinematics.mirror import mirror_joints
from motions.perception.state import RobotState
from tests.fakes import NAO, robot_state, support
from tests.motions.keyframes.made import PARAMETERS, leaning

POLYGON = PARAMETERS.engine.support_polygon


def random_robot(seed: int) -> RobotState:
    """Return a robot with a random lean, its feet apart and turned."""
    rng = np.random.default_rng(seed)
    soles = [
        Pose3(
            *rng.uniform(-0.08, 0.08, 2),
            -0.2,
            tuple(Rotation.from_euler("xyz", rng.uniform(-0.5, 0.5, 3)).as_matrix().flatten()),
        )
        for _ in range(2)
    ]
    up = Rotation.from_euler("xyz", rng.uniform(-1.2, 1.2, 3)).apply((0.0, 0.0, 1.0))
    return robot_state(
        up=tuple(up),
        com=tuple(rng.uniform(-0.1, 0.1, 3)),
        left_sole=soles[0],
        right_sole=soles[1],
        gyro=(0.1, 0.2, 0.3),
        positions=tuple(rng.uniform(-1.0, 1.0, JOINT_COUNT)),
        support=support(balance=0.3),
    )


@pytest.mark.parametrize("seed", range(10))
def test_rotating_back_by_the_lean_makes_the_vertical_upright(seed: int) -> None:
    state = random_robot(seed)
    lean = lean_of(state.up)
    level = Rotation.from_euler("x", lean.roll) * Rotation.from_euler("y", lean.pitch)
    assert level.apply(state.up) == pytest.approx((0.0, 0.0, 1.0), abs=1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_the_centre_of_mass_is_relative_to_the_middle_of_the_corners_of_the_soles(
    seed: int,
) -> None:
    state = random_robot(seed)
    lean = lean_of(state.up)
    level = Rotation.from_euler("x", lean.roll) * Rotation.from_euler("y", lean.pitch)
    seen = {}
    for sole, outwards in ((state.left_sole, 1.0), (state.right_sole, -1.0)):
        turn = Rotation.from_matrix(np.array(sole.rotation).reshape(3, 3))
        for end in (POLYGON.front, -POLYGON.back):
            corner = turn.apply((end, outwards * POLYGON.half_width, 0.0))
            place = corner + (sole.x, sole.y, sole.z)
            seen[outwards, end] = level.apply(np.array(state.com) - place)
    middle = np.mean(list(seen.values()), axis=0)
    ahead = max(seen[side, POLYGON.front][0] for side in (1.0, -1.0))
    behind = max(-seen[side, -POLYGON.back][0] for side in (1.0, -1.0))
    body = body_of(state, POLYGON, None)
    assert (body.com_x, body.com_y) == pytest.approx(tuple(middle[:2]))
    assert body.com_outside_x == pytest.approx(ahead if middle[0] >= 0.0 else behind)


def test_with_staggered_feet_the_edge_that_the_weight_leaves_first_counts() -> None:
    """As in the source: beyond the rear toes counts as outside, even beside the front foot."""
    flat = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
    state = robot_state(
        up=(0.0, 0.0, 1.0),
        com=(0.06, 0.0, 0.0),
        left_sole=Pose3(0.08, 0.05, -0.2, flat),
        right_sole=Pose3(-0.04, -0.05, -0.2, flat),
    )
    rear_toes = -0.04 + POLYGON.front
    assert body_of(state, POLYGON, None).com_outside_x == pytest.approx(0.06 - rear_toes)


@pytest.mark.parametrize("seed", range(3))
def test_a_mirrored_motion_sees_the_mirrored_robot(seed: int) -> None:
    state = random_robot(seed)
    plain = body_of(state, POLYGON, None)
    image = body_of(state, POLYGON, NAO.mirror)
    assert image.positions == mirror_joints(NAO.mirror, plain.positions)
    for name in ("pitch_rate", "com_height", "com_x", "com_outside_x"):
        assert getattr(image, name) == getattr(plain, name)
    for name in ("com_y", "foot_support"):
        assert getattr(image, name) == -getattr(plain, name)
    assert (image.lean.pitch, image.lean.roll) == (plain.lean.pitch, -plain.lean.roll)
    assert (plain.pitch_rate, plain.foot_support) == (0.2, 0.3)


def test_a_vertical_slightly_longer_than_one_is_no_error() -> None:
    for sign in (1.0, -1.0):
        lean = lean_of((0.0, sign * (1.0 + 1e-12), 0.0))
        assert lean.roll == pytest.approx(sign * 0.5 * math.pi)
    assert lean_of(leaning(20.0, 10.0).up).pitch == pytest.approx(math.radians(20.0))
