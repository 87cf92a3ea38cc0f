"""What really happens in the simulation: for measuring and judging, never for control."""

import math
from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np

from hardware.robots.model import Side
from hardware.simulation.plant.layout import Layout
from hardware.simulation.plant.sensors.rotations import cosine_of_tilt, roll_and_pitch, yaw_of
from hardware.simulation.props.on_field import PropTruth
from hardware.units import Point

_LOADED = 5.0
"""Load above which a sole counts as standing, N: a tenth of the robot's weight."""
_SLIP_SPEED = 0.03
"""Speed above which a loaded sole counts as slipping, m/s: above the play's rattle."""


@dataclass(frozen=True, slots=True)
class GroundTruth:
    """The true state, in the world's frame: z across the floor, x where the robot looked at first.

    Attributes:
        time: s, that of the frame that `receive` returned last.
        torso_position: Torso origin, m.
        torso_velocity: Of the torso origin, m/s.
        rpy: Roll, pitch, yaw of the torso, rad.
        angular_velocity: In torso axes, rad/s.
        up_z: Cosine of the torso's tilt.
        torso_height: Torso origin over the floor, m.
        com: Centre of mass, m.
        com_velocity: m/s.
        heading: Yaw, rad, in [-pi, pi].
        left_sole: Middle of the left sole, m.
        right_sole: Middle of the right sole, m.
        sole_headings: Yaw of the left and the right sole, rad.
        left_force: Force across the left sole, N.
        right_force: Force across the right sole, N.
        support: The sole that carries more than nine tenths of both; None when shared or lifted.
        slipping: A loaded sole slides.
        outer_force: Sum of what pushes, leans on, blocks or otherwise pulls the robot from outside
            in the last cycle, N; without a person's hands, and props, whose touches are theirs.
        penetration: Depth of the deepest contact, m.
        fastest_joint: Speed of the fastest motor's joint, rad/s.
        head_peak: Largest contact force on the head since the last reset of peaks, N; looked at
            only while the torso is tilted by more than 37 degrees.
        torso_peak: Likewise on the torso, N.
        ball: Position of the ball, m; None without one.
        ball_velocity: Of the ball, m/s; None without one.
        props: Everything else on the field, the ball too, in its order.
        battery_voltage: At the battery's terminals, under load, V.
        power: Drawn from the battery, W.
        torques: Motor torques at the joints in wire order without the hands, Nm.
    """

    time: float
    torso_position: Point
    torso_velocity: Point
    rpy: Point
    angular_velocity: Point
    up_z: float
    torso_height: float
    com: Point
    com_velocity: Point
    heading: float
    left_sole: Point
    right_sole: Point
    sole_headings: tuple[float, float]
    left_force: float
    right_force: float
    support: Side | None
    slipping: bool
    outer_force: Point
    penetration: float
    fastest_joint: float
    head_peak: float
    torso_peak: float
    ball: Point | None
    ball_velocity: Point | None
    props: tuple[PropTruth, ...]
    battery_voltage: float
    power: float
    torques: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Kinematics:
    """The part of the truth that comes from the robot's configuration, as in `GroundTruth`.

    Attributes:
        soles: Middle of the left and the right sole, m.
        sole_speeds: How fast these are, m/s.
    """

    torso_position: Point
    torso_velocity: Point
    rpy: Point
    angular_velocity: Point
    up_z: float
    com: Point
    com_velocity: Point
    soles: tuple[Point, Point]
    sole_headings: tuple[float, float]
    sole_speeds: tuple[float, float]


def kinematics(model: Any, data: Any, layout: Layout) -> Kinematics:
    """Return the robot's configuration.

    Args:
        model: The physics' model.
        data: A state of its own with the robot's qpos and qvel: what is derived from them here
            must not be seen by the physics.
        layout: Addresses.
    """
    mujoco.mj_kinematics(model, data)
    mujoco.mj_comPos(model, data)
    mujoco.mj_comVel(model, data)
    mujoco.mj_subtreeVel(model, data)
    quaternion = data.qpos[3:7].tolist()
    roll, pitch = roll_and_pitch(quaternion, (0.0, 0.0, 1.0))
    left, right = layout.soles
    return Kinematics(
        torso_position=_point(data.qpos[0:3]),
        torso_velocity=_point(data.qvel[0:3]),
        rpy=(roll, pitch, yaw_of(quaternion)),
        angular_velocity=_point(data.qvel[3:6]),
        up_z=cosine_of_tilt(quaternion),
        com=_point(data.subtree_com[layout.torso]),
        com_velocity=_point(data.subtree_linvel[layout.torso]),
        soles=(_point(data.site_xpos[left]), _point(data.site_xpos[right])),
        sole_headings=(_heading(data, left), _heading(data, right)),
        sole_speeds=(_speed(model, data, left), _speed(model, data, right)),
    )


def truth_of(
    state: Kinematics,
    *,
    loads: tuple[float, float],
    ball: PropTruth | None,
    outer_force: Any,
    **measured: Any,
) -> GroundTruth:
    """Return the truth.

    Args:
        state: The robot's configuration.
        loads: Force across the left and the right sole, N.
        ball: What really happens to the ball.
        outer_force: Sum of the forces from outside, (3,), N.
        measured: What is told as it is.
    """
    left, right = loads
    return GroundTruth(
        torso_position=state.torso_position,
        torso_velocity=state.torso_velocity,
        rpy=state.rpy,
        angular_velocity=state.angular_velocity,
        up_z=state.up_z,
        torso_height=state.torso_position[2],
        com=state.com,
        com_velocity=state.com_velocity,
        heading=state.rpy[2],
        left_sole=state.soles[0],
        right_sole=state.soles[1],
        sole_headings=state.sole_headings,
        left_force=left,
        right_force=right,
        support=support_of(left, right),
        slipping=is_slipping(loads, state.sole_speeds),
        outer_force=_point(outer_force),
        ball=None if ball is None else ball.position,
        ball_velocity=None if ball is None else ball.velocity,
        **measured,
    )


def deepest_contact(data: Any) -> float:
    """Return the depth of the deepest contact, m; 0 without contact."""
    return max(0.0, -float(np.min(data.contact.dist, initial=0.0)))


def support_of(left: float, right: float) -> Side | None:
    """Return the sole that carries the robot alone, from both forces in N."""
    total = left + right
    if total < _LOADED:
        return None
    if left > 0.9 * total:
        return Side.LEFT
    return Side.RIGHT if right > 0.9 * total else None


def is_slipping(loads: tuple[float, float], speeds: tuple[float, float]) -> bool:
    """Return whether a loaded sole slides, from loads in N and speeds in m/s."""
    return any(
        load > _LOADED and speed > _SLIP_SPEED for load, speed in zip(loads, speeds, strict=True)
    )


def _speed(model: Any, data: Any, site: int) -> float:
    velocity = np.zeros(6)
    kind = mujoco.mjtObj.mjOBJ_SITE
    mujoco.mj_objectVelocity(model, data, kind, site, velocity, 0)
    return math.hypot(float(velocity[3]), float(velocity[4]))


def _heading(data: Any, site: int) -> float:
    along = data.site_xmat[site]
    return math.atan2(float(along[3]), float(along[0]))


def _point(values: Any) -> Point:
    x, y, z = values.tolist()
    return x, y, z
