"""Parameters in `config/kicks/`: where the ball must lie for a kick, and how the foot moves."""

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
    Ratio,
    Speed,
    Time,
    Unit,
    UnsignedLength,
)
from motions.kicks.in_walk_motion import InWalkKick
from motions.scalars import ramp

WrittenLength = Annotated[float, Unit("mm"), Ge(1.0)]
WrittenSpeed = Annotated[float, Unit("mm_per_s"), Ge(1.0)]
WrittenAngle = Annotated[float, Unit("deg"), Ge(1.0)]
"""Smaller ones are metres or radians written by mistake: the ball is not known as precisely."""
SpeedPoint = Annotated[Point, Unit("mm_per_s")]


@dataclass(frozen=True, slots=True)
class KickPlace:
    """Where the ball must lie for a kick with the left foot; the right foot mirrors it.

    Attributes:
        ball: Nominal position of the ball: ahead of the robot and to its left, m.
        turn: Direction in which the ball leaves, to the left of the robot's heading, rad.
        ahead: Allowed offset of the ball from there, nearer and further ahead, m.
        aside: Allowed offset to the right and to the left, m.
        turn_within: Allowed heading error of the robot, rad.
        length: Rolling distance of the ball on our plant, weakest and strongest kick, m.
        worn: Share of these distances that a robot with worn joints reaches.
        v_feet: Angle between the feet that the kick needs, and angle by which a preparatory step
            opens them, rad; 0 for no requirement.
    """

    ball: FlatPoint
    turn: Annotated[float, Unit("deg"), Ge(-180.0), Le(180.0)]
    ahead: LengthRange
    aside: LengthRange
    turn_within: WrittenAngle
    length: LengthRange
    worn: PositiveRatio = 1.0
    v_feet: AngleRange = (0.0, 0.0)

    def reach(self, wear: float) -> tuple[float, float]:
        """Return the rolling distances at this wear, 0..1: weakest and strongest kick, m."""
        share = 1.0 - wear * (1.0 - self.worn)
        return share * self.length[0], share * self.length[1]

    def strength(self, length: float | None, wear: float) -> float:
        """Return the strength, 0..1, for a rolling distance, m; full strength for None."""
        weakest, strongest = self.reach(wear)
        if length is None:
            return 1.0
        return ramp(length, weakest, strongest)


@dataclass(frozen=True, slots=True)
class DribbleParameters:
    """How the ball is dribbled.

    Attributes:
        length: Rolling distance of a usual touch, m.
        gentle: Rolling distance of a gentle touch, which keeps the ball near, m.
        gentle_within: Gentle touches are used within this distance of the target, m.
        behind: The robot counts as behind the ball while the bearing of the ball differs by less
            than this from the direction of the dribble, rad.
        sure: The kicking foot is kept while the ball is to turn by no more than this, rad.
        speed: Speed of the robot assumed when predicting where it meets the ball, m/s.
        looks_ahead: Longest prediction, s.
        slower_than: A ball that rolls faster is not touched, m/s.
    """

    length: WrittenLength
    gentle: WrittenLength
    gentle_within: WrittenLength
    behind: WrittenAngle
    sure: WrittenAngle
    speed: WrittenSpeed
    looks_ahead: Time
    slower_than: WrittenSpeed


@dataclass(frozen=True, slots=True)
class ClearingParameters:
    """How an approaching ball is kicked away.

    Attributes:
        slower_than: A ball that rolls faster is not kicked, m/s.
        within: Largest deviation of the kick from straight ahead, to either side, rad.
        step: Duration of a step before the kick, s.
    """

    slower_than: WrittenSpeed
    within: WrittenAngle
    step: Milliseconds


@dataclass(frozen=True, slots=True)
class KickOutcome:
    """Criteria for whether a kick has hit the ball.

    Attributes:
        further: A ball seen this far from its old position was hit, m ...
        further_fallen: ... after a fall, which moves the robot unmeasured, this far, m ...
        agree: ... if it is in this many consecutive pictures.
        pictures: A ball seen at its old position in this many pictures was missed.
    """

    further: WrittenLength
    further_fallen: WrittenLength
    agree: Annotated[int, Unit(""), Gt(0)]
    pictures: Annotated[int, Unit(""), Gt(0)]


@dataclass(frozen=True, slots=True)
class KickReadiness:
    """When the position of the ball is known well enough for a kick from standing.

    Attributes:
        seen_within: Largest age of the last sighting, s.
        slower_than: A ball that rolls faster does not count as at rest, m/s.
        jump: Largest distance between two pictures of a ball at rest, m.
        agree: Pictures that must agree with one that jumped before it is believed.
        pictures: Pictures needed since the robot last moved.
        stays_within: The robot counts as moved when it is displaced by more than this, m.
        picture: Standard deviation of one picture of a ball close by, m.
        picture_share: Additional standard deviation, as a share of the distance.
        least_share: Smallest weight of a new picture.
        drift: Odometry error after one metre, m; it grows with the root of the distance.
        result: Criteria for whether the ball was hit.
    """

    seen_within: Time
    slower_than: Speed
    jump: WrittenLength
    agree: Annotated[int, Unit(""), Gt(0)]
    pictures: Annotated[int, Unit(""), Gt(0)]
    stays_within: WrittenLength
    picture: PositiveLength
    picture_share: Ratio
    least_share: Ratio
    drift: UnsignedLength
    result: KickOutcome


