"""What the robot measures: from the true state to noisy, quantised, clipped readings.

The scalar parts are written in plain floats, the joints as one array. Sign and order are those of
`SensorFrame`. The gyro reports the mean over the cycle, as an inertial unit with its own low-pass
does: a sample of one moment beats with the steps and loses a part of every turn. The four cells of
a sole share force and centre of pressure bilinearly: exact while the pressure is between them, and
saturating at the edge, where a real sole rests on its rim.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hardware.frames import CYCLE, GRAVITY
from hardware.robots.model import RobotModel
from hardware.simulation.plant.individual import Individual
from hardware.simulation.plant.layout import Layout
from hardware.simulation.plant.model import MOTORS
from hardware.simulation.plant.parameters import SensorParameters
from hardware.units import Point

_MOTORS = len(MOTORS)
_NOISES = _MOTORS + 3 + 3 + 2 + 8 + 8
_LEFT, _RIGHT, _HEAD, _TORSO = 3, 9, 15, 21
"""Places of the contact sensors in MuJoCo's sensor data: force and position, 3 + 3 each."""


@dataclass(frozen=True, slots=True)
class Readings:
    """One cycle's measurements, as they go into a frame."""

    positions: tuple[float, ...]
    gyro: Point
    accelerometer: Point
    angles: tuple[float, float]
    fsr: tuple[float, ...]


class Sensors:
    """The robot's sensors with their noise and errors."""

    def __init__(
        self,
        data: Any,
        layout: Layout,
        *,
        nao: RobotModel,
        parameters: SensorParameters,
        individual: Individual,
        up: Point,
        rng: np.random.Generator,
    ) -> None:
        self._data, self._layout, self._parameters = data, layout, parameters
        self._up, self._rng = up, rng
        self._qpos, self._qvel, self._values = data.qpos, data.qvel, data.sensordata
        self._offsets = np.array(individual.offsets)[:_MOTORS]
        self._cells = nao.dimensions.sole.fsr
        self._vibration = 0.0
        self._orientation: list[float] = self._qpos[3:7].tolist()
        self._drift_decay = 1.0 - CYCLE / parameters.attitude_drift_time
        # d = decay d + kick n keeps a standard deviation sigma if kick^2 = (1 - decay^2) sigma^2.
        kick = math.sqrt(1.0 - self._drift_decay**2)
        self._drift_kick = kick * parameters.attitude_drift
        roll, pitch = parameters.attitude_drift * rng.standard_normal(2)
        self._drift = (float(roll), float(pitch))

    def loads(self) -> tuple[float, float]:
        """Return the true forces across the left and the right sole, N."""
        return self._sole(0, _LEFT)[0], self._sole(1, _RIGHT)[0]

    def impact(self) -> tuple[float, float]:
        """Return the true contact forces on head and torso, N."""
        values = self._values[_HEAD:].tolist()
        return math.hypot(*values[0:3]), math.hypot(*values[6:9])

    def read(self) -> Readings:
        """Return the measurements of this cycle."""
        noise = self._rng.standard_normal(_NOISES)
        scalar = noise[_MOTORS:].tolist()
        acceleration = self._values[:3].tolist()
        memory = self._parameters.vibration_memory
        shock = abs(math.hypot(*acceleration) - GRAVITY)
        self._vibration = memory * self._vibration + (1.0 - memory) * shock
        return Readings(
            positions=self._positions(noise[:_MOTORS]),
            gyro=self._gyro(scalar[0:3]),
            accelerometer=self._accelerometer(acceleration, scalar[3:6]),
            angles=self._angles(scalar[6:8]),
            fsr=self._fsr(scalar[8:24]),
        )

    def _positions(self, noise: Any) -> tuple[float, ...]:
        layout, step = self._layout, self._parameters.encoder_step
        angles = self._qpos[layout.qpos]
        # The encoder sits behind the gear: it sees where the play has gone.
        angles[layout.with_play] += self._qpos[layout.play_qpos]
        angles -= self._offsets
        angles += self._parameters.encoder_noise * noise
        angles /= step
        return (*(np.rint(angles) * step + 0.0).tolist(), 0.0, 0.0)

    def _gyro(self, noise: Sequence[float]) -> Point:
        p = self._parameters
        before, self._orientation = self._orientation, self._qpos[3:7].tolist()
        rates = mean_rate(before, self._orientation, CYCLE)
        vibration = p.vibration_gyro * self._vibration
        x, y, z = (
            rates[i] * p.gyro_gain[i] + p.gyro_bias[i] + (p.gyro_noise[i] + vibration) * noise[i]
            for i in range(3)
        )
        return _clip(x, y, z, p.gyro_range)

    def _accelerometer(self, values: Sequence[float], noise: Sequence[float]) -> Point:
        p = self._parameters
        vibration = p.vibration_accelerometer * self._vibration
        x, y, z = (values[i] + (p.accelerometer_noise[i] + vibration) * noise[i] for i in range(3))
        return _clip(x, y, z, p.accelerometer_range)

    def _angles(self, noise: Sequence[float]) -> tuple[float, float]:
        p = self._parameters
        roll, pitch = roll_and_pitch(self._qpos[3:7].tolist(), self._up)
        drift_roll, drift_pitch = self._drift
        self._drift = (
            self._drift_decay * drift_roll + self._drift_kick * noise[0],
            self._drift_decay * drift_pitch + self._drift_kick * noise[1],
        )
        return (
            roll + p.attitude_bias_roll + self._drift[0],
            pitch + p.attitude_bias_pitch + self._drift[1],
        )

    def _fsr(self, noise: Sequence[float]) -> tuple[float, ...]:
        p = self._parameters
        # The right sole is the left one's mirror image: shared like it, then left and right
        # exchanged.
        left = self._share(*self._sole(0, _LEFT), mirrored=False)
        fl, fr, rl, rr = self._share(*self._sole(1, _RIGHT), mirrored=True)
        true = (*left, fr, fl, rr, rl)
        return tuple(
            min(
                p.fsr_range,
                max(0.0, gain * (force * (1.0 + p.fsr_noise * n) + p.fsr_floor_noise * m)),
            )
            for gain, force, n, m in zip(p.fsr_gains, true, noise[:8], noise[8:], strict=True)
        )

    def _sole(self, side: int, start: int) -> Point:
        """Return force across a sole (N) and centre of pressure in the ankle's frame (m)."""
        fx, fy, fz, px, py, pz = self._values[start : start + 6].tolist()
        if fx == 0.0 and fy == 0.0 and fz == 0.0:
            return 0.0, 0.0, 0.0
        body = self._layout.feet[side]
        r = self._data.xmat[body].tolist()
        ox, oy, oz = self._data.xpos[body].tolist()
        # MuJoCo reports what the foot does to the ground.
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
        # Bilinear: first along the sole, then across, between its edges there; the centre of
        # pressure of the four shares is the true one as long as that lies between the cells.
        front = _unit((x - rear_left[0]) / (front_left[0] - rear_left[0]))
        outer = rear_left[1] + front * (front_left[1] - rear_left[1])
        inner = rear_right[1] + front * (front_right[1] - rear_right[1])
        left = _unit((y - inner) / (outer - inner))
        ahead, behind = force * front, force * (1.0 - front)
        return ahead * left, ahead * (1.0 - left), behind * left, behind * (1.0 - left)


