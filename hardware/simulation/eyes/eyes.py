"""The robot's eyes: delayed, noisy pictures at their own rate, with missed detections.

A snapshot is plain data in the robot's frame at that time: the point on the floor below the hips,
with the heading of the torso. Its time is that of the frame measured at the same moment, whose
odometry gives the robot's pose. Neither odometry nor occlusion is considered here: a ball behind a
robot is seen.
"""

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import mujoco
from numpy.random import Generator

from hardware.props import Ball, Cylinder, PassiveRobot, Prop
from hardware.robots.model import RobotModel
from hardware.sensors_and_commands import CYCLE
from hardware.simulation.eyes.cones import cones_of, in_view
from hardware.simulation.eyes.parameters import EyesParameters
from hardware.simulation.plant.layout import Physics
from hardware.simulation.plant.sensors.rotations import cosine_of_tilt, yaw_of
from hardware.simulation.props.build import names_of
from hardware.units import Point

_UPRIGHT: Final = 0.7
"""Cosine of the tilt beyond which the localisation fails (assumption: 45 deg)."""
_PASSIVE_RADIUS, _PASSIVE_HEIGHT = 0.15, 0.53
_HEIGHTS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Shares of its height at which an obstacle is tested for visibility."""


@dataclass(frozen=True, slots=True)
class SnapshotObstacle:
    """A round obstacle on the floor, in the robot's frame.

    Attributes:
        x: m.
        y: m.
        radius: m.
    """

    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Detections of one picture, or one result of the localisation.

    Attributes:
        time: Time of the frame measured at the moment of the picture, s.
        looked: Whether it is a picture, in which missing objects were not seen; else it holds only
            the pose.
        ball: x and y of the ball, m; None if not detected.
        obstacles: All detected obstacles.
        pose: x, y (m) and heading (rad) of the robot on the field; None if it is unknown.
    """

    time: float
    looked: bool
    ball: tuple[float, float] | None = None
    obstacles: tuple[SnapshotObstacle, ...] = ()
    pose: Point | None = None