@dataclass(frozen=True, slots=True)
class KickApproach:
    """How the robot walks to the place from which it kicks.

    Attributes:
        heading_within: Within this distance of the ball the preferred kick direction follows the
            robot's heading, further away the bearing of the ball, m.
        other_foot: The robot changes the kicking foot when that shortens the path by this, m.
        other_kind_steps: It changes the kind, where several will do, when that saves these steps.
        precise: Factor on the window of a kick from standing with precise alignment.
    """

    heading_within: WrittenLength
    other_foot: WrittenLength
    other_kind_steps: Annotated[float, Unit(""), Gt(0.0)]
    precise: PositiveRatio


@dataclass(frozen=True, slots=True)
class KickTable:
    """The file `table.yaml`.

    Attributes:
        ready: When the ball is known well enough for a kick.
        approach: How the robot walks to it.
        dribble: How the ball is dribbled.
        intercept: How an approaching ball is kicked away.
        worn_at: Hardware quality at and below which a robot kicks like a worn-out one.
        places: Where the ball must lie for each kind of kick, by name.
    """

    ready: KickReadiness
    approach: KickApproach
    dribble: DribbleParameters
    intercept: ClearingParameters
    worn_at: Annotated[float, Unit(""), Ge(0.0), Lt(1.0)]
    places: dict[str, KickPlace]

    def wear(self, quality: float) -> float:
        """Return the wear that a kick assumes for this hardware quality, 0..1."""
        return ramp(quality, 1.0, self.worn_at)


@dataclass(frozen=True, slots=True)
class KickMove:
    """One segment of a kick from standing: a cubic curve of the kicking foot.

    Positions are relative to the place of that foot beside the other one: forward, outwards, up.

    Attributes:
        label: Name of the segment, in a word or two.
        duration: At full strength, s.
        weak_duration: At zero strength, s; as `duration` if None.
        weight: Position of the centre of mass at the end: 0 between the feet, 1 over the support
            foot.
        foot: Position of the foot at the end, at full strength, m.
        weak: The same at zero strength; as `foot` if None.
        speed: Velocity of the foot at the end, at full strength, m/s; it is proportional to the
            strength if `weak` is given.
        toes: Angle by which the toes point down at the end, rad.
        edge: Angle by which the outer edge of the sole is raised at the end, rad: with the torso
            over the other foot no ankle can hold the sole level.
        lean: Forward shift of the centre of mass at the end, m, proportional to the strength: a
            torso that moves with the foot makes it faster.
        follows_ball: The end is shifted with the ball's offset from its nominal position.
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
    """One file in `stand/`: a kick with the left foot.

    Attributes:
        strike: Moves up to the end of the stroke, in order.
        recover: Moves that bring the leg back.
        leave_after: Moves of `recover` after which a step may follow once the foot is down.
    """

    strike: Annotated[tuple[KickMove, ...], MinLen(1)]
    recover: Annotated[tuple[KickMove, ...], MinLen(1)]
    leave_after: Annotated[int, Unit(""), Gt(0)]


@dataclass(frozen=True, slots=True)
class KickBalance:
    """Feedback to the ankles that keeps the robot upright on one leg.

    Attributes:
        roll: Ankle roll per roll of the torso.
        pitch: Ankle pitch per pitch of the torso.
        roll_rate: Ankle roll per roll rate, s.
        pitch_rate: Ankle pitch per pitch rate, s.
        largest: Largest correction of a joint, rad.
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
        rate: The robot is at rest while its roll and pitch rates are below this, rad/s.
        at_least: Shortest wait, s.
        at_most: Longest wait, s.
    """

    rate: PositiveAngularSpeed
    at_least: Milliseconds
    at_most: Milliseconds


@dataclass(frozen=True, slots=True)
class StandKickParameters:
    """The file `stand.yaml`: parameters shared by all kicks from standing.

    Attributes:
        hip_height: Height of the hip joints above the soles, m.
        over: Position of the centre of mass over the support sole: ahead of its origin and
            outwards, m.
        interpolate_speed: Joint speed of the transition to the first pose, rad/s.
        interpolate_at_most: Longest duration of that transition, s.
        settling: The rest before the kick.
        balance: Feedback to the ankles.
        follow_ahead: Largest shift of the stroke to a ball nearer or further ahead, m.
        follow_aside: Largest shift inwards and outwards, m.
        loaded: Time for which both feet must carry the robot at the end, s.
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
    """All files of `config/kicks/`.

    Attributes:
        table: Where the ball must lie for each kick.
        stand: Parameters shared by all kicks from standing.
        motions: The kicks from standing, by name.
        in_walk: The in-walk kicks, by name.
    """

    table: KickTable
    stand: StandKickParameters
    motions: dict[str, StandKickMotion]
    in_walk: dict[str, InWalkKick]
