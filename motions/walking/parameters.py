"""Parameters that several parts of the walk share: stance, step, limits, speed profiles.

What one part alone uses stands beside it; `configuration.py` puts all together.
"""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge

from hardware.units import (
    Angle,
    AngularSpeed,
    Length,
    LengthRange,
    Milliseconds,
    Number,
    PositiveLength,
    Ratio,
    Speed,
    Unit,
)
from motions.walking.wear import Speeds

SecondsPerSpeed = Annotated[float, Unit("s_per_m_per_s"), Ge(0.0)]


@dataclass(frozen=True, slots=True)
class Stance:
    """Where the feet are while standing and walking.

    Attributes:
        hip_height: Hip joints above the soles, m.
        torso_forward: How far the hip joints are in front of the soles' origins, m.
        leg_clip: How much a target may lie beyond the stretched leg before it counts as
            unreachable, m.
    """

    hip_height: PositiveLength
    torso_forward: Length
    leg_clip: Length


@dataclass(frozen=True, slots=True)
class StepShape:
    """Timing and shape of one step.

    Attributes:
        duration: Planned duration T, s.
        lift: Apex of the swing foot, m.
        lift_apex_time: The rise takes this long, s; only the descent is stretched.
        lift_apex_ratio: ... but at most this share of the lift duration.
        lift_duration_gain: Longer descent for fast side steps, s per m/s.
        support_share: Share of a side step that the support foot makes.
        lead: The feet have their forward offset and turn this much before T, s.
        side_lead: They have their side offset this much before T, s.
    """

    duration: Milliseconds
    lift: PositiveLength
    lift_apex_time: Milliseconds
    lift_apex_ratio: Ratio
    lift_duration_gain: SecondsPerSpeed
    support_share: Ratio
    lead: Milliseconds
    side_lead: Milliseconds


@dataclass(frozen=True, slots=True)
class EmergencyStep:
    """The step that frees a foot that is stuck.

    Attributes:
        side: Step outwards, m.
        lift_factor: Factor on the lift.
    """

    side: PositiveLength
    lift_factor: Annotated[float, Unit(""), Ge(1.0)]


@dataclass(frozen=True, slots=True)
class Rising:
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

    speed: AngularSpeed
    min_duration: Milliseconds
    max_duration: Milliseconds
    settle_duration: Milliseconds
    high_duration: Milliseconds
    high_hip_pitch: Angle
    reached: Angle


@dataclass(frozen=True, slots=True)
class FeetClosed:
    """How near the feet are to the stance.

    Attributes:
        distance: Offset forward of each foot, m.
        side: Offset sideways of each foot, m.
        turn: Between both, rad.
    """

    distance: Length
    side: Length
    turn: Angle


@dataclass(frozen=True, slots=True)
class Limits:
    """What one step may be.

    Attributes:
        acceleration: Growth of the forward step from one step to the next, m.
        deceleration: Shrinking of the forward step from one step to the next, m.
        no_forward_from_turn: Turn of a step at which no forward motion is left, rad.
        no_side_from_turn: Turn of a step at which no side motion is left, rad.
        inside_turn_share: Share of a double step's turn made by the foot that turns inwards.
        closed: When the feet count as closed, for standing.
        closed_for_dive: Likewise, for a dive.
        side_calibration: Factor on the side step after the limits: what slips is asked for too.
        turn_calibration: The same for the turn.
    """

    acceleration: Length
    deceleration: Length
    no_forward_from_turn: Angle
    no_side_from_turn: Angle
    inside_turn_share: Ratio
    closed: FeetClosed
    closed_for_dive: FeetClosed
    side_calibration: Number
    turn_calibration: Number


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

    forward: Speed
    backward: Speed
    side: Speed
    turn: AngularSpeed
    worn: Speeds
    reach_margin: LengthRange

    @property
    def fastest(self) -> Speeds:
        """Return the limits of a sound robot."""
        return Speeds(self.forward, self.backward, self.side, self.turn)
