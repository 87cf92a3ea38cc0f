"""State estimate of the robot, computed once per cycle and read by every motion and fact.

Frames: `hip` is midway between the hip joints with the torso's axes; `level` has the same origin
and heading but a vertical z axis (without the torso's roll and pitch).
"""

import math
from enum import Enum

from hardware.cycle_data import cycle_data
from hardware.robots.model import Side
from hardware.units import Point
from motions.kinematics.geometry import Pose2, Pose3
from motions.perception.health import Health
from motions.perception.world import World


class Fall(Enum):
    """Result of the fall detector."""

    UPRIGHT = "upright"
    STAGGERING = "staggering"
    FALLING = "falling"
    FALLEN = "fallen"


class FallDirection(Enum):
    """Direction in which the robot falls, or side on which it lies."""

    NONE = "none"
    FRONT = "front"
    BACK = "back"
    LEFT = "left"
    RIGHT = "right"

    def __str__(self) -> str:
        """Return the direction as it follows the word "falling", such as "to the left"."""
        return _WHITHER[self.value]


_WHITHER = {
    "none": "somewhere",
    "front": "forward",
    "back": "backward",
    "left": "to the left",
    "right": "to the right",
}


@cycle_data
class MotionFeedback:
    """Feedback of the motion executed in the last cycle to perception.

    Attributes:
        walking: Whether a step is being executed: sole cells are calibrated, odometry counts.
        sways: Whether the hips move over standing soles: odometry counts that too.
    """

    walking: bool = False
    sways: bool = False


@cycle_data
class FootSupport:
    """Support of the feet, from the sole cells.

    Attributes:
        left_force: Sum of the left cells, N.
        right_force: Sum of the right cells, N.
        balance: -1 (all on the right) to 1 (all on the left), 0 if unloaded.
        side: The current support foot; kept while neither foot has pressure.
        switched: Whether the support foot changed in this cycle.
        predicted_switch: Whether a switch is expected within the prediction horizon.
        left_pressure: Whether the left sole is loaded.
        right_pressure: Whether the right sole is loaded.
        trusted: Whether the load suffices for a judgement; otherwise `balance` is 0.
        cells: Load of each cell as a share of its range, FL FR RL RR, the left sole first.
        dead_cells: Whether each cell shows nothing of its load, in the same order.
    """

    left_force: float
    right_force: float
    balance: float
    side: Side
    switched: bool
    predicted_switch: bool
    left_pressure: bool
    right_pressure: bool
    trusted: bool
    cells: tuple[float, ...] = (0.0,) * 8
    dead_cells: tuple[bool, ...] = (False,) * 8

    def pressure(self, side: Side) -> bool:
        """Return whether the sole on a side is loaded."""
        return self.left_pressure if side is Side.LEFT else self.right_pressure

    def has_dead_cell(self, side: Side) -> bool:
        """Return whether the sole on a side may be loaded without showing it."""
        return any(self.dead_cells[:4] if side is Side.LEFT else self.dead_cells[4:])

    def cells_of(self, side: Side) -> tuple[float, ...]:
        """Return the cell loads of the sole on a side, FL FR RL RR."""
        return self.cells[:4] if side is Side.LEFT else self.cells[4:]


@cycle_data
class RobotState:
    """Everything that perception has estimated in one cycle.

    Attributes:
        cycle: Length of the control cycle, s; constant.
        time: Frame time, s.
        frame_age: Time since the last valid frame, s; 0 if one was received in this cycle.
        positions: Measured joint angles, in wire order, rad; a broken value is replaced by the
            last good one.
        applied_stiffness: Stiffness that the robot reports, in wire order, 0..1.
        currents: Motor currents, in wire order, A; a broken value is 0.
        roll: Torso roll, rad; positive leans right.
        pitch: Torso pitch, rad; positive leans forward.
        up: The vertical in torso axes, unit vector; unambiguous for all attitudes.
        gyro: Angular velocity in torso axes without bias, rad/s; 0 while `blind`.
        accelerometer: Specific force in torso axes, m/s2.
        left_sole: Measured pose of the left sole in the hip frame.
        right_sole: Measured pose of the right sole in the hip frame.
        com: Centre of mass in the hip frame, m.
        com_height: Height of the centre of mass above the lower sole along gravity, m.
        support: Foot support.
        contact: Ground contact; lost after `contact.lost_after_ms` and regained after
            `contact.regained_after_ms` of `config/perception.yaml`.
        imu_quiet_time: Time for which the gyros have been quiet over the detector's window, s; 0
            while they are not.
        fall: Result of the fall detector.
        fall_direction: Direction of the fall.
        odometry: Estimated pose of the robot on the floor since the start.
        odometry_step: Change of `odometry` in this cycle.
        implausible: Number of joint values of this frame that were not finite or out of range.
        implausible_imu: The same for the IMU; if this persists, the IMU is not alive.
        imu_alive: Whether the IMU delivers finite, changing values.
        touch: Buttons and pads, (14,), 0..1.
        blind: Whether the attitude follows no measurement: it is kept, or assumed to be upright if
            it was and the IMU is dead, and `gyro` is 0. DCM errors are then 0, no sole is levelled
            beyond the running step, and nothing is learnt from leans, standing soles or the
            direction of view; all other balancing continues.
        young: Whether the attitude is too new to learn from it.
        world: Knowledge about the world around the robot.
        health: Heat of the leg motors and charge of the battery.
    """

    cycle: float
    time: float
    frame_age: float
    positions: tuple[float, ...]
    applied_stiffness: tuple[float, ...]
    currents: tuple[float, ...]
    roll: float
    pitch: float
    up: Point
    gyro: Point
    accelerometer: Point
    left_sole: Pose3
    right_sole: Pose3
    com: Point
    com_height: float
    support: FootSupport
    contact: bool
    imu_quiet_time: float
    fall: Fall
    fall_direction: FallDirection
    odometry: Pose2
    odometry_step: Pose2
    implausible: int
    implausible_imu: int
    imu_alive: bool
    touch: tuple[float, ...]
    blind: bool = False
    young: bool = False
    world: World = World()
    health: Health = Health()

    @property
    def tilt(self) -> float:
        """Return the angle between the torso's z axis and the vertical, rad, 0 to pi."""
        return tilt_of(self.up)

    @property
    def down(self) -> bool:
        """Return whether the robot falls or lies."""
        return self.fall in (Fall.FALLING, Fall.FALLEN)

    @property
    def displaced(self) -> bool:
        """Return whether it falls, lies or is carried, which odometry does not measure."""
        return not self.contact or self.down

    @property
    def ball(self) -> tuple[float, float] | None:
        """Return the current position of the ball, forward and left of the robot, m, or None."""
        if self.world.ball is None:
            return None
        ball = self.world.ball.at(self.time).seen_from(self.odometry)
        return ball.x, ball.y

    def sole(self, side: Side) -> Pose3:
        """Return the measured pose of the sole on a side in the hip frame."""
        return self.left_sole if side is Side.LEFT else self.right_sole

    def sole_height(self, side: Side) -> float:
        """Return the height of the sole on a side above the other one along gravity, m."""
        sole, other = self.sole(side), self.sole(side.other)
        x, y, z = self.up
        return x * (sole.x - other.x) + y * (sole.y - other.y) + z * (sole.z - other.z)


def tilt_of(up: Point) -> float:
    """Return the angle between the torso's z axis and the vertical, a unit vector, rad."""
    return math.acos(max(-1.0, min(1.0, up[2])))
