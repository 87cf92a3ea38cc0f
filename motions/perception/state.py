"""The estimate of the robot's state, made once per cycle, read by every motion and fact.

Frames: `hip` is midway between the hip joints with the torso's axes; `level` has the same origin
and heading but a vertical z axis (roll and pitch of the torso taken out).
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
    """What the fall detector says."""

    UPRIGHT = "upright"
    STAGGERING = "staggering"
    FALLING = "falling"
    FALLEN = "fallen"


class FallDirection(Enum):
    """Where the robot falls to, or on which side it lies."""

    NONE = "none"
    FRONT = "front"
    BACK = "back"
    LEFT = "left"
    RIGHT = "right"

    def __str__(self) -> str:
        """Return it behind the word falling: "forward", "to the left"."""
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
    """What the motion of the last cycle tells perception.

    Attributes:
        walking: A step is being executed: soles calibrate, odometry counts.
        sways: The soles stand and the hips move over them: odometry counts that too.
    """

    walking: bool = False
    sways: bool = False


@cycle_data
class FootSupport:
    """Which foot carries the robot, from the sole cells.

    Attributes:
        left_force: Sum of the left cells, N.
        right_force: Sum of the right cells, N.
        balance: -1 (all on the right) to 1 (all on the left), 0 when unloaded.
        side: The foot that carries now; kept while neither has pressure.
        switched: The support changed in this cycle.
        predicted_switch: A switch is expected within the prediction horizon.
        left_pressure: The left sole is loaded.
        right_pressure: The right sole is loaded.
        trusted: The cells carry enough to be judged; otherwise `balance` is 0.
        cells: Share of its range on each cell, FL FR RL RR, the left sole first.
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

    def pressure(self, side: Side) -> bool:
        """Return whether the sole of that side is loaded."""
        return self.left_pressure if side is Side.LEFT else self.right_pressure

    def cells_of(self, side: Side) -> tuple[float, ...]:
        """Return the shares on the cells of that side's sole, FL FR RL RR."""
        return self.cells[:4] if side is Side.LEFT else self.cells[4:]


@cycle_data
class RobotState:
    """Everything that perception knows after one cycle.

    Attributes:
        cycle: Length of the control cycle, s; the same for ever.
        time: Frame time, s.
        frame_age: Time since the last valid frame, s; 0 when one came in this cycle.
        positions: Measured joint angles, in wire order, rad; a broken value is replaced by the
            last good.
        applied_stiffness: Stiffness that the robot reports, in wire order, 0..1.
        currents: Motor currents, in wire order, A; a broken value is 0.
        roll: Torso roll, rad; positive leans right.
        pitch: Torso pitch, rad; positive leans forward.
        up: The vertical in torso axes, unit vector: tells attitudes apart where pitch cannot.
        gyro: Angular velocity in torso axes without its bias, rad/s; 0 while the unit is dead.
        accelerometer: Specific force in torso axes, m/s2.
        left_sole: Measured pose of the left sole in the hip frame.
        right_sole: Measured pose of the right sole in the hip frame.
        com: Centre of mass in the hip frame, m.
        com_height: Height of the centre of mass above the lower sole along gravity, m.
        support: Foot support.
        contact: Ground contact; lost after `contact.lost_after_ms` and regained after
            `contact.regained_after_ms` of `config/perception.yaml`.
        imu_quiet_time: How long the gyros have been still over the detector's window, s; 0 while
            they are not.
        fall: Verdict of the fall detector.
        fall_direction: Direction of that fall.
        odometry: Estimated pose of the robot on the floor since the start.
        odometry_step: Change of `odometry` in this cycle.
        implausible: Joint values of this frame that were not finite or out of physical range.
        implausible_imu: The same of the inertial unit; a unit that stays so is not alive.
        imu_alive: The inertial unit delivers finite values that change.
        touch: Buttons and pads, (14,), 0..1.
        blind: The attitude follows no measurement: it stays, or is taken to be upright if it was
            and the unit is dead, and `gyro` is 0. Errors of the divergent component count as 0
            then, no sole is levelled beyond the running step, and nothing is learnt of leans, of
            standing soles and of where the robot looks; all else that balances by it goes on.
        young: The attitude has only begun: nothing may be learnt from it.
        world: What is known of the world outside.
        health: Heat of the legs' motors and charge of the battery.
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
    def ball(self) -> tuple[float, float] | None:
        """Return where the ball is now, forward and left of the robot, m; None if unknown."""
        if self.world.ball is None:
            return None
        ball = self.world.ball.at(self.time).seen_from(self.odometry)
        return ball.x, ball.y

    def sole(self, side: Side) -> Pose3:
        """Return the measured sole pose of that side in the hip frame."""
        return self.left_sole if side is Side.LEFT else self.right_sole


def tilt_of(up: Point) -> float:
    """Return the angle between the torso's z axis and the vertical, a unit vector, rad."""
    return math.acos(max(-1.0, min(1.0, up[2])))
