"""Attitude of the torso from gyro, accelerometer and the robot's own angles.

The state is the vertical as a unit vector in torso axes. It has no singularity, so a fall can be
followed through 90 degrees and beyond. The gyro rotates it every cycle; in a cycle without a frame
the rotation continues at the last rates. Two references correct it. The robot's own angles come
from a filter that samples faster and misses no frame; they are followed closely while they roughly
agree. During a walk they have an error of half a degree or more, because such a filter discounts
strong forces, which all point one way; there the mean of all forces is the second reference, whose
own error (touch-downs between samples) has the opposite sign. After a loss of data in which the
robot may have fallen, the filter restarts from the robot's own angles. At rest the accelerometer
alone is sufficient and corrects the attitude even if the robot's own filter is wrong. The constant
part of the corrections is the bias of the gyros (`gyro_bias.py`). A horizontal direction fixed in
the world is rotated along and gives the heading; nothing corrects it, but it has no Euler angle
singularity.
"""

import math

from hardware.sensors_and_commands import GRAVITY
from hardware.units import Point
from motions.kinematics.geometry import Rotation, turned
from motions.perception.frame_check import Checked
from motions.perception.gyro_bias import GyroBias
from motions.perception.parameters import AttitudeParameters

# Cosine of pitch below which roll is undefined: the torso's x axis is within 0.01 degrees of
# vertical.
_LEAST_COSINE = 1e-4
_STILL: Point = (0.0, 0.0, 0.0)
# Sine of the pitch beyond which the heading is not meaningful (60 degrees).
_STEEPEST_HEADING = 0.87


