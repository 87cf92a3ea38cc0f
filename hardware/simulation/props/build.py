"""Adds props to the specification of robot and field; without props nothing is added."""

from collections.abc import Sequence
from typing import Any, Final

import mujoco

from hardware.props import BALL_RADIUS, Ball, Cable, Cylinder, PassiveRobot, Patch, Prop
from hardware.sensors_and_commands import GRAVITY
from hardware.simulation.plant.field import (
    BALL_PRIORITY,
    FLOOR,
    set_body_contact,
    set_contact,
    set_sole_contact,
)
from hardware.simulation.plant.model import FEET, add_hull
from hardware.simulation.plant.parameters import PlantParameters, SoleShape
from hardware.simulation.plant.sensors.rotations import upright
from hardware.simulation.plant.shapes import FOOT_SIZE, ContactGroup
from hardware.simulation.props.shapes import (
    PASSIVE_BODY,
    PASSIVE_CENTRE,
    PASSIVE_FEET,
    PASSIVE_INERTIA,
    PASSIVE_MASS,
    foot_outline,
    sole_plate,
)

BALL: Final = "ball"
BALL_MASS: Final = 0.044
"""kg; source: the ball of the Standard Platform League, as weighed by teams."""
BALL_INERTIA: Final = 2.0 / 3.0 * BALL_MASS * BALL_RADIUS**2
"""kg m2: a thin shell."""
BALL_SLIDING: Final = 0.5
"""Friction of the ball on any surface (assumption: soft foam)."""
_TORSION: Final = 0.005
REACH: Final = 0.03
"""Distance within which the physics lists what the ball may hit, m: for 5 m/s at steps of 3 ms."""

_ROBOT: Final = (
    ContactGroup.TRUNK | ContactGroup.LEFT_LEG | ContactGroup.RIGHT_LEG | ContactGroup.ARMS
)
_THINGS: Final = _ROBOT | ContactGroup.BALL | ContactGroup.PROP


def names_of(props: Sequence[Prop]) -> tuple[str, ...]:
    """Return the unique name of every prop's body; the ball's is `ball`."""
    return tuple(
        BALL if isinstance(prop, Ball) else f"{type(prop).__name__.lower()} {number}"
        for number, prop in enumerate(props)
    )


def ball_of(props: Sequence[Prop]) -> Ball | None:
    """Return the ball, or None without one.

    Raises:
        ValueError: If there are several.
    """
    balls = [prop for prop in props if isinstance(prop, Ball)]
    if len(balls) > 1:
        raise ValueError(f"only one ball is allowed (got {len(balls)})")
    return balls[0] if balls else None


def add_props(spec: Any, props: Sequence[Prop], parameters: PlantParameters) -> None:
    """Add props to a field with a robot.

    Args:
        spec: The model under construction, with the robot.
        props: The props, in their order.
        parameters: The plant.

    Raises:
        ValueError: If there are several balls.
    """
    ball = ball_of(props)
    if ball is not None:
        _add_ball(spec, ball, parameters)
    if any(isinstance(prop, Cable) for prop in props):
        _add_plates(spec, parameters)
    for name, prop in zip(names_of(props), props, strict=True):
        if isinstance(prop, Ball | Patch):
            continue
        body = spec.worldbody.add_body(
            name=name, pos=(prop.x, prop.y, 0.0), quat=upright(getattr(prop, "heading", 0.0))
        )
        if isinstance(prop, PassiveRobot):
            _add_passive_robot(body, parameters)
        elif isinstance(prop, Cylinder):
            body.mocap = prop.moves
            _add_cylinder(body, prop, parameters)
        elif isinstance(prop, Cable):
            _add_cable(body, prop, parameters)


def rolling_friction(deceleration: float) -> float:
    """Return MuJoCo's rolling friction, m, of a hollow ball with this deceleration, m/s2.

    The torque mu N slows the spin, and friction with the ground slows the ball with it: with the
    inertia 2/3 m r2 of a shell, a = mu g / (r (1 + 2/3)).
    """
    return deceleration * BALL_RADIUS * (1.0 + 2.0 / 3.0) / GRAVITY


