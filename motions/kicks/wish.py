"""Wishes about the ball: kick, intercept and dribble."""

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
    """In the walk, short, straight ahead."""
    FORWARD_LONG = "forward_long"
    """In the walk, as far as possible."""
    ALTERNATIVE = "alternative"
    """In the walk, between the two lengths."""
    TOUCH = "touch"
    """In the walk, straight ahead, so gently that the ball stays near."""
    TURN = "turn"
    """In the walk, 45 deg to the side of the kicking foot."""
    SIDE = "side"
    """In the walk, sideways with the outer edge of the foot."""
    STEAL = "steal"
    """In the walk, takes the ball away from another robot's feet."""
    FORWARD_FAST = "forward_fast"
    """From standing, straight ahead."""
    FORWARD_FAST_LONG = "forward_fast_long"
    """From standing, as far as possible."""

    @property
    def from_stand(self) -> bool:
        """Return whether the robot stops and kicks from standing on one leg."""
        return self in (KickKind.FORWARD_FAST, KickKind.FORWARD_FAST_LONG)


CLEARING: Final = tuple(kind for kind in KickKind if not kind.from_stand)
"""The in-walk kicks."""


def _names(kinds: tuple[KickKind, ...]) -> str:
    return ", ".join(kind.value for kind in kinds)


class KickAlignment(Enum):
    """How precisely the robot positions itself before it kicks."""

    PRECISE = "precise"
    NOT_PRECISE = "not_precise"
    JUST_HIT = "just_hit"
    """It only matters that the ball is touched."""


class KickPreStep(Enum):
    """Whether a kick in the walk may be prepared by a step of the other foot."""

    ALLOWED = "allowed"
    FORCED = "forced"
    FORBIDDEN = "forbidden"