class Attitude:
    """The attitude filter.

    Attributes:
        up: The vertical in torso axes, unit vector.
        gyro: Angular velocity without the bias, rad/s, torso axes.
        ahead: A fixed horizontal direction in torso axes, unit vector; x at the start.
        blind: Whether the last measured rates are too old to be used.
    """

    def __init__(self, parameters: AttitudeParameters, bias: GyroBias, cycle: float):
        self._parameters = parameters
        self._cycle = cycle
        self._carried = 0.0
        self._bias = bias
        self._started = False
        self._age = 0.0
        self.up: Point = (0.0, 0.0, 1.0)
        self.gyro: Point = _STILL
        self._rates = _STILL  # last measured
        self._silence = 0.0
        self._lost = False  # after a gap too long to trust the attitude
        self._contradicted = 0
        self.blind = False
        self.ahead: Point = (1.0, 0.0, 0.0)

    @property
    def young(self) -> bool:
        """Return whether the attitude is still too inaccurate to measure errors of joint zeros."""
        return self._age < self._parameters.young

    @property
    def roll(self) -> float:
        """Return roll of Rz(yaw) Ry(pitch) Rx(roll), rad; positive leans right."""
        return math.atan2(self.up[1], self.up[2])

    @property
    def pitch(self) -> float:
        """Return pitch of Rz(yaw) Ry(pitch) Rx(roll), rad; positive leans forward."""
        return math.asin(max(-1.0, min(1.0, -self.up[0])))

    @property
    def heading(self) -> float | None:
        """Return the heading of the torso since the start, rad; None if it points up or down."""
        (ux, uy, uz), (ax, ay, az) = self.up, self.ahead
        if abs(ux) > _STEEPEST_HEADING:
            return None
        # In level axes of the torso's heading `ahead` is (a_x, u_z a_y - u_y a_z) / cos(pitch),
        # since it is perpendicular to `up`; the torso's heading is minus its direction.
        return math.atan2(uy * az - uz * ay, ax)

    def update(self, sensors: Checked, *, quiet_time: float, walking: bool = False) -> None:
        """Update the attitude from the measurements of one cycle.

        Args:
            sensors: Checked measurements. Without a new frame the attitude is unchanged; with one
                that has no new IMU values it rotates on for a moment, then stays; with a dead IMU,
                a robot that was upright is assumed to be upright.
            quiet_time: Time for which the gyros have been quiet, s.
            walking: Whether steps are being executed.
        """
        if not sensors.imu_alive:
            self.gyro = self._rates = _STILL
            self.blind = self._lost = True
            self._silence = 0.0  # the next rates do not represent so long a time
            self._settle(sensors.gap)
            return
        if sensors.gap <= 0.0:
            return
        if not self._started:
            self._start(sensors)
            return
        if sensors.imu_stale:
            self._silence += sensors.gap
            self.carry()
            return
        gap = sensors.gap + self._silence
        self._age += gap
        self._lost |= gap > self._parameters.longest_gap
        self._turn(sensors, gap)
        self._silence, self.blind = 0.0, False
        self._find(sensors)
        self._correct(sensors, quiet_time, walking=walking)

    def _start(self, sensors: Checked) -> None:
        """Start from the robot's own angles, as its filter has been running for longer.

        A single accelerometer sample is unreliable: in a jolt its length may equal gravity by
        chance. At rest the accelerometer soon corrects wrong angles.
        """
        self.up = _up_from(*sensors.angles)
        self.ahead = level_rotation(self.up)[:3]
        self.gyro = self._rates = sensors.gyro
        self._started = True

    def _find(self, sensors: Checked) -> None:
        """Restart from the robot's own angles if they disagree after a long gap.

        The robot's rotation during the gap is unknown: it may have fallen. Its own filter has kept
        running, but a single sample may be wrong, so several must disagree.
        """
        if not self._lost:
            return
        if self._apart(_up_from(*sensors.angles)) < self._parameters.reference_band:
            self._lost, self._contradicted = False, 0
            return
        self._contradicted += 1
        if self._contradicted >= self._parameters.contradicted_after:
            self._lost, self._contradicted = False, 0
            self.up = _up_from(*sensors.angles)
            self._level_ahead()

    def _apart(self, up: Point) -> float:
        """Return the chord between a vertical and the estimate; rad for small angles."""
        return math.dist(up, self.up)

    def carry(self) -> bool:
        """Continue the rotation in a cycle without measurements; return whether it did.

        The last rates are the best guess for a few cycles; after that they are useless, and the
        attitude is blind.
        """
        if not self._started or self._carried + self._cycle > self._parameters.carried:
            self.blind, self.gyro = True, _STILL
            return False
        self._carried += self._cycle
        self._rotate(self._rates, self._cycle)
        return True

    def _settle(self, gap: float) -> None:
        """Let the estimate of a robot that was upright when its IMU died converge to upright.

        The lean at that moment soon becomes meaningless, and a walk that keeps balancing it would
        make the robot fall.
        """
        share = min(1.0, gap / self._parameters.dead_settle)
        if self.up[2] < math.cos(self._parameters.dead_upright) or share <= 0.0:
            return
        x, y, z = self.up
        x, y = x * (1.0 - share), y * (1.0 - share)
        norm = math.sqrt(x * x + y * y + z * z)
        self.up = (x / norm, y / norm, z / norm)
        self._level_ahead()

    def _turn(self, sensors: Checked, gap: float) -> None:
        """Rotate the vertical by the rates since the previous measurement, `gap` s ago.

        A gyro value is the mean of its cycle. Over lost frames the rate is assumed to have changed
        linearly; the rotation already continued with the old rates is subtracted.
        """
        bias = self._bias.value
        last = self._rates
        gx, gy, gz = sensors.gyro
        self.gyro = self._rates = gyro = (gx - bias[0], gy - bias[1], gz - bias[2])
        lost = min(gap, self._parameters.longest_gap) - self._cycle
        if lost <= 0.0 and self._carried == 0.0:
            self._rotate(gyro, self._cycle)
            return
        half = 0.5 * max(0.0, lost)
        new, old = self._cycle + half, half - self._carried
        self._carried = 0.0
        (gx, gy, gz), (lx, ly, lz) = gyro, last
        self._rotate((new * gx + old * lx, new * gy + old * ly, new * gz + old * lz), 1.0)

    def _rotate(self, rate: Point, time: float) -> None:
        """Rotate `up` and `ahead` by a rate, rad/s, for a time, s."""
        # Fixed directions rotate the other way in torso axes, hence the sign of the sine; the exact
        # rotation instead of a small step keeps both vectors at unit length.
        rx, ry, rz = time * rate[0], time * rate[1], time * rate[2]
        angle = math.sqrt(rx * rx + ry * ry + rz * rz)
        if angle > 1e-9:
            axis = (rx / angle, ry / angle, rz / angle)
            s, c = math.sin(angle), math.cos(angle)
            self.up = turned(axis, c, -s, self.up)
            self.ahead = turned(axis, c, -s, self.ahead)

    def _correct(self, sensors: Checked, quiet_time: float, *, walking: bool) -> None:
        """Correct the vertical by the accelerometer and by the robot's own angles."""
        parameters = self._parameters
        ux, uy, uz = self.up
        ax, ay, az = sensors.accelerometer
        norm = math.sqrt(ax * ax + ay * ay + az * az)
        # Both corrections are steps of a low pass towards a direction. While walking, the mean of
        # all forces shows gravity, and omitting the strong ones would bias it. Otherwise the
        # accelerometer counts less the more its length differs from gravity.
        trust, length = 1.0, GRAVITY
        # Limit the gain after a long loss of frames, so that one sample does not overcorrect.
        gap = min(sensors.gap, parameters.longest_gap)
        if not walking:
            trust, length = 1.0 - abs(norm - GRAVITY) / parameters.accelerometer_band, norm
        dx = dy = dz = 0.0
        if trust > 0.0:
            quiet = quiet_time > 0.0
            tau = parameters.accelerometer_quiet if quiet else parameters.accelerometer_moving
            gain = trust * gap / (tau * length)
            dx, dy, dz = (
                gain * (ax - length * ux),
                gain * (ay - length * uy),
                gain * (az - length * uz),
            )
        own = _up_from(*sensors.angles)
        vx, vy, vz = own[0] - ux, own[1] - uy, own[2] - uz
        trust = 1.0 - self._apart(own) / parameters.reference_band
        if trust > 0.0:
            tau = parameters.reference_walking if walking else parameters.reference
            gain = trust * gap / tau
            dx, dy, dz = dx + gain * vx, dy + gain * vy, dz + gain * vz
        # The small rotation from `up` to `up + d` is up x d: the integrated error of the gyros.
        turn = (uy * dz - uz * dy, uz * dx - ux * dz, ux * dy - uy * dx)
        self._bias.correct(turn, quiet_time=quiet_time)
        x, y, z = ux + dx, uy + dy, uz + dz
        norm = math.sqrt(x * x + y * y + z * z)
        x, y, z = x / norm, y / norm, z / norm
        self.up = (x, y, z)
        self._level_ahead()

    def _level_ahead(self) -> None:
        """Make `ahead` horizontal again by removing its component along the corrected vertical."""
        x, y, z = self.up
        ax, ay, az = self.ahead
        along = ax * x + ay * y + az * z
        ax, ay, az = ax - along * x, ay - along * y, az - along * z
        norm = math.sqrt(ax * ax + ay * ay + az * az)
        self.ahead = (ax / norm, ay / norm, az / norm)

    def level(self) -> Rotation:
        """Return the rotation from torso axes to level axes of the same heading."""
        return level_rotation(self.up)


def level_rotation(up: Point) -> Rotation:
    """Return Ry(pitch) Rx(roll) of a torso, given the vertical `up` in its axes."""
    x, y, z = up
    c = math.sqrt(y * y + z * z)
    s, t = (y / c, z / c) if c > _LEAST_COSINE else (0.0, 1.0)
    return (c, -x * s, -x * t, 0.0, t, -s, x, y, z)


def _up_from(roll: float, pitch: float) -> Point:
    c = math.cos(pitch)
    return (-math.sin(pitch), c * math.sin(roll), c * math.cos(roll))
