"""Draws plants around a given one, for campaigns that must not depend on one set of numbers.

The ranges are data (`config/randomisation.yaml`). One function draws, always in the same
order and the same number of values, so that a seed means the same plant for ever.
"""

from dataclasses import dataclass, replace
from typing import Annotated

from numpy.random import Generator

from hardware.simulation.plant.parameters import (
    BatteryParameters,
    BodyParameters,
    DelayParameters,
    MotorParameters,
    PlantParameters,
    SoleShape,
    TurfParameters,
)
from hardware.simulation.plant.sensors.parameters import SensorParameters
from hardware.units import Angle, Length, LengthRange, Ordered, Ratio, Unit

Range = Annotated[tuple[float, float], Unit(""), Ordered()]


@dataclass(frozen=True, slots=True)
class Randomisation:
    """Ranges of a campaign; `..._factor` multiplies the plant's value, `..._shift` adds +- to it.

    Attributes:
        play_factor: On the play of all joints.
        offset_factor: On the calibration errors.
        friction_shift: On the ground's friction.
        winding_temperature_shift: K.
        battery_voltage_shift: V.
        current_limit_shift: On the driver's share of the stall current.
        turf_roughness: Replaces the plant's, m.
        gear_friction_factor: On constant, load and breakaway friction.
        servo_lag_factor: On the servo's time constant.
        extra_delay_probability: Of one more cycle until a command acts.
        frame_drop: Replaces the plant's probability.
        torso_mass_factor: On the torso's mass.
        torso_com_shift_x: m.
        torso_com_shift_y: m.
        gyro_bias: +- by axis, rad/s.
        gyro_gain_error: +- by axis.
        attitude_bias: +- for roll and pitch, rad.
        fsr_gain: By cell.
        dead_cell_probability: That one of the eight cells is dead.
        floor_tilt: +- in roll and pitch, rad.
        polygon_sole_probability: Of the rounded instead of the box-shaped sole.
    """

    play_factor: Range
    offset_factor: Range
    friction_shift: Ratio
    winding_temperature_shift: Annotated[float, Unit("k")]
    battery_voltage_shift: Annotated[float, Unit("v")]
    current_limit_shift: Ratio
    turf_roughness: LengthRange
    gear_friction_factor: Range
    servo_lag_factor: Range
    extra_delay_probability: Ratio
    frame_drop: Ratio
    torso_mass_factor: Range
    torso_com_shift_x: Length
    torso_com_shift_y: Length
    gyro_bias: Annotated[float, Unit("rad_per_s")]
    gyro_gain_error: Ratio
    attitude_bias: Angle
    fsr_gain: Range
    dead_cell_probability: Ratio
    floor_tilt: Angle
    polygon_sole_probability: Ratio


def randomise(
    parameters: PlantParameters, randomisation: Randomisation, rng: Generator
) -> PlantParameters:
    """Return one plant drawn around the given one.

    Args:
        parameters: The plant in the middle of the ranges.
        randomisation: The ranges.
        rng: Source of the draw; the same state gives the same plant.
    """
    draw = _Draw(rng)
    r = randomisation
    gear = draw.within(r.gear_friction_factor)
    play = draw.within(r.play_factor)
    offset = draw.within(r.offset_factor)
    return replace(
        parameters,
        motor=_motor(parameters.motor, r, draw),
        battery=_battery(parameters.battery, r, draw),
        friction=replace(
            parameters.friction,
            constant=parameters.friction.constant * gear,
            load=parameters.friction.load * gear,
            breakaway=parameters.friction.breakaway * gear,
        ),
        play=replace(
            parameters.play,
            roll=parameters.play.roll * play,
            pitch=parameters.play.pitch * play,
            ankle_pitch=parameters.play.ankle_pitch * play,
            calibration_offset=parameters.play.calibration_offset * offset,
        ),
        turf=_turf(parameters.turf, r, draw),
        sensors=_sensors(parameters.sensors, r, draw),
        delays=_delays(parameters.delays, r, draw),
        body=_body(parameters.body, r, draw),
    )


class _Draw:
    """The three ways in which a value is drawn."""

    def __init__(self, rng: Generator) -> None:
        self._rng = rng

    def within(self, limits: tuple[float, float]) -> float:
        return float(self._rng.uniform(*limits))

    def about(self, width: float) -> float:
        return float(self._rng.uniform(-width, width))

    def happens(self, probability: float) -> bool:
        return bool(self._rng.random() < probability)

    def index(self, count: int) -> int:
        return int(self._rng.integers(count))


def _motor(motor: MotorParameters, r: Randomisation, draw: _Draw) -> MotorParameters:
    winding = motor.winding_temperature + draw.about(r.winding_temperature_shift)
    # Nobody starts with a robot whose driver takes torque already: its sensor is cooler then.
    gap = max(motor.reported_below_winding, winding - motor.status_limits[0] + 1.0)
    return replace(
        motor,
        winding_temperature=winding,
        reported_below_winding=gap,
        # The driver cannot pass more than the stall current.
        current_limit=min(1.0, motor.current_limit + draw.about(r.current_limit_shift)),
        servo_lag=motor.servo_lag * draw.within(r.servo_lag_factor),
    )


def _battery(battery: BatteryParameters, r: Randomisation, draw: _Draw) -> BatteryParameters:
    return replace(battery, voltage=battery.voltage + draw.about(r.battery_voltage_shift))


def _turf(turf: TurfParameters, r: Randomisation, draw: _Draw) -> TurfParameters:
    return replace(
        turf,
        friction=turf.friction + draw.about(r.friction_shift),
        roughness=draw.within(r.turf_roughness),
        tilt_roll=turf.tilt_roll + draw.about(r.floor_tilt),
        tilt_pitch=turf.tilt_pitch + draw.about(r.floor_tilt),
    )


def _sensors(sensors: SensorParameters, r: Randomisation, draw: _Draw) -> SensorParameters:
    bias = [value + draw.about(r.gyro_bias) for value in sensors.gyro_bias]
    gain = [value * (1.0 + draw.about(r.gyro_gain_error)) for value in sensors.gyro_gain]
    cells = [cell * draw.within(r.fsr_gain) for cell in sensors.fsr_gains]
    has_dead_cell, dead = draw.happens(r.dead_cell_probability), draw.index(len(cells))
    if has_dead_cell:
        cells[dead] = 0.0
    return replace(
        sensors,
        gyro_bias=(bias[0], bias[1], bias[2]),
        gyro_gain=(gain[0], gain[1], gain[2]),
        attitude_bias_roll=sensors.attitude_bias_roll + draw.about(r.attitude_bias),
        attitude_bias_pitch=sensors.attitude_bias_pitch + draw.about(r.attitude_bias),
        fsr_gains=tuple(cells),
    )


def _delays(delays: DelayParameters, r: Randomisation, draw: _Draw) -> DelayParameters:
    extra = int(draw.happens(r.extra_delay_probability))
    return replace(delays, command_cycles=delays.command_cycles + extra, frame_drop=r.frame_drop)


def _body(body: BodyParameters, r: Randomisation, draw: _Draw) -> BodyParameters:
    x, y, z = body.torso_com_shift
    mass = body.torso_mass_factor * draw.within(r.torso_mass_factor)
    shift = (x + draw.about(r.torso_com_shift_x), y + draw.about(r.torso_com_shift_y), z)
    polygon = draw.happens(r.polygon_sole_probability)
    return BodyParameters(
        torso_mass_factor=mass,
        torso_com_shift=shift,
        sole_shape=SoleShape.POLYGON if polygon else SoleShape.BOX,
    )
