"""Draws plants around a given one, so that campaigns do not depend on one set of numbers.

The deviations of one robot are drawn from its number (`individual.py`); here only their spread is
drawn. The ranges are data (`config/randomisation.yaml`). A single function draws the same number of
values in the same order, so that a seed always gives the same plant.
"""

from dataclasses import dataclass, replace
from typing import Annotated, TypeVar

from annotated_types import Ge, Gt, Le
from numpy.random import Generator

from hardware.simulation.plant.motors.parameters import MotorParameters
from hardware.simulation.plant.parameters import (
    BodyParameters,
    DelayParameters,
    PlantParameters,
    SoleShape,
    TurfParameters,
)
from hardware.simulation.plant.sensors.parameters import SensorParameters
from hardware.units import NumberRange, Ratio, RatioBelowOne, Unit, UnsignedLength

T = TypeVar("T")
FactorRange = Annotated[NumberRange, Ge(0.0)]


@dataclass(frozen=True, slots=True)
class Randomisation:
    """Ranges of a campaign; `..._factor` multiplies the plant's value, `..._shift` adds +- to it.

    Attributes:
        play_factor: On the play of all joints.
        individual_factor: On the spread of zeros, trims, mounting and gyro bias between robots.
        friction_shift: On the ground's friction.
        winding_temperature_shift: K.
        battery_voltage_shift: V.
        current_limit_shift: On the driver's current limit, a share of the stall current.
        turf_roughness_factor: On the height of the turf's unevenness.
        gear_friction_factor: On constant, load and breakaway friction.
        servo_lag_factor: On the servo's time constant.
        extra_delay_probability: Probability of one more cycle until a command acts.
        frame_loss_factor: On the probabilities of lost and late frames.
        torso_mass_factor: On the torso's mass.
        torso_com_shift_x: m.
        torso_com_shift_y: m.
        gyro_gain_error: +- relative error by axis.
        floor_tilt: +- in roll and pitch, rad.
        polygon_sole_probability: Of replacing box soles by rounded ones; rounded ones stay.
    """

    play_factor: FactorRange
    individual_factor: FactorRange
    friction_shift: Ratio
    winding_temperature_shift: Annotated[float, Unit("k"), Ge(0.0)]
    battery_voltage_shift: Annotated[float, Unit("v"), Ge(0.0)]
    current_limit_shift: Ratio
    turf_roughness_factor: FactorRange
    gear_friction_factor: FactorRange
    servo_lag_factor: Annotated[NumberRange, Gt(0.0)]
    extra_delay_probability: Ratio
    frame_loss_factor: FactorRange
    torso_mass_factor: Annotated[NumberRange, Gt(0.0)]
    torso_com_shift_x: UnsignedLength
    torso_com_shift_y: UnsignedLength
    gyro_gain_error: RatioBelowOne
    floor_tilt: Annotated[float, Unit("deg"), Ge(0.0), Le(45.0)]
    polygon_sole_probability: Ratio


def randomise(
    parameters: PlantParameters, randomisation: Randomisation, rng: Generator
) -> PlantParameters:
    """Return one plant drawn around the given one.

    Args:
        parameters: The plant at the centre of the ranges.
        randomisation: The ranges.
        rng: Random generator; the same state gives the same plant.
    """
    draw = _Draw(rng)
    r, battery = randomisation, parameters.battery
    gear = draw.within(r.gear_friction_factor)
    play = draw.within(r.play_factor)
    individual = draw.within(r.individual_factor)
    return replace(
        parameters,
        motor=_motor(parameters.motor, r, draw),
        battery=replace(battery, voltage=battery.voltage + draw.about(r.battery_voltage_shift)),
        friction=_scaled(parameters.friction, gear, "constant", "load", "breakaway"),
        play=_scaled(parameters.play, play, "roll", "pitch", "ankle_pitch"),
        turf=_turf(parameters.turf, r, draw),
        individual=_scaled(
            parameters.individual,
            individual,
            *("joint_offset", "hip_yaw_offset", "hip_pitch_trim", "attitude_bias", "gyro_bias"),
        ),
        sensors=_sensors(parameters.sensors, r, draw),
        delays=_delays(parameters.delays, r, draw),
        body=_body(parameters.body, r, draw),
    )


def _scaled(group: T, factor: float, *names: str) -> T:
    """Return a group of parameters with the named ones multiplied by a factor."""
    changes = {name: getattr(group, name) * factor for name in names}
    changed: T = replace(group, **changes)  # type: ignore[type-var] # every group is a dataclass
    return changed


class _Draw:
    """The three distributions that values are drawn from."""

    def __init__(self, rng: Generator) -> None:
        self._rng = rng

    def within(self, limits: tuple[float, float]) -> float:
        return float(self._rng.uniform(*limits))

    def about(self, width: float) -> float:
        return float(self._rng.uniform(-width, width))

    def happens(self, probability: float) -> bool:
        return bool(self._rng.random() < probability)


def _motor(motor: MotorParameters, r: Randomisation, draw: _Draw) -> MotorParameters:
    winding = motor.winding_temperature + draw.about(r.winding_temperature_shift)
    # No run starts with a derated motor: if necessary, the sensor reads cooler.
    gap = max(motor.reported_below_winding, winding - motor.status_limits[0] + 1.0)
    return replace(
        motor,
        winding_temperature=winding,
        reported_below_winding=gap,
        # The driver cannot pass more than the stall current.
        current_limit=min(1.0, motor.current_limit + draw.about(r.current_limit_shift)),
        servo_lag=motor.servo_lag * draw.within(r.servo_lag_factor),
    )


def _turf(turf: TurfParameters, r: Randomisation, draw: _Draw) -> TurfParameters:
    return replace(
        turf,
        friction=turf.friction + draw.about(r.friction_shift),
        roughness=turf.roughness * draw.within(r.turf_roughness_factor),
        tilt_roll=turf.tilt_roll + draw.about(r.floor_tilt),
        tilt_pitch=turf.tilt_pitch + draw.about(r.floor_tilt),
    )


def _sensors(sensors: SensorParameters, r: Randomisation, draw: _Draw) -> SensorParameters:
    x, y, z = (value * (1.0 + draw.about(r.gyro_gain_error)) for value in sensors.gyro_gain)
    return replace(sensors, gyro_gain=(x, y, z))


def _delays(delays: DelayParameters, r: Randomisation, draw: _Draw) -> DelayParameters:
    extra = int(draw.happens(r.extra_delay_probability))
    factor = draw.within(r.frame_loss_factor)
    return replace(
        delays,
        command_cycles=delays.command_cycles + extra,
        frame_drop=delays.frame_drop * factor,
        jitter=delays.jitter * factor,
    )


def _body(body: BodyParameters, r: Randomisation, draw: _Draw) -> BodyParameters:
    x, y, z = body.torso_com_shift
    mass = body.torso_mass_factor * draw.within(r.torso_mass_factor)
    shift = (x + draw.about(r.torso_com_shift_x), y + draw.about(r.torso_com_shift_y), z)
    polygon = draw.happens(r.polygon_sole_probability) or body.sole_shape is SoleShape.POLYGON
    return BodyParameters(
        torso_mass_factor=mass,
        torso_com_shift=shift,
        sole_shape=SoleShape.POLYGON if polygon else SoleShape.BOX,
    )
