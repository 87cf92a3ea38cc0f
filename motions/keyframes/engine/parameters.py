"""Parameters of the keyframe engine: the files beside the motions in `config/keyframes`."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from annotated_types import Gt, Le

from hardware.units import (
    Angle,
    AngleRange,
    Count,
    JointIndex,
    Milliseconds,
    Number,
    Percent,
    PositiveLength,
    PositiveRatio,
    Unit,
    demand_order,
)
from motions.keyframes.engine.leg_motors import MalfunctionParameters
from motions.keyframes.engine.oscillation import OscillationParameters
from motions.keyframes.motions.keyframe import Limb
from motions.keyframes.motions.motion import MotionChoice
from motions.requests import Dive

NumberPair = Annotated[tuple[float, float], Unit("")]
LengthPair = Annotated[tuple[float, float], Unit("mm")]
LeakRate = Annotated[float, Unit("mm_per_s")]


@dataclass(frozen=True, slots=True)
class TrendFilter:
    """A low pass that follows a trend faster than it follows noise (`LowPassPR`)."""

    slow: PositiveRatio
    fast: PositiveRatio


@dataclass(frozen=True, slots=True)
class SupportPolygon:
    """The part of the soles that may carry the centre of mass, from the ankles, m."""

    front: PositiveLength
    back: PositiveLength
    half_width: PositiveLength


@dataclass(frozen=True, slots=True)
class AxisGains:
    """Gains of the balance about one axis.

    Attributes:
        kp: On the error: the correction in degrees is the cycle, s, times this times the error in
            mm (`balance.py`).
        kp_add: Largest gain added far from the goal.
        kd: On the speed of the centre of mass, likewise: in mm/s.
        kd_add: Largest gain added while it moves away.
        cap: Limit of the growth factor, for a CoM behind (right of) and before (left of) the goal.
        exponent: Exponent of the growth factor, likewise.
        base: Distance at which the growth factor is one, m, likewise.
    """

    kp: Number
    kp_add: Number
    kd: Number
    kd_add: Number
    cap: NumberPair
    exponent: NumberPair
    base: LengthPair


@dataclass(frozen=True, slots=True)
class BalancePhase:
    """Gains of one phase of a motion.

    Attributes:
        pitch: Gains forward.
        roll: Gains sideways.
        beyond: How far ahead of the soles the weight is where the correction of the pitch begins to
            fade, and where it is gone, m; None: never. Ankles that push a weight beyond the toes
            lift the heels, and it falls on.
    """

    pitch: AxisGains
    roll: AxisGains
    beyond: LengthPair | None = None


class ModeScope(Enum):
    """Where the mode of a balancing joint counts."""

    ROLL_SIDEWAYS = "roll_sideways"
    """Only for hip and ankle rolls that balance sideways."""
    ALL = "all"


@dataclass(frozen=True, slots=True)
class BalanceParameters:
    """Everything in `config/keyframes/balance.yaml`.

    Attributes:
        filter: Of the correction.
        i_gain: Gain of the summed error.
        i_leak: How fast the sum shrinks while balancing out, m/s.
        goal_growth_filter: Weight of the newest speed of the goal.
        phases: Gains by name.
        mode_scope: Where modes of joints count.
    """

    filter: TrendFilter
    i_gain: Number
    i_leak: LeakRate
    goal_growth_filter: PositiveRatio
    phases: dict[str, BalancePhase]
    mode_scope: ModeScope


@dataclass(frozen=True, slots=True)
class BalanceOutParameters:
    """When a robot that balances at the end of a motion is calm.

    Attributes:
        min_time: s; meanwhile its soles tell by what the zeros of its joints are wrong.
        max_time: s.
        pitch: Range of the torso's pitch, rad.
        roll: Likewise of its roll.
        max_rate: Largest angular velocity about x and y, rad/s.
    """

    min_time: Milliseconds
    max_time: Milliseconds
    pitch: AngleRange
    roll: AngleRange
    max_rate: Annotated[float, Unit("deg_per_s")]

    def __post_init__(self) -> None:
        demand_order(self, "min_time", "max_time")


@dataclass(frozen=True, slots=True)
class SafeFall:
    """Stiffness after a break-up, 0..1, and its times.

    Attributes:
        body: Every joint that is not named.
        head: Until the head is high.
        hip_pitch: In a fall to the front.
        elbow_roll: In a fall to the front.
        head_high: How long the head is held, s.
        limp_after: Everything is limp from here on, s.
    """

    body: Percent
    head: Percent
    hip_pitch: Percent
    elbow_roll: Percent
    head_high: Milliseconds
    limp_after: Milliseconds


@dataclass(frozen=True, slots=True)
class PoseTolerance:
    """How near a limb must come to its pose.

    Attributes:
        distance: m.
        angle: rad.
    """

    distance: PositiveLength
    angle: Angle


@dataclass(frozen=True, slots=True)
class Dives:
    """Motions of a goalkeeper.

    Attributes:
        prepare: Sits low, ready for a jump.
        jump_left: A jump to the left; mirrored it is the one to the right.
        squat: Drops onto spread legs.
    """

    prepare: str
    jump_left: str
    squat: str

    def motion(self, dive: Dive) -> str:
        """Return the name of the motion of a dive, before it is mirrored."""
        match dive:
            case Dive.PREPARE:
                return self.prepare
            case Dive.SQUAT:
                return self.squat
            case Dive.JUMP_LEFT | Dive.JUMP_RIGHT:
                return self.jump_left


@dataclass(frozen=True, slots=True)
class EngineParameters:
    """Everything in `config/keyframes/engine.yaml`.

    Attributes:
        max_tries: Break-ups before a human is asked for help.
        malfunction: When a leg motor counts as dead, which needs a human at once.
        request_delay: Cycles between a request and its measurement.
        joint_error_filter: Of the difference between both.
        prediction: How far the trend of that difference is continued, cycles.
        min_release: Predicted fall of an error that counts as the joint coming loose, rad; for
            keyframes with a `release_step`.
        pose_tolerance: Of poses in space, which are solved when they are loaded.
        oscillation: Of the ankles, while the hip yaw sticks.
        support_polygon: For the balance.
        balance_out: When calm.
        safe_fall: Break-up.
        slow_first: Least duration of the first keyframe after a break-up outside a get-up, s.
        get_up: Which motion gets the robot up; the first whose conditions hold.
        sit_down: Motion that sits down.
        stand: Motion from anything upright to the walk's stance.
        dives: Motions of a goalkeeper.
    """

    max_tries: Count
    malfunction: MalfunctionParameters
    request_delay: Annotated[int, Unit("cycles"), Gt(0), Le(10)]
    joint_error_filter: TrendFilter
    prediction: Annotated[float, Unit("cycles")]
    min_release: Angle
    pose_tolerance: PoseTolerance
    oscillation: OscillationParameters
    support_polygon: SupportPolygon
    balance_out: BalanceOutParameters
    safe_fall: SafeFall
    slow_first: Milliseconds
    get_up: tuple[MotionChoice, ...]
    sit_down: str
    stand: str
    dives: Dives


@dataclass(frozen=True, slots=True)
class NamedPosture:
    """A posture by limbs, rad; limbs that are not named keep their measured angle."""

    angles: Annotated[dict[Limb, tuple[float, ...]], Unit("deg")]


@dataclass(frozen=True, slots=True)
class Postures:
    """Postures in which a broken-up motion falls.

    Attributes:
        back: Falling to the back.
        front: Falling to the front.
        front_elbow_roll: Elbow roll of both arms in a fall to the front, left's sign, rad.
        soft_joints: Joints that are limp at once in a fall to the front.
    """

    back: NamedPosture
    front: NamedPosture
    soft_joints: tuple[JointIndex, ...]
    front_elbow_roll: Angle


@dataclass(frozen=True, slots=True)
class KeyframeParameters:
    """The three parameter files of the engine."""

    engine: EngineParameters
    balance: BalanceParameters
    postures: Postures
