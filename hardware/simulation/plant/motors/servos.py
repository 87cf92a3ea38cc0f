"""Motors with driver, battery and gears, updated once per 12 ms cycle.

A joint is a voltage-driven motor: the position loop commands a voltage, and the back-EMF is the
joint's damping. The motor is limited by the battery's voltage under load and by the driver's
current limit. Stiffness and the derating of hot motors scale the current limit only, so that a soft
joint is as precise as a stiff one until it is overloaded. Gear friction grows with the transmitted
torque. MuJoCo's position actuators run the loop in every substep; their limits, friction and
damping are rewritten here.

Symbols: u torque equivalent of the voltage, tau motor torque at the joint, w joint speed, b
back-EMF damping, kr and kt factors of winding resistance and magnet flux by temperature.
"""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from hardware.robots.model import RobotModel
from hardware.robots.nao import Joint
from hardware.simulation.plant.individual import Individual
from hardware.simulation.plant.layout import Physics
from hardware.simulation.plant.model import LEAST_FRICTION, MOTORS
from hardware.simulation.plant.motors.windings import (
    COLD,
    NOMINAL_VOLTAGE,
    WarmingWindings,
    Windings,
    flux_factor,
    left_by_driver,
    resistance_factor,
    temperature_status,
)
from hardware.simulation.plant.parameters import PlantParameters

Array = NDArray[np.float64]

_HIP_YAW = MOTORS.index(Joint.L_HIP_YAW_PITCH)


class Motors(Protocol):
    """The motors of one robot. Order in a cycle: `command` if due, `prepare`, physics, `observe`.

    Attributes:
        torque: At the joints, (23,), Nm.
        current: Of the motors, (23,), A.
        voltage: Of the battery under load, V.
        power: Drawn from the battery, W.
        reported_temperatures: (25,), degrees Celsius.
        status: Temperature status, (25,).
    """

    torque: NDArray[np.float64]
    current: NDArray[np.float64]
    voltage: float
    power: float
    reported_temperatures: tuple[float, ...]
    status: tuple[int, ...]

    def command(self, positions: tuple[float, ...], stiffness: tuple[float, ...]) -> None:
        """Give the motors new targets (rad, as the robot reports them) and stiffness 0..1."""

    def prepare(self) -> None:
        """Set the motors' limits for the coming cycle."""

    def observe(self) -> None:
        """Update torques and currents from the last cycle."""


