"""The appearance of a NAO and its field: shapes and colours without contact or mass.

The model for pictures is the model of the physics with these added; the physics itself never
contains them. Lengths are in m, in the frame of the body; left side only, the right is its mirror
image.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

from hardware.props import Prop
from hardware.simulation.pictures.paint import VISIBLE, Paint, add_material, add_visible
from hardware.simulation.pictures.prop_looks import dress_props
from hardware.simulation.pictures.scenery import add_scenery
from hardware.simulation.plant.model import TORSO
from hardware.simulation.plant.shapes import Form, places_of
from hardware.units import Point


@dataclass(frozen=True, slots=True)
class Look:
    """One visible primitive.

    Attributes:
        body: Name of the body, without the side.
        form: Kind of primitive.
        size: Half extents of box and ellipsoid; radius in x for the others, m.
        at: Centre, or one end of the axis of capsule and cylinder, m.
        paint: Colour.
        to: Other end of the axis of capsule and cylinder, m.
        twins: Exists at y and -y of the same body.
    """

    body: str
    form: Form
    size: Point
    at: Point
    paint: Paint
    to: Point = (0.0, 0.0, 0.0)
    twins: bool = False


def _blob(
    body: str, size: Point, at: Point, paint: Paint = Paint.SHELL, *, twins: bool = False
) -> Look:
    return Look(body, Form.ELLIPSOID, size, at, paint, twins=twins)


def _rod(
    body: str,
    radius: float,
    at: Point,
    to: Point,
    paint: Paint,
    *,
    form: Form = Form.CAPSULE,
    twins: bool = False,
) -> Look:
    return Look(body, form, (radius, 0.0, 0.0), at, paint, to, twins)


_disc = partial(_rod, form=Form.CYLINDER)


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
    _blob("shoulder", (0.040, 0.033, 0.041), (0.000, -0.002, 0.000)),
    _disc("shoulder", 0.024, (0, 0.0, 0), (0, 0.0335, 0), Paint.TRIM),
    _rod("upper_arm", 0.026, (0.010, 0.004, 0), (0.085, 0.012, 0), Paint.GREY),
    _blob("upper_arm", (0.044, 0.031, 0.033), (0.052, 0.010, 0.0)),
    _blob("elbow", (0.026, 0.027, 0.027), (0.000, 0.000, 0.000), Paint.JOINT),
    _blob("lower_arm", (0.040, 0.027, 0.029), (0.030, 0.000, 0.000)),
    _rod("lower_arm", 0.021, (0.045, 0, 0), (0.058, 0, 0), Paint.TRIM),
    _blob("wrist", (0.026, 0.022, 0.024), (0.018, 0.000, 0.000)),
    _blob("wrist", (0.024, 0.020, 0.018), (0.040, 0.000, 0.002), Paint.GREY),
    _rod("wrist", 0.008, (0.048, 0.012, 0.008), (0.078, 0.013, 0.002), Paint.JOINT),
    _rod("wrist", 0.008, (0.048, -0.008, 0.008), (0.078, -0.009, 0.002), Paint.JOINT),
    _rod("wrist", 0.008, (0.046, -0.004, -0.014), (0.068, -0.004, -0.020), Paint.JOINT),
)
_LEG = (
    _blob("hip1", (0.034, 0.034, 0.034), (-0.004, 0.000, 0.008), Paint.JOINT),
    _blob("hip2", (0.040, 0.040, 0.036), (-0.006, 0.000, 0.000), Paint.GREY),
    _blob("thigh", (0.047, 0.043, 0.068), (0.003, 0.002, -0.044)),
    _blob("thigh", (0.020, 0.030, 0.046), (0.035, 0.002, -0.044), Paint.SHELL),
    _disc("thigh", 0.025, (0, 0.020, -0.020), (0.0, 0.0455, -0.020), Paint.TRIM),
    _disc("tibia", 0.029, (0, -0.036, 0), (0.0, 0.036, 0), Paint.JOINT),
    _blob("tibia", (0.040, 0.040, 0.062), (0.005, 0.001, -0.048)),
    _blob("tibia", (0.024, 0.032, 0.044), (-0.020, 0.001, -0.042), Paint.GREY),
    _rod("tibia", 0.012, (0.040, 0.0, -0.030), (0.036, 0.0, -0.068), Paint.TRIM),
    _blob("ankle", (0.032, 0.034, 0.030), (0.000, 0.000, 0.002), Paint.JOINT),
)


def _foot() -> tuple[Look, ...]:
    """Return the foot: a dark sole and a rounded shell over it, with bumpers in front."""
    rim = 0.0135
    low, top = -0.045, -0.027
    front, back = 0.083, -0.034
    corners = ((front, 0.029), (front, -0.021), (back, -0.021), (back, 0.029))
    height = low + rim + 0.003
    return (
        Look("foot", Form.BOX, (0.072, 0.0405, 0.004), (0.0245, 0.0045, low + 0.004), Paint.JOINT),
        *(
            _rod("foot", rim, (*a, height), (*b, height), Paint.SHELL)
            for a, b in pairwise((*corners, corners[0]))
        ),
        Look("foot", Form.BOX, (0.0585, 0.030, 0.011), (0.0245, 0.004, top - 0.0065), Paint.SHELL),
        _blob("foot", (0.060, 0.033, 0.022), (0.022, 0.003, -0.022)),
        _blob("foot", (0.034, 0.031, 0.030), (-0.004, 0.002, -0.010)),
        _rod("foot", 0.0075, (0.092, 0.018, -0.031), (0.092, -0.010, -0.031), Paint.TRIM),
    )


ROBOT_LOOKS = (*_HEAD, *_TORSO, *_ARM, *_LEG, *_foot())


def dress(spec: Any, props: Sequence[Prop] = ()) -> Any:
    """Add visible shapes, field and light to the specification of a robot and return it.

    Args:
        spec: The robot, with its props.
        props: The props.
    """
    for paint in Paint:
        add_material(spec, paint)
    add_scenery(spec, TORSO)
    for look in ROBOT_LOOKS:
        for name, mirrored in places_of(look.body):
            for sign in (1.0, -1.0) if look.twins else (-1.0 if mirrored else 1.0,):
                _add_look(spec.body(name), look, sign)
    dress_props(spec, props)
    return spec


def dress_foreign(spec: Any, torso: str) -> Any:
    """Add field and light around a foreign model, whose own shapes are shown, and return it.

    Args:
        spec: The foreign robot on our field.
        torso: Name of its torso.
    """
    for geom in spec.geoms:
        # Visible shapes of models are in MuJoCo's first three groups; our contact shapes are in
        # the fourth.
        geom.group = VISIBLE if geom.group < 3 else geom.group
    for paint in Paint:
        add_material(spec, paint)
    add_scenery(spec, torso)
    return spec


def _add_look(body: Any, look: Look, sign: float) -> None:
    geom = add_visible(body, look.form, look.size, look.paint.name)
    x, y, z = look.at
    if look.form in (Form.CAPSULE, Form.CYLINDER):
        geom.fromto = (x, sign * y, z, look.to[0], sign * look.to[1], look.to[2])
    else:
        geom.pos = (x, sign * y, z)