def _add_ball(spec: Any, ball: Ball, parameters: PlantParameters) -> None:
    # Placed at its start from the beginning: at the origin it would overlap the robot's feet.
    body = spec.worldbody.add_body(name=BALL, pos=(ball.x, ball.y, BALL_RADIUS))
    body.add_freejoint(name=BALL)
    geom = body.add_geom(name=BALL, type=mujoco.mjtGeom.mjGEOM_SPHERE, size=(BALL_RADIUS, 0, 0))
    set_contact(geom, parameters.turf)
    body.mass, body.inertia, body.explicitinertial = BALL_MASS, (BALL_INERTIA,) * 3, True
    body.ipos = (0.0, 0.0, 0.0)  # without it MuJoCo uses the position of the body
    geom.priority, geom.friction[0] = BALL_PRIORITY, BALL_SLIDING
    geom.contype, geom.conaffinity = int(ContactGroup.BALL), 0
    geom.gap = REACH
    pair = spec.add_pair(name=BALL, geomname1=FLOOR, geomname2=BALL, condim=6)
    rolling = rolling_friction(parameters.ball.deceleration)
    pair.friction = (BALL_SLIDING, BALL_SLIDING, _TORSION, rolling, rolling)
    pair.solref, pair.solimp = geom.solref, geom.solimp
    for name in FEET:
        _add_outline(spec, name, parameters)


def _add_outline(spec: Any, foot: str, parameters: PlantParameters) -> None:
    """Let the ball collide with the rounded outline of a foot instead of its ground shape."""
    sole = spec.geom(foot)
    sole.conaffinity = int(sole.conaffinity) & ~int(ContactGroup.BALL)
    points = foot_outline(mirrored=foot == FEET[1])
    outline = spec.body(foot).add_geom(
        type=mujoco.mjtGeom.mjGEOM_MESH, meshname=add_hull(spec, f"{foot}_outline", points)
    )
    set_contact(outline, parameters.turf)
    outline.contype, outline.conaffinity = 0, int(ContactGroup.BALL)


def _add_plates(spec: Any, parameters: PlantParameters) -> None:
    """Close soles that consist of lines, so that a cable between the lines makes contact."""
    if parameters.body.sole_shape is SoleShape.BOX:
        return
    for name in FEET:
        points = sole_plate(float(spec.site(name).pos[2]), mirrored=name == FEET[1])
        plate = spec.body(name).add_geom(
            type=mujoco.mjtGeom.mjGEOM_MESH, meshname=add_hull(spec, f"{name}_plate", points)
        )
        set_body_contact(plate, parameters.turf, parameters.turf.shell_grip)
        plate.contype, plate.conaffinity = 0, int(ContactGroup.PROP)


def _add_cylinder(body: Any, prop: Cylinder, parameters: PlantParameters) -> None:
    half = 0.5 * prop.height
    geom = body.add_geom(
        type=mujoco.mjtGeom.mjGEOM_CYLINDER, size=(prop.radius, half, 0.0), pos=(0.0, 0.0, half)
    )
    set_contact(geom, parameters.turf)
    geom.contype, geom.conaffinity = int(ContactGroup.PROP), int(_THINGS)


def _add_cable(body: Any, prop: Cable, parameters: PlantParameters) -> None:
    """Add a cable, which is as soft as the turf below it and grips as soles do."""
    radius, half = 0.5 * prop.diameter, 0.5 * prop.length
    geom = body.add_geom(type=mujoco.mjtGeom.mjGEOM_CAPSULE, size=(radius, 0.0, 0.0))
    geom.fromto = (-half, 0.0, radius, half, 0.0, radius)
    set_contact(geom, parameters.turf)
    set_sole_contact(geom, parameters.turf)
    geom.contype, geom.conaffinity = int(ContactGroup.PROP), int(_THINGS)


def _add_passive_robot(body: Any, parameters: PlantParameters) -> None:
    body.add_freejoint(name=body.name)
    body.mass, body.inertia, body.explicitinertial = PASSIVE_MASS, PASSIVE_INERTIA, True
    body.ipos = PASSIVE_CENTRE
    turf = parameters.turf
    for place in PASSIVE_FEET:
        sole, foot = (
            body.add_geom(type=mujoco.mjtGeom.mjGEOM_BOX, size=FOOT_SIZE, pos=place)
            for _ in range(2)
        )
        set_contact(sole, turf)
        set_sole_contact(sole, turf)
        sole.contype, sole.conaffinity = 0, int(ContactGroup.FLOOR)
        set_body_contact(foot, turf, turf.shell_grip)
        foot.contype, foot.conaffinity = int(ContactGroup.PROP), int(_THINGS)
    for radius, start, end in PASSIVE_BODY:
        part = body.add_geom(type=mujoco.mjtGeom.mjGEOM_CAPSULE, size=(radius, 0.0, 0.0))
        part.fromto = (*start, *end)
        set_body_contact(part, turf, turf.shell_grip)
        part.contype, part.conaffinity = int(ContactGroup.PROP), int(_THINGS | ContactGroup.FLOOR)
