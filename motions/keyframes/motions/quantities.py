"""The quantities that conditions may refer to.

Plain measurements are fields; derived quantities are computed on demand, because few keyframes need
them.
"""

import math
from dataclasses import dataclass

from hardware.cycle_data import cycle_data
from hardware.robots.model import RobotModel, Side
from motions.kinematics.chains import Chain

_DEG = math.pi / 180.0
# The front get-up of the source pushes with the arms until these hold; the values are its own.
_WRIST_INSIDE = 0.090
_KNEE_FOLLOWS = 10.0 * _DEG
_PUSH_PITCH = 80.0 * _DEG
_PUSH_RATE = -100.0 * _DEG
_PUSHED_PITCH = 70.0 * _DEG


@cycle_data
class MotionQuantities:
    """The quantities of one cycle, mirrored along with the motion.

    Attributes:
        model: The robot.
        wrists: Kinematic chains of the left and the right wrist.
        positions: Measured joint angles, in wire order, rad.
        request: Commanded joint angles, rad; the measured ones if nothing was commanded.
        torso_pitch: Lean to the front, rad: 90 degrees is lying on the front, more is head down.
        torso_roll: Lean to the right, rad, -90 to 90 degrees.
        pitch_rate: Angular velocity about the torso's y axis, rad/s.
        pitch_fluctuation: Restlessness of the pitch, rad/s; see `Fluctuation`.
        com_height: Centre of mass above the lower sole, m.
        com_outside_x: Distance of the centre of mass ahead of or behind the polygon, m; negative
            inside; with one foot ahead of the other, beyond the edge that it leaves first.
        foot_support: -1 for all weight on the right foot, 1 for all on the left.
        wait_time: Duration of the current or the last wait, s.
        tries: Break-ups of this phase so far.
        break_up: 1 while the torso is outside its window.
    """

    model: RobotModel
    wrists: tuple[Chain, Chain]
    positions: tuple[float, ...]
    request: tuple[float, ...]
    torso_pitch: float
    torso_roll: float
    pitch_rate: float
    pitch_fluctuation: float
    com_height: float
    com_outside_x: float
    foot_support: float
    wait_time: float = 0.0
    tries: float = 0.0
    break_up: float = 0.0

    @property
    def torso_roll_abs(self) -> float:
        """Return the lean to either side, rad."""
        return abs(self.torso_roll)

    @property
    def min_knee_pitch(self) -> float:
        """Return the smaller knee angle, rad."""
        return min(self.positions[leg.knee_pitch] for leg in self.model.legs.values())

    @property
    def hip_yaw_pitch_error(self) -> float:
        """Return the largest absolute difference of request and measurement, rad."""
        return max(
            abs(self.request[leg.hip_yaw] - self.positions[leg.hip_yaw])
            for leg in self.model.legs.values()
        )

    @property
    def leg_error(self) -> float:
        """Return the largest absolute error of a leg joint, rad."""
        return max(abs(self.request[j] - self.positions[j]) for j in self.model.leg_joints)

    @property
    def l_shoulder_pitch(self) -> float:
        """Return the measured angle, rad."""
        return self.positions[self.model.arms[Side.LEFT][0]]

    @property
    def r_shoulder_pitch(self) -> float:
        """Return the measured angle, rad."""
        return self.positions[self.model.arms[Side.RIGHT][0]]

    @property
    def l_shoulder_roll(self) -> float:
        """Return the measured angle, rad."""
        return self.positions[self.model.arms[Side.LEFT][1]]

    @property
    def r_shoulder_roll(self) -> float:
        """Return the measured angle, rad."""
        return self.positions[self.model.arms[Side.RIGHT][1]]

    @property
    def l_wrist_y(self) -> float:
        """Return the position of the left wrist, to the left of the torso's middle, m."""
        return self.wrists[0].pose(self.positions).y

    @property
    def r_wrist_y(self) -> float:
        """Return the position of the right wrist, to the left of the torso's middle, m."""
        return self.wrists[1].pose(self.positions).y

    @property
    def front_hack(self) -> float:
        """Return 1 if more than one try has failed."""
        return float(self.tries > 1.0)

    @property
    def lying_on_arms_front(self) -> float:
        """Return 1 if a wrist is under the torso while the arm's shoulder pitch is above 0."""
        left = self.l_shoulder_pitch > 0.0 and self.l_wrist_y < _WRIST_INSIDE
        right = self.r_shoulder_pitch > 0.0 and self.r_wrist_y > -_WRIST_INSIDE
        return float(left or right)

    @property
    def front_push_finished(self) -> float:
        """Return 1 if the torso is pushed up, or rises fast with the knees following."""
        follows = all(
            self.request[leg.knee_pitch] - self.positions[leg.knee_pitch] < _KNEE_FOLLOWS
            for leg in self.model.legs.values()
        )
        rising = self.torso_pitch < _PUSH_PITCH and self.pitch_rate < _PUSH_RATE
        return float((follows and rising) or self.torso_pitch < _PUSHED_PITCH)


@dataclass(slots=True)
class Fluctuation:
    """Restlessness of the torso's pitch: |speed| + |change of speed per cycle|, rad/s.

    Attributes:
        cycle: Length of the control cycle, s.
        value: Value of the last cycle, rad/s.
    """

    cycle: float
    value: float = 0.0
    _pitch: float | None = None
    _step: float = 0.0

    def update(self, pitch: float) -> None:
        """Update with the pitch of a cycle, rad."""
        # The pitch of a robot on its head alternates between +180 and -180 degrees.
        step = 0.0 if self._pitch is None else math.remainder(pitch - self._pitch, math.tau)
        self.value = (abs(step) + abs(step - self._step)) / self.cycle
        self._pitch, self._step = pitch, step


def wrists_of(model: RobotModel) -> tuple[Chain, Chain]:
    """Return the kinematic chains of both wrists, for `MotionQuantities`."""
    left, right = (Chain(model, model.tip(model.arms[side][-1])) for side in Side)
    return left, right
