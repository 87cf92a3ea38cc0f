"""Gaze directions of the head, against SciPy's rotations."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from hardware.robots.eyes import HeadCamera
from hardware.units import Point
from motions.kinematics.geometry import Pose2
from motions.limbs.gaze import Gaze
from motions.limbs.tracked_point import carried, in_hips
from tests.fakes import NAO, SOLES, robot_state

GAZE, EYES = Gaze(NAO), NAO.eyes
NECK = np.array([0.0, 0.0, 0.085 + 0.1265])
CAMERAS = pytest.mark.parametrize("camera", [EYES.upper, EYES.lower], ids=["upper", "lower"])
POINTS = [(1.0, 0.3, -0.25), (0.3, -0.2, -0.2), (4.0, 0.0, 0.2), (-0.5, 0.9, 0.0)]


def seen(point: Point, camera: HeadCamera, pan: float, tilt: float) -> NDArray[np.float64]:
    """Return a point in the frame of a camera."""
    head = Rotation.from_euler("ZY", (pan, tilt))
    eye = head * Rotation.from_euler("Y", camera.pitch)
    found: NDArray[np.float64] = eye.inv().apply(np.array(point) - NECK - head.apply(camera.place))
    return found


@CAMERAS
@pytest.mark.parametrize("point", POINTS)
def test_the_point_is_in_the_middle_of_the_camera(camera: HeadCamera, point: Point) -> None:
    forward, left, up = seen(point, camera, *GAZE.angles(point, camera, 0.0))
    assert forward > 0.0
    assert (left, up) == pytest.approx((0.0, 0.0), abs=1e-9)


@CAMERAS
def test_a_point_above_or_in_the_neck_does_not_change_the_pan(camera: HeadCamera) -> None:
    for point in ((0.0, 0.0, 1.0), (0.0, 0.0, 0.085 + 0.1265)):
        pan, tilt = GAZE.angles(point, camera, 0.7)
        assert pan == 0.7
        assert math.isfinite(tilt)


@CAMERAS
@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("turn", [(0.0, 0.0), (0.4, 0.0), (0.6, 0.0), (0.0, 0.3), (0.0, -0.45)])
def test_a_point_is_in_view_inside_the_cone_of_the_camera(
    camera: HeadCamera, point: Point, turn: tuple[float, float]
) -> None:
    pan, tilt = GAZE.angles(point, camera, 0.0)
    pan, tilt = pan + turn[0], tilt + turn[1]
    forward, left, up = seen(point, camera, pan, tilt)
    inside = abs(math.atan2(left, forward)) < math.radians(28.15) and abs(
        math.atan2(up, forward)
    ) < math.radians(21.85)
    assert GAZE.in_view(point, camera, pan, tilt) == inside


def test_a_shoulder_hides_points_behind_it_but_none_before_it() -> None:
    shoulder = np.array([0.0, 0.098, 0.085 + 0.1])
    pan, tilt = GAZE.angles(tuple(shoulder), EYES.lower, 0.0)
    eye = NECK + Rotation.from_euler("ZY", (pan, tilt)).apply(EYES.lower.place)
    behind, before = (tuple((eye + share * (shoulder - eye)).tolist()) for share in (1.5, 0.5))
    assert GAZE.hidden(behind, EYES.lower, pan, tilt, 0.048)
    assert not GAZE.hidden(before, EYES.lower, pan, tilt, 0.048)
    assert not GAZE.hidden(POINTS[0], EYES.lower, 0.3, 0.2, 0.048)


@pytest.mark.parametrize("tilt", [(0.0, 0.0), (0.1, -0.2), (-0.3, 0.4)])
def test_a_point_on_the_floor_is_seen_from_leaning_hips(tilt: tuple[float, float]) -> None:
    torso = Rotation.from_euler("xyz", (*tilt, 0.0))
    ux, uy, uz = torso.inv().apply((0.0, 0.0, 1.0)).tolist()
    robot = robot_state(up=(ux, uy, uz), roll=tilt[0], pitch=tilt[1], **SOLES)
    heights = [torso.apply(sole.position)[2] for sole in (robot.left_sole, robot.right_sole)]
    expected = torso.inv().apply((1.0, 0.5, 0.1 + min(heights)))
    assert in_hips((1.0, 0.5, 0.1), robot) == pytest.approx(expected.tolist())


def test_a_point_stays_on_the_floor_while_the_robot_walks_and_turns() -> None:
    asked, now = Pose2(1.0, 2.0, 0.5), Pose2(1.5, 1.0, -0.7)
    x, y, z = carried((0.8, -0.3, 0.2), asked, now)
    before, after = asked @ Pose2(0.8, -0.3), now @ Pose2(x, y)
    assert (after.x, after.y, z) == pytest.approx((before.x, before.y, 0.2))


def test_tilts_by_pan_are_the_published_ones_and_symmetric() -> None:
    assert EYES.tilts(0.0) == pytest.approx((math.radians(-38.5), math.radians(29.51)))
    for pan in (87.49, -87.49):
        low, high = EYES.tilts(math.radians(pan))
        assert (math.degrees(low), math.degrees(high)) == pytest.approx((-18.91, 11.46))
    assert EYES.tilts(3.0) == EYES.tilts(EYES.furthest)
