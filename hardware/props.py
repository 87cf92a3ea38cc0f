"""Objects on the field beside the robot, one class each.

The fields of a class, with their units, are the keys of a scenario; its name in snake case is the
key of the object itself. Its motion and contacts are simulated in `hardware/simulation/props/`.
Positions are in the world frame: the robot starts at the origin facing x, and y is to its left.
Nothing here is random.
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
    """Return the x and y components of a vector of this size in a direction, rad."""
    return size * math.cos(direction), size * math.sin(direction)


class Prop:
    """Base of all props; a subclass is plain data.

    Attributes:
        x: Position ahead of the robot's start, m.
        y: Position to the left of the robot's start, m.

    Raises:
        ValueError: If a field is not of its type, or a number is out of range.
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
        speed: Rolling speed at the start, m/s.
        direction: Direction of rolling, rad; 0 along x, positive to the left.
    """

    words = "ball"
    x: Length
    y: Length
    speed: BallSpeed = 0.0
    direction: Heading = 0.0


@dataclass(frozen=True, slots=True)
class Cylinder(Prop):
    """A round obstacle that is fixed, like a goal post, or moves steadily, like a referee.

    Attributes:
        x: m.
        y: m.
        radius: m.
        height: m.
        speed: Constant speed from the start on; nothing stops it, m/s.
        direction: Direction of motion, rad; 0 along x, positive to the left.
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
        """Return whether it moves; whatever is in its path does not stop it."""
        return self.speed > 0.0

    @property
    def velocity(self) -> FlatPoint:
        """Return its velocity, m/s."""
        return along(self.direction, self.speed)

    def at(self, time: float) -> FlatPoint:
        """Return its position at a time after the start, s."""
        vx, vy = self.velocity
        return self.x + time * vx, self.y + time * vy


@dataclass(frozen=True, slots=True)
class PassiveRobot(Prop):
    """A rigid robot of 5.4 kg standing on both feet; it can be pushed along or over.

    Attributes:
        x: m.
        y: m.
        heading: Direction it faces, rad; 0 along x.
    """

    words = "passive robot"
    x: Length
    y: Length
    heading: Heading = math.pi


@dataclass(frozen=True, slots=True)
class Patch(Prop):
    """A rectangle of ground with different properties.

    Attributes:
        x: Centre, m.
        y: Centre, m.
        length: Along its heading, m.
        width: Across its heading, m.
        heading: rad.
        friction: Friction of soles on it; that of other parts scales with it.
        time_constant: Softness of a sole on it, s; the field's if not given.
        rolling: Deceleration of a ball rolling on it, m/s2; as on the field if not
            given.
    """

    words = "patch"
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
    """A straight cable fixed to the floor.

    Attributes:
        x: Centre, m.
        y: Centre, m.
        length: m.
        heading: Direction of the cable, rad.
        diameter: m.
    """

    words = "cable"
    x: Length
    y: Length
    length: PositiveLength
    heading: Heading = 0.0
    diameter: Annotated[float, Unit("mm"), Gt(0.0), Le(50.0)] = 0.01


def key_of(kind: type) -> str:
    """Return the scenario key of a class: its name in snake case, such as `passive_robot`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


PROPS: Final[Mapping[str, type[Prop]]] = {
    key_of(kind): kind for kind in (Ball, Cylinder, PassiveRobot, Patch, Cable)
}
"""All kinds of props by key, such as `passive_robot`."""
