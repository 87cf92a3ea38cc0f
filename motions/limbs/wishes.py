"""What may be asked of head and arms, beside any motion.

A wish is a level, as a request is: it holds until another one replaces it. Points are told from the
robot as it stood when the wish came, and stay where they are on the floor while it walks on; the
same wish with another `number` is a new one. After a fall, in somebody's hands and after a defect
nobody knows where they are, so that such a wish is forgotten until another one comes.
"""

import math
from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from annotated_types import Ge, Gt, Le

from hardware.declared import demand_declared
from hardware.units import Point, Ratio, Unit

_FASTEST = Unit("deg_per_s"), Gt(0.0), Le(math.degrees(20.0))
"""Twice what the fastest motor of a head can do."""

WishNumber = Annotated[int, Unit(""), Ge(0)]
HeadPan = Annotated[float, Unit("deg"), Ge(-180.0), Le(180.0)]
HeadTilt = Annotated[float, Unit("deg"), Ge(-90.0), Le(90.0)]
HeadSpeed = Annotated[float, *_FASTEST]
ArmAngles = Annotated[tuple[float, ...], Unit("deg"), Ge(-180.0), Le(180.0)]
ArmSpeeds = Annotated[tuple[float, ...], *_FASTEST]
FieldPoint = Annotated[Point, Unit("mm"), Ge(-20e3), Le(20e3)]
"""Points beyond are none of a field."""


class HeadMode(Enum):
    """What the head looks at."""

    ANGLES = "angles"
    """Its joints go to angles."""
    TARGET = "target"
    """A point above the floor or on it."""
    BALL = "ball"
    """The ball, wherever it is known to be; while none is known, the head stays."""


class CameraChoice(Enum):
    """Which camera sees the target in its middle."""

    AUTO = "auto"
    UPPER = "upper"
    LOWER = "lower"


class ArmProgram(Enum):
    """Ways of an arm that are written in `config/arms.yaml`."""

    BACK = "back"
    """Behind the back, out of the way of others."""
    READY = "ready"
    """Bent in front of the body."""
    RAISED = "raised"
    """Straight up."""


@dataclass(frozen=True, slots=True)
class HeadWish:
    """Where the head looks.

    Attributes:
        mode: At what.
        pan: With mode `angles`: to the left, rad.
        tilt: With mode `angles`: down, rad.
        keep_direction: With mode `angles`: the pan is kept over the floor while the robot turns.
        target: With mode `target`: forward, left, and up from the floor, m.
        camera: Which sees the target or the ball.
        speed: At most, rad/s.
        stop_and_go: The head rests again and again, for pictures without blur.
        number: Tells a new request from the same one repeated.

    Raises:
        ValueError: If a number is not finite or out of range, or belongs to another mode.
    """

    mode: HeadMode = HeadMode.ANGLES
    pan: HeadPan = 0.0
    tilt: HeadTilt = 0.0
    keep_direction: bool = False
    target: FieldPoint | None = None
    camera: CameraChoice = CameraChoice.AUTO
    speed: HeadSpeed = 1.0
    stop_and_go: bool = False
    number: WishNumber = 0

    @property
    def refers_to_a_place(self) -> bool:
        """Return whether it rests on where the robot was when the wish came."""
        return self.mode is HeadMode.TARGET or self.keep_direction

    def __post_init__(self) -> None:
        demand_declared(self)
        if self.target is None and self.mode is HeadMode.TARGET:
            raise ValueError("mode 'target' needs a 'target': forward, left, and up from the floor")
        if self.target is not None and self.mode is not HeadMode.TARGET:
            raise ValueError(f"'target' belongs to mode 'target', not to '{self.mode.value}'")
        angles = self.pan != 0.0 or self.tilt != 0.0 or self.keep_direction
        if angles and self.mode is not HeadMode.ANGLES:
            raise ValueError(
                f"'pan', 'tilt' and 'keep_direction' belong to mode 'angles', not to "
                f"'{self.mode.value}'"
            )


@dataclass(frozen=True, slots=True)
class ArmWish:
    """What one arm does; the walk's own swing goes on in the other.

    Attributes:
        program: A way of `config/arms.yaml`; it is played to its end, held as long as it is
            wished, and played backwards then.
        point_at: The arm points there: forward, left, and up from the floor, m.
        angles: Its joints go there, from the shoulder down, rad; those of this arm, not as of a
            left one.
        speeds: With `angles`: of each joint, rad/s.
        hand: How far the hand is open, 0 to 1, beside any of the three; the motion decides if not
            given.
        number: Tells a new point from the same one said again.

    Raises:
        ValueError: If not exactly one of the three is given, or a number is not finite or out of
            range.
    """

    program: ArmProgram | None = None
    point_at: FieldPoint | None = None
    angles: ArmAngles | None = None
    speeds: ArmSpeeds = ()
    hand: Ratio | None = None
    number: WishNumber = 0

    @property
    def refers_to_a_place(self) -> bool:
        """Return whether it rests on where the robot was when the wish came."""
        return self.point_at is not None

    def __post_init__(self) -> None:
        demand_declared(self)
        if [self.program, self.point_at, self.angles].count(None) != 2:
            raise ValueError("a wish of an arm is one of 'program', 'point_at' and 'angles'")
        if len(self.speeds) != len(self.angles or ()):
            raise ValueError("'angles' and 'speeds' belong together: give one for every joint")
