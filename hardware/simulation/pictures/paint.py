"""Colours, and adding visible shapes, which have neither contact nor mass."""

from enum import Enum
from typing import Any

from hardware.simulation.plant.shapes import Form
from hardware.units import Point

VISIBLE = 1
"""Geometry group of visible shapes; contact shapes are in another one, which is not drawn."""


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
    OTHER = (0.20, 0.33, 0.62, 1.0, 0.40, 0.50, 0.0)
    SLIPPERY = (0.62, 0.74, 0.80, 1.0, 0.60, 0.80, 0.0)
    STICKY = (0.36, 0.25, 0.16, 1.0, 0.05, 0.10, 0.0)


def add_material(spec: Any, paint: Paint) -> None:
    """Add a paint to a specification, under its own name."""
    red, green, blue, alpha, specular, shininess, emission = paint.value
    material = spec.add_material(name=paint.name, rgba=(red, green, blue, alpha))
    material.specular, material.shininess, material.emission = specular, shininess, emission


def add_visible(body: Any, form: Form, size: Point, material: str) -> Any:
    """Add a visible shape to a body and return it."""
    geom = body.add_geom(type=form.value, size=size, material=material, group=VISIBLE)
    geom.contype = geom.conaffinity = 0
    geom.density = geom.mass = 0.0
    return geom
