import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation as Oracle

from motions.kinematics.geometry import (
    Pose2,
    Pose3,
    Rotation,
    angle_difference,
    multiply,
    rotation_about,
    rotation_from_rpy,
    rotation_vector,
    transpose,
)

A = (0.3, -0.7, 2.1)
B = (-1.1, 0.4, 0.2)


def matrix(rotation: Rotation) -> np.ndarray:
    return np.reshape(rotation, (3, 3))


def test_roll_pitch_yaw_equals_scipys() -> None:
    expected = Oracle.from_euler("xyz", A).as_matrix()
    assert matrix(rotation_from_rpy(*A)) == pytest.approx(expected)


def test_product_of_rotations_equals_scipys() -> None:
    expected = (Oracle.from_euler("xyz", A) * Oracle.from_euler("xyz", B)).as_matrix()
    product = multiply(rotation_from_rpy(*A), rotation_from_rpy(*B))
    assert matrix(product) == pytest.approx(expected)


@pytest.mark.parametrize("axis", [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)])
def test_rotation_about_an_axis_equals_scipys(axis: tuple[float, float, float]) -> None:
    expected = Oracle.from_rotvec(0.7 * np.array(axis)).as_matrix()
    assert matrix(rotation_about(axis, 0.7)) == pytest.approx(expected)


def test_rotation_about_an_oblique_axis_equals_scipys() -> None:
    axis = (0.6, 0.0, -0.8)
    expected = Oracle.from_rotvec(-1.3 * np.array(axis)).as_matrix()
    assert matrix(rotation_about(axis, -1.3)) == pytest.approx(expected)


@pytest.mark.parametrize("angle", [0.0, 1e-9, -1e-4, 0.7, -1.6, 3.1])
def test_rotation_vector_equals_scipys(angle: float) -> None:
    vector = angle * np.array((0.48, -0.64, 0.6))
    matrix_ = Oracle.from_rotvec(vector).as_matrix()
    rotation: Rotation = tuple(matrix_.ravel().tolist())
    expected = Oracle.from_matrix(matrix_).as_rotvec()
    assert rotation_vector(rotation) == pytest.approx(expected, rel=1e-9, abs=1e-15)


def test_transpose_undoes_a_rotation() -> None:
    rotation = rotation_from_rpy(*A)
    assert matrix(multiply(transpose(rotation), rotation)) == pytest.approx(np.eye(3))


def test_pose_returns_the_angles_of_its_construction() -> None:
    pose = Pose3(rotation=rotation_from_rpy(*A))
    assert (pose.roll, pose.pitch, pose.yaw) == pytest.approx(A)


def test_pose_and_its_inverse_cancel() -> None:
    pose = Pose3(1.0, -2.0, 0.5, rotation_from_rpy(*A))
    nothing = pose @ pose.inverse()
    assert nothing.position == pytest.approx((0.0, 0.0, 0.0))
    assert matrix(nothing.rotation) == pytest.approx(np.eye(3))


def test_composed_pose_moves_points_one_after_the_other() -> None:
    first = Pose3(1.0, -2.0, 0.5, rotation_from_rpy(*A))
    second = Pose3(0.2, 0.3, -0.4, rotation_from_rpy(*B))
    point = (0.5, 0.6, 0.7)
    assert (first @ second).apply(point) == pytest.approx(first.apply(second.apply(point)))


def test_mirrored_pose_negates_y_roll_and_yaw() -> None:
    mirrored = Pose3(1.0, 2.0, 3.0, rotation_from_rpy(*A)).mirrored()
    assert mirrored.position == (1.0, -2.0, 3.0)
    assert (mirrored.roll, mirrored.pitch, mirrored.yaw) == pytest.approx((-A[0], A[1], -A[2]))


def test_planar_pose_and_its_inverse_cancel() -> None:
    pose = Pose2(1.0, -2.0, 2.5)
    nothing = pose @ pose.inverse()
    assert (nothing.x, nothing.y, nothing.heading) == pytest.approx((0.0, 0.0, 0.0))


def test_difference_of_headings_takes_the_short_way() -> None:
    assert angle_difference(math.radians(-179), math.radians(179)) == pytest.approx(math.radians(2))
