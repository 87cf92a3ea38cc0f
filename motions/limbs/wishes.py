"""Wishes for head and arms, alongside any motion.

A wish, like a request, holds until another one replaces it. Points are relative to the robot's pose
when the wish arrived, and stay fixed to the floor while it walks; the same wish with another
`number` is a new one. After a fall, while carried and after a defect their position is unknown, so
such a wish is forgotten until another one arrives.
"""

import math
from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from annotated_types import Ge, Gt, Le

from hardware.declared import demand_declared
from hardware.units import Point, Ratio, Unit

_FASTEST = Unit("deg_per_s"), Gt(0.0), Le(math.degrees(20.0))
"""Faster than any motor of head and arms turns without load."""

WishNumber = Annotated[int, Unit(""), Ge(0)]
HeadPan = Annotated[float, Unit("deg"), Ge(-180.0), Le(180.0)]
HeadTilt = Annotated[float, Unit("deg"), Ge(-90.0), Le(90.0)]
HeadSpeed = Annotated[float, *_FASTEST]
ArmAngles = Annotated[tuple[float, ...], Unit("deg"), Ge(-180.0), Le(180.0)]
ArmSpeeds = Annotated[tuple[float, ...], *_FASTEST]
FieldPoint = Annotated[Point, Unit("mm"), Ge(-20e3), Le(20e3)]
"""Points further away are on no field."""


class HeadMode(Enum):
    """What determines where the head looks."""

    ANGLES = "angles"
    """Joint angles."""
    TARGET = "target"
    """A point on or above the floor."""
    BALL = "ball"
    """The ball at its known position; while none is known, the head does not move."""


class CameraChoice(Enum):
    """The camera that centres the target in its picture."""

    AUTO = "auto"
    UPPER = "upper"
    LOWER = "lower"


class ArmProgram(Enum):
    """Arm programs of `config/arms.yaml`."""

    BACK = "back"
    """Behind the back, clear of others."""
    READY = "ready"
    """Bent in front of the body."""
    RAISED = "raised"
    """Straight up."""


@dataclass(frozen=True, slots=True)
class HeadWish:
    """Where the head looks.

    Attributes:
        mode: What determines where it looks.
        pan: With mode `angles`: to the left, rad.
        tilt: With mode `angles`: down, rad.
        keep_direction: With mode `angles`: the direction over the floor is kept while the robot
            turns.
        target: With mode `target`: forward, left, and up from the floor, m.
        camera: The camera that looks at the target or the ball.
        speed: Largest speed, rad/s.
        stop_and_go: The head rests periodically, for pictures without motion blur.
        number: Distinguishes a new wish from the same one repeated.

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
        """Return whether it depends on where the robot was when the wish arrived."""
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
    """Wish for one arm; the other keeps the swing of the walk.

    Attributes:
        program: A program of `config/arms.yaml`; it is played to its end, held while it is
            wished, and then played backwards.
        point_at: The arm points there: forward, left, and up from the floor, m.
        angles: Joint angles from the shoulder down, rad; those of this arm, not as of a left one.
        speeds: With `angles`: speed of each joint, rad/s.
        hand: Opening of the hand, 0 to 1, along with any of the three; the motion decides if not
            given.
        number: Distinguishes a new wish from the same one repeated.

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
        """Return whether it depends on where the robot was when the wish arrived."""
        return self.point_at is not None

    def __post_init__(self) -> None:
        demand_declared(self)
        if [self.program, self.point_at, self.angles].count(None) != 2:
            raise ValueError("an arm wish is exactly one of 'program', 'point_at' and 'angles'")
        if len(self.speeds) != len(self.angles or ()):
            raise ValueError("'angles' and 'speeds' belong together: give one for every joint")
