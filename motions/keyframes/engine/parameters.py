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
    LengthRange,
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
from motions.keyframes.motions.keyframe import Limb, demand_once
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
    """The part of the soles that may carry the centre of mass, relative to the ankles, m."""

    front: PositiveLength
    back: PositiveLength
    half_width: PositiveLength


@dataclass(frozen=True, slots=True)
class AxisGains:
    """Gains of the balance about one axis.

    Attributes:
        kp: Gain on the error: the correction in degrees is the cycle, s, times this times the
            error in mm (`balance.py`).
        kp_add: Largest gain added far from the goal.
        kd: Gain on the speed of the centre of mass, likewise, in mm/s.
        kd_add: Largest gain added while it moves away.
        cap: Limit of the growth factor, for a CoM behind (right of) and ahead (left) of the goal.
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
        beyond: Distances of the centre of mass ahead of the support polygon at which positive pitch
            corrections begin to fade and are gone, m; None for never. With the weight beyond the
            toes, ankles that push only lift the heels, and the robot falls on.
    """

    pitch: AxisGains
    roll: AxisGains
    beyond: LengthRange | None = None


class ModeScope(Enum):
    """Where the mode of a balancing joint applies."""

    ROLL_SIDEWAYS = "roll_sideways"
    """Only for hip and ankle rolls that balance sideways."""
    ALL = "all"


@dataclass(frozen=True, slots=True)
class BalanceParameters:
    """Everything in `config/keyframes/balance.yaml`.

    Attributes:
        filter: Filter of the correction.
        i_gain: Gain of the summed error.
        i_leak: Rate at which the sum decreases while balancing out, m/s.
        goal_growth_filter: Weight of the newest speed of the goal.
        phases: Gains by name of the phase.
        mode_scope: Where modes of joints apply.
    """

    filter: TrendFilter
    i_gain: Number
    i_leak: LeakRate
    goal_growth_filter: PositiveRatio
    phases: dict[str, BalancePhase]
    mode_scope: ModeScope


@dataclass(frozen=True, slots=True)
class BalanceOutParameters:
    """When a robot that balances at the end of a motion counts as calm.

    Attributes:
        min_time: Shortest time, in which the soles reveal the offsets of the joints, s.
        max_time: Longest time, s.
        pitch: Range of the torso's pitch, rad.
        roll: Range of its roll, rad.
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
        body: All other joints.
        head: Head, for the time `head_high`.
        hip_pitch: Hip pitch in a fall to the front.
        elbow_roll: Elbow roll in a fall to the front.
        head_high: Time for which the head is held, s.
        limp_after: Time after which all joints are limp, s.
    """

    body: Percent
    head: Percent
    hip_pitch: Percent
    elbow_roll: Percent
    head_high: Milliseconds
    limp_after: Milliseconds


@dataclass(frozen=True, slots=True)
class PoseTolerance:
    """Tolerance within which a limb must reach its pose.

    Attributes:
        distance: Tolerance of the position, m.
        angle: Tolerance of the orientation, rad.
    """

    distance: PositiveLength
    angle: Angle


@dataclass(frozen=True, slots=True)
class Dives:
    """Names of the goalkeeper's motions.

    Attributes:
        prepare: Sits low, ready for a jump.
        jump_left: Jumps to the left; played mirrored for the right.
        squat: A quick squat with the arms out.
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
        max_tries: Break-ups before the robot calls for human help.
        malfunction: When a leg motor counts as dead, which needs a human at once.
        request_delay: Cycles between a request and its measurement.
        joint_error_filter: Filter of the difference between both.
        prediction: Time over which the trend of that difference is extrapolated, cycles.
        min_release: Predicted decrease of an error that counts as the joint coming loose, rad; for
            keyframes with a `release_step`.
        pose_tolerance: Tolerance of limb poses, which are solved when they are loaded.
        oscillation: Rocking of the ankles while the hip yaw sticks.
        support_polygon: Support polygon for the balance.
        balance_out: When the robot counts as calm.
        safe_fall: Stiffness after a break-up.
        slow_first: Least duration of the first keyframe after a break-up outside a get-up, s.
        get_up: Choice of the get-up motion; the first whose conditions hold.
        sit_down: Motion that sits down.
        stand: Motion from any upright posture to the walk's stance.
        dives: Motions of a goalkeeper.
        specials: Motions that may be requested by name, with the motion `special`.
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
    specials: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NamedPosture:
    """A posture by limbs, rad; limbs that are not named keep their measured angle."""

    angles: Annotated[dict[Limb, tuple[float, ...]], Unit("deg")]

    def __post_init__(self) -> None:
        demand_once(self.angles)


@dataclass(frozen=True, slots=True)
class Postures:
    """Postures in which a broken-up motion falls.

    Attributes:
        back: Falling to the back.
        front: Falling to the front.
        front_elbow_roll: Elbow roll of both arms in a fall to the front, as of a left arm, rad.
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
