"""The true state of the simulation: for measuring and judging, never for control."""

import math
from collections.abc import Sequence
from typing import Any

import mujoco
import numpy as np

from hardware.cycle_data import cycle_data
from hardware.mounting import tilt
from hardware.robots.model import Side
from hardware.simulation.plant.layout import Physics
from hardware.simulation.plant.motors.servos import Motors
from hardware.simulation.plant.sensors.rotations import (
    cosine_of_tilt,
    point_of,
    up_in_body,
    yaw_of,
)
from hardware.simulation.props.build import BALL
from hardware.simulation.props.on_field import PropsOnField, PropTruth
from hardware.units import Point

_LOADED = 5.0
"""Load above which a sole counts as loaded, N: a tenth of the robot's weight."""
_SLIP_SPEED = 0.03
"""Speed above which a loaded sole counts as slipping, m/s: above the rattle of the play."""


@cycle_data
class GroundTruth:
    """The true state in the world frame: z normal to the floor, x in the initial heading.

    Attributes:
        time: Time of a frame that `receive` returns in the same cycle, s.
        torso_position: Torso origin, m.
        torso_velocity: Of the torso origin, m/s.
        rpy: Roll, pitch, yaw of the torso, rad.
        angular_velocity: In torso axes, rad/s.
        up_z: Cosine of the torso's tilt.
        torso_height: Torso origin above the floor, m.
        com: Centre of mass, m.
        com_velocity: m/s.
        heading: Yaw, rad, in [-pi, pi].
        left_sole: Middle of the left sole's outline, m. The sole's origin below the ankle, to which
            pressure cells, plans and estimates refer, is (front - back) / 2 behind it and
            (outer - inner) / 2 inward (`RobotModel.dimensions.sole`), within 2 mm.
        right_sole: Likewise of the right sole, m.
        sole_headings: Yaw of the left and the right sole, rad.
        left_force: Force normal to the left sole, N.
        right_force: Force normal to the right sole, N.
        support: The sole that carries more than 90 % of the load; None if shared or lifted.
        slipping: A loaded sole slides.
        outer_force: Sum of the forces of disturbances in the last cycle (pushes, leaning, blocked
            feet), N; without a person's hands and contacts with props.
        penetration: Depth of the deepest contact, m.
        fastest_joint: Speed of the fastest motor's joint, rad/s.
        head_peak: Largest contact force on the head since the last reset of peaks, N; recorded
            only while the torso is tilted by more than 37 degrees.
        torso_peak: Likewise on the torso, N.
        ball: Position of the ball, m; None without one.
        ball_velocity: Velocity of the ball, m/s; None without one.
        props: All other objects on the field, including the ball, in their order.
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


@cycle_data
class Whereabouts:
    """Where torso and ball are: the part of the truth that costs almost nothing to look up.

    Attributes:
        torso_position: Torso origin, m.
        rpy: Roll, pitch, yaw of the torso, rad.
        ball: The ball; None without one.
    """

    torso_position: Point
    rpy: Point
    ball: PropTruth | None


def whereabouts_of(qpos: Any, props: PropsOnField | None) -> Whereabouts:
    """Return where torso and ball are, from the configuration and the props."""
    x, y, z, *quaternion = qpos[:7].tolist()
    ball = None if props is None else props.ball()
    return Whereabouts((x, y, z), _rpy(quaternion), ball)


def truth_of(
    physics: Physics,
    *,
    motors: Motors,
    loads: tuple[float, float],
    props: tuple[PropTruth, ...],
    **others: float,
) -> GroundTruth:
    """Return the true state.

    Args:
        physics: Physics of the robot.
        motors: Motors of the robot.
        loads: Force normal to the left and the right sole, N.
        props: True states of all props.
        others: Time and peaks, as in `GroundTruth`.
    """
    model, data, mirror = physics.model, physics.data, physics.mirror
    mirror.qpos[:], mirror.qvel[:] = data.qpos, data.qvel
    mujoco.mj_kinematics(model, mirror)
    mujoco.mj_comPos(model, mirror)
    mujoco.mj_comVel(model, mirror)
    mujoco.mj_subtreeVel(model, mirror)
    x, y, z, *quaternion = mirror.qpos[:7].tolist()
    rpy = _rpy(quaternion)
    layout = physics.layout
    left, right = layout.soles
    ball = next((prop for prop in props if prop.name == BALL), None)
    return GroundTruth(
        torso_position=(x, y, z),
        torso_velocity=point_of(mirror.qvel[0:3]),
        rpy=rpy,
        angular_velocity=point_of(mirror.qvel[3:6]),
        up_z=cosine_of_tilt(quaternion),
        torso_height=z,
        com=point_of(mirror.subtree_com[layout.torso]),
        com_velocity=point_of(mirror.subtree_linvel[layout.torso]),
        heading=rpy[2],
        left_sole=point_of(mirror.site_xpos[left]),
        right_sole=point_of(mirror.site_xpos[right]),
        sole_headings=(_heading(mirror, left), _heading(mirror, right)),
        left_force=loads[0],
        right_force=loads[1],
        support=_support(*loads),
        slipping=(loads[0] > _LOADED and _speed(model, mirror, left) > _SLIP_SPEED)
        or (loads[1] > _LOADED and _speed(model, mirror, right) > _SLIP_SPEED),
        # On arrays this small, NumPy's functions cost several times as much as what they compute.
        outer_force=point_of(np.add.reduce(data.xfrc_applied)[:3]),
        penetration=max(0.0, -min(data.contact.dist.tolist(), default=0.0)),
        fastest_joint=max(map(abs, data.qvel[layout.dof].tolist())),
        ball=None if ball is None else ball.position,
        ball_velocity=None if ball is None else ball.velocity,
        props=props,
        battery_voltage=motors.voltage,
        power=motors.power,
        torques=tuple(motors.torque.tolist()),
        **others,
    )


def _rpy(quaternion: Sequence[float]) -> Point:
    return (*tilt(up_in_body(quaternion, (0.0, 0.0, 1.0))), yaw_of(quaternion))


def _support(left: float, right: float) -> Side | None:
    """Return the sole that alone carries the robot, from both forces in N."""
    total = left + right
    if total < _LOADED:
        return None
    if left > 0.9 * total:
        return Side.LEFT
    return Side.RIGHT if right > 0.9 * total else None


def _speed(model: Any, data: Any, site: int) -> float:
    velocity = np.zeros(6)
    kind = mujoco.mjtObj.mjOBJ_SITE
    mujoco.mj_objectVelocity(model, data, kind, site, velocity, 0)
    *_, x, y, _ = velocity.tolist()
    return math.hypot(x, y)


def _heading(data: Any, site: int) -> float:
    along = data.site_xmat[site]
    return math.atan2(float(along[3]), float(along[0]))
