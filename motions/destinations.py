"""Destinations of walks: one class for each kind of errand, given together with its motion.

`refers_to_a_place` tells whether a destination is a place relative to the robot's earlier pose.
Such a place is lost in a fall or pick-up, which odometry does not measure. A direction is not lost,
because the gyros keep measuring in the air, nor is a place on the field or a visible object.
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
from motions.request_limits import FURTHEST

TurnTolerance = Annotated[float, Unit("deg"), Gt(0.0), Le(180.0)]


class TargetFrame(Enum):
    """Frame in which a place is given."""

    ROBOT = "robot"
    """Relative to the robot's pose at the time of the request."""
    ODOMETRY = "odometry"
    """Relative to the start of the odometry."""
    FIELD = "field"
    """The field; requires a sighting of the robot's own pose."""

    @property
    def rests_on_odometry(self) -> bool:
        """Return whether places in this frame depend on uninterrupted odometry."""
        return self is not TargetFrame.FIELD


class SideWalking(Enum):
    """Whether a path may be walked sideways."""

    ALLOWED = "allowed"
    FORCED = "forced"
    NOT_ALLOWED = "not_allowed"


class PathShape(Enum):
    """How a robot gets to a pose, and with it the heading on the way."""

    FEWEST_STEPS = "fewest_steps"
    """Straight, with the heading that costs the fewest steps: it may turn to walk forward."""
    CONSTANT_TWIST = "constant_twist"
    """A line or an arc, along which the heading changes evenly to the final one, by the shorter way
    round: for half a turn or more, give a pose between."""


@dataclass(frozen=True, slots=True)
class SpeedShare:
    """Shares of the profile's speeds that may be used.

    Attributes:
        forward: Share of the forward and backward speed.
        side: Share of the side speed.
        turn: Share of the turning speed.

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
        heading: Heading of the robot at the goal, rad.
        frame: Frame of the pose and of the places below.
        via: Places to pass on the path, in order.
        keep_rotation: Turn to `heading` at once, whatever the direction of the path.
        interest: Place to keep in the camera's view while walking, m; without one, the robot walks
            fastest.
        side_walking: Whether the path may be walked sideways.
        tolerance: Distance at which the goal counts as reached, m.
        turn_tolerance: Heading error at which the goal counts as reached, rad.
        share: Speed, as shares of the profile's fastest speeds.
        path: Shape of the path; `interest` and `side_walking` have no effect on a constant twist,
            and `keep_rotation` only on the headings at `via`. An obstacle on the straight line is
            passed as with the fewest steps.

    Raises:
        ValueError: If a number is not finite, a tolerance is not above 0, or `x` or `y` is outside
            -8 to 8 m in a frame other than the odometry's.
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
    path: PathShape = PathShape.FEWEST_STEPS

    def __post_init__(self) -> None:
        demand_declared(self)
        if self.frame is TargetFrame.ODOMETRY:
            return  # its origin may be anywhere
        for name, far in (("x", self.x), ("y", self.y)):
            if not -FURTHEST <= far <= FURTHEST:
                raise ValueError(
                    f"WalkTo: {name} is {far:g}; expected -{FURTHEST:g} to {FURTHEST:g} m"
                )

    @property
    def refers_to_a_place(self) -> bool:
        """Return whether the place depends on the robot's earlier pose."""
        return self.frame.rests_on_odometry


@dataclass(frozen=True, slots=True)
class WalkBehindBall:
    """Walk behind the ball without touching it, and stand there.

    Attributes:
        direction: Intended direction of the ball afterwards, rad.
        frame: Frame of the direction.
        ahead: Final distance of the ball in front of the robot, m.
        aside: Final distance of the ball to the robot's left, m; use it to place it before a foot.
        tolerance: As in `WalkTo`, m.
        turn_tolerance: As in `WalkTo`, rad.
        share: Speed, as shares of the profile's fastest speeds.

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
        """Return False: the ball is visible."""
        return False


@dataclass(frozen=True, slots=True)
class LeaveBallLine:
    """Leave the line on which the ball rolls to a goal; stand if the robot is not in its way.

    Attributes:
        goal: Place to which the ball is to roll, m.
        frame: Frame of the goal.

    Raises:
        ValueError: If a number is not finite.
    """

    goal: FlatPoint
    frame: TargetFrame = TargetFrame.FIELD

    def __post_init__(self) -> None:
        demand_declared(self)

    @property
    def refers_to_a_place(self) -> bool:
        """Return whether the place depends on the robot's earlier pose."""
        return self.frame.rests_on_odometry


@dataclass(frozen=True, slots=True)
class FreeStuckBall:
    """Free a ball that is stuck between the feet.

    Attributes:
        direction: Direction to which the robot turns with the ball, rad.
        frame: Frame of the direction.

    Raises:
        ValueError: If the direction is not finite.
    """

    direction: Heading
    frame: TargetFrame = TargetFrame.ROBOT

    def __post_init__(self) -> None:
        demand_declared(self)

    @property
    def refers_to_a_place(self) -> bool:
        """Return False: there is only a direction."""
        return False


@dataclass(frozen=True, slots=True)
class ReplayedStep:
    """A recorded step.

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
    """Execute recorded steps again, then stand.

    Attributes:
        steps: The steps in order, at least one.
        aside: Side length above which the replay stops if the robot swings the other foot, m.

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
        """Return True: the first step starts from the robot's pose."""
        return True
