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
    """Length and resolution of the preview.

    Attributes:
        samples: Number of samples.
        sample: Duration of a sample, s.
        jerk_weight: Weight of the jerk relative to the distance of the zero moment point.
        height: Height of the centre of mass above the floor, m.
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
        """Return the length of the preview, s."""
        return self.samples * self.sample


@dataclass(frozen=True, slots=True)
class TimingParameters:
    """Timing and growth of steps.

    Attributes:
        double_share: Share of a step in double support.
        begin: Double support before the first step, s.
        end: Double support after the last step, s.
        growth: Largest growth of the step length per step in a walk at a speed, m.
        way_share: Share of the gait's limits for sidesteps and turns on a path to a pose.
    """

    double_share: Annotated[float, Unit(""), Ge(0.0), Le(0.8)]
    begin: Milliseconds
    end: Milliseconds
    growth: PositiveLength
    way_share: PositiveRatio


@dataclass(frozen=True, slots=True)
class WayParameters:
    """When a path to a pose is corrected for the robot's deviation.

    Attributes:
        distance: Deviation of the position that triggers a correction, m.
        turn: Deviation of the heading that triggers a correction, rad.
        look: Time constant of the mean heading, s.
    """

    distance: PositiveLength
    turn: PositiveAngle
    look: LongTimeConstant


@dataclass(frozen=True, slots=True)
class OvershootParameters:
    """Learning of the mean foothold error.

    Attributes:
        share: Share of the mean error of both feet's last steps that each landing corrects, 0..1.
        shown_longer: Share of a forward or backward step by which joints overestimate it.
        limit: Largest correction, m.
    """

    share: Ratio
    shown_longer: Ratio
    limit: PositiveLength


@dataclass(frozen=True, slots=True)
class SoleParameters:
    """Allowed region and target of the zero moment point, from a left foot's origin.

    Attributes:
        forward: Rear and front end of the region, m.
        side: Inner and outer end of the region, m.
        centre_forward: Target in single support, forward, m.
        centre_inward: Target in single support, towards the other foot, m.
        back_share: Share of the distance to the middle of both feet that it moves back between two
            steps of the same foot.
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
                raise ValueError(f"'{name}' is outside the allowed region of the zero moment point")


@dataclass(frozen=True, slots=True)
class BodyPlacementParameters:
    """Placement of the body over the feet.

    Attributes:
        hip_height: Height of the hip joints above the soles, m.
        stretch: Largest distance from hip to ankle as a share of the straight leg: beyond it the
            body is lowered.
        sink: Speed at which the body is lowered, m/s.
        long_from: Step length above which the hips are lowered, m.
        long_share: Lowering of the hips as a share of the length beyond that.
        blend: Time over which the difference of the last command to the plan fades, s.
    """

    hip_height: BodyHeight
    stretch: Ratio
    sink: Speed
    long_from: UnsignedLength
    long_share: Ratio
    blend: Milliseconds


@dataclass(frozen=True, slots=True)
class PreviewParameters:
    """Parameters in `config/preview_walk.yaml`.

    Attributes:
        horizon: Length and resolution of the preview.
        timing: Timing and growth of steps.
        sole: Region and target of the zero moment point.
        body: Placement of the body over the feet.
        swing: Path of the swing foot.
        sag: Sag of the support leg.
        feedback: Feedback of the measured motion.
        trim: Trim of joint offsets.
        levelling: Levelling of the swing foot.
        landing: Correction of the swing foot's landing place.
        width: Width of the stance.
        press: Pressing of the feet to the ground.
        footing: Correction of soles on their edges.
        capture: Footholds adapted for balance.
        guard: When the legs are too soft.
        way: Correction of paths to poses.
        overshoot: Learning of the mean foothold error.
        closed: How near the feet must be to the stance to need no closing step.
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
