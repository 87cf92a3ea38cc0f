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
    """What a sensor can say at all.

    Attributes:
        joint_margin: How far beyond its limit a joint angle is still believed.
        gyro_limit: Largest believable angular velocity per axis.
        accelerometer_limit: Largest believable specific force per axis.
        cell_limit: Largest believable force on one sole cell, N.
        current_limit: Largest believable motor current, A.
        clock_jump: Longest believable time between two frames.
        imu_dead_after: Cycles of broken or identical values until the inertial unit is dead.
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
    """When motors are warm or hot, and a battery empty.

    Attributes:
        warm: Temperature of a leg's motor from which the robot goes easy, degrees Celsius.
        hot: ... from which it must rest.
        cool: ... below which it may do everything again.
        empty: Charge below which it must rest.
        charged: Charge above which it may go on after that.
        after: Frames in a row that say so.
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
    """Trust between gyro, accelerometer and the robot's own angles.

    Attributes:
        accelerometer_moving: Time constant of the accelerometer's correction in motion.
        accelerometer_quiet: The same while the gyros are quiet.
        accelerometer_band: Deviation from gravity at which the accelerometer is ignored.
        reference: Time constant of the correction by the robot's own angles.
        reference_walking: The same in steps, where the sum of all forces is the better witness.
        reference_band: Disagreement at which the robot's own angles are ignored.
        young: Time from the start in which the attitude is hardly better than the first sample.
        longest_gap: Longest time that one sample may stand for after lost frames; after a
            longer one the attitude is doubted.
        contradicted_after: Cycles in which the robot's own angles say otherwise, from which on they
            are believed then.
        carried: Longest time for which the last rates go on without a frame.
        dead_settle: Time constant of becoming upright with a dead inertial unit.
        dead_upright: Tilt below which a robot stood when it died.
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
    """How the bias of the gyros is learned.

    Attributes:
        active: It is learned at all; otherwise it is taken to be zero.
        after: Time of quiet after which a robot is at rest.
        gravity_quiet: Time constant of learning it from the attitude's corrections at rest.
        gravity_moving: The same in motion.
        settle: Time of standing still after which the gyros are taken to show their bias.
        standing: Time of standing still from then on that counts alike; later the time constant
            of following what they show.
        drift: How fast standing may change the bias from then on, rad/s per s.
        limit: Largest believable bias per axis.
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
    """When the inertial unit and the legs count as quiet.

    Attributes:
        window: Cycles looked at.
        deviation: Standard deviation that each gyro axis stays below.
        mean: Mean that each gyro axis stays below.
        leg_change: Change up to which a leg joint keeps its pose.
    """

    window: Cycles
    deviation: AngularSpeed
    mean: AngularSpeed
    leg_change: Angle


@dataclass(frozen=True, slots=True)
class SoleCellParameters:
    """Calibration of the sole cells.

    Attributes:
        largest: Forces above are cut off, N.
        range: What a cell can show: from there on it teaches nothing, N.
        gain: Least and largest gain of a cell.
        gain_share: Share of what all cells together are off that one cycle takes off.
        standing: Share of the weight that cells show of a robot that stands on its own.
        window: Walking time after which offsets and threshold are taken anew.
        unloaded_restart: A leg unloaded for longer restarts the window.
        pressure: Force on a sole that counts as pressure, N, light to heavy steps.
        step_force: Largest force per step that these two belong to, N.
        pressure_fading: Threshold after long without pressure, N.
        fade: Time without pressure at which the threshold starts and ends to fade.
        smallest_share: Least weighted pressure that can be judged, before calibration.
        switches: Support switches that a window needs at least.
        switch_interval: Shortest and longest interval of such switches.
    """

    largest: Force
    range: PositiveForce
    gain: NumberRange
    gain_share: Percent
    standing: NumberRange
    window: Time
    unloaded_restart: Milliseconds
    pressure: ForceRange
    step_force: ForceRange
    pressure_fading: Force
    fade: TimeRange
    smallest_share: Ratio
    switches: PositiveCount
    switch_interval: TimeRange


@dataclass(frozen=True, slots=True)
class SupportParameters:
    """Which foot carries, and which will.

    Attributes:
        outer_weight: Weight of the outer cells.
        inner_weight: Weight of the inner cells.
        standing_band: The balance of a standing robot must pass zero by this much to switch.
        horizon: Cycles of the prediction.
        leaving_below: Mean pressure of the foot that is left, for a prediction.
        coming_above: Mean pressure of the foot that comes, for a prediction.
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
        lost_after: Contact is lost when neither sole had pressure for this long.
        regained_after: Contact is back when for this long one sole has had pressure in every cycle,
            and the other one within `lost_after`: a foot that steps may be up meanwhile.
    """

    lost_after: Milliseconds
    regained_after: Milliseconds


@dataclass(frozen=True, slots=True)
class HipPlayParameters:
    """A sole that carries does not turn on the ground: the hip's play does that no encoder sees.

    Attributes:
        active: It counts as that.
        share: Of what a sole under the whole weight seems to turn.
        load: Share of the weight from which it begins to hold to the ground, and holds.
        most: The play has no more than this to either side: what turns further slides, rad.
    """

    active: bool
    share: Ratio
    load: NumberRange
    most: PositiveAngle


@dataclass(frozen=True, slots=True)
class OdometryParameters:
    """How steps are measured, and corrected.

    Attributes:
        standing_share: Share of the weight from which a foot stands, and the other one does not.
        forward_scale: True over measured, forward and back; sideways nothing is left.
        hip_play: Of the right hip, where one motor and one encoder serve both.
    """

    standing_share: Annotated[float, Unit(""), Ge(0.5), Le(1.0)]
    forward_scale: Number
    hip_play: HipPlayParameters


@dataclass(frozen=True, slots=True)
class FallDetectorParameters:
    """When the robot falls and when it lies.

    Attributes:
        excess: Capture point beyond the soles that no step makes good.
        least_tilt: The torso leans at least this much in such a fall.
        tilt: A torso that leans this much falls, whatever the feet say.
        positive: Cycles in a row that announce a fall.
        upright: A torso that leans less stands.
        lying: A torso that leans this much and rests has fallen.
        still: Angular velocity below which the robot rests.
        rest: Time of rest until a lying robot has fallen.
        stuck: Time of rest until a falling robot has fallen that neither lies nor stands.
        laid_down: Time of quiet gyros until a robot held by a person counts as laid down.
        side_sector: Half angle of the sectors to the left and right.
        roll_lead: Lead of the known direction when a lying robot rolls.
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
    """All of perception."""

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
