"""Parameters of the preview walk, as in `config/preview_walk.yaml`."""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Gt, Le

from hardware.units import (
    Angle,
    AnglePerLength,
    AngularSpeed,
    Force,
    Length,
    LengthRange,
    Milliseconds,
    PositiveAngle,
    PositiveLength,
    PositiveMilliseconds,
    PositiveRatio,
    PositiveTime,
    Ratio,
    RatioBelowOne,
    Speed,
    Unit,
)
from motions.locomotion.preview.stiffness_guard import GuardParameters
from motions.locomotion.preview.swing import SwingParameters
from motions.walking.joints.footing import FootingParameters
from motions.walking.joints.sole_trim import SoleTrimParameters
from motions.walking.parameters import FeetClosedParameters


@dataclass(frozen=True, slots=True)
class HorizonParameters:
    """How far and how finely the walk looks ahead.

    Attributes:
        samples: Of the preview.
        sample: Duration of each, s.
        jerk_weight: Weight of the jerk against the distance of the zero moment point.
        height: Of the centre of mass over the floor, m.
        leg_share: Moment of a swinging leg about the body's height, as a share of the whole body's
            about the floor.
    """

    samples: Annotated[int, Unit(""), Gt(1)]
    sample: PositiveMilliseconds
    jerk_weight: Annotated[float, Unit(""), Gt(0.0)]
    height: PositiveLength
    leg_share: Ratio

    @property
    def length(self) -> float:
        """Return how far the walk looks ahead, s."""
        return self.samples * self.sample


@dataclass(frozen=True, slots=True)
class TimingParameters:
    """How a step is divided.

    Attributes:
        double_share: Share of a step with both feet on the ground.
        begin: Both feet carry before the first step, s.
        end: Likewise after the last one, s.
        growth: A walk at a speed gets longer steps by so much from one to the next, m.
        way_share: Of what the gait allows, steps aside and turns on a way to a pose.
    """

    double_share: RatioBelowOne
    begin: Milliseconds
    end: Milliseconds
    growth: PositiveLength
    way_share: PositiveRatio


@dataclass(frozen=True, slots=True)
class WayParameters:
    """When a way to a pose is led on from where the robot is and looks.

    Attributes:
        distance: From so much beside its planned place on, m.
        turn: From so much beside its planned heading on, rad.
        look: On the mean of so long, s.
    """

    distance: PositiveLength
    turn: PositiveAngle
    look: PositiveTime


@dataclass(frozen=True, slots=True)
class OvershootParameters:
    """What a walk at a speed learns of where its feet land.

    Attributes:
        share: Of every landing in the mean of its foot, 0..1.
        limit: A step is changed by no more, m.
    """

    share: Ratio
    limit: PositiveLength


@dataclass(frozen=True, slots=True)
class SoleParameters:
    """Where the zero moment point may be and should be, from a left foot's origin.

    Attributes:
        forward: Rear and front end of where it may be, m.
        side: Inner and outer end, m.
        centre_forward: Where it should be while the foot carries, m.
        centre_inward: Towards the other foot, m.
        back_share: Of the way to the middle of both feet, between two steps of the same foot.
    """

    forward: LengthRange
    side: LengthRange
    centre_forward: Length
    centre_inward: Length
    back_share: Ratio

    def __post_init__(self) -> None:
        for name in ("forward", "side"):
            low, high = getattr(self, name)
            if not low < high:
                raise ValueError(f"'{name}' leaves the zero moment point no room under a foot")


@dataclass(frozen=True, slots=True)
class BodyPlacementParameters:
    """The body over the feet.

    Attributes:
        hip_height: Hip joints over the soles, m.
        wider: Each foot is commanded so much further out than planned, m: legs give inwards.
        stretch: Share of the whole leg from hip to ankle that is never exceeded: the body gives.
        sink: How fast the body gives, m/s.
        long_from: From this length on a step is a long one, m.
        long_share: Hips are lower by so much of what a step is longer.
        blend: What the first command lacks to the plan fades in this time, s.
    """

    hip_height: PositiveLength
    wider: Length
    stretch: Ratio
    sink: Speed
    long_from: Length
    long_share: Ratio
    blend: Milliseconds


