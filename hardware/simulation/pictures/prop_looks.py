"""The appearance of props: a ball with patches, posts, passive robots, cables, other ground."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from hardware.props import BALL_RADIUS, Ball, Cable, Cylinder, PassiveRobot, Patch, Prop
from hardware.simulation.pictures.paint import Paint, add_visible
from hardware.simulation.pictures.scenery import GRASS_LEVEL
from hardware.simulation.plant.sensors.rotations import upright
from hardware.simulation.plant.shapes import FOOT_SIZE, Form
from hardware.simulation.props.build import BALL, names_of
from hardware.simulation.props.shapes import PASSIVE_BODY, PASSIVE_FEET

_USUAL_FRICTION = 0.6
"""Patches with less friction are drawn bright, those with more dark."""
_LEVEL = 0.0012
"""Height of patches above the drawn turf, m: above the lines, below the floor of the physics."""


def dress_props(spec: Any, props: Sequence[Prop]) -> None:
    """Add visible shapes to the props of a specification, which must contain the paints."""
    for name, prop in zip(names_of(props), props, strict=True):
        match prop:
            case Ball():
                _add_ball(spec.body(BALL))
            case Cylinder():
                post = add_visible(
                    spec.body(name), Form.CYLINDER, (prop.radius, 0.0, 0.0), Paint.POST.name
                )
                post.fromto = (0.0, 0.0, 0.0, 0.0, 0.0, prop.height)
            case Cable():
                radius, half = 0.5 * prop.diameter, 0.5 * prop.length
                cable = add_visible(
                    spec.body(name), Form.CAPSULE, (radius, 0.0, 0.0), Paint.BLACK.name
                )
                cable.fromto = (-half, 0.0, radius, half, 0.0, radius)
            case PassiveRobot():
                _add_robot(spec.body(name))
            case Patch():
                _add_patch(spec.worldbody, prop)


def _add_ball(ball: Any) -> None:
    """Add a white ball with dark patches, so that its rolling is visible."""
    add_visible(ball, Form.SPHERE, (BALL_RADIUS, 0.0, 0.0), Paint.BALL.name)
    golden = (1.0 + 5.0**0.5) / 2.0
    for a in (-1.0, 1.0):
        for b in (-golden, golden):
            for corner in ((0.0, a, b), (a, b, 0.0), (b, 0.0, a)):
                direction = np.array(corner) / np.linalg.norm(corner)
                patch = add_visible(ball, Form.SPHERE, (0.018, 0.0, 0.0), Paint.BLACK.name)
                patch.pos = (BALL_RADIUS - 0.0165) * direction


def _add_robot(body: Any) -> None:
    for place in PASSIVE_FEET:
        add_visible(body, Form.BOX, FOOT_SIZE, Paint.JOINT.name).pos = place
    for number, (radius, start, end) in enumerate(PASSIVE_BODY):
        paint = Paint.OTHER if 2 <= number < 4 else Paint.GREY
        part = add_visible(body, Form.CAPSULE, (radius, 0.0, 0.0), paint.name)
        part.fromto = (*start, *end)


def _add_patch(world: Any, prop: Patch) -> None:
    paint = Paint.STICKY if prop.friction > _USUAL_FRICTION else Paint.SLIPPERY
    size = (0.5 * prop.length, 0.5 * prop.width, 0.0003)
    geom = add_visible(world, Form.BOX, size, paint.name)
    geom.pos = (prop.x, prop.y, GRASS_LEVEL + _LEVEL)
    geom.quat = upright(prop.heading)
