"""What a person may tune of the services."""

from dataclasses import dataclass
from enum import Enum

from hardware.units import Percent, PositiveAngle, PositiveLength, PositiveRatio, PositiveTime
from motions.kinematics.sole_tilt import TiltShares


class MoveEngine(Enum):
    """Which walk goes where a command wants to."""

    PRESSURE_SWITCHED = "pressure_switched"
    """Steps end when the weight has changed feet."""
    PREVIEW = "preview"
    """Steps are planned ahead, and land where they were planned."""


@dataclass(frozen=True, slots=True)
class StandingSoles:
    """What soles that stand tell of the zeros of their legs' joints.

    Attributes:
        shares: Which joints are taken to be wrong.
        pitch_limit: More than that is no error, but how the sole is tilted: rad.
    """

    shares: TiltShares
    pitch_limit: PositiveAngle


@dataclass(frozen=True, slots=True)
class NaoqiParameters:
    """Everything in `config/naoqi.yaml`.

    Attributes:
        engine: Which walk goes where a command wants to.
        own_arms_angle: A limb is there when no joint is further off, rad.
        foot_contact_protection: Whether a walk without ground contact is refused.
        stiffness_protection: Whether a walk on soft legs is refused.
        least_leg_stiffness: A leg joint that is not stiffer is soft, 0..1.
        patience: For a posture, s.
        passed: A control point on the way has been reached when it is no further off, m.
        passed_turn: And its heading no more than that, rad.
        slowest: Share of the walk's speeds that the time of a `moveTo` leaves at least, 0..1.
        hand_ahead: The end of an arm is so far ahead of its wrist, m.
        hand_below: And so far below it, m.
        standing_soles: What they tell of the joints.
    """

    engine: MoveEngine
    own_arms_angle: PositiveAngle
    foot_contact_protection: bool
    stiffness_protection: bool
    least_leg_stiffness: Percent
    patience: PositiveTime
    passed: PositiveLength
    passed_turn: PositiveAngle
    slowest: PositiveRatio
    hand_ahead: PositiveLength
    hand_below: PositiveLength
    standing_soles: StandingSoles
