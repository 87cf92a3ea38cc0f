"""Where a walk may be asked to go: one class for every kind of errand, given beside its motion.

Every class says whether it `refers_to_a_place` that rests on where the robot was: odometry counts
no way in a fall or in somebody's hands, so that such a place is lost there. A direction is not, for
gyros go on in the air; nor is what lies on the field or is seen.
"""

import math
from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from annotated_types import Gt, Le

from hardware.declared import demand_declared
from hardware.robots.model import Side
from hardware.units import (
    FlatPoint,
    Heading,
    Length,
    PositiveLength,
    PositiveRatio,
    Unit,
    UnsignedLength,
)

TurnTolerance = Annotated[float, Unit("deg"), Gt(0.0), Le(180.0)]


class TargetFrame(Enum):
    """In which frame a place is given."""

    ROBOT = "robot"
    """As seen by the robot at the moment at which the wish comes."""
    ODOMETRY = "odometry"
    """Where the odometry began."""
    FIELD = "field"
    """The field, which only a sighting of the own pose knows."""

    @property
    def rests_on_odometry(self) -> bool:
        """Return whether a place in it is where it was told as long as odometry counts all ways."""
        return self is not TargetFrame.FIELD


class SideWalking(Enum):
    """Whether a way may be gone sideways."""

    ALLOWED = "allowed"
    FORCED = "forced"
    NOT_ALLOWED = "not_allowed"


@dataclass(frozen=True, slots=True)
class SpeedShare:
    """Which share of the profile's speeds may be used.

    Attributes:
        forward: Of the speed ahead and back, above 0 and up to 1: a way without any is none.
        side: Of the speed to the side.
        turn: Of the turning speed.

    Raises:
        ValueError: If a share is not above 0 and up to 1.
    """

    forward: PositiveRatio = 1.0
    side: PositiveRatio = 1.0
    turn: PositiveRatio = 1.0

    def __post_init__(self) -> None:
        demand_declared(self)


@dataclass(frozen=True, slots=True)
class WalkTo:
    """Walk to a pose and stand there.

    Attributes:
        x: Forward in the frame, m.
        y: To the left, m.
        heading: Direction in which the robot looks there, rad.
        frame: In which the pose and the places below are given.
        via: Places to pass on the way, in their order.
        keep_rotation: Turn to `heading` at once, whatever the way.
        interest: What shall stay in the camera's view on the way, m; nothing if not given, which is
            the fastest.
        side_walking: Whether the way may be gone sideways.
        tolerance: It is reached when it is no further away, m.
        turn_tolerance: And the heading no further off, rad.
        share: How fast, as shares of the profile's fastest speeds.

    Raises:
        ValueError: If a number is not finite, or a tolerance is not above 0.
    """

    x: Length
    y: Length
    heading: Heading = 0.0
    frame: TargetFrame = TargetFrame.ROBOT
    via: tuple[FlatPoint, ...] = ()
    keep_rotation: bool = False
    interest: FlatPoint | None = None
    side_walking: SideWalking = SideWalking.ALLOWED
    tolerance: PositiveLength = 0.010
    turn_tolerance: TurnTolerance = math.radians(2.0)
    share: SpeedShare = SpeedShare()

    def __post_init__(self) -> None:
        demand_declared(self)

    @property
    def refers_to_a_place(self) -> bool:
        """Return whether it rests on where the robot was."""
        return self.frame.rests_on_odometry


@dataclass(frozen=True, slots=True)
class WalkBehindBall:
    """Walk behind the ball without touching it, and stand there.

    Attributes:
        direction: In which the ball is to go afterwards, rad.
        frame: In which the direction is given.
        ahead: How far in front of the robot the ball lies then, m.
        aside: How far to its left, m: before a foot.
        tolerance: As in `WalkTo`, m.
        turn_tolerance: As in `WalkTo`, rad.
        share: How fast, as shares of the profile's fastest speeds.

    Raises:
        ValueError: If a number is not finite, or one is not above 0 that must be.
    """

    direction: Heading
    frame: TargetFrame = TargetFrame.ROBOT
    ahead: PositiveLength = 0.20
    aside: Length = 0.0
    tolerance: PositiveLength = 0.010
    turn_tolerance: TurnTolerance = math.radians(2.0)
    share: SpeedShare = SpeedShare()

    def __post_init__(self) -> None:
        demand_declared(self)

    @property
    def refers_to_a_place(self) -> bool:
        """Return whether it rests on where the robot was: never, the ball is seen."""
        return False


@dataclass(frozen=True, slots=True)
class LeaveBallLine:
    """Leave the line on which the ball rolls to a goal; stand when it does not lead there.

    Attributes:
        goal: Where the ball is to go, m.
        frame: In which the goal is given.

    Raises:
        ValueError: If a number is not finite.
    """

    goal: FlatPoint
    frame: TargetFrame = TargetFrame.FIELD

    def __post_init__(self) -> None:
        demand_declared(self)

    @property
    def refers_to_a_place(self) -> bool:
        """Return whether it rests on where the robot was."""
        return self.frame.rests_on_odometry


@dataclass(frozen=True, slots=True)
class FreeStuckBall:
    """Free a ball that is stuck between the feet.

    Attributes:
        direction: To which the robot turns with it, rad.
        frame: In which the direction is given.

    Raises:
        ValueError: If the direction is not finite.
    """

    direction: Heading
    frame: TargetFrame = TargetFrame.ROBOT

    def __post_init__(self) -> None:
        demand_declared(self)

    @property
    def refers_to_a_place(self) -> bool:
        """Return whether it rests on where the robot was: never, it has a direction only."""
        return False


@dataclass(frozen=True, slots=True)
class ReplayedStep:
    """One step as it was made once.

    Attributes:
        swing: The foot that swung.
        x: Forward, m.
        y: To the left, m.
        turn: To the left, rad.

    Raises:
        ValueError: If a number is not finite, or the foot does not swing outwards.
    """

    swing: Side
    x: Length
    y: Length
    turn: Heading

    def __post_init__(self) -> None:
        demand_declared(self)
        if self.y * self.swing.sign < 0.0:
            side = self.swing.name.lower()
            bound = "at least" if self.swing.sign > 0.0 else "at most"
            raise ValueError(
                f"ReplayedStep: y is {self.y}; expected {bound} 0 m: the {side} foot only steps "
                "outwards"
            )


@dataclass(frozen=True, slots=True)
class ReplaySteps:
    """Make recorded steps again, then stand.

    Attributes:
        steps: In their order, at least one.
        aside: It stops where the robot swings the other foot and the step is wider than this, m.

    Raises:
        ValueError: If there are no steps, or a number is not finite or below 0.
    """

    steps: tuple[ReplayedStep, ...]
    aside: UnsignedLength = 0.020

    def __post_init__(self) -> None:
        demand_declared(self)
        if not self.steps:
            raise ValueError("ReplaySteps: steps is (); expected at least one ReplayedStep")

    @property
    def refers_to_a_place(self) -> bool:
        """Return whether it rests on where the robot was: always, its first step began there."""
        return True
