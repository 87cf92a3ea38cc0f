"""Everything in `config/kicks/`: from where the ball is kicked, and how."""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Gt, Le, Lt, MinLen

from hardware.units import (
    Angle,
    AnglePerRate,
    AngleRange,
    FlatPoint,
    Length,
    LengthPoint,
    LengthRange,
    Milliseconds,
    Number,
    Point,
    PositiveAngle,
    PositiveAngularSpeed,
    PositiveLength,
    PositiveMilliseconds,
    PositiveRatio,
    PositiveSpeed,
    Ratio,
    Speed,
    Time,
    Unit,
    UnsignedLength,
)
from motions.kicks.in_walk_motion import InWalkKick
from motions.scalars import ramp

SpeedPoint = Annotated[Point, Unit("mm_per_s")]


@dataclass(frozen=True, slots=True)
class KickPlace:
    """From where a kick of the left foot is made; that of the right foot is its mirror image.

    Attributes:
        ball: Where the ball lies for the robot: ahead and to its left, m.
        turn: By how much the ball goes further to the left than the robot looks, rad.
        ahead: The ball may lie so far from there, nearer and further ahead, m.
        aside: So far to the right and to the left, m.
        turn_within: And the robot may look so much aside, rad.
        length: How far the ball rolls on our plant, weakest and strongest, m.
        worn: Share of these lengths that is left on a robot whose joints are worn.
        v_feet: The toes must stand apart by the first; a step before opens them by the second, rad;
            0 asks for nothing.
    """

    ball: FlatPoint
    turn: Annotated[float, Unit("deg"), Ge(-180.0), Le(180.0)]
    ahead: LengthRange
    aside: LengthRange
    turn_within: PositiveAngle
    length: LengthRange
    worn: PositiveRatio = 1.0
    v_feet: AngleRange = (0.0, 0.0)

    def reach(self, wear: float) -> tuple[float, float]:
        """Return how far a robot of this wear, 0..1, kicks, weakest and strongest, m."""
        share = 1.0 - wear * (1.0 - self.worn)
        return share * self.length[0], share * self.length[1]

    def strength(self, length: float | None, wear: float) -> float:
        """Return the strength that rolls the ball so far, m; 1 for None, which is all there is."""
        weakest, strongest = self.reach(wear)
        if length is None:
            return 1.0
        return ramp(length, weakest, strongest)


@dataclass(frozen=True, slots=True)
class DribbleParameters:
    """How the ball is driven before the feet.

    Attributes:
        length: How far a touch rolls it, m.
        gentle: How far one does that shall keep it near, m.
        gentle_within: So near to its place it is touched like that, m.
        behind: A robot that sees the ball no further aside of its way is behind it, rad.
        sure: A ball that lies less aside of its way keeps the foot, rad.
        speed: With which the robot follows, for where they meet, m/s.
        looks_ahead: No further, s.
        slower_than: The ball rolls no faster when it is touched, m/s.
    """

    length: PositiveLength
    gentle: PositiveLength
    gentle_within: PositiveLength
    behind: PositiveAngle
    sure: PositiveAngle
    speed: PositiveSpeed
    looks_ahead: Time
    slower_than: PositiveSpeed


@dataclass(frozen=True, slots=True)
class ClearingParameters:
    """How a ball that comes is kicked away.

    Attributes:
        slower_than: It rolls no faster, m/s.
        within: It may go so far from straight ahead, to either side, rad.
        step: So long do the steps before last, s.
    """

    slower_than: PositiveSpeed
    within: PositiveAngle
    step: Milliseconds


@dataclass(frozen=True, slots=True)
class KickOutcome:
    """What tells whether a foot that has swung has hit.

    Attributes:
        further: A ball that is seen so far from where it was has been kicked, m.
        pictures: In so many one that was missed is seen where it was.
    """

    further: PositiveLength
    pictures: Annotated[int, Unit(""), Gt(0)]


@dataclass(frozen=True, slots=True)
class KickReadiness:
    """When a ball is worth a kick out of the stand.

    Attributes:
        seen_within: It has been seen so short a time ago, s.
        slower_than: It rolls no faster, m/s.
        jump: Two pictures of a ball that lies are no further apart, m.
        agree: So many pictures must agree with one that does not with those before.
        pictures: So many are taken since the robot went on.
        stays_within: It goes on when it moves further than this, m.
        picture: What one picture is off by (standard deviation) close by, m.
        picture_share: What it is off by in addition, as a share of the distance.
        least_share: Of a picture that counts.
        drift: What odometry is off by after a metre, m; it grows with the root of the way.
        result: Whether the ball was hit.
    """

    seen_within: Time
    slower_than: Speed
    jump: PositiveLength
    agree: Annotated[int, Unit(""), Gt(0)]
    pictures: Annotated[int, Unit(""), Gt(0)]
    stays_within: PositiveLength
    picture: PositiveLength
    picture_share: Ratio
    least_share: Ratio
    drift: UnsignedLength
    result: KickOutcome


@dataclass(frozen=True, slots=True)
class KickApproach:
    """How the robot goes to where it kicks from.

    Attributes:
        heading_within: Nearer to the ball than this its heading tells how it will kick, further
            away the way there, m.
        other_foot: The other foot is taken when its place is nearer by this, m.
        precise: Share of the window of a kick out of the stand that is left to a robot which shall
            place itself precisely.
    """

    heading_within: PositiveLength
    other_foot: PositiveLength
    precise: PositiveRatio


