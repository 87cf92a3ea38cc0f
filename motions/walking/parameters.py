"""Parameters that several parts of the walk share: stance, step, limits, speed profiles.

What one part alone uses stands beside it; `configuration.py` puts all together.
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
    PositiveSpeed,
    Ratio,
    Unit,
    UnsignedAngle,
    UnsignedLength,
    demand_order,
)
from motions.walking.planning.wear import Speeds

SecondsPerSpeed = Annotated[float, Unit("s_per_m_per_s"), Ge(0.0)]
StepDuration = Annotated[float, Unit("ms"), Ge(100), Le(1000)]
LookAhead = Annotated[float, Unit("ms"), Ge(0), Le(1000)]
"""Into the future of a robot that falls, s: no fall takes longer."""
BodyHeight = Annotated[float, Unit("mm"), Ge(100), Le(500)]
"""Of a place in the body over the soles of a robot that walks, m."""
Calibration = Annotated[float, Unit(""), Ge(0.5), Le(2.0)]
"""Factor on what is asked of a step: it makes good what slips, and turns nothing round."""
Lead = Annotated[float, Unit("ms"), Ge(0), Lt(100)]
"""Before the end of a step, s: every step lasts longer, so something of it is left."""


@dataclass(frozen=True, slots=True)
class StanceParameters:
    """Where the feet are while standing and walking.

    Attributes:
        hip_height: Hip joints above the soles, m.
        torso_forward: How far the hip joints are in front of the soles' origins, m.
        leg_clip: How much a target may lie beyond the stretched leg before it counts as
            unreachable, m.
    """

    hip_height: BodyHeight
    torso_forward: Length
    leg_clip: UnsignedLength


@dataclass(frozen=True, slots=True)
class LiftDurationParameters:
    """Wide side steps stay up longer, so that they do not stub.

    Attributes:
        active: The descent of a fast side step is stretched.
        gain: By so much, s per m/s.
    """

    active: bool
    gain: SecondsPerSpeed


@dataclass(frozen=True, slots=True)
class StepShapeParameters:
    """Timing and shape of one step.

    Attributes:
        duration: Planned duration T, s.
        lift: Apex of the swing foot, m.
        lift_apex_time: The rise takes this long, s; only the descent is stretched.
        lift_apex_ratio: ... but at most this share of the lift duration.
        lift_duration: Longer descent for side steps.
        support_share: Share of a side step that the support foot makes.
        lead: The feet have their forward offset and turn this much before T, s.
        side_lead: They have their side offset this much before T, s.
    """

    duration: StepDuration
    lift: PositiveLength
    lift_apex_time: PositiveMilliseconds
    lift_apex_ratio: Annotated[float, Unit(""), Gt(0.0), Lt(1.0)]
    lift_duration: LiftDurationParameters
    support_share: Ratio
    lead: Lead
    side_lead: Lead


@dataclass(frozen=True, slots=True)
class EmergencyStepParameters:
    """The step that frees a foot that is stuck.

    Attributes:
        active: It goes outwards and high; otherwise it is one more zero step.
        side: Step outwards, m.
        lift_factor: Factor on the lift.
    """

    active: bool
    side: PositiveLength
    lift_factor: Annotated[float, Unit(""), Ge(1.0)]


@dataclass(frozen=True, slots=True)
class RisingParameters:
    """Interpolation from any pose into the stance.

    Attributes:
        speed: Speed of the joint with the longest way, rad/s.
        min_duration: At least, s.
        max_duration: At most, s.
        settle_duration: At least, when the last command was the walk's, s.
        high_duration: Between the stance and standing high, s.
        high_hip_pitch: Added to the hips while standing high, rad: the torso's weight moves back.
        reached: Legs this near to their command have arrived in the air, rad.
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
    """How near the feet are to the stance.

    Attributes:
        distance: Offset forward of each foot, m.
        side: Offset sideways of each foot, m.
        turn: Between both, rad.
    """

    distance: PositiveLength
    side: PositiveLength
    turn: PositiveAngle


@dataclass(frozen=True, slots=True)
class RatchetParameters:
    """Forward steps grow and shrink by a limited way from one to the next.

    Attributes:
        active: They do.
        acceleration: Largest growth, m.
        deceleration: Largest shrinking, m.
    """

    active: bool
    acceleration: PositiveLength
    deceleration: PositiveLength


@dataclass(frozen=True, slots=True)
class TurnFirstParameters:
    """A step that turns goes less far.

    Attributes:
        active: It does.
        no_forward_from: Turn of a step at which no forward motion is left, rad.
        no_side_from: Turn of a step at which no side motion is left, rad.
    """

    active: bool
    no_forward_from: PositiveAngle
    no_side_from: PositiveAngle


@dataclass(frozen=True, slots=True)
class HurryParameters:
    """Steps beside a ball: they start faster, and small turns are free.

    Attributes:
        forward: What a first step may go forward, m.
        backward: ... and backward, m.
        free_turn: Turn of a step that takes nothing of its way aside, rad.
        no_side_from_inwards: Turn inwards at which no side motion is left, rad.
        no_side_from_outwards: ... outwards, rad.
    """

    forward: UnsignedLength
    backward: UnsignedLength
    free_turn: UnsignedAngle
    no_side_from_inwards: PositiveAngle
    no_side_from_outwards: PositiveAngle

    def __post_init__(self) -> None:
        if not self.free_turn < min(self.no_side_from_inwards, self.no_side_from_outwards):
            raise ValueError("a turn that is free must be less than one that leaves no side motion")


@dataclass(frozen=True, slots=True)
class KeepToReachParameters:
    """Diagonal steps keep to what the legs reach; otherwise to the profile's rectangle.

    Attributes:
        active: They do.
    """

    active: bool


@dataclass(frozen=True, slots=True)
class DiagonalParameters:
    """Steps that lead somewhere do not go far ahead and far aside at once, whatever can be reached.

    Attributes:
        side_at_forward: Furthest way aside of a step that goes as far ahead as it may, m.
        forward_at_side: Furthest way ahead of one that goes as far aside, m.
    """

    side_at_forward: UnsignedLength
    forward_at_side: UnsignedLength


@dataclass(frozen=True, slots=True)
class StepLimitParameters:
    """What one step may be.

    Attributes:
        ratchet: From one step to the next.
        turn_first: How turning and going share a step.
        hurry: Beside a ball.
        keep_to_reach: How far a step goes forward and sideways at once.
        diagonal: The same for steps that lead somewhere.
        inside_turn_share: Share of a double step's turn made by the foot that turns inwards.
        closed: When the feet count as closed, for standing.
        closed_after_stop: Likewise, after a step that was to close them.
        closed_for_dive: Likewise, for a dive.
        side_calibration: Factor on the side step after the limits: what slips is asked for too.
        turn_calibration: The same for the turn.
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
    """The fastest walk that may be asked for.

    Attributes:
        forward: m/s.
        backward: m/s, a positive number.
        side: m/s.
        turn: rad/s.
        worn: The same for a robot that is worn out.
        reach_margin: A step counts as reachable when either foot could also be this much further
            forward, m: room for a step that balances.
    """

    forward: PositiveSpeed
    backward: PositiveSpeed
    side: PositiveSpeed
    turn: PositiveAngularSpeed
    worn: Speeds
    reach_margin: LengthRange

    @property
    def fastest(self) -> Speeds:
        """Return the limits of a sound robot."""
        return Speeds(self.forward, self.backward, self.side, self.turn)
