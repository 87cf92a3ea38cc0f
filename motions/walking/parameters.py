"""Parameters shared by several parts of the walk: stance, step, limits, speed profiles.

Parameters of a single part are defined beside it; `configuration.py` combines them all.
"""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Gt, Le, Lt

from hardware.units import (
    Angle,
    Length,
    LengthRange,
    Milliseconds,
    PositiveAngle,
    PositiveAngularSpeed,
    PositiveLength,
    PositiveMilliseconds,
    Ratio,
    Unit,
    UnsignedAngle,
    UnsignedLength,
    demand_order,
)
from motions.request_limits import PositiveTurningSpeed, PositiveWalkingSpeed
from motions.walking.planning.wear import Speeds

SecondsPerSpeed = Annotated[float, Unit("s_per_m_per_s"), Ge(0.0)]
StepDuration = Annotated[float, Unit("ms"), Ge(100), Le(1000)]
LookAhead = Annotated[float, Unit("ms"), Ge(0), Le(1000)]
"""Prediction horizon for a falling robot, s; no fall takes longer."""
BodyHeight = Annotated[float, Unit("mm"), Ge(100), Le(500)]
"""Height of a point of the body above the soles of a walking robot, m."""
Calibration = Annotated[float, Unit(""), Ge(0.5), Le(2.0)]
"""Factor on a requested step that compensates slip; it never reverses the step."""
Lead = Annotated[float, Unit("ms"), Ge(0), Lt(100)]
"""Time before the end of a step, s; shorter than any step."""


@dataclass(frozen=True, slots=True)
class StanceParameters:
    """Pose of the feet relative to the hips while standing and walking.

    Attributes:
        hip_height: Height of the hip joints above the soles, m.
        torso_forward: Distance of the hip joints in front of the soles' origins, m.
        leg_clip: Distance by which a target may lie beyond the stretched leg before it counts as
            unreachable, m.
    """

    hip_height: BodyHeight
    torso_forward: Length
    leg_clip: UnsignedLength


@dataclass(frozen=True, slots=True)
class LiftDurationParameters:
    """Longer lift of wide side steps, so that the foot does not stub.

    Attributes:
        active: Whether the descent of a fast side step is extended.
        gain: Extension of the lift per side speed, s per m/s.
    """

    active: bool
    gain: SecondsPerSpeed


@dataclass(frozen=True, slots=True)
class StepShapeParameters:
    """Timing and shape of one step.

    Attributes:
        duration: Planned duration T, s.
        lift: Apex height of the swing foot, m.
        numb_lift: Added for a foot with a dead sole cell, m.
        lift_apex_time: Duration of the rise, s; only the descent is extended.
        lift_apex_ratio: Upper limit of the rise, as a share of the lift duration.
        lift_duration: Longer descent for side steps.
        support_share: Share of a side step made by the support foot.
        lead: Time before T at which the feet reach their forward offset and turn, s.
        side_lead: Time before T at which the feet reach their side offset, s.
    """

    duration: StepDuration
    lift: PositiveLength
    numb_lift: UnsignedLength
    lift_apex_time: PositiveMilliseconds
    lift_apex_ratio: Annotated[float, Unit(""), Gt(0.0), Lt(1.0)]
    lift_duration: LiftDurationParameters
    support_share: Ratio
    lead: Lead
    side_lead: Lead


@dataclass(frozen=True, slots=True)
class EmergencyStepParameters:
    """Step that frees a stuck foot.

    Attributes:
        active: Whether it goes outwards and high; otherwise it is another zero step.
        side: Length of the outward step, m.
        lift_factor: Factor on the lift.
    """

    active: bool
    side: PositiveLength
    lift_factor: Annotated[float, Unit(""), Ge(1.0)]


@dataclass(frozen=True, slots=True)
class RisingParameters:
    """Interpolation from any pose into the stance.

    Attributes:
        speed: Speed of the joint that has the furthest to move, rad/s.
        min_duration: Minimum duration, s.
        max_duration: Maximum duration, s.
        settle_duration: Minimum duration after a command of the walk, s.
        high_duration: Duration of the transition between the stance and standing high, s.
        high_hip_pitch: Added to the hip pitches while standing high, rad; shifts the weight back.
        reached: Error below which the legs of a lifted robot have reached their command, rad.
    """

    speed: PositiveAngularSpeed
    min_duration: Milliseconds
    max_duration: Milliseconds
    settle_duration: Milliseconds
    high_duration: PositiveMilliseconds
    high_hip_pitch: Angle
    reached: UnsignedAngle

    def __post_init__(self) -> None:
        demand_order(self, "min_duration", "max_duration")


