"""Parameters of perception; `config/perception.yaml` holds the values and their reasons."""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Le

from hardware.units import (
    Angle,
    AngularSpeed,
    Current,
    Cycles,
    Force,
    Length,
    Milliseconds,
    Number,
    NumberRange,
    Ordered,
    Percent,
    PositiveAcceleration,
    PositiveAngle,
    PositiveForce,
    PositiveTime,
    Ratio,
    Temperature,
    Time,
    Unit,
)
from motions.perception.world import WorldParameters

PositiveCount = Annotated[int, Unit(""), Ge(1)]
ForceRange = Annotated[tuple[float, float], Unit("n"), Ordered()]
TimeRange = Annotated[tuple[float, float], Unit("ms"), Ordered()]


@dataclass(frozen=True, slots=True)
class FrameCheckParameters:
    """Plausible ranges of sensor values.

    Attributes:
        joint_margin: Plausible distance of a joint angle beyond its limit, rad.
        gyro_limit: Largest plausible angular velocity per axis, rad/s.
        accelerometer_limit: Largest plausible specific force per axis, m/s2.
        cell_limit: Largest plausible force on one sole cell, N.
        current_limit: Largest plausible motor current, A.
        clock_jump: Longest plausible time between two frames, s.
        imu_dead_after: Number of cycles with broken or identical values until the IMU is dead.
    """

    joint_margin: Angle
    gyro_limit: AngularSpeed
    accelerometer_limit: PositiveAcceleration
    cell_limit: Force
    current_limit: Current
    clock_jump: Time
    imu_dead_after: Cycles


@dataclass(frozen=True, slots=True)
class HealthParameters:
    """Thresholds for heat and charge.

    Attributes:
        warm: Temperature of a leg motor from which the robot slows down, degrees Celsius.
        hot: Temperature from which it must rest, degrees Celsius.
        cool: Temperature below which it is unrestricted again, degrees Celsius.
        empty: Charge below which it must rest, 0..1.
        charged: Charge above which it may continue after that, 0..1.
        after: Number of consecutive frames required for a change.
    """

    warm: Temperature
    hot: Temperature
    cool: Temperature
    empty: Ratio
    charged: Ratio
    after: Cycles

    def __post_init__(self) -> None:
        if not self.cool < self.warm < self.hot:
            raise ValueError("the temperatures must rise from cool to warm to hot")
        if not self.empty < self.charged:
            raise ValueError("charged must be more than empty")


@dataclass(frozen=True, slots=True)
class AttitudeParameters:
    """Weighting of gyro, accelerometer and the robot's own angles.

    Attributes:
        accelerometer_moving: Time constant of the correction by the accelerometer in motion, s.
        accelerometer_quiet: The same while the gyros are quiet, s.
        accelerometer_band: Deviation from gravity at which the accelerometer is ignored, m/s2.
        reference: Time constant of the correction by the robot's own angles, s.
        reference_walking: The same while walking, where the mean force is the better reference, s.
        reference_band: Disagreement at which the robot's own angles are ignored, rad.
        young: Time after the start for which the attitude is hardly better than one sample, s.
        longest_gap: Longest time that one sample may represent after lost frames, s; after a longer
            gap the attitude is in doubt.
        contradicted_after: Number of cycles in which the robot's own angles must disagree with an
            attitude in doubt to replace it.
        carried: Longest time for which the last rates are used without new values, s.
        dead_settle: Time constant of the return to upright with a dead IMU, s.
        dead_upright: Tilt below which a robot counts as upright when its IMU dies, rad.
    """

    accelerometer_moving: PositiveTime
    accelerometer_quiet: PositiveTime
    accelerometer_band: PositiveAcceleration
    reference: PositiveTime
    reference_walking: PositiveTime
    reference_band: PositiveAngle
    young: Milliseconds
    longest_gap: Milliseconds
    contradicted_after: Cycles
    carried: Milliseconds
    dead_settle: PositiveTime
    dead_upright: Angle


@dataclass(frozen=True, slots=True)
class GyroBiasParameters:
    """Learning of the gyro bias.

    Attributes:
        active: Whether the bias is learnt; otherwise it is assumed to be zero.
        after: Quiet time after which a robot is at rest, s.
        gravity_quiet: Time constant of learning from the attitude's corrections at rest, s.
        gravity_moving: The same in motion, s.
        settle: Time of standing still before the gyros are assumed to show their bias, s.
        standing: Time of standing still after that which is averaged, s; later the time constant
            of the low pass.
        drift: Maximum rate of change of the bias after that, rad/s per s.
        limit: Largest plausible bias per axis, rad/s.
    """

    active: bool
    after: Time
    gravity_quiet: PositiveTime
    gravity_moving: PositiveTime
    settle: Time
    standing: PositiveTime
    drift: Annotated[float, Unit("deg_per_s2"), Ge(0.0)]
    limit: AngularSpeed


@dataclass(frozen=True, slots=True)
class QuietParameters:
    """Conditions for quiet gyros and legs.

    Attributes:
        window: Number of cycles in the window.
        deviation: Upper limit of each gyro axis's standard deviation, rad/s.
        mean: Upper limit of each gyro axis's absolute mean, rad/s.
        leg_change: Largest change of a leg joint that keeps its pose, rad.
    """

    window: Cycles
    deviation: AngularSpeed
    mean: AngularSpeed
    leg_change: Angle