class Servos:
    """The 23 motors of one robot.

    Order in a cycle: `command` if one is due, `prepare`, the physics, `observe`.
    """

    def __init__(
        self,
        physics: Physics,
        *,
        nao: RobotModel,
        parameters: PlantParameters,
        individual: Individual,
    ) -> None:
        self._model, self._data, self._layout = physics.model, physics.data, physics.layout
        self._parameters = parameters
        motors = [nao.motors[nao.specs[joint].motor] for joint in MOTORS]
        self._windings = Windings(nao, parameters.motor)
        self._armature = np.array([motor.armature for motor in motors])
        self._offsets = np.array(individual.offsets)[: len(MOTORS)]
        # Two joints share the motor of the hip yaw: each gets half of its friction and damping.
        self._share = np.ones(len(MOTORS))
        self._share[_HIP_YAW] = 0.5
        friction = parameters.friction
        strength = np.minimum(1.0, self._windings.stall / friction.full_torque)
        spread = np.array(individual.friction)[: len(MOTORS)]
        self._constant_friction = friction.constant * strength * spread
        self._stiffness = np.zeros(len(MOTORS))
        self._given: tuple[float, ...] = ()
        self._stiff = np.zeros(len(MOTORS), dtype=bool)
        self.torque = np.zeros(len(MOTORS))
        self._warming = WarmingWindings(self._windings, parameters.motor.winding_temperature)
        self.voltage = parameters.battery.voltage
        self.power = parameters.battery.base_power
        self.current = np.zeros(len(MOTORS))
        self._views()
        self._warm()
        self._damp()

    @property
    def temperature(self) -> Array:
        """Return the winding temperatures, (23,), degrees Celsius."""
        return self._warming.temperature

    def _views(self) -> None:
        """Cache MuJoCo's arrays: looking one up costs more than using it."""
        self._qvel, self._qacc = self._data.qvel, self._data.qacc
        self._ctrl, self._actuator_force = self._data.ctrl, self._data.actuator_force
        self._limits = self._model.actuator_forcerange
        self._friction, self._damping = self._model.dof_frictionloss, self._model.dof_damping

    def command(self, positions: tuple[float, ...], stiffness: tuple[float, ...]) -> None:
        """Give the motors new targets (rad, as the robot reports them) and stiffness 0..1."""
        self._ctrl[:] = positions[: len(MOTORS)]
        self._ctrl += self._offsets
        if stiffness != self._given:
            self._given = stiffness
            np.clip(stiffness[: len(MOTORS)], 0.0, 1.0, out=self._stiffness)
            self._stiff = self._stiffness > 0.0
            self._damp()

    def prepare(self) -> None:
        """Set the drivers' limits for the coming cycle, at the current joint speed."""
        # tau = u - b w. The battery bounds u and the driver's current bounds tau, so that u must
        # stay within b w +- allowed; if both conflict, the battery wins. A limp joint has u = 0.
        available = max(0.0, self.voltage - self._parameters.battery.bridge_drop)
        top = self._voltage_torque * available
        emf = self._back_emf * self._qvel[self._layout.dof]
        allowed = self._stiffness * self._current_torque
        self._limits[:, 0] = np.minimum(np.maximum(emf - allowed, -top), top) * self._stiff
        self._limits[:, 1] = np.maximum(np.minimum(emf + allowed, top), -top) * self._stiff

    def observe(self) -> None:
        """Update torques, friction, currents and battery from the last cycle."""
        layout, data = self._layout, self._data
        speed = self._qvel[layout.dof]
        drive = self._actuator_force
        np.subtract(drive, self._applied_damping * speed, out=self.torque)
        rows = data.efc_force[data.ne : data.ne + data.nf]
        friction = rows[layout.friction_row] / self._share
        # The load on the gear, which no sensor measures: the rotor's torque balance gives the
        # torque of the output side, J qacc - tau - friction; the gear carries tau minus it.
        load = np.abs(2.0 * self.torque + friction - self._armature * self._qacc[layout.dof])
        self._write_friction(speed, load)
        np.abs(self.torque * self._inverse_flux, out=self.current)
        battery = self._parameters.battery
        self.power = battery.base_power + float(np.dot(self._power_factor * drive, self.torque))
        # A battery delivers its maximum power at half its voltage, and less below it.
        sag = min(battery.resistance * self.power / self.voltage, 0.5 * battery.voltage)
        self.voltage += battery.smoothing * (battery.voltage - sag - self.voltage)
        if self._parameters.motor.heats and self._warming.take(self.torque):
            self._warm()
            self._damp()

    def _write_friction(self, speed: Array, load: Array) -> None:
        friction = self._parameters.friction
        # Stribeck effect: friction is higher at rest than in motion.
        fade = np.exp(-((np.abs(speed) / friction.stribeck_speed) ** friction.stribeck_exponent))
        dry = self._constant_friction + (friction.load + friction.breakaway * fade) * load
        dry *= self._share
        # MuJoCo drops the constraint rows of joints without friction, which would shift the others.
        np.maximum(dry, LEAST_FRICTION, out=dry)
        self._friction[self._layout.dof] = dry
        self._friction[self._layout.coupled_dof] = dry[_HIP_YAW]

    def _damp(self) -> None:
        """Write the back-EMF damping, which is lower while a drive is off.

        The gain of the position loop keeps its cold value, so that the servo's lag, the ratio of
        damping to gain, falls with temperature as the back-EMF does, by kt^2 / kr.
        """
        limp = self._parameters.motor.limp_damping
        self._applied_damping = self._back_emf * np.where(self._stiff, 1.0, limp)
        damping = self._applied_damping * self._share
        self._damping[self._layout.dof] = damping
        self._damping[self._layout.coupled_dof] = damping[_HIP_YAW]

    def _warm(self) -> None:
        """Update everything that depends on the winding temperature."""
        # With k = V / no-load speed (torque per ampere, at the joint), stall = k V / R gives R,
        # back-EMF damping is k^2 / R, and the torque per volt is k / R. R rises and k falls with
        # temperature, so a hot motor is weaker at a given voltage and at a given current.
        cold = self._windings
        kr, kt = resistance_factor(self.temperature), flux_factor(self.temperature)
        resistance = cold.resistance * kr
        self._inverse_flux = 1.0 / (cold.flux * kt)
        self._back_emf = (cold.flux * kt) ** 2 / resistance
        self._voltage_torque = cold.stall * kt / kr / NOMINAL_VOLTAGE
        self._power_factor = resistance * self._inverse_flux**2
        motor = self._parameters.motor
        reported = self.temperature - motor.reported_below_winding
        self._current_torque = (
            motor.current_limit * cold.stall * kt * left_by_driver(reported, motor)
        )
        self.reported_temperatures: tuple[float, ...] = (*reported.tolist(), COLD, COLD)
        self.status: tuple[int, ...] = (*temperature_status(reported, motor), 0, 0)
