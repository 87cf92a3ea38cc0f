"""What a file in `config/kicks/in_walk/` says: how a step of the walk kicks.

Everything is told for the left foot; the right one does its mirror image.
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
    Percent,
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
from motions.walking.swing_path import FootPace

LegRange = Annotated[tuple[float, float], Unit("mm"), Ordered(), Ge(-250.0), Le(250.0)]
"""A leg is hardly longer, so no foot gets further from its place."""
PositiveFactor = Annotated[float, Unit(""), Gt(0.0), Le(5.0)]


@dataclass(frozen=True, slots=True)
class KickPoint:
    """A place that the foot goes through.

    Attributes:
        until: Share of the step's duration after which it is there.
        ball: Where its sole's origin is then with full strength, seen from the ball: along the
            way that it shall go, and to the left of that, m.
        weak: The same with no strength.
        turn: Share of the kick's direction to which the foot has turned.
        toes: By how much its toes are raised, rad.
        pace: How it goes there from a point where it rests to one where it rests.
        speed: How fast it is told to pass there along the ball's way, with no and with full
            strength, m/s: whatever its run-up was, it is as fast. It rests there if None.
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
    """How far the foot goes from where it would be closed up; what is beyond is cut off.

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
    """How much may be cut off the last point before the kick is another one.

    Attributes:
        way: m.
        turn: rad.
    """

    way: UnsignedLength
    turn: UnsignedAngle


@dataclass(frozen=True, slots=True)
class KickWindows:
    """How wide the place of the ball in the table is, by how exactly the robot places itself.

    Attributes:
        precise: Factor on it.
        not_precise: The same.
        just_hit: The same; only the touch matters.
    """

    precise: PositiveFactor
    not_precise: PositiveFactor
    just_hit: PositiveFactor

    def of(self, alignment: KickAlignment) -> float:
        """Return the factor."""
        match alignment:
            case KickAlignment.PRECISE:
                return self.precise
            case KickAlignment.NOT_PRECISE:
                return self.not_precise
            case KickAlignment.JUST_HIT:
                return self.just_hit


@dataclass(frozen=True, slots=True)
class StepBefore:
    """What the step before a kick may be, and how the torso moves at its end.

    Attributes:
        aside: After a step that has gone further aside than this the feet close first, m.
        turn: It turned by no more, rad: the torso still sways from it.
        ahead: It went back and ahead no further, m: the walk carries the foot on.
        pitches: The torso pitches no faster when it has ended, rad/s.
        sways: The torso rolls at least so fast to the foot that stands, rad/s: else it falls to
            the other side while that foot is away.
    """

    aside: PositiveLength
    turn: PositiveAngle
    ahead: LengthRange
    pitches: PositiveAngularSpeed
    sways: PositiveAngularSpeed


ANY_STEP: Final = StepBefore(math.inf, math.inf, (-math.inf, math.inf), math.inf, -math.inf)
"""A kick of which only the touch matters follows any step, unless its file bounds it."""


@dataclass(frozen=True, slots=True)
class StepBeforeHit:
    """What the step before must have been where only the touch matters.

    Attributes:
        turn: As in `StepBefore`, rad.
        ahead: Likewise, m.
    """

    turn: PositiveAngle
    ahead: LengthRange


@dataclass(frozen=True, slots=True)
class InWalkKick:
    """A kick that is a step of the walk.

    Attributes:
        duration: Planned duration of the step, s.
        lift: By how much higher than in the walk the foot is lifted, m.
        high_until: Share of the duration until which it stays up; 0: it comes down at once.
        against_pitch: Share of what the torso pitches after the step's beginning that the foot
            makes good: it swings about the hips, so a torso that pitches takes speed from it.
        against_roll: Share of the torso's roll by which it is levelled also inside the walk's
            rhythm: one that sinks meets the ball below its middle.
        gives_up: The foot comes down at once when the torso falls to it by more: DCM error, m.
        levels_ahead: The sole is level to the torso as that will be after so long, s: joints follow
            late, and a sole that leans meets the ball with another part of it.
        goes_on: Share of its way that the step after it goes; 0: it only closes the feet.
        ankle: Stiffness of its ankle.
        leaves: The foot goes nowhere before, as it still carries, s.
        through: Share of the duration until which whatever the foot touches is the ball.
        touch: When it meets the ball, after the step's beginning, s.
        points: Its way, in the order of time.
        reach: How far it goes.
        cut: How much of it may be cut off.
        veer: By how much further outwards than the foot goes the ball goes, rad.
        usual: Run-up with which it is rehearsed, m: how far ahead the ball is, and how far behind
            the foot, which is the step before.
        windows: How wide the place of the ball may be.
        before: What the step before must have been, unless only the touch matters.
        slower_than: The ball rolls no faster, m/s.
        prepared: A step of the other foot may go before.
        aim_again: Until this time after its beginning the step follows a ball that is seen
            elsewhere, s.
        before_hit: What the step before must have been where only the touch matters; any if
            not given.
        evens: A foot that has so much further to the ball, m, kicks with no strength instead of
            full: on a longer way in the same time it is faster.
    """

    duration: StepDuration
    lift: UnsignedLength
    high_until: RatioBelowOne
    against_pitch: Ratio
    against_roll: Ratio
    gives_up: PositiveLength
    levels_ahead: Milliseconds
    goes_on: Ratio
    ankle: Percent
    leaves: Milliseconds
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
            raise ValueError("points must have times that grow from one to the next")

    def asked_before(self, alignment: KickAlignment) -> StepBefore:
        """Return what the step before has to be for a robot that places itself so exactly."""
        if alignment is not KickAlignment.JUST_HIT:
            return self.before
        hit = self.before_hit
        return ANY_STEP if hit is None else replace(ANY_STEP, turn=hit.turn, ahead=hit.ahead)
