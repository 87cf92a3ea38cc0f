"""The parameters of the sensors: the groups of `config/plants/*.yaml` for their errors."""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Gt, Le

from hardware.units import (
    Angle,
    Point,
    PositiveAcceleration,
    PositiveAngle,
    PositiveForce,
    PositiveTime,
    Ratio,
    Time,
    Unit,
)

AngularRate = Annotated[float, Unit("rad_per_s"), Gt(0.0)]
AngularRatePoint = Annotated[Point, Unit("rad_per_s")]
Gains = Annotated[Point, Unit(""), Gt(0.0)]
Noise = Annotated[float, Unit(""), Ge(0.0)]
CellGains = Annotated[tuple[float, ...], Unit(""), Ge(0.0)]

CELLS = 8
"""Number of pressure cells below both soles."""


@dataclass(frozen=True, slots=True)
class SensorParameters:
    """Noise, quantisation, errors and ranges of the sensors.

    Attributes:
        encoder_noise: Standard deviation, rad.
        encoder_step: Quantisation, rad.
        gyro_noise: Standard deviation by axis, rad/s.
        gyro_range: Clipping, rad/s.
        gyro_bias: By axis, rad/s.
        gyro_gain: By axis.
        accelerometer_noise: Standard deviation by axis, m/s2.
        accelerometer_range: Clipping, m/s2.
        vibration_memory: Share of the vibration level kept from cycle to cycle.
        vibration_gyro: Gyro noise per vibration, rad/s per m/s2.
        vibration_accelerometer: Accelerometer noise per vibration.
        attitude_bias_roll: Mounting error of every robot's unit in roll, rad.
        attitude_bias_pitch: Mounting error of every robot's unit in pitch, rad.
        fsr_noise: Relative standard deviation of a cell.
        fsr_floor_noise: Absolute standard deviation of a cell, N.
        fsr_range: Clipping of a cell, N.
        fsr_gains: By cell, left FL FR RL RR, then right; 0 is a dead cell.
    """

    encoder_noise: Annotated[float, Unit("rad"), Ge(0.0)]
    encoder_step: PositiveAngle
    gyro_noise: Annotated[Point, Unit("rad_per_s"), Ge(0.0)]
    gyro_range: AngularRate
    gyro_bias: AngularRatePoint
    gyro_gain: Gains
    accelerometer_noise: Annotated[Point, Unit("m_per_s2"), Ge(0.0)]
    accelerometer_range: PositiveAcceleration
    vibration_memory: Ratio
    vibration_gyro: Noise
    vibration_accelerometer: Noise
    attitude_bias_roll: Angle
    attitude_bias_pitch: Angle
    fsr_noise: Ratio
    fsr_floor_noise: Annotated[float, Unit("n"), Ge(0.0)]
    fsr_range: PositiveForce
    fsr_gains: CellGains

    def __post_init__(self) -> None:
        if len(self.fsr_gains) != CELLS:
            raise ValueError(f"expected {CELLS} values of fsr_gains (got {len(self.fsr_gains)})")


@dataclass(frozen=True, slots=True)
class AttitudeUnitParameters:
    """Parameters of the inertial unit's filter, from gyros and accelerometer to roll and pitch.

    Attributes:
        at_rest: Time constant of the correction by the accelerometer at rest, s.
        in_motion: The same while the torso moves, s.
        bias_time: Time constant of learning the gyro bias from corrections at rest, s.
        still_rate: Rate below which the unit may be at rest, rad/s.
        still_force: Deviation of the specific force from gravity below which it may be, m/s2.
        still_after: Time for which both must hold, s.
        force_band: Deviation of the specific force from gravity at which the accelerometer is
            ignored, m/s2; less than gravity, as in free fall there is no direction.
    """

    at_rest: PositiveTime
    in_motion: PositiveTime
    bias_time: PositiveTime
    still_rate: AngularRate
    still_force: PositiveAcceleration
    still_after: Time
    force_band: Annotated[float, Unit("m_per_s2"), Gt(0.0), Le(9.0)]
