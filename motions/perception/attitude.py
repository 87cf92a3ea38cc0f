"""Where is up: the torso's attitude from gyro, accelerometer and the robot's own angles.

The state is the vertical as a unit vector in torso axes. It has no singular pose, so a fall can be
followed through 90 degrees and beyond. The gyro turns it every cycle, and in a cycle without a
frame it goes on turning. Two witnesses correct it. The robot's own angles come of a filter that
samples faster and misses no frame; they are followed closely as long as they roughly agree. In a
walk they lean by half a degree and more, because such a filter mistrusts strong forces, and these
all point one way; there the mean of all forces is a second witness, whose own lean (touch-downs
between samples) is to the other side. After a silence in which the robot may have fallen its own
angles are where it begins anew. At rest the accelerometer alone is enough, which finds a robot
whose own filter has lost its way. What the corrections have in common is the bias of the
gyros (`gyro_bias.py`). A horizontal direction, fixed in the world, is carried along: the heading.
Nothing corrects it, but it survives rolls that no Euler angle would.
"""

import math

from hardware.sensors_and_commands import GRAVITY
from hardware.units import Point
from motions.kinematics.geometry import Rotation, turned
from motions.perception.frame_check import Checked
from motions.perception.gyro_bias import GyroBias
from motions.perception.parameters import AttitudeParameters

# Below this cosine of pitch the roll is undefined; it is a torso within 0.01 degrees of vertical.
_LEAST_COSINE = 1e-4
_STILL: Point = (0.0, 0.0, 0.0)
# Sine of the pitch beyond which the torso has no heading worth naming (60 degrees).
_STEEPEST_HEADING = 0.87


class Attitude:
    """The attitude filter.

    Attributes:
        up: The vertical in torso axes, unit vector.
        gyro: Angular velocity without the bias, rad/s, torso axes.
        ahead: A fixed horizontal direction in torso axes, unit vector; x at the start.
        blind: The inertial unit has said nothing new for longer than its last rates are good for.
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
        self._rates = _STILL  # the last that were measured
        self._silence = 0.0
        self._lost = False  # nothing was measured for so long that the attitude may be anything
        self._contradicted = 0
        self.blind = False
        self.ahead: Point = (1.0, 0.0, 0.0)

    @property
    def young(self) -> bool:
        """Return whether it is hardly better than the first sample: zeros cannot be told by it."""
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
        """Return the heading of the torso since the start, rad; None when it points up or down."""
        (ux, uy, uz), (ax, ay, az) = self.up, self.ahead
        if abs(ux) > _STEEPEST_HEADING:
            return None
        # In level axes of the torso's heading `ahead` is (a_x, u_z a_y - u_y a_z) / cos(pitch),
        # since it is at right angles to `up`; the torso has turned by minus its direction.
        return math.atan2(uy * az - uz * ay, ax)

    def update(self, sensors: Checked, *, quiet_time: float, walking: bool = False) -> None:
        """Take the measurements of one cycle.

        Args:
            sensors: Checked measurements. Without a new frame the attitude stays; with one that
                says nothing new of the IMU it turns on for a moment, then stays; with a dead IMU,
                a robot that was upright is taken to be so.
            quiet_time: How long the gyros have been quiet, s.
            walking: Steps are being made.
        """
        if not sensors.imu_alive:
            self.gyro = self._rates = _STILL
            self.blind = self._lost = True
            self._silence = 0.0  # the rates that end it say nothing of so long a time
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
        """Begin with the robot's own angles: its filter has been running for longer.

        A sample of the accelerometer says nothing: in a jolt it may be as long as gravity by
        chance. A robot at rest whose angles are lost is found by it soon.
        """
        self.up = _up_from(*sensors.angles)
        self.ahead = level_rotation(self.up)[:3]
        self.gyro = self._rates = sensors.gyro
        self._started = True

    def _find(self, sensors: Checked) -> None:
        """Begin anew with the robot's own angles if they say something else after a long silence.

        Nobody knows how the robot has turned meanwhile: it may have fallen. Its own filter has been
        running on; but a single sample may be wrong.
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
        """Return how far a vertical is from the believed one: the chord, rad for small angles."""
        return math.dist(up, self.up)

    def carry(self) -> bool:
        """Go on turning in a cycle that measures nothing, and return whether it did.

        The last rates are the best guess for a few cycles; longer than that they say nothing, and
        the attitude is blind.
        """
        if not self._started or self._carried + self._cycle > self._parameters.carried:
            self.blind, self.gyro = True, _STILL
            return False
        self._carried += self._cycle
        self._rotate(self._rates, self._cycle)
        return True

    def _settle(self, gap: float) -> None:
        """Take a robot that was upright when its inertial unit died to stand upright in the mean.

        Where it leaned in that moment says nothing soon, and a walk that keeps on balancing a lean
        that is over throws the robot down.
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
        """Turn the vertical by the rates since the measurement before, `gap` s ago.

        A gyro tells the mean of its cycle. Of the cycles whose frames were lost it is taken to have
        changed evenly; what was carried on with the old rates meanwhile is taken back.
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
        """Turn the vertical and what is ahead by a rate, rad/s, for a time, s."""
        # What stands still turns the other way in torso axes, hence the sine's sign; sine and
        # cosine instead of a small step keep both vectors of length one.
        rx, ry, rz = time * rate[0], time * rate[1], time * rate[2]
        angle = math.sqrt(rx * rx + ry * ry + rz * rz)
        if angle > 1e-9:
            axis = (rx / angle, ry / angle, rz / angle)
            s, c = math.sin(angle), math.cos(angle)
            self.up = turned(axis, c, -s, self.up)
            self.ahead = turned(axis, c, -s, self.ahead)

    def _correct(self, sensors: Checked, quiet_time: float, *, walking: bool) -> None:
        """Pull the vertical towards the accelerometer and towards the robot's own angles."""
        parameters = self._parameters
        ux, uy, uz = self.up
        ax, ay, az = sensors.accelerometer
        norm = math.sqrt(ax * ax + ay * ay + az * az)
        # Both corrections are steps of a low pass towards a direction. In steps it is the sum of
        # all forces that shows gravity: leaving out the strong ones leaves a lean. Elsewhere the
        # accelerometer counts the less, the more its length differs from gravity's.
        trust, length = 1.0, GRAVITY
        # One look corrects no more after a long loss of frames: a step beyond what it shows.
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
        # The small turn that takes `up` to `up + d` is up x d: what the gyros had wrong.
        turn = (uy * dz - uz * dy, uz * dx - ux * dz, ux * dy - uy * dx)
        self._bias.correct(turn, quiet_time=quiet_time)
        x, y, z = ux + dx, uy + dy, uz + dz
        norm = math.sqrt(x * x + y * y + z * z)
        x, y, z = x / norm, y / norm, z / norm
        self.up = (x, y, z)
        self._level_ahead()

    def _level_ahead(self) -> None:
        """Keep `ahead` horizontal: what it has along the corrected vertical is taken away."""
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
    """Return Ry(pitch) Rx(roll) of a torso in whose axes the vertical is `up`."""
    x, y, z = up
    c = math.sqrt(y * y + z * z)
    s, t = (y / c, z / c) if c > _LEAST_COSINE else (0.0, 1.0)
    return (c, -x * s, -x * t, 0.0, t, -s, x, y, z)


def _up_from(roll: float, pitch: float) -> Point:
    c = math.cos(pitch)
    return (-math.sin(pitch), c * math.sin(roll), c * math.cos(roll))
