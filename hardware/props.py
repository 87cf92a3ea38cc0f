"""What can stand, lie and roll on the field beside the robot, one class each.

A class says all that is known of its thing: its fields with their units are the keys of a scenario,
its name in small letters is its own key there. How it moves and is touched is the simulation's
(`hardware/simulation/props/`). Places are in the world's frame: the robot starts in its origin and
looks along x, y is to its left. Nothing here is random.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

from annotated_types import Ge, Gt, Le

from hardware.declared import demand_declared
from hardware.units import FlatPoint, Heading, Length, PositiveLength, Unit

BallSpeed = Annotated[float, Unit("mm_per_s"), Ge(0.0), Le(8000.0)]
WalkingSpeed = Annotated[float, Unit("mm_per_s"), Ge(0.0), Le(2000.0)]
Deceleration = Annotated[float, Unit("m_per_s2"), Ge(0.0), Le(10.0)]

BALL_RADIUS: Final = 0.05
"""m; source: the rules of the Standard Platform League, a soft foam ball of 100 mm."""


def along(direction: float, size: float) -> FlatPoint:
    """Return the parts along x and y of a way or a speed of this size to a direction, rad."""
    return size * math.cos(direction), size * math.sin(direction)


class Prop:
    """Base of all; a subclass is plain data.

    Attributes:
        x: Place along the way the robot looks at first, m.
        y: To its left, m.

    Raises:
        ValueError: If a field is not of its type, or a number out of its range.
    """

    __slots__ = ()
    words: ClassVar[str]
    x: float
    y: float

    def __post_init__(self) -> None:
        demand_declared(self)


@dataclass(frozen=True, slots=True)
class Ball(Prop):
    """A ball that lies or rolls.

    Attributes:
        x: m.
        y: m.
        speed: With which it rolls at the start, m/s.
        direction: Where to, rad; 0 along x, positive to the left.
    """

    words = "ball"
    x: Length
    y: Length
    speed: BallSpeed = 0.0
    direction: Heading = 0.0


@dataclass(frozen=True, slots=True)
class Cylinder(Prop):
    """Something round that stands fast, such as a goal post, or goes its way, such as a referee.

    Attributes:
        x: m.
        y: m.
        radius: m.
        height: m.
        speed: With which it moves from the start on; nothing stops it, m/s.
        direction: Where to, rad; 0 along x, positive to the left.
    """

    words = "post"
    x: Length
    y: Length
    radius: PositiveLength = 0.05
    height: PositiveLength = 0.8
    speed: WalkingSpeed = 0.0
    direction: Heading = 0.0

    @property
    def moves(self) -> bool:
        """Return whether it goes its way, whatever is in it."""
        return self.speed > 0.0

    @property
    def velocity(self) -> FlatPoint:
        """Return how it moves, m/s."""
        return along(self.direction, self.speed)

    def at(self, time: float) -> FlatPoint:
        """Return where it is so long after the start, s."""
        vx, vy = self.velocity
        return self.x + time * vx, self.y + time * vy


@dataclass(frozen=True, slots=True)
class PassiveRobot(Prop):
    """A robot of 5.4 kg that stands stiffly on both feet; it can be pushed along, and over.

    Attributes:
        x: m.
        y: m.
        heading: Where it looks, rad; 0 along x.
    """

    words = "passive robot"
    x: Length
    y: Length
    heading: Heading = math.pi


@dataclass(frozen=True, slots=True)
class Patch(Prop):
    """A rectangle of another ground.

    Attributes:
        x: Its middle, m.
        y: Its middle, m.
        length: Along its heading, m.
        width: Across, m.
        heading: rad.
        friction: Of soles on it; other parts slide on it in proportion.
        time_constant: Softness of a sole on it, s; the field's if not given.
        rolling: By how much a rolling ball slows down on it, m/s2; as on the
            field if not given.
    """

    words = "patch of friction {friction}"
    x: Length
    y: Length
    length: PositiveLength
    width: PositiveLength
    friction: Annotated[float, Unit(""), Gt(0.0), Le(5.0)]
    heading: Heading = 0.0
    time_constant: Annotated[float, Unit("ms"), Ge(6.0), Le(60.0)] | None = None
    rolling: Deceleration | None = None


@dataclass(frozen=True, slots=True)
class Cable(Prop):
    """A cable that lies straight on the floor and is fixed there.

    Attributes:
        x: Its middle, m.
        y: Its middle, m.
        length: m.
        heading: Along it, rad.
        diameter: m.
    """

    words = "cable"
    x: Length
    y: Length
    length: PositiveLength
    heading: Heading = 0.0
    diameter: Annotated[float, Unit("mm"), Gt(0.0), Le(50.0)] = 0.01


def key_of(kind: type) -> str:
    """Return what scenarios call a class: its name in small letters, such as `passive_robot`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


PROPS: Final[Mapping[str, type[Prop]]] = {
    key_of(kind): kind for kind in (Ball, Cylinder, PassiveRobot, Patch, Cable)
}
"""Every kind of prop by its name, such as `passive_robot`."""
