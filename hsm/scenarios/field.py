"""Props on the field of a scenario, and checks for overlaps."""

import math
from collections.abc import Iterator, Sequence
from typing import Final

from hardware.postures import Posture
from hardware.props import BALL_RADIUS, PROPS, Ball, Cable, Cylinder, PassiveRobot, Patch, Prop
from hsm.scenarios.one_of import OneOf, one_of
from hsm.settings.located_yaml import DataPath

_PASSIVE_RADIUS: Final = 0.13
"""m: circle around the soles of a standing robot."""
_FEET: Final = (-0.06, 0.11, 0.11)
"""Area of the feet of a standing robot: from and to along x, half width along y, m."""
_LYING: Final = (-0.65, 0.65, 0.35)
"""Area that a lying robot may cover, likewise."""


@one_of(PROPS)
class OneProp(OneOf[Prop]):
    """One prop."""

    @property
    def prop(self) -> Prop:
        """Return the prop."""
        return self.given


def mistakes_of_props(
    entries: Sequence[OneProp], posture: Posture
) -> Iterator[tuple[DataPath, str]]:
    """Yield all props that cannot be placed, given the robot's starting posture, by path."""
    balls = [number for number, entry in enumerate(entries) if isinstance(entry.prop, Ball)]
    for number in balls[1:]:
        yield ("props", number), f"only one ball is allowed, and props[{balls[0]}] is one"
    for number, entry in enumerate(entries):
        place = ("props", number, entry.name)
        short = _into_robot(entry.prop, posture)
        if short > 0.0:
            yield place, f"overlaps the robot: move it away by {1e3 * short:.0f} mm"
        for other, before in enumerate(entries[:number]):
            short = _into_other(entry.prop, before.prop)
            if short > 0.0:
                yield place, f"overlaps props[{other}] by {1e3 * short:.0f} mm"


def _radius(prop: Prop) -> float | None:
    """Return the radius of an upright prop or ball, m; None for one that lies flat."""
    match prop:
        case Ball():
            return BALL_RADIUS
        case Cylinder():
            return prop.radius
        case PassiveRobot():
            return _PASSIVE_RADIUS
    return None


def _into_robot(prop: Prop, posture: Posture) -> float:
    """Return the overlap of a prop with the robot's area at the start, m; negative if apart."""
    back, front, aside = _LYING if posture.is_lying else _FEET
    points, radius = [(prop.x, prop.y)], _radius(prop)
    if isinstance(prop, Patch):
        return 0.0
    if isinstance(prop, Cable):
        radius, steps = 0.5 * prop.diameter, 50
        c, s = math.cos(prop.heading), math.sin(prop.heading)
        along = [(step / steps - 0.5) * prop.length for step in range(steps + 1)]
        points = [(prop.x + c * way, prop.y + s * way) for way in along]
    assert radius is not None
    away = min(
        math.hypot(max(back - x, 0.0, x - front), max(abs(y) - aside, 0.0)) for x, y in points
    )
    return radius - away


def _into_other(one: Prop, other: Prop) -> float:
    """Return the overlap of two upright props, m; negative if apart."""
    first, second = _radius(one), _radius(other)
    if first is None or second is None:
        return 0.0
    return first + second - math.hypot(one.x - other.x, one.y - other.y)
