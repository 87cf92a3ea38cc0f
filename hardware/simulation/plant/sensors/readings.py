"""Sensor readings: from the true state to noisy, quantised, clipped values.

Scalars are computed in plain floats, joints as one array. Sign and order are those of
`SensorFrame`. The gyro reports the mean over the cycle, as an inertial unit with its own low-pass
does: instantaneous samples would alias with the steps and miss part of every turn. The unit's own
angles are computed from means too, whereas the reported acceleration is instantaneous. Force and
centre of pressure are distributed bilinearly to the four cells of a sole: exact while the pressure
is between them, saturated at the edge, where a real sole rests on its rim.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from hardware.cycle_data import cycle_data
from hardware.mounting import Mounting
from hardware.robots.model import RobotModel
from hardware.sensors_and_commands import CYCLE, GRAVITY
from hardware.simulation.plant.individual import Individual
from hardware.simulation.plant.layout import Physics
from hardware.simulation.plant.model import MOTORS
from hardware.simulation.plant.sensors.attitude import AttitudeUnit
from hardware.simulation.plant.sensors.parameters import AttitudeUnitParameters, SensorParameters
from hardware.simulation.plant.sensors.rotations import (
    cross,
    in_world,
    mean_rate,
    up_in_body,
)
from hardware.units import Point

_MOTORS = len(MOTORS)
_NOISES = _MOTORS + 3 + 3 + 8 + 8
_LEFT, _RIGHT, _HEAD, _TORSO = 3, 9, 15, 21
"""Offsets of the contact sensors in MuJoCo's sensor data: force and position, 3 + 3 each."""


@cycle_data
class Readings:
    """The measurements of one cycle, in the units and order of `SensorFrame`."""

    positions: tuple[float, ...]
    gyro: Point
    accelerometer: Point
    angles: tuple[float, float]
    fsr: tuple[float, ...]


