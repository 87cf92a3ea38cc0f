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

from annotated_types import Ge

from hardware.units import Angle, AngularSpeed, LengthPoint, Point, Ratio, Unit

_FURTHEST = 20.0
"""Points beyond are none of a field, m."""
_FASTEST = 20.0
"""Twice what the fastest motor of a head can do, rad/s."""

WishNumber = Annotated[int, Unit(""), Ge(0)]
ArmAngles = Annotated[tuple[float, ...], Unit("deg")]
ArmSpeeds = Annotated[tuple[float, ...], Unit("deg_per_s")]


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
    pan: Angle = 0.0
    tilt: Angle = 0.0
    keep_direction: bool = False
    target: LengthPoint | None = None
    camera: CameraChoice = CameraChoice.AUTO
    speed: AngularSpeed = 1.0
    stop_and_go: bool = False
    number: WishNumber = 0

    @property
    def refers_to_a_place(self) -> bool:
        """Return whether it rests on where the robot was when the wish came."""
        return self.mode is HeadMode.TARGET or self.keep_direction

    def __post_init__(self) -> None:
        _demand("pan", self.pan, math.pi, "rad")
        _demand("tilt", self.tilt, 0.5 * math.pi, "rad")
        if not 0.0 < self.speed <= _FASTEST:
            raise ValueError(f"speed {self.speed} rad/s of the head is not in (0, {_FASTEST:g}]")
        if (self.target is not None) != (self.mode is HeadMode.TARGET):
            raise ValueError(f"'target' belongs to mode 'target', not to '{self.mode.value}'")
        if self.target is not None:
            _demand_point("target", self.target)
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
    point_at: LengthPoint | None = None
    angles: ArmAngles | None = None
    speeds: ArmSpeeds = ()
    hand: Ratio | None = None
    number: WishNumber = 0

    @property
    def refers_to_a_place(self) -> bool:
        """Return whether it rests on where the robot was when the wish came."""
        return self.point_at is not None

    def __post_init__(self) -> None:
        if [self.program, self.point_at, self.angles].count(None) != 2:
            raise ValueError("a wish of an arm is one of 'program', 'point_at' and 'angles'")
        for angle in self.angles or ():
            _demand("an angle", angle, math.pi, "rad")
        if len(self.speeds) != len(self.angles or ()):
            raise ValueError("'angles' and 'speeds' belong together: give one for every joint")
        if not all(0.0 < speed <= _FASTEST for speed in self.speeds):
            raise ValueError(f"speeds {self.speeds} rad/s of an arm are not in (0, {_FASTEST:g}]")
        if self.hand is not None and not 0.0 <= self.hand <= 1.0:
            raise ValueError(f"hand {self.hand} is not in [0, 1]")
        if self.point_at is not None:
            _demand_point("point_at", self.point_at)


def _demand(name: str, value: float, most: float, unit: str) -> None:
    if not -most <= value <= most:  # neither is NaN
        raise ValueError(f"{name} {value} {unit} is not in [{-most:.4g}, {most:.4g}]")


def _demand_point(name: str, point: Point) -> None:
    for axis, value in zip("xyz", point, strict=True):
        _demand(f"{axis} of {name}", value, _FURTHEST, "m")
