"""Parameters of the services."""

from dataclasses import dataclass
from enum import Enum

from hardware.units import Percent, PositiveAngle, PositiveLength, PositiveRatio, PositiveTime
from motions.kinematics.sole_tilt import TiltShares


class MoveEngine(Enum):
    """Walk that executes move commands."""

    PRESSURE_SWITCHED = "pressure_switched"
    """Steps end when the weight has shifted to the other foot."""
    PREVIEW = "preview"
    """Steps are planned ahead and land where they were planned."""


@dataclass(frozen=True, slots=True)
class StandingSoles:
    """Correction of leg joint zeros from standing soles, which are flat on the floor.

    Attributes:
        shares: Share of the sole's tilt attributed to each joint.
        pitch_limit: Largest pitch attributed to joint errors, rad; more is a real tilt of the sole.
    """

    shares: TiltShares
    pitch_limit: PositiveAngle


@dataclass(frozen=True, slots=True)
class NaoqiParameters:
    """Everything in `config/naoqi.yaml`.

    Attributes:
        engine: Walk that executes move commands.
        own_arms_angle: Tolerance of every joint for a limb to have arrived, rad.
        foot_contact_protection: Whether a walk without ground contact is refused.
        stiffness_protection: Whether a walk on soft legs is refused.
        least_leg_stiffness: Stiffness up to which a leg joint counts as soft, 0..1.
        patience: Timeout for a posture, s.
        passed: Distance within which an intermediate control point counts as reached, m.
        passed_turn: Tolerance of its heading, rad.
        slowest: Smallest share of the walk's speeds for a `moveTo` with a time, 0..1.
        hand_ahead: Distance of an arm's end effector ahead of the wrist, m.
        hand_below: Distance of the end effector below the wrist, m.
        standing_soles: Correction of joint zeros from standing soles.
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
