"""The almath replacement: the names and results that NAOqi programs expect."""

import math
from types import ModuleType

import pytest

from hsm.apps.naoqi import almath, motion

FRONT = 0.110
RIGHT = [(FRONT, 0.038), (FRONT, -0.050), (-0.047, -0.050), (-0.047, 0.038)]
LEFT = [(FRONT, 0.050), (FRONT, -0.038), (-0.047, -0.038), (-0.047, 0.050)]


def box(corners: list[tuple[float, float]]) -> list[almath.Position2D]:
    return [almath.Position2D(x, y) for x, y in corners]


@pytest.mark.parametrize(
    ("axes", "move", "clipped", "end"),
    [
        ((0.08, 0.06), (0.05, 0.04, 0.1), False, (0.05, 0.04, 0.1)),
        ((0.08, 0.06), (-0.08, -0.05, 0.5), True, (-0.06145, -0.03841, 0.5)),
        ((-0.04, 0.072), (-0.03, 0.06, 0.3), True, (-0.0267586, 0.0535172, 0.3)),
    ],
)
def test_a_move_is_clipped_in_place_by_an_ellipse(
    axes: tuple[float, float],
    move: tuple[float, float, float],
    clipped: bool,
    end: tuple[float, float, float],
) -> None:
    pose = almath.Pose2D(*move)
    assert almath.clipFootWithEllipse(*axes, pose) is clipped
    assert pose.toVector() == pytest.approx(end, abs=1e-4)


@pytest.mark.parametrize(
    ("left_support", "move", "collided", "theta"),
    [
        (True, (0.0, -0.09, -0.4), True, -0.350000),
        (False, (0.04, 0.088, -0.3), True, -0.159375),
        (True, (0.08, -0.16, -0.524), False, -0.524),
    ],
)
def test_the_turn_of_a_foot_is_reduced_where_it_would_touch_the_other(
    left_support: bool, move: tuple[float, float, float], collided: bool, theta: float
) -> None:
    pose = almath.Pose2D(*move)
    assert almath.avoidFootCollision(box(LEFT), box(RIGHT), left_support, pose) is collided
    assert pose.theta == pytest.approx(theta, abs=1e-4)


def test_the_boxes_of_feet_may_be_vectors_of_poses_as_older_programs_build_them() -> None:
    left, right = (
        almath.vectorPose2D([almath.Pose2D(x, y, 0.0) for x, y in corners])
        for corners in (LEFT, RIGHT)
    )
    pose = almath.Pose2D(0.0, -0.09, -0.4)
    assert almath.avoidFootCollision(left, right, True, pose)
    assert pose.theta == pytest.approx(-0.35, abs=1e-4)


def test_poses_are_composed_and_inverted_without_wrapping_angles() -> None:
    a, b = almath.Pose2D(0.1, 0.2, 3.0), almath.Pose2D(0.5, -0.1, 2.0)
    both = a * b
    assert both.theta == 5.0
    assert a.diff(both).isNear(b) and (almath.pinv(a) * both).isNear(b)
    assert almath.pose2DInverse(a).isNear(a.inverse())
    assert almath.modulo2PI(5.0) == pytest.approx(5.0 - 2.0 * math.pi)
    assert (
        180.0 * almath.TO_RAD == pytest.approx(math.pi) == math.pi * almath.TO_DEG * almath.TO_RAD
    )
    ends = almath.Position2D(3.0, 0.0), almath.Position2D(0.0, 4.0)
    assert ends[0].distance(ends[1]) == 5.0 and (ends[0] + ends[1]).norm() == 5.0


def test_a_pose_can_be_built_from_a_list_as_in_the_makers_tutorial() -> None:
    begin, end = almath.Pose2D([0.1, 0.0, math.pi / 2]), almath.Pose2D([0.1, 0.2, math.pi])
    way = almath.pose2DInverse(begin) * end
    assert way.isNear(almath.Pose2D(0.2, 0.0, math.pi / 2))
    assert repr(almath.Pose2D((1, 2, 3.5))) == "Pose2D(x=1, y=2, theta=3.5)"
    assert almath.Pose2D(0.5) == almath.Pose2D(0.5, 0.5, 0.5) and almath.Pose2D().x == 0.0
    assert almath.Position2D([3.0, 4.0]).norm() == 5.0
    for wrong in ((1.0, 2.0), ([1.0, 2.0],), ("x", 0.0, 0.0)):
        with pytest.raises(TypeError, match="Pose2D"):
            almath.Pose2D(*wrong)


def test_poses_and_positions_are_added_and_scaled_element_by_element() -> None:
    a, b = almath.Pose2D(0.1, 0.2, 3.0), almath.Pose2D(0.5, -0.1, 2.0)
    assert (a + b).isNear(almath.Pose2D(0.6, 0.1, 5.0)) and (a - b + b).isNear(a)
    assert (2.0 * a).isNear(a * 2.0) and (a * 2.0 / 2.0).isNear(a) and (-a + a).norm() == 0.0
    a *= b
    assert a.theta == 5.0
    assert (0.5 * almath.Position2D(2.0, 4.0)).toVector() == [1.0, 2.0]
    assert almath.Position2D(0.0, 2.0).getAngle() == math.pi / 2


def test_a_dubins_path_gives_the_control_points_of_a_move_to() -> None:
    points = almath.getDubinsSolutions(almath.Pose2D(0.0, -0.4, 0.0), 0.04)
    at, controls = almath.Pose2D(), []
    for point in points:
        controls.append(at.diff(point))
        at = point
    end = controls[0] * controls[1] * controls[2]
    assert end.isNear(almath.Pose2D(0.0, -0.4, 0.0))


def test_constants_have_the_names_of_the_makers_modules() -> None:
    frames = (motion.FRAME_TORSO, motion.FRAME_WORLD, motion.FRAME_ROBOT)
    assert (*frames, motion.TO_RAD) == (0, 1, 2, almath.PI / 180.0)


@pytest.mark.parametrize(("module", "name"), [(almath, "Transform"), (motion, "AXIS_MASK_VEL")])
def test_a_missing_name_of_the_makers_modules_is_refused_with_the_reason(
    module: ModuleType, name: str
) -> None:
    with pytest.raises(AttributeError, match=f"no '{name}': there is no Cartesian control"):
        getattr(module, name)
