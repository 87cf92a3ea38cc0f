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
    """Motors between cold datasheet and warm reality.

    Attributes:
        winding_temperature: At the start, degrees Celsius.
        reported_below_winding: How much cooler the robot's sensor is than the winding, K.
        status_limits: Reported temperatures at which the status becomes 1, 2, 3.
        derating: What the driver leaves of the stiffness at each of these; between them a line.
        current_limit: Limit of the motor driver as a share of the cold stall current.
        servo_lag: Time constant of a joint behind its target below the limits, with cold windings,
            s; it falls with the warmth, by a quarter at 75 degrees.
        limp_damping: Share of the back-EMF damping that is left at stiffness 0.
        heats: Whether the winding temperature follows the current.
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
            raise ValueError("'derating' must not rise: a hotter motor keeps less")


@dataclass(frozen=True, slots=True)
class BatteryParameters:
    """The battery between open circuit and the motors' terminals.

    Attributes:
        voltage: Open-circuit voltage, V.
        resistance: Cells, management and connector, ohm.
        bridge_drop: Lost in bridge, brushes and cable, V.
        base_power: Computer and boards, W.
        smoothing: Share of the way to the loaded voltage covered in one cycle.
        charge: What the robot reports at the start, 0..1.
        capacity: Of the full battery, Wh.
        drains: Whether what the robot draws is taken from it; its voltage stays.
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
        constant_spread: Individual spread of it by joint and robot, +- share.
        full_torque: Cold stall torque above which a joint has the full constant, Nm.
        load: Share of the transmitted torque lost while moving.
        breakaway: Further share at rest.
        stribeck_speed: Speed over which the breakaway part fades, rad/s.
        stribeck_exponent: Shape of that fading.
        stick_time_constant: Of the constraint that holds a joint at rest, s.
        stick_impedance: Of that constraint, 0..1: nearer to 1 is drier, and harder to solve.
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
