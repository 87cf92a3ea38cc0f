"""What a NAO and its field look like: shapes and colours that touch nothing and weigh nothing.

A model for pictures is the physics' model dressed with these; the physics never sees them. Lengths
in m, in the frame of the body; left side only, the right is its mirror image.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Any

import mujoco
import numpy as np

from hardware.simulation.model import BALL, TORSO
from hardware.simulation.shapes import BALL_RADIUS, Form
from hardware.units import Point

VISIBLE = 1
"""Geometry group of everything here; contact shapes are in another one, which is not drawn."""


class Paint(Enum):
    """Colours: red, green, blue, alpha; specular, shininess, emission."""

    SHELL = (0.93, 0.93, 0.94, 1.0, 0.55, 0.65, 0.0)
    TRIM = (0.98, 0.45, 0.08, 1.0, 0.40, 0.55, 0.0)
    JOINT = (0.23, 0.24, 0.26, 1.0, 0.35, 0.45, 0.0)
    GREY = (0.56, 0.58, 0.61, 1.0, 0.40, 0.50, 0.0)
    BLACK = (0.05, 0.05, 0.06, 1.0, 0.60, 0.80, 0.0)
    EYE = (0.45, 0.85, 1.00, 1.0, 0.30, 0.60, 0.9)
    LED = (0.30, 0.65, 1.00, 1.0, 0.30, 0.60, 0.8)
    LINE = (0.95, 0.95, 0.93, 1.0, 0.05, 0.10, 0.0)
    POST = (0.97, 0.97, 0.97, 1.0, 0.40, 0.50, 0.0)
    BALL = (0.96, 0.96, 0.96, 1.0, 0.40, 0.50, 0.0)


@dataclass(frozen=True, slots=True)
class Look:
    """One visible primitive.

    Attributes:
        body: Name of the body, without the side for mirrored ones.
        form: Kind of primitive.
        size: Half extents of box and ellipsoid; radius in x for the others, m.
        at: Centre; one end of the axis of capsule and cylinder, m.
        paint: Its colour.
        to: Other end of the axis of capsule and cylinder, m.
        mirrored: Exists on both sides of the robot.
        twins: Exists at y and -y of the same body.
    """

    body: str
    form: Form
    size: Point
    at: Point
    paint: Paint
    to: Point = (0.0, 0.0, 0.0)
    mirrored: bool = False
    twins: bool = False


_FORMS = {
    Form.BOX: mujoco.mjtGeom.mjGEOM_BOX,
    Form.CAPSULE: mujoco.mjtGeom.mjGEOM_CAPSULE,
    Form.CYLINDER: mujoco.mjtGeom.mjGEOM_CYLINDER,
    Form.ELLIPSOID: mujoco.mjtGeom.mjGEOM_ELLIPSOID,
    Form.SPHERE: mujoco.mjtGeom.mjGEOM_SPHERE,
}


def _blob(
    body: str,
    size: Point,
    at: Point,
    paint: Paint = Paint.SHELL,
    *,
    mirrored: bool = False,
    twins: bool = False,
) -> Look:
    return Look(body, Form.ELLIPSOID, size, at, paint, mirrored=mirrored, twins=twins)


def _rod(
    body: str,
    radius: float,
    at: Point,
    to: Point,
    paint: Paint,
    *,
    form: Form = Form.CAPSULE,
    mirrored: bool = False,
    twins: bool = False,
) -> Look:
    size = (radius, 0.0, 0.0)
    return Look(body, form, size, at, paint, to, mirrored=mirrored, twins=twins)


def _disc(
    body: str,
    radius: float,
    at: Point,
    to: Point,
    paint: Paint,
    *,
    mirrored: bool = False,
    twins: bool = False,
) -> Look:
    form = Form.CYLINDER
    return _rod(body, radius, at, to, paint, form=form, mirrored=mirrored, twins=twins)


def _limb(body: str, size: Point, at: Point, paint: Paint = Paint.SHELL) -> Look:
    return _blob(body, size, at, paint, mirrored=True)


_HEAD = (
    _disc("neck", 0.026, (0, 0, -0.040), (0, 0, 0.005), Paint.JOINT),
    _blob("head", (0.062, 0.064, 0.055), (0, 0, 0.064)),
    _blob("head", (0.050, 0.058, 0.040), (0.012, 0, 0.048)),
    _blob("head", (0.034, 0.040, 0.022), (0.026, 0, 0.020), Paint.GREY),
    # Eyes: dark rings with lit pupils, wide apart and round, as every NAO has them.
    _disc("head", 0.0165, (0.040, 0.029, 0.062), (0.0600, 0.0310, 0.063), Paint.BLACK, twins=True),
    _disc("head", 0.0125, (0.050, 0.030, 0.0625), (0.0612, 0.0312, 0.063), Paint.EYE, twins=True),
    _disc("head", 0.0060, (0.055, 0.030, 0.0628), (0.0618, 0.0313, 0.063), Paint.BLACK, twins=True),
    # Cameras in forehead and mouth.
    _blob("head", (0.007, 0.008, 0.008), (0.054, 0, 0.089), Paint.BLACK),
    _blob("head", (0.006, 0.009, 0.007), (0.0575, 0, 0.032), Paint.BLACK),
    # Ears: loudspeaker discs with a coloured ring of lights.
    _disc("head", 0.033, (0, 0.050, 0.062), (0, 0.0655, 0.062), Paint.GREY, twins=True),
    _disc("head", 0.027, (0, 0.060, 0.062), (0, 0.0685, 0.062), Paint.TRIM, twins=True),
    _disc("head", 0.020, (0, 0.060, 0.062), (0, 0.0705, 0.062), Paint.SHELL, twins=True),
    # The three touch pads on top.
    _rod("head", 0.011, (0.030, 0, 0.104), (-0.030, 0, 0.104), Paint.JOINT),
    _rod("head", 0.0075, (0.012, 0, 0.1095), (-0.012, 0, 0.1095), Paint.LED),
)
_TORSO = (
    _blob("torso", (0.050, 0.083, 0.058), (0.000, 0, 0.078)),
    _blob("torso", (0.053, 0.068, 0.085), (-0.001, 0, 0.042)),
    _blob("torso", (0.046, 0.056, 0.062), (0.000, 0, -0.018), Paint.GREY),
    _blob("torso", (0.020, 0.046, 0.050), (0.036, 0, 0.052), Paint.SHELL),
    _blob("torso", (0.016, 0.020, 0.036), (0.034, 0.051, 0.064), Paint.TRIM, twins=True),
    _blob("torso", (0.024, 0.058, 0.066), (-0.040, 0, 0.056), Paint.SHELL),
    _blob("torso", (0.046, 0.060, 0.034), (0.000, 0, -0.070), Paint.JOINT),
    _disc("torso", 0.0135, (0.045, 0, 0.066), (0.0575, 0, 0.067), Paint.GREY),
    _disc("torso", 0.0095, (0.050, 0, 0.066), (0.0590, 0, 0.067), Paint.LED),
    _rod("torso", 0.030, (0, 0.070, 0.100), (0, 0.084, 0.100), Paint.JOINT, twins=True),
)
_ARM = (
    _limb("shoulder", (0.040, 0.033, 0.041), (0.000, -0.002, 0.000)),
    _disc("shoulder", 0.024, (0, 0.0, 0), (0, 0.0335, 0), Paint.TRIM, mirrored=True),
    _rod("upper_arm", 0.026, (0.010, 0.004, 0), (0.085, 0.012, 0), Paint.GREY, mirrored=True),
    _limb("upper_arm", (0.044, 0.031, 0.033), (0.052, 0.010, 0.0)),
    _limb("elbow", (0.026, 0.027, 0.027), (0.000, 0.000, 0.000), Paint.JOINT),
    _limb("lower_arm", (0.040, 0.027, 0.029), (0.030, 0.000, 0.000)),
    _rod("lower_arm", 0.021, (0.045, 0, 0), (0.058, 0, 0), Paint.TRIM, mirrored=True),
    _limb("wrist", (0.026, 0.022, 0.024), (0.018, 0.000, 0.000)),
    _limb("wrist", (0.024, 0.020, 0.018), (0.040, 0.000, 0.002), Paint.GREY),
    _rod("wrist", 0.008, (0.048, 0.012, 0.008), (0.078, 0.013, 0.002), Paint.JOINT, mirrored=True),
    _rod(
        "wrist", 0.008, (0.048, -0.008, 0.008), (0.078, -0.009, 0.002), Paint.JOINT, mirrored=True
    ),
    _rod(
        "wrist", 0.008, (0.046, -0.004, -0.014), (0.068, -0.004, -0.020), Paint.JOINT, mirrored=True
    ),
)
_LEG = (
    _limb("hip1", (0.034, 0.034, 0.034), (-0.004, 0.000, 0.008), Paint.JOINT),
    _limb("hip2", (0.040, 0.040, 0.036), (-0.006, 0.000, 0.000), Paint.GREY),
    _limb("thigh", (0.047, 0.043, 0.068), (0.003, 0.002, -0.044)),
    _limb("thigh", (0.020, 0.030, 0.046), (0.035, 0.002, -0.044), Paint.SHELL),
    _disc("thigh", 0.025, (0, 0.020, -0.020), (0.0, 0.0455, -0.020), Paint.TRIM, mirrored=True),
    _disc("tibia", 0.029, (0, -0.036, 0), (0.0, 0.036, 0), Paint.JOINT, mirrored=True),
    _limb("tibia", (0.040, 0.040, 0.062), (0.005, 0.001, -0.048)),
    _limb("tibia", (0.024, 0.032, 0.044), (-0.020, 0.001, -0.042), Paint.GREY),
    _rod("tibia", 0.012, (0.040, 0.0, -0.030), (0.036, 0.0, -0.068), Paint.TRIM, mirrored=True),
    _limb("ankle", (0.032, 0.034, 0.030), (0.000, 0.000, 0.002), Paint.JOINT),
)


def _foot() -> tuple[Look, ...]:
    """Return the foot: a dark sole and a rounded shell over it, with bumpers in front."""
    rim = 0.0135
    low, top = -0.045, -0.027
    corners = ((0.083, 0.029), (0.083, -0.021), (-0.034, 0.029), (-0.034, -0.021))
    sole = Look(
        "foot",
        Form.BOX,
        (0.072, 0.0405, 0.004),
        (0.0245, 0.0045, low + 0.004),
        Paint.JOINT,
        mirrored=True,
    )
    edges = tuple(
        _rod(
            "foot",
            rim,
            (*a, low + rim + 0.003),
            (*b, low + rim + 0.003),
            Paint.SHELL,
            mirrored=True,
        )
        for a, b in (
            (corners[0], corners[1]),
            (corners[1], corners[3]),
            (corners[3], corners[2]),
            (corners[2], corners[0]),
        )
    )
    middle = Look(
        "foot",
        Form.BOX,
        (0.0585, 0.030, 0.011),
        (0.0245, 0.004, top - 0.0065),
        Paint.SHELL,
        mirrored=True,
    )
    return (
        sole,
        *edges,
        middle,
        _limb("foot", (0.060, 0.033, 0.022), (0.022, 0.003, -0.022)),
        _limb("foot", (0.034, 0.031, 0.030), (-0.004, 0.002, -0.010)),
        _rod(
            "foot",
            0.0075,
            (0.092, 0.018, -0.031),
            (0.092, -0.010, -0.031),
            Paint.TRIM,
            mirrored=True,
        ),
    )


ROBOT_LOOKS = (*_HEAD, *_TORSO, *_ARM, *_LEG, *_foot())

FIELD = (4.5, 3.0)
"""Half length and half width of the field, m."""
_LINE = 0.025
"""Half width of a line, m."""
SUN: Point = (0.9, 1.1, 2.2)
"""Towards the sun."""
GRASS_LEVEL = -0.002
"""The turf gives way under the soles: drawn at this height, they stand on it, not in it, m."""


def dress(spec: Any) -> Any:
    """Add looks, field and light to the specification of a robot; returns the same one."""
    for paint in Paint:
        _add_material(spec, paint)
    _add_sky_and_light(spec)
    _add_field(spec)
    for look in ROBOT_LOOKS:
        for name, sign in _places(look):
            _add_look(spec, spec.body(name), look, sign)
    ball = spec.body(BALL)
    if ball is not None:
        _add_ball(spec, ball)
    return spec


def _add_material(spec: Any, paint: Paint) -> None:
    red, green, blue, alpha, specular, shininess, emission = paint.value
    material = spec.add_material(name=paint.name, rgba=(red, green, blue, alpha))
    material.specular, material.shininess, material.emission = specular, shininess, emission


def _places(look: Look) -> list[tuple[str, float]]:
    if look.mirrored:
        return [("l_" + look.body, 1.0), ("r_" + look.body, -1.0)]
    return [(look.body, 1.0), (look.body, -1.0)] if look.twins else [(look.body, 1.0)]


def _add_look(spec: Any, body: Any, look: Look, sign: float) -> None:
    geom = _add_visible(body, look.form, look.size, look.paint.name)
    x, y, z = look.at
    if look.form in (Form.CAPSULE, Form.CYLINDER):
        geom.fromto = (x, sign * y, z, look.to[0], sign * look.to[1], look.to[2])
    else:
        geom.pos = (x, sign * y, z)


def _add_visible(body: Any, form: Form, size: Point, material: str) -> Any:
    geom = body.add_geom(type=_FORMS[form], size=size, material=material, group=VISIBLE)
    geom.contype = geom.conaffinity = 0
    geom.density = geom.mass = 0.0
    return geom


def _add_ball(spec: Any, ball: Any) -> None:
    """Draw a white ball with dark patches, so that one sees it roll."""
    _add_visible(ball, Form.SPHERE, (BALL_RADIUS, 0.0, 0.0), Paint.BALL.name)
    golden = (1.0 + 5.0**0.5) / 2.0
    for a in (-1.0, 1.0):
        for b in (-golden, golden):
            for corner in ((0.0, a, b), (a, b, 0.0), (b, 0.0, a)):
                direction = np.array(corner) / np.linalg.norm(corner)
                patch = _add_visible(ball, Form.SPHERE, (0.018, 0.0, 0.0), Paint.BLACK.name)
                patch.pos = (BALL_RADIUS - 0.0165) * direction


def _add_sky_and_light(spec: Any) -> None:
    spec.add_texture(
        name="sky",
        type=mujoco.mjtTexture.mjTEXTURE_SKYBOX,
        builtin=mujoco.mjtBuiltin.mjBUILTIN_GRADIENT,
        rgb1=(0.80, 0.87, 0.94),
        rgb2=(0.32, 0.45, 0.60),
        width=256,
        height=256,
    )
    # The sun travels with the robot: its shadows are computed around its place only.
    sun = spec.body(TORSO).add_light(pos=tuple(2.0 * v for v in SUN), dir=tuple(-v for v in SUN))
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
    # The picture's scale, not that of a field seen from far away: shadows follow it.
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
    """Return a square metre of turf: mown stripes, tufts, blades; always the same."""
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
    """Add a line around a point; angle 0 runs along x."""
    line = spec.worldbody.add_geom(
        type=mujoco.mjtGeom.mjGEOM_BOX,
        size=(0.5 * length + _LINE, _LINE, 0.0004),
        pos=(x, y, GRASS_LEVEL + 0.0004),
        quat=(np.cos(0.5 * angle), 0.0, 0.0, np.sin(0.5 * angle)),
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
        post = _add_visible(world, Form.CAPSULE, (radius, 0.0, 0.0), Paint.POST.name)
        post.fromto = (*start, *end)
    back = x + sign * 0.5
    for y in (-half, half):
        for top in (0.02, height - 0.3):
            bar = _add_visible(world, Form.CAPSULE, (0.012, 0.0, 0.0), Paint.GREY.name)
            bar.fromto = (x, y, top if top < 0.1 else height, back, y, top)
