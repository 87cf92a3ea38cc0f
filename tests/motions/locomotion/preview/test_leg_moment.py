"""The effect of a swinging leg on the zero moment point, against the moments of all links."""

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from hardware.robots.model import Side
from hardware.sensors_and_commands import GRAVITY
from hsm.control.assembly import MotionSettings
from motions.kinematics.geometry import Pose2
from motions.kinematics.sole_tilt import Tilt
from motions.locomotion.preview.lipm import Matrix
from motions.locomotion.preview.swing import SwingShape
from motions.locomotion.preview.whole_body_ik import BodyPlacement, FootPlace
from motions.locomotion.preview.zmp_reference import SupportPlan
from motions.locomotion.queue import Footstep, FootstepQueue
from tests.fakes import NAO, STANCE

CYCLE = 0.004


def turn(axis: tuple[float, ...], angle: float) -> Matrix:
    """Return the rotation matrix about an axis by Rodrigues' formula."""
    x, y, z = np.array(axis) / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + math.sin(angle) * cross + (1.0 - math.cos(angle)) * cross @ cross


def links(joints: list[float], hip: tuple[float, float], height: float) -> Matrix:
    """Return mass and position of every link, (links, 4)."""
    offset = np.array([*hip, height + NAO.dimensions.hip_offset_z])
    frames = {NAO.links[0].name: (np.eye(3), offset)}
    found = []
    for link in NAO.links:
        if link.parent:
            rotation, place = frames[link.parent]
            angle = joints[NAO.names.index(link.joint)]
            frames[link.name] = (rotation @ turn(link.axis, angle), place + rotation @ link.origin)
        rotation, place = frames[link.name]
        found.append([link.mass, *(place + rotation @ np.array(link.com))])
    return np.array(found)


def zero_moment_points(spots: NDArray[np.float64]) -> Matrix:
    """Return the x of the zero moment point of point masses, (times, links, 4)."""
    mass, x, z = spots[1:-1, :, 0], spots[:, :, 1], spots[:, :, 3]
    pushed = (x[2:] - 2.0 * x[1:-1] + x[:-2]) / CYCLE**2
    lifted = GRAVITY + (z[2:] - 2.0 * z[1:-1] + z[:-2]) / CYCLE**2
    moment = (mass * (lifted * x[1:-1] - z[1:-1] * pushed)).sum(axis=1)
    answer: Matrix = moment / (mass * lifted).sum(axis=1)
    return answer


def test_the_compensation_of_the_swing_leg_equals_the_moment_of_all_links(
    settings: MotionSettings,
) -> None:
    own, way, single = settings.preview, 0.12, 0.28
    shape = SwingShape(own.swing)
    body = BodyPlacement(NAO, own.body, 0.001)
    body.begin((0.03, 0.0), 0.22)
    times = np.arange(0.0, single, CYCLE)
    spots, joints = [], list(STANCE)
    for time in times:
        phase = float(time / single)
        left = FootPlace(Pose2(way * (shape.progress(phase) - 0.5), 0.05), 0.02)
        right = FootPlace(Pose2(0.0, -0.05))
        for _ in range(4):  # moves the centre of mass exactly into its place
            body.place(joints, left, right, (0.03, 0.0), Tilt(), 0.0, 0.0, lambda *soles: soles[:2])
        spots.append(links(joints, body.hip, body.height))
    real = zero_moment_points(np.array(spots)) - 0.03

    queue = FootstepQueue(0.8)
    queue.begin(Pose2(-0.5 * way, 0.05), Pose2(0.0, -0.05))
    queue.append([Footstep(Side.LEFT, Pose2(0.5 * way, 0.1), 1e-6, single, settings.gait.default)])
    fine = replace(own.horizon, sample=CYCLE)
    told = SupportPlan(own.sole, fine, shape)
    told.begin((0.0, 0.0))
    told.rebuild(queue, 0.6)
    plain = SupportPlan(own.sole, replace(fine, leg_share=0.0), shape)
    plain.begin((0.0, 0.0))
    plain.rebuild(queue, 0.6)
    off = [float((plain.preview(time)[0] - told.preview(time)[0])[0, 0]) for time in times[:-2]]
    real, told_off = real[3:], np.array(off)[3:]  # the first samples settle the hips
    assert np.corrcoef(real, told_off)[0, 1] > 0.97
    assert 0.75 < float(real @ told_off) / float(told_off @ told_off) < 1.33
