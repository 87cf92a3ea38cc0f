"""Parameters of the preview walk, as in `config/preview_walk.yaml`."""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Gt, Le

from hardware.units import (
    Length,
    LengthRange,
    LongTimeConstant,
    Milliseconds,
    PositiveAngle,
    PositiveLength,
    PositiveRatio,
    Ratio,
    Speed,
    Unit,
    UnsignedLength,
)
from motions.locomotion.preview.balance.parameters import (
    CaptureParameters,
    FeedbackParameters,
    LandingParameters,
    LevellingParameters,
    PressParameters,
    SupportSagParameters,
    TrimParameters,
    WidthParameters,
)
from motions.locomotion.preview.stiffness_guard import GuardParameters
from motions.locomotion.preview.swing import SwingParameters
from motions.walking.joints.footing import FootingParameters
from motions.walking.parameters import BodyHeight, FeetClosedParameters


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

    samples: Annotated[int, Unit(""), Gt(1), Le(100)]
    sample: Annotated[float, Unit("ms"), Ge(10), Le(500)]
    jerk_weight: Annotated[float, Unit(""), Gt(0.0)]
    height: BodyHeight
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

    double_share: Annotated[float, Unit(""), Ge(0.0), Le(0.8)]
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
    look: LongTimeConstant


@dataclass(frozen=True, slots=True)
class OvershootParameters:
    """What a walk learns of where its feet land.

    Attributes:
        share: Of what the last steps of both feet have missed by, taken out at each landing, 0..1.
        shown_longer: Share of a step forward or backward that only the joints show.
        limit: A foot is commanded elsewhere by no more, m.
    """

    share: Ratio
    shown_longer: Ratio
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
        for name, at, ends in (
            ("centre_forward", self.centre_forward, self.forward),
            ("centre_inward", -self.centre_inward, self.side),
        ):
            if not ends[0] < at < ends[1]:
                raise ValueError(f"'{name}' is where the zero moment point may not be")


@dataclass(frozen=True, slots=True)
class BodyPlacementParameters:
    """The body over the feet.

    Attributes:
        hip_height: Hip joints over the soles, m.
        stretch: Share of the whole leg from hip to ankle that is never exceeded: the body gives.
        sink: How fast the body gives, m/s.
        long_from: From this length on a step is a long one, m.
        long_share: Hips are lower by so much of what a step is longer.
        blend: What the first command lacks to the plan fades in this time, s.
    """

    hip_height: BodyHeight
    stretch: Ratio
    sink: Speed
    long_from: UnsignedLength
    long_share: Ratio
    blend: Milliseconds


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
        width: Of feet beside each other.
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
    width: WidthParameters
    press: PressParameters
    footing: FootingParameters
    capture: CaptureParameters
    guard: GuardParameters
    way: WayParameters
    overshoot: OvershootParameters
    closed: FeetClosedParameters
