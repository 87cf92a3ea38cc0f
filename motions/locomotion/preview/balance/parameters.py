"""Parameters of the feedback, as in `config/preview_walk.yaml`."""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge

from hardware.units import (
    AnglePerLength,
    AngularSpeed,
    Force,
    Gain,
    Length,
    LongTimeConstant,
    Milliseconds,
    PositiveAngularSpeed,
    PositiveLength,
    PositiveSpeed,
    Ratio,
    RatioBelowOne,
    Speed,
    TimeConstant,
    Unit,
    UnsignedAngle,
    UnsignedLength,
)
from motions.kinematics.sole_tilt import TiltShares
from motions.walking.joints.sole_trim import SoleTrimParameters


@dataclass(frozen=True, slots=True)
class SupportSagParameters:
    """Sag of the joints of a leg that carries the whole robot.

    Attributes:
        hip_roll: Drop of the pelvis to the other side, rad.
        knee_pitch: Bending of the knee, rad.
        ankle_roll: Lean of the leg to the other side, rad.
    """

    hip_roll: UnsignedAngle
    knee_pitch: UnsignedAngle
    ankle_roll: UnsignedAngle


@dataclass(frozen=True, slots=True)
class FeedbackParameters:
    """Feedback of the measured centre of mass.

    Attributes:
        delay: Cycles from a command until the measurement shows it.
        low_pass: Weight of the old value in the measured speed.
        draw: Share of the gap by which the plan is drawn to the measurement, per cycle of single
            support with exact footsteps.
        mean_time: Integration time of a lasting gap, which the hips compensate, s.
        mean_limit: Largest compensation, m.
        ankle_pitch: Turn of the support ankles per gap of the divergent component, rad/m.
        ankle_roll: The same sideways, rad/m.
        ankle_limit: Largest turn, rad.
        ankle_speed: Largest speed of the turn, rad/s.
    """

    delay: Annotated[int, Unit("cycles"), Ge(0)]
    low_pass: RatioBelowOne
    draw: Ratio
    mean_time: TimeConstant
    mean_limit: PositiveLength
    ankle_pitch: AnglePerLength
    ankle_roll: AnglePerLength
    ankle_limit: UnsignedAngle
    ankle_speed: AngularSpeed


@dataclass(frozen=True, slots=True)
class TrimParameters(SoleTrimParameters):
    """Trim of the offsets of a leg's joints.

    Attributes:
        first_time: Averaging time of the first measurements, s.
        least_load: Share of the weight above which a sole is assumed to be flat.
        differing: Joints that compensate the difference of both soles; `shares` is for their common
            part, which may be due to the inertial unit.
    """

    first_time: Milliseconds
    least_load: Ratio
    differing: TiltShares


@dataclass(frozen=True, slots=True)
class LevellingParameters:
    """Keeps the swing foot at its planned place over the floor while the torso tilts.

    Attributes:
        gain: Share of the tilt that is compensated.
        mean_time: Time constant of the mean lean, which does not count as tilt, s.
        low_pass: Weight of the old value in the tilt.
        limit: Largest turn, rad.
        speed: Largest speed of the turn of the swing foot, rad/s.
        fade: Speed at which it fades on the ground, rad/s.
    """

    gain: Ratio
    mean_time: TimeConstant
    low_pass: RatioBelowOne
    limit: UnsignedAngle
    speed: AngularSpeed
    fade: PositiveAngularSpeed


@dataclass(frozen=True, slots=True)
class LandingParameters:
    """Lands the swing foot relative to the actual place of the support foot.

    Attributes:
        gain: Share of the support leg's deviation from its command that is compensated.
        delay: Cycles from a command to the joints that have followed it.
        low_pass: Weight of the old value.
        limit: Largest shift of the swing foot, m.
        speed: Largest speed of the shift, m/s.
        fade: Speed at which it fades on the ground, m/s.
    """

    gain: Ratio
    delay: Annotated[int, Unit("cycles"), Ge(0)]
    low_pass: RatioBelowOne
    limit: PositiveLength
    speed: Speed
    fade: PositiveSpeed


@dataclass(frozen=True, slots=True)
class WidthParameters:
    """Keeps the feet as far apart as planned.

    Attributes:
        wider: Outward offset of each commanded foot, m, as legs yield inwards.
        inward: Centre of pressure below a foot at its planned place, from below the ankle towards
            the other foot, m.
        believed: Share of the deviation of the pressure that is attributed to the feet.
        first_time: Least single support of a foot before it is used, s.
        time: Time constant of the mean, s.
        limit: Largest shift of each foot, m.
        speed: Largest speed of the shift, m/s.
        least_load: Least load of a sole, as a share of one cell's range.
    """

    wider: Length
    inward: Length
    believed: Ratio
    first_time: Milliseconds
    time: LongTimeConstant
    limit: PositiveLength
    speed: Speed
    least_load: Ratio


@dataclass(frozen=True, slots=True)
class PressParameters:
    """Control of the difference of the feet's forces.

    Attributes:
        delay: Cycles from a planned share of the weight to the force that has followed it.
        gain: Speed of the feet against each other with all weight on the wrong one, m/s.
        time: Time constant with which the correction decays, s.
        limit: Largest difference of the feet's heights, m.
        touch: Share of the weight above which a swing foot has met the ground.
        least_force: Least force on both soles, N; with less the correction fades.
        fade: Speed at which it then fades, m/s.
    """

    delay: Annotated[int, Unit("cycles"), Ge(0)]
    gain: Speed
    time: TimeConstant
    limit: PositiveLength
    touch: Ratio
    least_force: Force
    fade: PositiveSpeed


@dataclass(frozen=True, slots=True)
class CaptureParameters:
    """Adaptation of footholds to the gap of the divergent component.

    Attributes:
        gain: Shift of the foothold per gap beyond the band.
        band: Dead band of the gap, m.
        lasting_gain: Additional shift per mean forward gap beyond the band.
        lasts: Time constant of that mean, s.
        limit: Largest shift, m.
        speed: Largest speed of the shift, m/s.
        latest: Time before the landing after which the foothold is no longer shifted, s.
    """

    gain: Ratio
    band: UnsignedLength
    lasting_gain: Gain
    lasts: LongTimeConstant
    limit: PositiveLength
    speed: PositiveSpeed
    latest: Milliseconds
