"""The robot's surroundings, for display only: a lit green field with white lines and two goals."""

from typing import Any

import mujoco
import numpy as np

from hardware.simulation.pictures.paint import VISIBLE, Paint, add_visible
from hardware.simulation.plant.sensors.rotations import upright
from hardware.simulation.plant.shapes import Form
from hardware.units import Point

FIELD = (4.5, 3.0)
"""Half length and half width of the field, m."""
_LINE = 0.025
"""Half width of a line, m."""
SUN: Point = (0.9, 1.1, 2.2)
"""Direction towards the sun."""
GRASS_LEVEL = -0.002
"""Height of the drawn turf, m: soles sink in slightly and would otherwise appear cut off."""


def add_scenery(spec: Any, torso: str) -> None:
    """Add sky, light, lawn, lines and goals; the paints must be in the specification.

    Args:
        spec: The specification to extend.
        torso: Name of the body that the sun follows.
    """
    _add_sky_and_light(spec, torso)
    _add_field(spec)


def _add_sky_and_light(spec: Any, torso: str) -> None:
    spec.add_texture(
        name="sky",
        type=mujoco.mjtTexture.mjTEXTURE_SKYBOX,
        builtin=mujoco.mjtBuiltin.mjBUILTIN_GRADIENT,
        rgb1=(0.80, 0.87, 0.94),
        rgb2=(0.32, 0.45, 0.60),
        width=256,
        height=256,
    )
    # The sun moves with the robot: shadows are computed only around the light's position.
    sun = spec.body(torso).add_light(pos=tuple(2.0 * v for v in SUN), dir=tuple(-v for v in SUN))
    sun.mode = mujoco.mjtCamLight.mjCAMLIGHT_TRACK
    sun.type = mujoco.mjtLightType.mjLIGHT_DIRECTIONAL
    sun.diffuse, sun.specular, sun.ambient = (0.62, 0.61, 0.58), (0.35, 0.35, 0.35), (0, 0, 0)
    sun.castshadow = True
    fill = spec.worldbody.add_light(pos=(2.0, -3.0, 3.0), dir=(-0.5, 0.7, -0.5))
    fill.type = mujoco.mjtLightType.mjLIGHT_DIRECTIONAL
    fill.diffuse, fill.specular, fill.castshadow = (0.20, 0.22, 0.25), (0.05, 0.05, 0.05), False
    visual = spec.visual
    visual.headlight.ambient = (0.34, 0.35, 0.37)
    visual.headlight.diffuse = (0.14, 0.14, 0.14)
    visual.headlight.specular = (0.05, 0.05, 0.05)
    visual.quality.shadowsize = 4096
    visual.quality.numslices, visual.quality.numstacks = 20, 14
    visual.map.shadowclip = 2.0
    visual.map.znear, visual.map.zfar = 0.02, 40.0
    visual.map.haze = 0.4
    visual.global_.offwidth, visual.global_.offheight = 1920, 1080
    # The scale of the picture, not of the whole field: it determines the shadows.
    spec.stat.extent, spec.stat.center = 1.5, (0.0, 0.0, 0.2)


def _add_field(spec: Any) -> None:
    grass = _grass()
    texture = spec.add_texture(name="grass", type=mujoco.mjtTexture.mjTEXTURE_2D)
    texture.width = texture.height = grass.shape[0]
    texture.nchannel = 3
    texture.data = grass.tobytes()
    material = spec.add_material(name="grass", rgba=(1.0, 1.0, 1.0, 1.0))
    material.textures[mujoco.mjtTextureRole.mjTEXROLE_RGB] = "grass"
    material.texrepeat, material.texuniform = (1.0, 1.0), True
    material.specular, material.shininess = 0.0, 0.0
    lawn = spec.worldbody.add_geom(
        type=mujoco.mjtGeom.mjGEOM_PLANE,
        size=(FIELD[0] + 3.0, FIELD[1] + 3.0, 1.0),
        pos=(0.0, 0.0, GRASS_LEVEL),
        material="grass",
        group=VISIBLE,
    )
    lawn.contype = lawn.conaffinity = 0
    lawn.castshadow = False
    _add_lines(spec)
    for sign in (-1.0, 1.0):
        _add_goal(spec, sign)


def _grass() -> Any:
    """Return the texture of a square metre of turf, always the same: stripes, tufts, blades."""
    rng = np.random.default_rng(1)
    size = 512
    blades = rng.normal(0.0, 1.0, (size, size))
    tufts = np.kron(rng.normal(0.0, 1.0, (64, 64)), np.ones((8, 8)))
    tufts = 0.25 * (
        tufts + np.roll(tufts, 4, 0) + np.roll(tufts, 4, 1) + np.roll(tufts, (4, 4), (0, 1))
    )
    stripe = np.where(np.arange(size) < size // 2, 1.0, -1.0)[None, :]
    light = 1.0 + 0.10 * blades + 0.12 * tufts + 0.035 * stripe
    colour = light[:, :, None] * np.array((52.0, 118.0, 50.0))
    return np.clip(colour, 0, 255).astype(np.uint8)


def _add_line(spec: Any, x: float, y: float, length: float, *, angle: float = 0.0) -> None:
    """Add a line centred on a point; angle 0 is along x."""
    line = spec.worldbody.add_geom(
        type=mujoco.mjtGeom.mjGEOM_BOX,
        size=(0.5 * length + _LINE, _LINE, 0.0004),
        pos=(x, y, GRASS_LEVEL + 0.0004),
        quat=upright(angle),
        material=Paint.LINE.name,
        group=VISIBLE,
    )
    line.contype = line.conaffinity = 0
    line.castshadow = False


def _add_lines(spec: Any) -> None:
    across = 0.5 * np.pi
    half_length, half_width = FIELD
    for sign in (-1.0, 1.0):
        _add_line(spec, 0.0, sign * half_width, 2.0 * half_length)
        _add_line(spec, sign * half_length, 0.0, 2.0 * half_width, angle=across)
        for depth, width in ((0.6, 2.2), (1.65, 4.0)):
            _add_line(spec, sign * (half_length - depth), 0.0, width, angle=across)
            for side in (-0.5, 0.5):
                _add_line(spec, sign * (half_length - 0.5 * depth), side * width, depth)
    _add_line(spec, 0.0, 0.0, 2.0 * half_width, angle=across)
    pieces, radius = 48, 0.75
    for index in range(pieces):
        angle = 2.0 * np.pi * index / pieces
        chord = 2.0 * np.pi * radius / pieces - 1.6 * _LINE
        x, y = radius * np.cos(angle), radius * np.sin(angle)
        _add_line(spec, x, y, chord, angle=angle + across)


def _add_goal(spec: Any, sign: float) -> None:
    x, half, height, radius = sign * FIELD[0], 0.75, 0.8, 0.05
    world = spec.worldbody
    ends = (
        ((x, -half, 0.0), (x, -half, height)),
        ((x, half, 0.0), (x, half, height)),
        ((x, -half, height), (x, half, height)),
    )
    for start, end in ends:
        post = add_visible(world, Form.CAPSULE, (radius, 0.0, 0.0), Paint.POST.name)
        post.fromto = (*start, *end)
    back = x + sign * 0.5
    for y in (-half, half):
        for top in (0.02, height - 0.3):
            bar = add_visible(world, Form.CAPSULE, (0.012, 0.0, 0.0), Paint.GREY.name)
            bar.fromto = (x, y, top if top < 0.1 else height, back, y, top)
