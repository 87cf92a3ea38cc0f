"""Floors of rooms and cables on them, by name, as props on the field."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Gt, Le

from hardware.props import Cable, Deceleration, Patch, Prop
from hardware.units import PositiveLength, Unit
from hsm.errors import UnknownNameError
from hsm.settings.loader import config_folder, load

_FIELD = 24.0
"""Length and width of what is laid, m: nobody walks out of it."""


@dataclass(frozen=True, slots=True)
class Floor:
    """One kind of floor.

    Attributes:
        friction: Of soles on it.
        time_constant: Softness of a sole on it, s.
        rolling: By how much a rolling ball slows down on it, m/s2.
    """

    friction: Annotated[float, Unit(""), Gt(0.0), Le(5.0)]
    time_constant: Annotated[float, Unit("ms"), Ge(6.0), Le(60.0)]
    rolling: Deceleration


@dataclass(frozen=True, slots=True)
class FloorParameters:
    """The floors of rooms, and how they are laid.

    Attributes:
        strip: Length of one floor where several are crossed, m.
        cable_diameter: m.
        cable_length: Across the way, m.
        first_cable: Where it lies ahead of the robot, m.
        cables_apart: From cable to cable, m.
        floors: By their names.
    """

    strip: PositiveLength
    cable_diameter: Annotated[float, Unit("mm"), Gt(0.0), Le(50.0)]
    cable_length: PositiveLength
    first_cable: PositiveLength
    cables_apart: PositiveLength
    floors: dict[str, Floor]


def lay_floors(names: Sequence[str], cables: int = 0) -> tuple[Prop, ...]:
    """Return the props that make a floor.

    Args:
        names: Of floors; one covers everything, several are crossed in their order along x, again
            and again, the first below the robot; none leaves the field's turf.
        cables: How many lie across the way ahead.

    Raises:
        UnknownNameError: If there is no floor of a name.
        ConfigError: If the file has mistakes.
    """
    parameters = load(config_folder() / "floors.yaml", FloorParameters)
    for name in names:
        if name not in parameters.floors:
            raise UnknownNameError("floor", name, sorted(parameters.floors))
    known = [parameters.floors[name] for name in names]
    props: list[Prop] = []
    if len(known) == 1:
        props.append(_patch(known[0], 0.0, _FIELD))
    elif known:
        strips = round(_FIELD / parameters.strip)
        for number in range(-(strips // 2), strips // 2):
            floor = known[number % len(known)]
            props.append(_patch(floor, number * parameters.strip, parameters.strip))
    length, diameter = parameters.cable_length, parameters.cable_diameter
    for number in range(cables):
        x = parameters.first_cable + number * parameters.cables_apart
        props.append(Cable(x, 0.0, length, heading=0.5 * math.pi, diameter=diameter))
    return tuple(props)


def _patch(floor: Floor, x: float, length: float) -> Patch:
    return Patch(
        x,
        0.0,
        length,
        _FIELD,
        floor.friction,
        time_constant=floor.time_constant,
        rolling=floor.rolling,
    )