@dataclass(frozen=True, slots=True)
class FeetClosedParameters:
    """Distance of the feet from the stance below which they count as closed.

    Attributes:
        distance: Forward offset of each foot, m.
        side: Sideways offset of each foot, m.
        turn: Turn of each foot, rad.
    """

    distance: PositiveLength
    side: PositiveLength
    turn: PositiveAngle


@dataclass(frozen=True, slots=True)
class RatchetParameters:
    """Limits the change of the forward step length from one step to the next.

    Attributes:
        active: Whether the limit applies.
        acceleration: Largest increase, m.
        deceleration: Largest decrease, m.
    """

    active: bool
    acceleration: PositiveLength
    deceleration: PositiveLength


@dataclass(frozen=True, slots=True)
class TurnFirstParameters:
    """Reduces the translation of a turning step.

    Attributes:
        active: Whether the translation is reduced.
        no_forward_from: Turn of a step from which no forward motion is left, rad.
        no_side_from: Turn of a step from which no side motion is left, rad.
    """

    active: bool
    no_forward_from: PositiveAngle
    no_side_from: PositiveAngle


@dataclass(frozen=True, slots=True)
class HurryParameters:
    """Limits of steps near the ball: faster starts, and small turns cost no side motion.

    Attributes:
        forward: Forward length always allowed, even from standing, m.
        backward: Likewise backward, m.
        side: Longest side step into the path of a ball, m; as far as the legs reach.
        free_turn: Turn of a step that costs no side motion, rad.
        no_side_from_inwards: Inward turn from which no side motion is left, rad.
        no_side_from_outwards: Likewise outwards, rad.
    """

    forward: UnsignedLength
    backward: UnsignedLength
    side: UnsignedLength
    free_turn: UnsignedAngle
    no_side_from_inwards: PositiveAngle
    no_side_from_outwards: PositiveAngle

    def __post_init__(self) -> None:
        if not self.free_turn < min(self.no_side_from_inwards, self.no_side_from_outwards):
            raise ValueError("'free_turn' must be less than both turns that leave no side motion")


@dataclass(frozen=True, slots=True)
class KeepToReachParameters:
    """Limits diagonal steps to the reach of the legs instead of the profile's rectangle.

    Attributes:
        active: Whether the reach limits them.
    """

    active: bool


@dataclass(frozen=True, slots=True)
class DiagonalParameters:
    """Limits diagonal steps of the step generators below the reach of the legs.

    Attributes:
        side_at_forward: Longest side step at the longest forward step, m.
        forward_at_side: Longest forward step at the longest side step, m.
    """

    side_at_forward: UnsignedLength
    forward_at_side: UnsignedLength


@dataclass(frozen=True, slots=True)
class StepLimitParameters:
    """Limits of a single step.

    Attributes:
        ratchet: Change from one step to the next.
        turn_first: Trade-off between turn and translation.
        hurry: Steps near the ball.
        keep_to_reach: Combined forward and side motion.
        diagonal: Likewise for the step generators.
        inside_turn_share: Share of a double step's turn made by the foot that turns inwards.
        closed: When the feet count as closed, for standing.
        closed_after_stop: Likewise after a step that was meant to close them.
        closed_for_dive: Likewise for a dive.
        side_calibration: Factor on the side step after the limits, compensating slip.
        turn_calibration: Likewise for the turn.
    """

    ratchet: RatchetParameters
    turn_first: TurnFirstParameters
    hurry: HurryParameters
    keep_to_reach: KeepToReachParameters
    diagonal: DiagonalParameters
    inside_turn_share: Ratio
    closed: FeetClosedParameters
    closed_after_stop: FeetClosedParameters
    closed_for_dive: FeetClosedParameters
    side_calibration: Calibration
    turn_calibration: Calibration


@dataclass(frozen=True, slots=True)
class SpeedProfile:
    """Largest walking speeds that may be requested.

    Attributes:
        forward: m/s.
        backward: m/s, a positive number.
        side: m/s.
        turn: rad/s.
        worn: The same for a worn-out robot.
        reach_margin: A step counts as reachable only if either foot could also be this much further
            forward, m; this leaves room for balancing steps.
    """

    forward: PositiveWalkingSpeed
    backward: PositiveWalkingSpeed
    side: PositiveWalkingSpeed
    turn: PositiveTurningSpeed
    worn: Speeds
    reach_margin: LengthRange

    @property
    def fastest(self) -> Speeds:
        """Return the speed limits of a sound robot."""
        return Speeds(self.forward, self.backward, self.side, self.turn)