def roll_and_pitch(quaternion: Sequence[float], up: Point) -> tuple[float, float]:
    """Return roll and pitch of a body against gravity, rad.

    Args:
        quaternion: Orientation in the world, w x y z.
        up: Unit vector against gravity in the world.
    """
    ux, uy, uz = up_in_body(quaternion, up)
    return math.atan2(uy, uz), -math.asin(max(-1.0, min(1.0, ux)))


def up_in_body(quaternion: Sequence[float], up: Point) -> Point:
    """Return a world direction in a body's axes."""
    # The inverse of the body's rotation matrix, whose rows are the body's axes in the world.
    w, x, y, z = quaternion
    a, b, c = up
    return (
        (1.0 - 2.0 * (y * y + z * z)) * a + 2.0 * (x * y + w * z) * b + 2.0 * (x * z - w * y) * c,
        2.0 * (x * y - w * z) * a + (1.0 - 2.0 * (x * x + z * z)) * b + 2.0 * (y * z + w * x) * c,
        2.0 * (x * z + w * y) * a + 2.0 * (y * z - w * x) * b + (1.0 - 2.0 * (x * x + y * y)) * c,
    )


def mean_rate(before: Sequence[float], after: Sequence[float], time: float) -> Point:
    """Return the mean angular velocity of a body in its own axes, rad/s.

    Args:
        before: Orientation in the world at the beginning, w x y z.
        after: Orientation at the end.
        time: Between them, s.
    """
    a, b, c, d = before
    w, x, y, z = after
    # before^-1 * after: the turn seen from the body.
    turn_w = a * w + b * x + c * y + d * z
    turn_x = a * x - b * w - c * z + d * y
    turn_y = a * y + b * z - c * w - d * x
    turn_z = a * z - b * y + c * x - d * w
    sine = math.sqrt(turn_x * turn_x + turn_y * turn_y + turn_z * turn_z)
    if sine == 0.0:
        return 0.0, 0.0, 0.0
    # Both signs of a quaternion are the same orientation: take the short way.
    angle = 2.0 * math.atan2(sine, abs(turn_w))
    scale = math.copysign(angle, turn_w) / (sine * time)
    return scale * turn_x, scale * turn_y, scale * turn_z


def _clip(x: float, y: float, z: float, limit: float) -> Point:
    return (
        min(limit, max(-limit, x)),
        min(limit, max(-limit, y)),
        min(limit, max(-limit, z)),
    )


def _unit(value: float) -> float:
    return min(1.0, max(0.0, value))