class SimulatedEyes:
    """Takes pictures of the physics and returns their detections after the processing delay."""

    def __init__(
        self,
        physics: Physics,
        *,
        nao: RobotModel,
        parameters: EyesParameters,
        props: Sequence[Prop],
        frame_late: int,
        rng: Generator,
    ) -> None:
        """Set up the cameras.

        Args:
            physics: Physics of the robot.
            nao: The robot that carries the cameras.
            parameters: Accuracy of the detection.
            props: Objects on the field.
            frame_late: Delay of frames, cycles.
            rng: Random stream for noise and loss of the eyes only.
        """
        self._physics = physics
        self._parameters, self._cones = parameters, cones_of(nao.eyes)
        self._frame_late, self._rng = frame_late, rng
        self._hip_below = nao.dimensions.hip_offset_z
        seen = zip(names_of(props), props, strict=True)
        self._seen = [(n, p) for n, p in seen if isinstance(p, Ball | Cylinder | PassiveRobot)]
        self._coming: deque[tuple[int, Snapshot]] = deque()
        self._poses: deque[tuple[int, Snapshot]] = deque()

    def capture(self, cycle: int) -> tuple[Snapshot, ...]:
        """Take the pictures due in this cycle; return those that arrive in it, older first."""
        parameters = self._parameters
        picture = _due(cycle, parameters.picture_rate)
        pose = _due(cycle, parameters.pose_rate)
        if picture or pose:
            self._take(cycle, picture=picture, pose=pose)
        arriving = []
        for line in (self._coming, self._poses):
            while line and line[0][0] <= cycle:
                arriving.append(line.popleft()[1])
        return tuple(sorted(arriving, key=lambda snapshot: snapshot.time))

    def _take(self, cycle: int, *, picture: bool, pose: bool) -> None:
        data, mirror = self._physics.data, self._physics.mirror
        mirror.qpos[:], mirror.mocap_pos[:] = data.qpos, data.mocap_pos
        mujoco.mj_kinematics(self._physics.model, mirror)
        robot = self._robot_frame()
        time, parameters = (cycle + self._frame_late) * CYCLE, self._parameters
        if picture:
            arrival = self._arrival(cycle, parameters.picture_delay)
            self._coming.append((arrival, self._picture(time, robot)))
        if pose:
            arrival = self._arrival(cycle, parameters.pose_delay)
            located = self._located(robot)
            if located is not None:
                self._poses.append((arrival, Snapshot(time, looked=False, pose=located)))

    def _arrival(self, cycle: int, delay: float) -> int:
        """Return the cycle in which a picture arrives; never before the odometry of its time."""
        return cycle + max(math.ceil(delay / CYCLE - 1e-9), self._frame_late + 1)

    def _robot_frame(self) -> Point:
        """Return position (m) and heading (rad) of the robot on the floor."""
        x, y, _, w, a, b, c = self._physics.mirror.qpos[:7].tolist()
        down = self._hip_below
        return (
            x - down * 2.0 * (a * c + w * b),
            y - down * 2.0 * (b * c - w * a),
            yaw_of((w, a, b, c)),
        )

    def _picture(self, time: float, robot: Point) -> Snapshot:
        mirror, known, head = self._physics.mirror, self._parameters, self._physics.layout.head
        place, turned = mirror.xpos[head], mirror.xmat[head].reshape(3, 3)
        balls = known.ball_loss, known.ball_distance_noise, known.ball_noise
        others = known.obstacle_loss, known.obstacle_distance_noise, 0.0
        ball: tuple[float, float] | None = None
        obstacles = []
        points: tuple[Point, ...]
        for name, prop in self._seen:
            # Drawn whether or not the prop is seen, so that later noise does not depend on it.
            away, aside = self._rng.standard_normal(2).tolist()
            missed = float(self._rng.random())
            x, y, z = mirror.body(name).xpos.tolist()
            if isinstance(prop, Ball):
                points, (loss, share, rest) = ((x, y, z),), balls
                aside *= known.ball_bearing_noise
            else:
                points, (loss, share, rest) = _upright(x, y, _extent(prop)[1]), others
                aside *= known.obstacle_bearing_noise
            distance, bearing = _seen_from(robot, x, y)
            found = missed >= loss and in_view(self._cones, place, turned, points)
            if not found or distance > known.furthest:
                continue
            bearing += aside
            distance += (share * distance + rest) * away
            there = distance * math.cos(bearing), distance * math.sin(bearing)
            if isinstance(prop, Ball):
                ball = there
            else:
                obstacles.append(SnapshotObstacle(*there, _extent(prop)[0]))
        return Snapshot(time, looked=True, ball=ball, obstacles=tuple(obstacles))

    def _located(self, robot: Point) -> Point | None:
        parameters = self._parameters
        dx, dy, turned = self._rng.standard_normal(3).tolist()
        missed = float(self._rng.random())
        tilted = cosine_of_tilt(self._physics.mirror.qpos[3:7].tolist()) < _UPRIGHT
        if missed < parameters.pose_loss or tilted:
            return None
        x, y, heading = robot
        return (
            x + parameters.pose_noise * dx,
            y + parameters.pose_noise * dy,
            math.remainder(heading + parameters.pose_heading_noise * turned, 2.0 * math.pi),
        )


def _due(cycle: int, rate: float) -> bool:
    """Return whether a picture at this rate is due in the cycle that ends now."""
    return math.floor(cycle * CYCLE * rate + 1e-9) > math.floor((cycle - 1) * CYCLE * rate + 1e-9)


def _seen_from(robot: Point, x: float, y: float) -> tuple[float, float]:
    """Return distance (m) and bearing (rad) of a point in the robot's frame."""
    dx, dy = x - robot[0], y - robot[1]
    return math.hypot(dx, dy), math.atan2(dy, dx) - robot[2]


def _extent(prop: Prop) -> tuple[float, float]:
    """Return radius and height of an obstacle, m."""
    if isinstance(prop, Cylinder):
        return prop.radius, prop.height
    return _PASSIVE_RADIUS, _PASSIVE_HEIGHT


def _upright(x: float, y: float, height: float) -> tuple[Point, ...]:
    return tuple((x, y, share * height) for share in _HEIGHTS)
