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
"""Length and width of the covered area, m: no run leaves it."""


@dataclass(frozen=True, slots=True)
class Floor:
    """One type of floor.

    Attributes:
        friction: Friction of soles on it.
        time_constant: Softness of a sole on it, s.
        rolling: Deceleration of a rolling ball on it, m/s2.
    """

    friction: Annotated[float, Unit(""), Gt(0.0), Le(5.0)]
    time_constant: Annotated[float, Unit("ms"), Ge(6.0), Le(60.0)]
    rolling: Deceleration


@dataclass(frozen=True, slots=True)
class FloorParameters:
    """The floors of rooms, and their layout.

    Attributes:
        strip: Length of one floor if several alternate, m.
        cable_diameter: m.
        cable_length: Length across the direction of walking, m.
        first_cable: Distance of the first cable ahead of the robot, m.
        cables_apart: Distance between cables, m.
        floors: Floors by name.
    """

    strip: PositiveLength
    cable_diameter: Annotated[float, Unit("mm"), Gt(0.0), Le(50.0)]
    cable_length: PositiveLength
    first_cable: PositiveLength
    cables_apart: PositiveLength
    floors: dict[str, Floor]


def lay_floors(names: Sequence[str], cables: int = 0) -> tuple[Prop, ...]:
    """Return the props that make up a floor.

    Args:
        names: Names of floors. One covers everything; several alternate in strips along x, with
            the first below the robot; none leaves the field's turf.
        cables: Number of cables across the path, ahead of the robot.

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