@dataclass(frozen=True, slots=True)
class SupportSagParameters:
    """By how much joints of a leg give that carries all of the robot.

    Attributes:
        hip_roll: The pelvis hangs to the other side, rad.
        knee_pitch: The knee bends, rad.
        ankle_roll: The leg leans to the other side, rad.
    """

    hip_roll: Angle
    knee_pitch: Angle
    ankle_roll: Angle


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
    low_pass: Ratio
    draw: Ratio
    mean_time: PositiveMilliseconds
    mean_limit: PositiveLength
    ankle_pitch: AnglePerLength
    ankle_roll: AnglePerLength
    ankle_limit: Angle
    ankle_speed: AngularSpeed


@dataclass(frozen=True, slots=True)
class TrimParameters(SoleTrimParameters):
    """What the zeros of a leg's joints are wrong by.

    Attributes:
        first_time: The first measurements count as if nothing was wrong for so long, s.
        least_load: Share of the weight from which a sole is taken to be flat.
    """

    first_time: Milliseconds
    least_load: Ratio


@dataclass(frozen=True, slots=True)
class LevellingParameters:
    """The swinging foot stays where the plan has it over the floor, though the torso tilts.

    Attributes:
        gain: Share of the tilt that is taken out.
        mean_time: What the torso leans on average is no tilt, s.
        low_pass: Share of the old value in the tilt.
        limit: Largest turn, rad.
        speed: Fastest, of the foot in the air, rad/s.
        fade: How fast it goes when the foot stands, rad/s.
    """

    gain: Ratio
    mean_time: PositiveMilliseconds
    low_pass: Ratio
    limit: Angle
    speed: AngularSpeed
    fade: AngularSpeed


@dataclass(frozen=True, slots=True)
class LandingParameters:
    """The foot in the air lands beside the real place of the foot that carries.

    Attributes:
        gain: Share of what the leg that carries is beside its command.
        delay: Cycles from a command to the joints that have followed it.
        low_pass: Share of the old value.
        limit: Largest move of the foot in the air, m.
        speed: Fastest, m/s.
        fade: How fast it goes when the foot stands, m/s.
    """

    gain: Ratio
    delay: Annotated[int, Unit("cycles"), Ge(0)]
    low_pass: Ratio
    limit: PositiveLength
    speed: Speed
    fade: Speed


@dataclass(frozen=True, slots=True)
class PressParameters:
    """Feet press on the ground as planned.

    Attributes:
        delay: Cycles from a planned share of the weight to the force that has followed it.
        gain: How fast feet move against each other when all of the weight is on the wrong one, m/s.
        time: What was answered is forgotten in, s.
        limit: Largest difference of both feet's heights, m.
        touch: A foot in the air with a larger share of the weight has met the ground.
        least_force: With less on both soles nothing is known, N.
        fade: How fast what was answered goes then, m/s.
    """

    delay: Annotated[int, Unit("cycles"), Ge(0)]
    gain: Speed
    time: PositiveMilliseconds
    limit: PositiveLength
    touch: Ratio
    least_force: Force
    fade: Speed


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
    band: Length
    lasting_gain: Annotated[float, Unit(""), Ge(0.0), Le(10.0)]
    lasts: PositiveTime
    limit: PositiveLength
    speed: Speed
    latest: Milliseconds


@dataclass(frozen=True, slots=True)
class PreviewParameters:
    """Everything in `config/preview_walk.yaml`.

    Attributes:
        horizon: What is looked ahead.
        timing: How a step is divided.
        sole: Where the zero moment point is.
        body: The body over the feet.
        swing: How feet go through the air.
        sag: What motors give under the weight.
        feedback: What is measured.
        trim: What zeros are wrong by.
        levelling: Of the swinging foot.
        landing: Where the swinging foot lands.
        press: Of feet on the ground.
        footing: Of soles on their edges.
        capture: Footholds that answer.
        guard: When the legs are too soft.
        way: Ways to poses.
        overshoot: Of walks at a speed.
        closed: Feet so near to the stance need no closing step.
    """

    horizon: HorizonParameters
    timing: TimingParameters
    sole: SoleParameters
    body: BodyPlacementParameters
    swing: SwingParameters
    sag: SupportSagParameters
    feedback: FeedbackParameters
    trim: TrimParameters
    levelling: LevellingParameters
    landing: LandingParameters
    press: PressParameters
    footing: FootingParameters
    capture: CaptureParameters
    guard: GuardParameters
    way: WayParameters
    overshoot: OvershootParameters
    closed: FeetClosedParameters