@dataclass(frozen=True, slots=True)
class Kick:
    """Walk to the ball and kick it.

    The kick is done when the ball is seen elsewhere after the stroke; after a miss the robot tries
    again. Repeating the same wish does not kick twice, nor does another one with the same number
    that arrives before the first is done. A kick interrupted by a fall is resumed, unless its
    target depends on where the robot was.

    Attributes:
        kind: Kind of kick.
        or_kinds: Further in-walk kinds that will do, in the order of preference after `kind`. The
            robot walks to where one of them is reached soonest, and on the way makes the first
            that the ball's position permits.
        direction: Direction of the ball, rad.
        length: Rolling distance, m; full strength is used beyond what the kind can reach. If not
            given, up to `target`, or as far as possible without one.
        frame: Frame of direction and target.
        target: Place to which the ball is to roll, instead of a direction.
        arrives: Speed of the ball at the target, m/s, instead of a length; it comes to rest
            there if not given.
        precision: Allowed deviation of the ball to the right, at most 0, and to the left, at
            least 0, rad.
        alignment: How precisely the robot positions itself.
        pre_step: Whether a step prepares an in-walk kick.
        share: Walking speed on the approach, as shares of the profile's maximum speeds.

    Raises:
        ValueError: If a number is not finite, the length is not above 0, the limits of the
            precision have the wrong signs, a direction is given with a target, an arrival speed
            without a target or with a length, a step is forced before a kick from standing, or
            one of several kinds is a kick from standing or given twice.
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
    or_kinds: tuple[KickKind, ...] = ()

    def __post_init__(self) -> None:
        demand_declared(self)
        if self.or_kinds and any(kind.from_stand for kind in self.kinds):
            raise ValueError(
                "'or_kinds' are chosen in the walk, so no kind may be a kick from standing: give"
                f" some of {_names(CLEARING)}"
            )
        if len(set(self.kinds)) < len(self.kinds):
            raise ValueError(
                f"each kind may be given once; 'kind' and 'or_kinds' are {_names(self.kinds)}"
            )
        if self.target is not None and self.direction:
            raise ValueError("a kick has either a direction or a target: give one of them")
        if self.arrives is not None and (self.target is None or self.length is not None):
            raise ValueError(
                "'arrives' is the ball's speed at a 'target': give a target and no length"
            )
        if self.pre_step is KickPreStep.FORCED and self.kind.from_stand:
            raise ValueError(
                f"the kick '{self.kind.value}' starts from standing and has no preparatory step:"
                " 'pre_step' applies to in-walk kicks"
            )
        low, high = self.precision
        if not -math.pi <= low <= 0.0 <= high <= math.pi:
            raise ValueError(
                f"precision {math.degrees(low):.1f} to {math.degrees(high):.1f} deg of a kick: the"
                " first must be -180 to 0, the second 0 to 180"
            )

    @property
    def kinds(self) -> tuple[KickKind, ...]:
        """Return all kinds that will do, in the order of preference."""
        return (self.kind, *self.or_kinds)

    @property
    def refers_to_a_place(self) -> bool:
        """Return whether it depends on where the robot was."""
        return self.target is not None and self.frame.rests_on_odometry

    def heading(self, origin: Pose2, ball: RollingBall) -> float:
        """Return the kick direction, as a heading in the odometry frame, rad.

        Args:
            origin: Origin of the wish's frame in the odometry frame.
            ball: The ball in the odometry frame.
        """
        if self.target is None:
            return origin.heading + self.direction
        end = origin @ Pose2(*self.target)
        return math.atan2(end.y - ball.y, end.x - ball.x)

    def rolling_distance(self, origin: Pose2, ball: RollingBall) -> float | None:
        """Return the rolling distance, m; None for as far as possible; arguments as above."""
        if self.length is not None or self.target is None:
            return self.length
        end = origin @ Pose2(*self.target)
        further = 0.0 if self.arrives is None else 0.5 * self.arrives**2 / ball.deceleration
        return math.hypot(end.x - ball.x, end.y - ball.y) + further


@dataclass(frozen=True, slots=True)
class Intercept:
    """Move a foot into the path of an approaching ball.

    Attributes:
        kick: In-walk kick that sends the ball away when it arrives; the foot stops the ball if
            not given.

    Raises:
        ValueError: If the kick is one from standing.
    """

    kick: KickKind | None = None

    def __post_init__(self) -> None:
        demand_declared(self)
        if self.kick is not None and self.kick.from_stand:
            raise ValueError(
                f"kick '{self.kick.value}' of an intercept starts from standing, which takes "
                f"too long: give one of {_names(CLEARING)}"
            )

    @property
    def refers_to_a_place(self) -> bool:
        """Return whether it depends on where the robot was: never, as the ball is seen."""
        return False


@dataclass(frozen=True, slots=True)
class Dribble:
    """Dribble the ball to a place, or in a direction until another request comes.

    Foot and kind of touch are chosen at every step.

    For a curved path, request places along it, half a metre ahead of the ball: near places are
    reached by gentle touches, which keep the ball on the path.

    Attributes:
        x: Place, ahead, m; given with `y`, or not at all.
        y: Place, to the left, m.
        frame: Frame of the place or direction.
        precision: Allowed deviation of one touch to either side, rad.
        tolerance: The ball has arrived when it is within this distance of the place, or past
            it, m.
        direction: Direction of the ball, rad, instead of a place.
        share: Walking speed, as shares of the profile's maximum speeds.
        length: Rolling distance of one touch, m; the usual one if not given. Beyond what touches
            can reach, the weakest or strongest one is made.

    Raises:
        ValueError: If a number is not finite, the tolerance or length is not above 0, the
            precision is not in 0..pi, or there is not either a place or a direction.
    """

    x: Length | None = None
    y: Length | None = None
    frame: TargetFrame = TargetFrame.ROBOT
    precision: HalfTurn = math.radians(1.0)
    tolerance: PositiveLength = 0.25
    direction: Heading | None = None
    share: SpeedShare = SpeedShare()
    length: PositiveLength | None = None

    def __post_init__(self) -> None:
        demand_declared(self)
        if (self.x is None) is not (self.y is None) or (self.x is None) is (self.direction is None):
            raise ValueError("a dribble has either a place, 'x' and 'y', or a direction: give one")

    @property
    def place(self) -> Pose2 | None:
        """Return the place in the frame; None for a direction."""
        return None if self.x is None or self.y is None else Pose2(self.x, self.y)

    @property
    def refers_to_a_place(self) -> bool:
        """Return whether it depends on where the robot was."""
        return self.direction is None and self.frame.rests_on_odometry