class Sensors:
    """The robot's sensors with their noise and errors."""

    def __init__(
        self,
        physics: Physics,
        *,
        nao: RobotModel,
        parameters: SensorParameters,
        attitude: AttitudeUnitParameters,
        individual: Individual,
        up: Point,
        rng: np.random.Generator,
    ) -> None:
        data = physics.data
        self._data, self._layout, self._parameters = data, physics.layout, parameters
        self._up, self._rng = up, rng
        self._qpos, self._qvel, self._values = data.qpos, data.qvel, data.sensordata
        self._offsets = np.array(individual.offsets)[:_MOTORS]
        roll, pitch = individual.mounting
        self._mounting = Mounting(
            parameters.attitude_bias_roll + roll, parameters.attitude_bias_pitch + pitch
        )
        bias = zip(parameters.gyro_bias, individual.gyro_bias, strict=True)
        self._gyro_bias = [common + own for common, own in bias]
        gains = zip(parameters.fsr_gains, individual.cell_gains, strict=True)
        self._gains = tuple(gain * own for gain, own in gains)
        self._cells = nao.dimensions.sole.fsr
        self._vibration = 0.0
        self._attitude = AttitudeUnit(attitude)
        self._place = nao.dimensions.imu
        self._orientation: list[float] = []
        self._velocity: Point = (0.0, 0.0, 0.0)
        self.rest()

    def rest(self) -> None:
        """Initialise as if the robot had been at rest in its current posture for a long time."""
        self._orientation = self._qpos[3:7].tolist()
        self._velocity = (0.0, 0.0, 0.0)
        x, y, z = self._gyro_bias
        up = up_in_body(self._orientation, self._up)
        self._attitude.rest(self._mounting.to_sensor(up), (x, y, z))

    def loads(self) -> tuple[float, float]:
        """Return the true forces normal to the left and the right sole, N."""
        return self._sole(0, _LEFT)[0], self._sole(1, _RIGHT)[0]

    def impact(self) -> tuple[float, float]:
        """Return the true contact forces on head and torso, N."""
        values = self._values[_HEAD:].tolist()
        return math.hypot(*values[0:3]), math.hypot(*values[6:9])

    def read(self) -> Readings:
        """Return the measurements of this cycle."""
        noise = self._rng.standard_normal(_NOISES)
        scalar = noise[_MOTORS:].tolist()
        acceleration = self._mounting.to_sensor(self._values[:3].tolist())
        memory = self._parameters.vibration_memory
        shock = abs(math.hypot(*acceleration) - GRAVITY)
        self._vibration = memory * self._vibration + (1.0 - memory) * shock
        rate, force = self._means()
        gyro = self._gyro(rate, scalar[0:3])
        return Readings(
            positions=self._positions(noise[:_MOTORS]),
            gyro=gyro,
            accelerometer=self._accelerometer(acceleration, scalar[3:6]),
            angles=self._attitude.update(gyro, self._accelerometer(force, scalar[3:6])),
            fsr=self._fsr(scalar[6:22]),
        )

    def _means(self) -> tuple[Point, Point]:
        """Return the mean angular velocity and the mean specific force of the cycle."""
        before, self._orientation = self._orientation, self._qpos[3:7].tolist()
        old, self._velocity = self._velocity, self._unit_velocity()
        x, y, z = (
            (new - last) / CYCLE + GRAVITY * up
            for new, last, up in zip(self._velocity, old, self._up, strict=True)
        )
        rate = mean_rate(before, self._orientation, CYCLE)
        to_sensor = self._mounting.to_sensor
        return to_sensor(rate), to_sensor(up_in_body(self._orientation, (x, y, z)))

    def _unit_velocity(self) -> Point:
        """Return the velocity of the unit in the world, m/s."""
        vx, vy, vz, *turn = self._qvel[:6].tolist()
        x, y, z = in_world(self._orientation, cross(turn, self._place))
        return vx + x, vy + y, vz + z

    def _positions(self, noise: Any) -> tuple[float, ...]:
        layout, step = self._layout, self._parameters.encoder_step
        angles = self._qpos[layout.qpos]
        # The encoder is on the output side of the gear: its angle includes the play.
        angles[layout.with_play] += self._qpos[layout.play_qpos]
        angles -= self._offsets
        angles += self._parameters.encoder_noise * noise
        angles /= step
        return (*(np.rint(angles) * step + 0.0).tolist(), 0.0, 0.0)

    def _gyro(self, rates: Point, noise: Sequence[float]) -> Point:
        p = self._parameters
        vibration = p.vibration_gyro * self._vibration
        x, y, z = (
            rates[i] * p.gyro_gain[i]
            + self._gyro_bias[i]
            + (p.gyro_noise[i] + vibration) * noise[i]
            for i in range(3)
        )
        return _clip(x, y, z, p.gyro_range)

    def _accelerometer(self, values: Sequence[float], noise: Sequence[float]) -> Point:
        p = self._parameters
        vibration = p.vibration_accelerometer * self._vibration
        x, y, z = (values[i] + (p.accelerometer_noise[i] + vibration) * noise[i] for i in range(3))
        return _clip(x, y, z, p.accelerometer_range)

    def _fsr(self, noise: Sequence[float]) -> tuple[float, ...]:
        p = self._parameters
        # The right sole is the mirror image of the left one: the same distribution, with left and
        # right exchanged.
        left = self._share(*self._sole(0, _LEFT), mirrored=False)
        fl, fr, rl, rr = self._share(*self._sole(1, _RIGHT), mirrored=True)
        true = (*left, fr, fl, rr, rl)
        return tuple(
            min(
                p.fsr_range,
                max(0.0, gain * (force * (1.0 + p.fsr_noise * n) + p.fsr_floor_noise * m)),
            )
            for gain, force, n, m in zip(self._gains, true, noise[:8], noise[8:], strict=True)
        )

    def _sole(self, side: int, start: int) -> Point:
        """Return force normal to a sole (N) and centre of pressure in the ankle's frame (m)."""
        fx, fy, fz, px, py, pz = self._values[start : start + 6].tolist()
        if fx == 0.0 and fy == 0.0 and fz == 0.0:
            return 0.0, 0.0, 0.0
        body = self._layout.feet[side]
        r = self._data.xmat[body].tolist()
        ox, oy, oz = self._data.xpos[body].tolist()
        # MuJoCo reports the force of the foot on the ground.
        force = -(r[2] * fx + r[5] * fy + r[8] * fz)
        if force <= 0.0:
            return 0.0, 0.0, 0.0
        px, py, pz = px - ox, py - oy, pz - oz
        return force, r[0] * px + r[3] * py + r[6] * pz, r[1] * px + r[4] * py + r[7] * pz

    def _share(
        self, force: float, x: float, y: float, *, mirrored: bool
    ) -> tuple[float, float, float, float]:
        """Return the forces on the cells FL, FR, RL, RR of a left sole, N."""
        if force == 0.0:
            return 0.0, 0.0, 0.0, 0.0
        front_left, front_right, rear_left, rear_right = self._cells
        if mirrored:
            y = -y
        # Bilinear: first along the sole, then across it, between the edges at this position. The
        # centre of pressure of the four cells equals the true one while it lies between them.
        front = _unit((x - rear_left[0]) / (front_left[0] - rear_left[0]))
        outer = rear_left[1] + front * (front_left[1] - rear_left[1])
        inner = rear_right[1] + front * (front_right[1] - rear_right[1])
        left = _unit((y - inner) / (outer - inner))
        ahead, behind = force * front, force * (1.0 - front)
        return ahead * left, ahead * (1.0 - left), behind * left, behind * (1.0 - left)


def _clip(x: float, y: float, z: float, limit: float) -> Point:
    return (
        min(limit, max(-limit, x)),
        min(limit, max(-limit, y)),
        min(limit, max(-limit, z)),
    )


def _unit(value: float) -> float:
    return min(1.0, max(0.0, value))