@dataclass(frozen=True, slots=True)
class KickTable:
    """The file `table.yaml`.

    Attributes:
        ready: When a ball is worth a kick.
        approach: How the robot goes to it.
        dribble: How the ball is driven.
        intercept: How a ball that comes is kicked away.
        worn_at: Robots of this hardware quality kick as worn-out ones do.
        places: From where each kind is made, by its name.
    """

    ready: KickReadiness
    approach: KickApproach
    dribble: DribbleParameters
    intercept: ClearingParameters
    worn_at: Annotated[float, Unit(""), Ge(0.0), Lt(1.0)]
    places: dict[str, KickPlace]

    def wear(self, quality: float) -> float:
        """Return how worn a robot of this hardware quality is for a kick, 0..1."""
        return ramp(quality, 1.0, self.worn_at)


@dataclass(frozen=True, slots=True)
class KickMove:
    """One part of a kick out of the stand: a cubic Bezier curve of the foot that kicks.

    Places are seen from where that foot stands beside the other one: forward, outwards, upwards.

    Attributes:
        label: What it is, in a word or two.
        duration: s.
        weak_duration: The same with no strength, s; as `duration` if None.
        weight: Where the centre of mass is at its end: 0 between the feet, 1 over the foot that
            stands.
        foot: Where the foot is at its end, with full strength, m.
        weak: The same with no strength; as `foot` if None.
        speed: How fast the foot passes there with full strength, m/s; with less it is slower in
            proportion to the way.
        toes: How far the toes point down at its end, rad.
        edge: How far its outer edge is raised then, rad: beside a torso that is over the other foot
            no ankle holds the sole level.
        lean: By how much further ahead the centre of mass is then with full strength, m: a torso
            that goes with the foot makes it faster; with less it is less in proportion.
        follows_ball: Its end moves with a ball that does not lie where it should.
    """

    label: str
    duration: PositiveMilliseconds
    weight: Ratio
    foot: LengthPoint = (0.0, 0.0, 0.0)
    weak: LengthPoint | None = None
    weak_duration: PositiveMilliseconds | None = None
    speed: SpeedPoint = (0.0, 0.0, 0.0)
    toes: Angle = 0.0
    edge: Angle = 0.0
    lean: Length = 0.0
    follows_ball: bool = False


@dataclass(frozen=True, slots=True)
class StandKickMotion:
    """One file in `stand/`: a kick of the left foot.

    Attributes:
        strike: Up to the end of the kick, in order.
        recover: What brings the leg back.
        leave_after: Moves of `recover` after which a step may follow once the foot is down.
    """

    strike: Annotated[tuple[KickMove, ...], MinLen(1)]
    recover: Annotated[tuple[KickMove, ...], MinLen(1)]
    leave_after: Annotated[int, Unit(""), Gt(0)]


@dataclass(frozen=True, slots=True)
class KickBalance:
    """What holds the robot up on one leg beside the plan.

    Attributes:
        roll: Ankle roll per roll of the torso.
        pitch: Ankle pitch per pitch of the torso.
        roll_rate: Ankle roll per roll rate, s.
        pitch_rate: Ankle pitch per pitch rate, s.
        largest: No joint gets more of it, rad.
    """

    roll: Number
    pitch: Number
    roll_rate: AnglePerRate
    pitch_rate: AnglePerRate
    largest: PositiveAngle


@dataclass(frozen=True, slots=True)
class KickSettling:
    """How the robot comes to rest before it kicks.

    Attributes:
        rate: Quiet are gyros below this, rad/s.
        at_least: s.
        at_most: s.
    """

    rate: PositiveAngularSpeed
    at_least: Milliseconds
    at_most: Milliseconds


@dataclass(frozen=True, slots=True)
class StandKickParameters:
    """The file `stand.yaml`: what all kicks out of the stand have in common.

    Attributes:
        hip_height: Hip joints above the soles, m.
        over: Where the centre of mass is over the sole that stands: ahead of its origin and
            outwards, m.
        interpolate_speed: Of the joints on the way into the first pose, rad/s.
        interpolate_at_most: That takes no longer, s.
        settling: The rest before the kick.
        balance: What holds the robot up.
        follow_ahead: By how much the foot follows a ball nearer or further ahead, m.
        follow_aside: Inwards and outwards, m.
        loaded: Both feet carry the robot for so long at the end, s.
    """

    hip_height: PositiveLength
    over: FlatPoint
    interpolate_speed: PositiveAngularSpeed
    interpolate_at_most: PositiveMilliseconds
    settling: KickSettling
    balance: KickBalance
    follow_ahead: LengthRange
    follow_aside: LengthRange
    loaded: Milliseconds


@dataclass(frozen=True, slots=True)
class KickParameters:
    """The folder as a whole.

    Attributes:
        table: From where the ball is kicked.
        stand: What all kicks out of the stand have in common.
        motions: The kicks out of the stand, by name.
        in_walk: The kicks that are steps of the walk, by name.
    """

    table: KickTable
    stand: StandKickParameters
    motions: dict[str, StandKickMotion]
    in_walk: dict[str, InWalkKick]
