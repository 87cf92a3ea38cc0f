"""The windings of the motors: losses, temperature, and its effect on the torque.

A first-order thermal model of one body in air: T' = (air + R_th loss - T) / time constant. Copper's
resistance rises with temperature and the magnets' flux falls, so that the same torque costs more in
a hot motor.
"""

import numpy as np
from numpy.typing import NDArray

from hardware.robots.model import RobotModel
from hardware.sensors_and_commands import CYCLE
from hardware.simulation.plant.model import MOTORS
from hardware.simulation.plant.motors.parameters import MotorParameters

Array = NDArray[np.float64]

NOMINAL_VOLTAGE = 21.6
"""Voltage of the datasheet's stall torques and speeds, V."""
COPPER = 0.0039
"""Temperature coefficient of copper's resistance, 1/K."""
MAGNET = 0.0011
"""Relative flux loss of neodymium magnets, 1/K."""
_WARMED_EVERY = round(1.0 / CYCLE)
"""Cycles between updates of the temperatures, which change over minutes."""
COLD = 25.0
"""Temperature of the datasheet and of the air, degrees Celsius."""


def resistance_factor(temperature: Array) -> Array:
    """Return the resistance of windings as a multiple of the cold one."""
    return 1.0 + COPPER * (temperature - COLD)


def flux_factor(temperature: Array) -> Array:
    """Return the magnets' flux as a share of the cold one."""
    return 1.0 - MAGNET * (temperature - COLD)


def left_by_driver(reported: Array, parameters: MotorParameters) -> Array:
    """Return the share of the stiffness left by the driver at these reported temperatures."""
    left: Array = np.interp(reported, parameters.status_limits, parameters.derating)
    return left


def temperature_status(reported: Array, parameters: MotorParameters) -> tuple[int, ...]:
    """Return the status at these reported temperatures, 0 regular to 3 critically hot."""
    status = sum((reported >= limit).astype(int) for limit in parameters.status_limits)
    return tuple(np.asarray(status).tolist())


class Windings:
    """The windings of all motors of one type of robot, in the order of `MOTORS`.

    Attributes:
        stall: Cold stall torque at the joint, Nm.
        flux: Cold torque per ampere at the joint, Nm/A, which is also volts per rad/s.
        resistance: Cold, ohm.
    """

    def __init__(self, nao: RobotModel, parameters: MotorParameters) -> None:
        motors = [nao.motors[nao.specs[joint].motor] for joint in MOTORS]
        self._parameters = parameters
        self.stall: Array = np.array([motor.joint_stall_torque for motor in motors])
        self.flux: Array = NOMINAL_VOLTAGE / np.array(
            [motor.joint_no_load_speed for motor in motors]
        )
        self.resistance: Array = NOMINAL_VOLTAGE * self.flux / self.stall

    def loss(self, temperature: Array, torque_squared: Array) -> Array:
        """Return the heat loss (W) at a temperature (degrees Celsius) and squared torque (Nm2)."""
        resistance = self.resistance * resistance_factor(temperature)
        return resistance * torque_squared / (self.flux * flux_factor(temperature)) ** 2

    def later(self, temperature: Array, torque_squared: Array, seconds: float) -> Array:
        """Return the temperature (degrees Celsius) a short time later at a mean squared torque."""
        motor = self._parameters
        target = COLD + motor.thermal_resistance * self.loss(temperature, torque_squared)
        return temperature + (target - temperature) * (seconds / motor.thermal_time_constant)

    def after(self, temperature: Array, torque_squared: Array, seconds: float) -> Array:
        """Return the temperature after minutes of a motion, from its mean squared torque (Nm2)."""
        for _ in range(round(seconds)):
            temperature = self.later(temperature, torque_squared, 1.0)
        return temperature


class WarmingWindings:
    """Winding temperatures of one robot, integrated from its torques.

    Attributes:
        temperature: Degrees Celsius, in the order of `MOTORS`.
    """

    def __init__(self, windings: Windings, temperature: float) -> None:
        """Start with all windings at one temperature."""
        self._windings = windings
        self.temperature: Array = np.full(len(MOTORS), temperature)
        self._squared, self._cycles = np.zeros(len(MOTORS)), 0

    def take(self, torque: Array) -> bool:
        """Add the torques of a cycle (Nm); the temperature is updated once per second.

        Returns:
            Whether it was updated in this cycle.
        """
        self._squared += torque**2
        self._cycles += 1
        if self._cycles < _WARMED_EVERY:
            return False
        mean, seconds = self._squared / self._cycles, self._cycles * CYCLE
        self.temperature = self._windings.later(self.temperature, mean, seconds)
        self._squared, self._cycles = np.zeros(len(MOTORS)), 0
        return True
