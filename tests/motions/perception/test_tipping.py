"""Tipping over the edges of the soles, compared with NumPy matrices of the same robot."""

import math

import numpy as np
import pytest

from hardware.robots.model import RobotModel
from hardware.sensors_and_commands import GRAVITY
from motions.kinematics.geometry import Pose3, rotation_from_rpy
from motions.perception.attitude import level_rotation
from motions.perception.tipping import Tipping, TippingGeometry

COM = (0.01, -0.02, 0.03)
FLAT = (Pose3(0.0, 0.05, -0.23), Pose3(0.0, -0.05, -0.23))


def tipping(
    nao: RobotModel,
    roll: float = 0.0,
    pitch: float = 0.0,
    gyro: tuple[float, float, float] = (0.0, 0.0, 0.0),
    com: tuple[float, float, float] = (0.0, 0.0, 0.035),
    soles: tuple[Pose3, Pose3] = FLAT,
) -> Tipping:
    up = np.array(rotation_from_rpy(roll, pitch, 0.0)).reshape(3, 3)[2]
    level = level_rotation((up[0], up[1], up[2]))
    return TippingGeometry(nao.dimensions).evaluate(level, gyro, com, *soles)


@pytest.mark.parametrize("seed", range(12))
def test_excess_is_the_capture_point_beyond_the_corners_of_both_soles(
    nao: RobotModel, seed: int
) -> None:
    """Corners, centre of mass and its velocity about the hip axes, all in level axes."""
    rng = np.random.default_rng(seed)
    roll, pitch = rng.uniform(-0.4, 0.4, 2)
    gyro = rng.uniform(-1.5, 1.5, 3)
    poses = [
        Pose3(*rng.uniform(-0.05, 0.05, 2), -0.22, rotation_from_rpy(*rng.uniform(-0.3, 0.3, 3)))
        for _ in range(2)
    ]
    found = tipping(nao, roll, pitch, tuple(gyro), COM, (poses[0], poses[1]))

    sole, level = nao.dimensions.sole, np.array(rotation_from_rpy(roll, pitch, 0.0)).reshape(3, 3)
    corners = []
    for pose, outwards in zip(poses, (1.0, -1.0), strict=True):
        turn = np.array(pose.rotation).reshape(3, 3)
        for x in (sole.front, -sole.back):
            for y in (outwards * sole.outer, -outwards * sole.inner):
                corners.append(level @ (turn @ (x, y, 0.0) + (pose.x, pose.y, pose.z)))
    mass = level @ COM
    height = mass[2] - min(corner[2] for corner in corners)
    # A turning body moves a point above the ground by omega x height.
    speed = np.cross(level @ gyro, (0.0, 0.0, height))[:2]
    time = math.sqrt(height / GRAVITY)
    capture = mass[:2] + time * speed
    direction = capture - np.mean(corners, axis=0)[:2]
    direction /= np.linalg.norm(direction)
    edge = max(corner[:2] @ direction for corner in corners)
    assert found.direction == pytest.approx(tuple(direction))
    assert found.excess == pytest.approx(capture @ direction - edge)


@pytest.mark.parametrize(
    ("roll", "pitch", "towards"),
    [
        (0.0, 0.3, (1.0, 0.0)),
        (0.0, -0.3, (-1.0, 0.0)),
        (0.3, 0.0, (0.0, -1.0)),
        (-0.3, 0.0, (0.0, 1.0)),
    ],
)
def test_a_leaning_robot_tips_in_the_direction_of_its_lean(
    nao: RobotModel, roll: float, pitch: float, towards: tuple[float, float]
) -> None:
    """Its soles stay flat on the ground: they are turned back against the torso."""
    back = np.array(rotation_from_rpy(roll, pitch, 0.0)).reshape(3, 3).T
    flat = tuple(float(item) for item in back.flatten())
    soles = [Pose3(*(back @ (0.0, side * 0.05, -0.23)), flat) for side in (1.0, -1.0)]
    com = back @ (0.5 * (nao.dimensions.sole.front - nao.dimensions.sole.back), 0.0, 0.0)
    com += (0.0, 0.0, 0.2)
    found = tipping(nao, roll, pitch, com=tuple(com), soles=(soles[0], soles[1]))
    assert found.direction == pytest.approx(towards, abs=1e-6)


def test_a_robot_exactly_over_the_middle_has_a_tipping_direction(nao: RobotModel) -> None:
    sole = nao.dimensions.sole
    middle = 0.5 * (sole.front - sole.back)
    found = tipping(nao, com=(middle, 0.0, 0.035))
    assert found.direction == (1.0, 0.0)
    assert found.excess == pytest.approx(-0.5 * (sole.front + sole.back))


def test_a_robot_on_its_head_has_a_nonzero_height(nao: RobotModel) -> None:
    assert math.isfinite(tipping(nao, com=(0.0, 0.0, -0.5)).excess)
