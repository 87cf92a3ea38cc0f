"""Parameters of what is measured and acts back, as in `config/preview_walk.yaml`."""

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
    """By how much joints of a leg give that carries all of the robot.

    Attributes:
        hip_roll: The pelvis hangs to the other side, rad.
        knee_pitch: The knee bends, rad.
        ankle_roll: The leg leans to the other side, rad.
    """

    hip_roll: UnsignedAngle
    knee_pitch: UnsignedAngle
    ankle_roll: UnsignedAngle


@dataclass(frozen=True, slots=True)
class FeedbackParameters:
    """What is measured acts back on the plan.

    Attributes:
        delay: Cycles from a command to the joints that have followed it, and their measurement.
        low_pass: Share of the old value in the measured speed.
        draw: Share of the gap by which the plan is drawn to the measurement, per cycle on one foot,
            where feet are asked for.
        mean_time: A gap that lasts is none of balance: the hips take it out, all of a constant one
            in this time, s ...
        mean_limit: ... by so much at most, m.
        ankle_pitch: Turn of the ankles that carry per gap of the divergent component, rad/m.
        ankle_roll: The same sideways, rad/m.
        ankle_limit: Largest turn, rad.
        ankle_speed: Fastest, rad/s.
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
    """What the zeros of a leg's joints are wrong by.

    Attributes:
        first_time: The first measurements count as if nothing was wrong for so long, s.
        least_load: Share of the weight from which a sole is taken to be flat.
        differing: Which joints take out what the soles differ by; `shares` is for what is alike in
            both, which may be the inertial unit's.
    """

    first_time: Milliseconds
    least_load: Ratio
    differing: TiltShares


@dataclass(frozen=True, slots=True)
class LevellingParameters:
    """The swinging foot stays where the plan has it over the floor, though the torso tilts.

    Attributes:
        gain: Share of the tilt that is taken out.
        mean_time: What the torso leans on average is no tilt, s.
        low_pass: Share of the old value in the tilt.
        limit: Largest turn, rad.
        speed: Fastest, of the swing foot, rad/s.
        fade: How fast it goes when the foot stands, rad/s.
    """

    gain: Ratio
    mean_time: TimeConstant
    low_pass: RatioBelowOne
    limit: UnsignedAngle
    speed: AngularSpeed
    fade: PositiveAngularSpeed


@dataclass(frozen=True, slots=True)
class LandingParameters:
    """The swing foot lands beside the real place of the support foot.

    Attributes:
        gain: Share of what the support leg is beside its command.
        delay: Cycles from a command to the joints that have followed it.
        low_pass: Share of the old value.
        limit: Largest move of the swing foot, m.
        speed: Fastest, m/s.
        fade: How fast it goes when the foot stands, m/s.
    """

    gain: Ratio
    delay: Annotated[int, Unit("cycles"), Ge(0)]
    low_pass: RatioBelowOne
    limit: PositiveLength
    speed: Speed
    fade: PositiveSpeed


@dataclass(frozen=True, slots=True)
class WidthParameters:
    """Feet stand as far apart as planned.

    Attributes:
        wider: Each foot is commanded so much further out than planned, m: legs give inwards.
        inward: Where the pressure is below a foot that stands where it is planned, towards the
            other foot from below the ankle, m.
        believed: Share of what the pressure is beside that by which feet are taken to be.
        first_time: Of a foot that has carried alone for less nothing is known, s.
        time: What was seen longer ago counts less and less, s.
        limit: Largest move of each foot, m.
        speed: Fastest, m/s.
        least_load: With less on a sole, as a share of one cell's range, nothing is known.
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
    """Feet press on the ground as planned.

    Attributes:
        delay: Cycles from a planned share of the weight to the force that has followed it.
        gain: How fast feet move against each other when all of the weight is on the wrong one, m/s.
        time: What was answered is forgotten in, s.
        limit: Largest difference of both feet's heights, m.
        touch: A swing foot with a larger share of the weight has met the ground.
        least_force: With less on both soles nothing is known, N.
        fade: How fast what was answered goes then, m/s.
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
    """Footholds of a walk at a velocity answer what is measured.

    Attributes:
        gain: Share of the gap by which the foothold is moved.
        band: A gap of the divergent component below it moves no foot, m.
        lasting_gain: By so much of the mean of the gap forward, beyond the band, as well.
        lasts: Time constant of that mean, s.
        limit: Largest move, m.
        speed: Fastest, m/s.
        latest: Until the landing, no foot is moved any more, s.
    """

    gain: Ratio
    band: UnsignedLength
    lasting_gain: Gain
    lasts: LongTimeConstant
    limit: PositiveLength
    speed: PositiveSpeed
    latest: Milliseconds