@dataclass(frozen=True, slots=True)
class SoleCellParameters:
    """Calibration of the sole cells.

    Attributes:
        largest: Limit to which forces are clipped, N.
        range: Force at which a cell saturates, N.
        saturated: Share of the range from which a cell is saturated: it may carry more than it
            shows, and no load is missing for certain.
        gain: Smallest and largest gain of a cell.
        gain_share: Share of the error of the cells' sum that is corrected per cycle.
        unsure: Share of that correction towards more force while a cell may be dead, which then
            carries what is missing.
        unseen: Time without any shown force after which dead cells do not carry the robot, s.
        standing: Range of the measured weight, as a share of the true one, of a robot that stands
            freely.
        window: Walking time between updates of offsets and threshold, s.
        unloaded_restart: Time without load on a leg that restarts the window, s.
        alive: Reading that a cell has to exceed now and then, N.
        silent: Time on a loaded sole, in a walk, after which a cell that does not may be dead, s.
        missing: Share of the weight that the other cells then have to miss.
        missed: Time of that, in sum, after which the cell is dead, s.
        pressure: Force on a sole that counts as pressure, for light and heavy steps, N.
        step_force: Largest force per step that corresponds to these two, N.
        pressure_fading: Threshold after a long time without pressure, N.
        fade: Times without pressure at which the fading of the threshold starts and ends, s.
        smallest_share: Smallest weighted pressure that can be judged before calibration.
        switches: Smallest number of support switches in a window.
        switch_interval: Shortest and longest interval between such switches, s.
    """

    largest: Force
    range: PositiveForce
    saturated: Percent
    gain: NumberRange
    gain_share: Percent
    unsure: Percent
    unseen: Milliseconds
    standing: NumberRange
    window: Time
    unloaded_restart: Milliseconds
    alive: Force
    silent: Milliseconds
    missing: Percent
    missed: Milliseconds
    pressure: ForceRange
    step_force: ForceRange
    pressure_fading: Force
    fade: TimeRange
    smallest_share: Ratio
    switches: PositiveCount
    switch_interval: TimeRange


@dataclass(frozen=True, slots=True)
class SupportParameters:
    """Detection and prediction of the support foot.

    Attributes:
        outer_weight: Weight of the outer cells.
        inner_weight: Weight of the inner cells.
        standing_band: Amount by which the balance of a standing robot must pass zero to switch.
        horizon: Number of cycles of the prediction.
        leaving_below: Upper limit of the leaving foot's mean pressure for a prediction.
        coming_above: Lower limit of the coming foot's mean pressure for a prediction.
    """

    outer_weight: Ratio
    inner_weight: Ratio
    standing_band: Ratio
    horizon: Cycles
    leaving_below: Ratio
    coming_above: Ratio


@dataclass(frozen=True, slots=True)
class ContactParameters:
    """Ground contact.

    Attributes:
        lost_after: Time without pressure on either sole after which contact is lost, s.
        regained_after: Time after which contact is regained, s, if one sole has had pressure in
            every cycle and the other one within `lost_after`, as a stepping foot may be up.
    """

    lost_after: Milliseconds
    regained_after: Milliseconds


@dataclass(frozen=True, slots=True)
class HipPlayParameters:
    """Estimation of the unmeasured hip play, from the fact that a loaded sole does not turn.

    Attributes:
        active: Whether the play is estimated.
        share: Share of the apparent turn of a fully loaded sole that counts as play.
        load: Range of the load, as a share of the weight, over which the sole starts to hold.
        most: Largest play to either side, rad; further turning counts as sliding.
    """

    active: bool
    share: Ratio
    load: NumberRange
    most: PositiveAngle


@dataclass(frozen=True, slots=True)
class OdometryParameters:
    """Measurement of steps, and its corrections.

    Attributes:
        standing_share: Share of the load above which a foot is the stationary one.
        forward_scale: Ratio of true to measured forward motion; sideways none is needed.
        hip_play: Play of the right hip, where one motor and one encoder serve both.
    """

    standing_share: Annotated[float, Unit(""), Ge(0.5), Le(1.0)]
    forward_scale: Number
    hip_play: HipPlayParameters


@dataclass(frozen=True, slots=True)
class FallDetectorParameters:
    """Thresholds of the fall detector.

    Attributes:
        excess: Distance of the capture point beyond the soles that no step can compensate, m.
        least_tilt: Smallest tilt of the torso in such a fall, rad.
        tilt: Tilt of the torso from which it falls in any case, rad.
        positive: Number of consecutive cycles that trigger a fall.
        upright: Tilt below which the torso stands, rad.
        lying: Tilt from which a torso at rest has fallen, rad.
        still: Angular velocity below which the robot is at rest, rad/s.
        rest: Time at rest until a lying robot has fallen, s.
        stuck: Time at rest until a falling robot that neither lies nor stands has fallen, s.
        laid_down: Time of quiet gyros until a robot held by a person counts as laid down, s.
        side_sector: Half angle of the left and right sectors, rad.
        roll_lead: Hysteresis of the direction when a lying robot rolls.
    """

    excess: Length
    least_tilt: Angle
    tilt: Angle
    positive: Cycles
    upright: Angle
    lying: Angle
    still: AngularSpeed
    rest: Time
    stuck: Time
    laid_down: Time
    side_sector: Angle
    roll_lead: Ratio


@dataclass(frozen=True, slots=True)
class PerceptionParameters:
    """All parameters of perception."""

    frame_check: FrameCheckParameters
    health: HealthParameters
    attitude: AttitudeParameters
    gyro_bias: GyroBiasParameters
    quiet: QuietParameters
    sole_cells: SoleCellParameters
    support: SupportParameters
    contact: ContactParameters
    fall: FallDetectorParameters
    odometry: OdometryParameters
    world: WorldParameters
