"""The parameters of motors, battery and gears: groups of `config/plants/*.yaml`."""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Gt, Lt

from hardware.units import (
    Energy,
    Ordered,
    PositiveMilliseconds,
    PositiveTime,
    Power,
    Ratio,
    Resistance,
    Temperature,
    Torque,
    Unit,
    Voltage,
)

Factor = Annotated[float, Unit(""), Gt(0.0)]


@dataclass(frozen=True, slots=True)
class MotorParameters:
    """Motors, their driver and their temperature.

    Attributes:
        winding_temperature: At the start, degrees Celsius.
        reported_below_winding: Winding temperature minus reported temperature, K.
        status_limits: Reported temperatures at which the status becomes 1, 2, 3.
        derating: Share of the stiffness left by the driver at each of these; linear in between.
        current_limit: Limit of the motor driver as a share of the cold stall current.
        servo_lag: Time constant of a joint behind its target, below the limits and with cold
            windings, s; it falls with temperature, by a quarter at 75 degrees.
        limp_damping: Share of the back-EMF damping left at stiffness 0.
        heats: Whether the winding temperature follows the losses.
        thermal_resistance: Winding to air, K/W.
        thermal_time_constant: Of the winding and its motor, s.

    Raises:
        ValueError: If a hotter motor keeps more of its stiffness.
    """

    winding_temperature: Temperature
    reported_below_winding: Annotated[float, Unit("k"), Ge(0.0)]
    status_limits: Annotated[tuple[float, float, float], Unit("c"), Ordered()]
    derating: tuple[Ratio, Ratio, Ratio]
    current_limit: Ratio
    servo_lag: PositiveMilliseconds
    limp_damping: Ratio
    heats: bool
    thermal_resistance: Annotated[float, Unit("k_per_w"), Ge(0.0)]
    thermal_time_constant: PositiveTime

    def __post_init__(self) -> None:
        if list(self.derating) != sorted(self.derating, reverse=True):
            raise ValueError("'derating' must not increase: a hotter motor keeps less stiffness")


@dataclass(frozen=True, slots=True)
class BatteryParameters:
    """The battery between open circuit and the motors' terminals.

    Attributes:
        voltage: Open-circuit voltage, V.
        resistance: Cells, management and connector, ohm.
        bridge_drop: Voltage drop in bridge, brushes and cable, V.
        base_power: Computer and boards, W.
        smoothing: Share of the gap to the loaded voltage closed in one cycle.
        charge: Charge reported at the start, 0..1.
        capacity: Energy of the full battery, Wh.
        drains: Whether the power drawn reduces the charge; the voltage stays the same.
    """

    voltage: Annotated[Voltage, Gt(0.0)]
    resistance: Resistance
    bridge_drop: Annotated[Voltage, Ge(0.0)]
    base_power: Power
    smoothing: Ratio
    charge: Ratio
    capacity: Energy
    drains: bool


@dataclass(frozen=True, slots=True)
class FrictionParameters:
    """Gear friction: constant + (load + breakaway at rest) x torque through the gear.

    Attributes:
        constant: Load-free friction of a leg joint, Nm.
        constant_spread: Relative spread of the constant by joint and robot, +-.
        full_torque: Cold stall torque above which a joint has the full constant, Nm.
        load: Share of the transmitted torque lost in motion.
        breakaway: Additional share at rest.
        stribeck_speed: Speed at which the breakaway part fades, rad/s.
        stribeck_exponent: Exponent of the fading.
        stick_time_constant: Of the constraint that holds a joint at rest, s.
        stick_impedance: Of that constraint, 0..1; nearer to 1 is drier, and harder to solve.
    """

    constant: Annotated[Torque, Ge(0.0)]
    constant_spread: Ratio
    full_torque: Annotated[float, Unit("nm"), Gt(0.0)]
    load: Ratio
    breakaway: Ratio
    stribeck_speed: Annotated[float, Unit("rad_per_s"), Gt(0.0)]
    stribeck_exponent: Factor
    stick_time_constant: PositiveMilliseconds
    stick_impedance: Annotated[float, Unit(""), Gt(0.0), Lt(1.0)]
