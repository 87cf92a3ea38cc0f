"""What may be asked of a kick."""

import math
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Final

from annotated_types import Ge, Le

from hardware.declared import demand_declared
from hardware.units import (
    AngleRange,
    FlatPoint,
    Heading,
    Length,
    PositiveLength,
    PositiveSpeed,
    Unit,
)
from motions.destinations import SpeedShare, TargetFrame
from motions.kinematics.geometry import Pose2
from motions.perception.world import RollingBall

HalfTurn = Annotated[float, Unit("deg"), Ge(0.0), Le(180.0)]


class KickKind(Enum):
    """The kinds of kicks, by the names of their files."""

    FORWARD = "forward"
    """In the walk, a short one straight ahead."""
    FORWARD_LONG = "forward_long"
    """In the walk, as far as it goes."""
    ALTERNATIVE = "alternative"
    """In the walk, between both."""
    TOUCH = "touch"
    """In the walk, straight ahead, so gently that the ball stays near."""
    TURN = "turn"
    """In the walk, half to the side of the foot that kicks."""
    SIDE = "side"
    """In the walk, with the outer side of the foot."""
    STEAL = "steal"
    """In the walk, takes the ball from before another robot's feet."""
    FORWARD_FAST = "forward_fast"
    """Out of the stand, straight ahead."""
    FORWARD_FAST_LONG = "forward_fast_long"
    """Out of the stand, as far as it goes."""

    @property
    def from_stand(self) -> bool:
        """Return whether the robot stands on one leg for it."""
        return self in (KickKind.FORWARD_FAST, KickKind.FORWARD_FAST_LONG)


CLEARING: Final = tuple(kind for kind in KickKind if not kind.from_stand)
"""The kinds that a step of the walk makes."""


class KickAlignment(Enum):
    """How exactly the robot places itself before it kicks."""

    PRECISE = "precise"
    NOT_PRECISE = "not_precise"
    JUST_HIT = "just_hit"
    """Only the touch matters."""


class KickPreStep(Enum):
    """Whether a kick in the walk may be prepared by a step of the other foot."""

    ALLOWED = "allowed"
    FORCED = "forced"
    FORBIDDEN = "forbidden"


@dataclass(frozen=True, slots=True)
class Kick:
    """Walk to the ball and kick it.

    It is done when the ball is seen elsewhere after the foot has gone through it; a foot that has
    missed tries again. The same wish said again is no second kick, nor is another one with the same
    number that comes before the first is made. A kick that a fall has cut off is taken up again,
    unless its target rests on where the robot was.

    Attributes:
        kind: Which kick.
        direction: In which the ball is to go, rad.
        length: How far, m; beyond what the kind can do it is kicked at full strength. To `target`
            if there is one, else as far as it can, if not given.
        frame: In which direction and target are given.
        target: A place to which the ball is to go, instead of a direction; wherever the ball lies.
        arrives: Speed at which it is to come there, m/s, instead of a length; it comes to rest
            there if not given.
        precision: How much further to the right and to the left the ball may go, rad: below 0 to
            above 0.
        alignment: How exactly the robot places itself.
        pre_step: Whether a step prepares a kick in the walk.
        share: How fast it walks to the ball, as shares of the profile's fastest speeds.

    Raises:
        ValueError: If a number is not finite, the length not above 0, the precision the wrong
            way round, or a step demanded before a kick out of the stand.
    """

    kind: KickKind
    direction: Heading = 0.0
    length: PositiveLength | None = None
    frame: TargetFrame = TargetFrame.ROBOT
    precision: AngleRange = (0.0, 0.0)
    alignment: KickAlignment = KickAlignment.NOT_PRECISE
    pre_step: KickPreStep = KickPreStep.ALLOWED
    share: SpeedShare = SpeedShare()
    target: FlatPoint | None = None
    arrives: PositiveSpeed | None = None

    def __post_init__(self) -> None:
        demand_declared(self)
        if self.target is not None and self.direction:
            raise ValueError("a kick goes in a direction or to a target: give one of them")
        if self.arrives is not None and (self.target is None or self.length is not None):
            raise ValueError(
                "with which speed the ball arrives means something at a target, without a length"
            )
        if self.pre_step is KickPreStep.FORCED and self.kind.from_stand:
            raise ValueError(
                f"no step prepares the kick '{self.kind.value}', which is made out of the stand:"
                " 'pre_step' is for one in the walk"
            )
        low, high = self.precision
        if not -math.pi <= low <= 0.0 <= high <= math.pi:
            raise ValueError(
                f"precision {math.degrees(low):.1f} to {math.degrees(high):.1f} deg of a kick: the"
                " first is -180 to 0, the second 0 to 180"
            )

    @property
    def refers_to_a_place(self) -> bool:
        """Return whether it rests on where the robot was."""
        return self.target is not None and self.frame.rests_on_odometry

    def heading(self, origin: Pose2, ball: RollingBall) -> float:
        """Return in which direction a ball shall go, in the odometry's frame, rad.

        Args:
            origin: Of the wish's frame, in the odometry's.
            ball: Where it lies.
        """
        if self.target is None:
            return origin.heading + self.direction
        end = origin @ Pose2(*self.target)
        return math.atan2(end.y - ball.y, end.x - ball.x)

    def way(self, origin: Pose2, ball: RollingBall) -> float | None:
        """Return how far a ball shall go, m; None for as far as it can; arguments as above."""
        if self.length is not None or self.target is None:
            return self.length
        end = origin @ Pose2(*self.target)
        further = 0.0 if self.arrives is None else 0.5 * self.arrives**2 / ball.deceleration
        return math.hypot(end.x - ball.x, end.y - ball.y) + further


@dataclass(frozen=True, slots=True)
class Intercept:
    """Get a foot into the way of a ball that comes.

    Attributes:
        kick: In the walk, with which the ball is kicked away when it is there; it
            stops the ball if not given.

    Raises:
        ValueError: If the kick is one out of the stand.
    """

    kick: KickKind | None = None

    def __post_init__(self) -> None:
        demand_declared(self)
        if self.kick is not None and self.kick.from_stand:
            raise ValueError(
                f"kick '{self.kick.value}' of an intercept is made out of the stand: a ball that "
                f"comes waits for none; give one of {', '.join(k.value for k in CLEARING)}"
            )

    @property
    def refers_to_a_place(self) -> bool:
        """Return whether it rests on where the robot was: never, the ball is seen."""
        return False


@dataclass(frozen=True, slots=True)
class Dribble:
    """Drive the ball before the feet to a place; foot and kind are chosen at every step.

    A way that bends is asked for by places on it, half a metre ahead of the ball: near ones are
    reached by gentle touches, which keep the ball on the way.

    Attributes:
        x: Of the place, m.
        y: Of the place, to the left, m.
        frame: In which it is given.
        precision: By how much the way of one touch may differ to either side, rad.
        tolerance: The ball is there when it is no further away, or past it, m.

    Raises:
        ValueError: If a number is not finite, the tolerance not above 0, or the precision below.
    """

    x: Length
    y: Length
    frame: TargetFrame = TargetFrame.ROBOT
    precision: HalfTurn = math.radians(1.0)
    tolerance: PositiveLength = 0.25

    def __post_init__(self) -> None:
        demand_declared(self)

    @property
    def refers_to_a_place(self) -> bool:
        """Return whether it rests on where the robot was."""
        return self.frame.rests_on_odometry
