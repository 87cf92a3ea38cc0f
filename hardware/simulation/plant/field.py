"""Parts shared by all simulated robots: the ground, a person's hands, sensors.

The ground is a fixed floor and a piece of turf under each foot, which `terrain.py` moves.
"""

from collections.abc import Sequence
from typing import Any

import mujoco
import numpy as np

from hardware.sensors_and_commands import GRAVITY
from hardware.simulation.plant.parameters import TurfParameters
from hardware.simulation.plant.shapes import ContactGroup
from hardware.units import Point

HOLDER = "holder"
FLOOR = "floor"
TURF = ("left_turf", "right_turf")

BODY_PRIORITY, TURF_PRIORITY, SOLE_PRIORITY, BALL_PRIORITY = 1, 2, 3, 4
"""Priorities of friction and softness in a contact: the floor's count only if no other does."""

_FORCE_AND_POSITION = (1 << int(mujoco.mjtConDataField.mjCONDATA_FORCE)) | (
    1 << int(mujoco.mjtConDataField.mjCONDATA_POS)
)
_NET_FORCE = 3


def tilt(spec: Any, turf: TurfParameters) -> None:
    """Tilt the floor by tilting gravity, so that no shape has to move."""
    sin_roll, sin_pitch = np.sin(turf.tilt_roll), np.sin(turf.tilt_pitch)
    # With two slopes of 45 deg the remainder is zero, and rounding may make it negative.
    left = max(0.0, 1.0 - sin_roll**2 - sin_pitch**2)
    down = np.array((sin_pitch, -sin_roll, -np.sqrt(left)))
    spec.option.gravity = GRAVITY * down


def vertical(model: Any) -> Point:
    """Return the unit vector against a model's gravity."""
    gravity = model.opt.gravity
    x, y, z = (-gravity / np.linalg.norm(gravity)).tolist()
    return x, y, z


def add_ground(spec: Any, turf: TurfParameters) -> None:
    """Add the fixed floor and the two pieces of turf that follow the feet."""
    world = spec.worldbody
    _add_plane(world, FLOOR, ContactGroup.FLOOR, turf)
    for name, group in zip(TURF, (ContactGroup.LEFT_TURF, ContactGroup.RIGHT_TURF), strict=True):
        plane = _add_plane(world.add_body(name=name, mocap=True), name, group, turf)
        set_sole_contact(plane, turf)
        plane.priority = TURF_PRIORITY


def _add_plane(body: Any, name: str, group: ContactGroup, turf: TurfParameters) -> Any:
    geom = body.add_geom(name=name, type=mujoco.mjtGeom.mjGEOM_PLANE, size=(0.0, 0.0, 1.0))
    geom.contype, geom.conaffinity = int(group), 0
    set_contact(geom, turf)
    return geom


def set_contact(geom: Any, turf: TurfParameters) -> None:
    """Give a shape the friction of the field and the softness of all contacts except the soles'."""
    geom.friction[0] = turf.friction
    geom.condim = 3
    geom.solref = (turf.body_time_constant, 1.0)
    geom.solimp = (0.9, 0.99, 0.001, 0.5, 2.0)
    geom.density = 0.0
    geom.group = 3


def set_body_contact(geom: Any, turf: TurfParameters, grip: float) -> None:
    """Give a shape of a robot its friction, as a fraction of the soles', and its softness."""
    set_contact(geom, turf)
    geom.priority, geom.friction[0] = BODY_PRIORITY, turf.friction * grip


def set_sole_contact(geom: Any, turf: TurfParameters) -> None:
    """Give a shape the softness of a sole on turf, with priority over that of its partner."""
    geom.priority = SOLE_PRIORITY
    geom.solref = (turf.time_constant, 1.0)
    geom.solimp = (turf.soft_impedance, turf.stiff_impedance, turf.depth, 0.5, 2.0)


def add_holder(spec: Any, torso: str) -> None:
    """Add a person's hands, to which the torso can be tied."""
    spec.worldbody.add_body(name=HOLDER, mocap=True)
    weld = spec.add_equality(
        name=HOLDER,
        type=mujoco.mjtEq.mjEQ_WELD,
        objtype=mujoco.mjtObj.mjOBJ_BODY,
        name1=HOLDER,
        name2=torso,
        active=False,
    )
    # Arms are soft: their time constant is a tenth of a second.
    weld.solref = (0.1, 1.0)
    # Anchor at the torso's origin, same pose; rotation is held as firmly as translation.
    weld.data[:] = 0.0
    weld.data[6] = weld.data[10] = 1.0


def add_sensors(
    spec: Any,
    torso: Any,
    imu: Point,
    touched: Sequence[str],
    *,
    with_children: bool = False,
) -> None:
    """Add the sensors in the order used by `sensors/readings.py`: accelerometer, contact forces.

    Args:
        spec: The model under construction.
        torso: Body that carries the inertial unit, with the unit's axes.
        imu: Position of the unit in the torso, m.
        touched: Left foot, right foot, head, torso.
        with_children: Contacts of bodies fixed to the feet count as theirs.
    """
    site = torso.add_site(name="imu", pos=imu)
    spec.add_sensor(
        type=mujoco.mjtSensor.mjSENS_ACCELEROMETER,
        objtype=mujoco.mjtObj.mjOBJ_SITE,
        objname=site.name,
    )
    for index, body in enumerate(touched):
        whole = with_children and index < 2
        sensor = spec.add_sensor(
            name=body,
            type=mujoco.mjtSensor.mjSENS_CONTACT,
            objtype=mujoco.mjtObj.mjOBJ_XBODY if whole else mujoco.mjtObj.mjOBJ_BODY,
            objname=body,
        )
        sensor.intprm[:3] = (_FORCE_AND_POSITION, _NET_FORCE, 1)
