"""Parameters in a file of `config/kicks/in_walk/`: a step of the walk that kicks.

All values are for the left foot; the right foot mirrors them.
"""

import math
from dataclasses import dataclass, replace
from typing import Annotated, Final

from annotated_types import Ge, Gt, Le, MinLen

from hardware.units import (
    Angle,
    AngleRange,
    FlatPoint,
    Length,
    LengthRange,
    Milliseconds,
    Ordered,
    PositiveAngle,
    PositiveAngularSpeed,
    PositiveLength,
    PositiveRatio,
    PositiveSpeed,
    Ratio,
    RatioBelowOne,
    Unit,
    UnsignedAngle,
    UnsignedLength,
)
from motions.kicks.wish import KickAlignment
from motions.walking.parameters import StepDuration
from motions.walking.swing_path import FootPace, KickStyle

LegRange = Annotated[tuple[float, float], Unit("mm"), Ordered(), Ge(-250.0), Le(250.0)]
"""A leg is hardly longer than 250 mm, so no foot gets further from its place."""
PositiveFactor = Annotated[float, Unit(""), Gt(0.0), Le(5.0)]


@dataclass(frozen=True, slots=True)
class KickPoint:
    """A waypoint of the foot.

    Attributes:
        until: Share of the step's duration after which the foot is there.
        ball: Position of the sole's origin relative to the ball at full strength: along the
            kick direction, and to the left of it, m.
        weak: The same at zero strength.
        turn: Share of the kick's direction to which the foot has turned.
        toes: Angle by which the toes are raised, rad.
        pace: Speed profile between two points at which the foot rests.
        speed: Commanded speed there along the kick direction, at zero and at full strength, m/s,
            which makes the kick independent of the run-up. The foot rests there if None.
    """

    until: PositiveRatio
    ball: FlatPoint
    weak: FlatPoint
    turn: Ratio
    toes: Angle
    pace: FootPace
    speed: Annotated[tuple[float, float], Unit("mm_per_s")] | None = None


@dataclass(frozen=True, slots=True)
class KickReach:
    """Range of the foot around its closed position; points beyond it are clipped.

    Attributes:
        forward: Back and ahead, m.
        outwards: Inwards and outwards, m.
        turn: Inwards and outwards, rad.
    """

    forward: LegRange
    outwards: LegRange
    turn: AngleRange


@dataclass(frozen=True, slots=True)
class KickCut:
    """How much clipping of the last point a kick tolerates.

    Attributes:
        way: Distance, m.
        turn: Angle, rad.
    """

    way: UnsignedLength
    turn: UnsignedAngle


@dataclass(frozen=True, slots=True)
class KickWindows:
    """Factors on the table's window for the ball, by the requested alignment.

    Attributes:
        precise: For `KickAlignment.PRECISE`.
        not_precise: For `KickAlignment.NOT_PRECISE`.
        just_hit: For `KickAlignment.JUST_HIT`.
    """

    precise: PositiveFactor
    not_precise: PositiveFactor
    just_hit: PositiveFactor

    def of(self, alignment: KickAlignment) -> float:
        """Return the factor for an alignment."""
        match alignment:
            case KickAlignment.PRECISE:
                return self.precise
            case KickAlignment.NOT_PRECISE:
                return self.not_precise
            case KickAlignment.JUST_HIT:
                return self.just_hit


@dataclass(frozen=True, slots=True)
class StepBefore:
    """Limits on the step before a kick and on the torso's motion at its end.

    Attributes:
        aside: Largest sideways step, m; after a wider one the feet close first.
        turn: Largest turn, rad: the torso still sways from it.
        ahead: Range of the forward step length, m: the walk carries the foot on.
        pitches: Largest pitch rate of the torso at its end, rad/s.
        sways: Smallest roll rate of the torso towards the support foot, rad/s: with less it falls
            to the other side while the swing foot is away.
    """

    aside: PositiveLength
    turn: PositiveAngle
    ahead: LengthRange
    pitches: PositiveAngularSpeed
    sways: PositiveAngularSpeed

    @property
    def run_up(self) -> float:
        """Return the length of a step before a kick that needs one ahead, m; else 0."""
        shortest, longest = self.ahead
        return 0.5 * (shortest + longest) if shortest > 0.0 else 0.0


ANY_STEP: Final = StepBefore(math.inf, math.inf, (-math.inf, math.inf), math.inf, -math.inf)
"""A kick with alignment `JUST_HIT` follows any step, unless its file bounds it."""


@dataclass(frozen=True, slots=True)
class StepBeforeHit:
    """Limits on the step before a kick with alignment `JUST_HIT`.

    Attributes:
        turn: As in `StepBefore`, rad.
        ahead: Likewise, m.
    """

    turn: PositiveAngle
    ahead: LengthRange


@dataclass(frozen=True, slots=True)
class InWalkKick(KickStyle):
    """A kick that is a step of the walk.

    Attributes:
        duration: Planned duration of the step, s.
        high_until: Share of the duration until which the foot stays up; 0 lowers it from its apex.
        through: Share of the duration until which every contact of the foot is with the ball.
        touch: Time from the beginning of the step to the contact with the ball, s.
        points: Waypoints of the foot, in the order of time.
        reach: Range of the foot.
        cut: Clipping that the kick tolerates.
        veer: Angle by which the ball leaves further outwards than the foot moves, rad.
        usual: Run-up used in rehearsals, m: nominal distance of the ball ahead, plus the distance
            by which the swing foot starts behind its closed position.
        windows: Factors on the table's window for the ball.
        before: Limits on the step before, except for `JUST_HIT`.
        slower_than: A ball that rolls faster is not kicked, m/s.
        prepared: A step of the other foot may prepare the kick.
        aim_again: Time after its beginning until which the step follows a new position of the
            ball, s.
        before_hit: Limits on the step before with `JUST_HIT`; any step if None.
        evens: Additional run-up that reduces full strength to zero, m: over a longer path in the
            same time the foot is faster.
    """

    duration: StepDuration
    high_until: RatioBelowOne
    through: PositiveRatio
    touch: Milliseconds
    points: Annotated[tuple[KickPoint, ...], MinLen(1)]
    reach: KickReach
    cut: KickCut
    veer: Angle
    usual: Length
    windows: KickWindows
    before: StepBefore
    slower_than: PositiveSpeed
    prepared: bool
    aim_again: Milliseconds
    before_hit: StepBeforeHit | None = None
    evens: PositiveLength = math.inf

    def __post_init__(self) -> None:
        times = [point.until for point in self.points]
        if any(late <= early for early, late in zip(times, times[1:], strict=False)):
            raise ValueError("the times of the points must increase")

    def asked_before(self, alignment: KickAlignment) -> StepBefore:
        """Return the limits on the step before for an alignment."""
        if alignment is not KickAlignment.JUST_HIT:
            return self.before
        hit = self.before_hit
        return ANY_STEP if hit is None else replace(ANY_STEP, turn=hit.turn, ahead=hit.ahead)
