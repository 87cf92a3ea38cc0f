"""A base on three wheels in MuJoCo: an upright body driven by forces at its wheel contacts.

Every wheel is a speed-controlled motor that acts along its rolling direction and leaves the other
direction free. The upper body is rigid; the floor is flat, and wheels neither slip nor stick.
"""

import math
from collections import deque
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import mujoco
import numpy as np
from annotated_types import Ge, Gt

from hardware.base import BaseCommand, BaseFrame, BaseModel, OmniWheel, ThreeNumbers
from hardware.simulation.plant.sensors.rotations import upright
from hardware.units import (
    AngularSpeed,
    Count,
    Percent,
    PositiveForce,
    PositiveMilliseconds,
    Unit,
    demand_steps,
)


@dataclass(frozen=True, slots=True)
class BasePlantParameters:
    """Everything in `config/base_plant.yaml`.

    Attributes:
        substep: Time step of the physics, s.
        delay: Additional cycles before a command reaches the motors.
        servo_lag: Time constant of a wheel's speed under the robot's mass, s.
        largest_push: Largest driving force of one wheel, N.
        rolling: Rolling resistance of the floor, N per m/s.
        encoder_counts: Counts per turn of a wheel.
        wheel_spread: Half width of the relative error of the wheel radius.
        gyro_noise: Standard deviation, rad/s.
        gyro_bias: Half width of its distribution, rad/s.
        gyro_gain: Half width of the relative gain error.
    """

    substep: PositiveMilliseconds
    delay: Annotated[int, Unit("cycles"), Ge(0)]
    servo_lag: PositiveMilliseconds
    largest_push: PositiveForce
    rolling: Annotated[float, Unit("n_per_m_per_s"), Ge(0.0)]
    encoder_counts: Annotated[Count, Gt(0)]
    wheel_spread: Percent
    gyro_noise: AngularSpeed
    gyro_bias: AngularSpeed
    gyro_gain: Percent


class BaseTruth(NamedTuple):
    """True state of the base, known only in simulation.

    Attributes:
        x: m.
        y: m.
        heading: rad, not wrapped.
        vx: Along the x axis of the floor, m/s.
        vy: Along the y axis of the floor, m/s.
        turn: Yaw rate, rad/s.
    """

    x: float
    y: float
    heading: float
    vx: float
    vy: float
    turn: float


class SimulatedBase:
    """A simulated base.

    `receive` advances it by one cycle with the command that is due. The same arguments give the
    same run, bit for bit.

    Attributes:
        hatch_open: Whether somebody has opened the hatch.
        push: External force along the axes of the floor, N, and torque about the vertical, N m.
        silent: No frames are returned.
    """

    def __init__(
        self, model: BaseModel, parameters: BasePlantParameters, *, robot: int = 0, seed: int = 0
    ) -> None:
        """Put a base on the floor.

        Args:
            model: Model of the base.
            parameters: The plant.
            robot: Number of the individual, which determines its wheel and gyro errors.
            seed: Seed of the noise.

        Raises:
            ValueError: If the cycle is not a whole number of physics steps.
        """
        demand_steps(model.cycle, parameters.substep)
        self.hatch_open = self.silent = False
        self.push: ThreeNumbers = (0.0, 0.0, 0.0)
        drawn = np.random.default_rng(robot)
        spread = parameters.wheel_spread * drawn.uniform(-1.0, 1.0, 3)
        self._radius = model.wheel_radius * (1.0 + spread)
        self._bias = parameters.gyro_bias * float(drawn.uniform(-1.0, 1.0))
        self._gain = 1.0 + parameters.gyro_gain * float(drawn.uniform(-1.0, 1.0))
        self._noise = np.random.default_rng((seed, 1))
        self._parameters, self._cycle = parameters, model.cycle
        self._steps = round(model.cycle / parameters.substep)
        self.physics: Any = mujoco.MjModel.from_xml_string(_mjcf(model, parameters))
        self.data: Any = mujoco.MjData(self.physics)
        self._strength = self.physics.actuator_gainprm[:, 0].copy()
        self._applied = BaseCommand((0.0, 0.0, 0.0), stiff=False)
        self._sent: BaseCommand | None = None
        self._commands = deque[BaseCommand | None]([None] * parameters.delay)
        self._turned = np.zeros(3)
        mujoco.mj_step1(self.physics, self.data)

    def receive(self) -> BaseFrame | None:
        """Advance by one cycle and return the frame measured at its end; None while silent."""
        # A cycle without a command takes up a slot in the queue too, so that the delay is constant.
        self._commands.append(self._sent)
        self._sent = None
        command = self._applied = self._commands.popleft() or self._applied
        data, physics = self.data, self.physics
        strength = self._strength if command.stiff else 0.0 * self._strength
        physics.actuator_gainprm[:, 0] = strength
        physics.actuator_biasprm[:, 2] = -strength
        data.ctrl[:] = self._radius * command.wheels
        data.qfrc_applied[:] = self.push
        half, heading = 0.5 * physics.opt.timestep, float(data.qpos[2])
        for _ in range(self._steps):
            # In this order, wheel speeds belong to the current position; between two positions a
            # wheel turns at their mean.
            before = data.actuator_velocity.copy()
            mujoco.mj_step2(physics, data)
            mujoco.mj_step1(physics, data)
            self._turned += (before + data.actuator_velocity) * half / self._radius
        turn = (float(data.qpos[2]) - heading) / self._cycle
        return None if self.silent else self._frame(turn)

    def send(self, command: BaseCommand) -> None:
        """Send the command for the coming cycle; it acts after the delay.

        If a speed is not finite, all wheels are commanded to stop.
        """
        if not all(map(math.isfinite, command.wheels)):
            command = BaseCommand((0.0, 0.0, 0.0), stiff=command.stiff)
        self._sent = command

    @property
    def time(self) -> float:
        """Return the time since the start, s."""
        return float(self.data.time)

    def truth(self) -> BaseTruth:
        """Return the true pose and velocity."""
        return BaseTruth(*map(float, self.data.qpos), *map(float, self.data.qvel))

    def _frame(self, turn: float) -> BaseFrame:
        """Return the measurements; like a filtered gyro, it reports the mean rate of the cycle."""
        count = 2.0 * math.pi / self._parameters.encoder_counts
        first, second, third = (math.floor(angle / count) * count for angle in self._turned)
        noise = self._parameters.gyro_noise * float(self._noise.standard_normal())
        gyro = self._gain * turn + self._bias + noise
        return BaseFrame(self.time, (first, second, third), gyro, self.hatch_open)


def _mjcf(model: BaseModel, parameters: BasePlantParameters) -> str:
    """Return the MJCF: a body with three planar joints, and a site at every wheel."""
    # Three evenly spaced wheels have 1.5 times the gain of one in every direction.
    gain = model.mass / (1.5 * parameters.servo_lag)
    sites = "".join(_site(number, wheel) for number, wheel in enumerate(model.wheels))
    most = parameters.largest_push
    motors = "".join(
        f'<velocity site="wheel{number}" kv="{gain}" gear="1 0 0 0 0 0"'
        f' forcelimited="true" forcerange="{-most} {most}"/>'
        for number in range(len(model.wheels))
    )
    slides = "".join(
        f'<joint type="slide" axis="{axis}" damping="{parameters.rolling}"/>'
        for axis in ("1 0 0", "0 1 0")
    )
    radius, half = max(math.hypot(wheel.x, wheel.y) for wheel in model.wheels), 0.5 * model.height
    return f"""
    <mujoco model="{model.name}">
      <option timestep="{parameters.substep}" integrator="implicitfast"/>
      <worldbody>
        <geom type="plane" size="10 10 0.1" contype="0" conaffinity="0" rgba="0.6 0.7 0.6 1"/>
        <light pos="0 0 4" dir="0 0 -1"/>
        <body name="base">
          {slides}<joint type="hinge" axis="0 0 1"/>
          <inertial pos="0 0 {half}" mass="{model.mass}"
            diaginertia="{model.mass} {model.mass} {model.inertia}"/>
          <geom type="cylinder" size="{radius} 0.1" pos="0 0 0.15" contype="0" conaffinity="0"/>
          <geom type="capsule" size="0.1" fromto="0 0 0.25 0 0 {model.height - 0.1}"
            contype="0" conaffinity="0"/>
          {sites}
        </body>
      </worldbody>
      <actuator>{motors}</actuator>
    </mujoco>"""


def _site(number: int, wheel: OmniWheel) -> str:
    turn = " ".join(map(str, upright(wheel.rolls)))
    return f'<site name="wheel{number}" pos="{wheel.x} {wheel.y} 0" quat="{turn}"/>'
