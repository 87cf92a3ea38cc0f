"""Measured centre of mass over the planned feet, and its gap from the plan.

The support foot is assumed to stand at its planned place; joints and attitude give the centre of
mass relative to it. It is compared with the command of some cycles ago, which it shows. Points are
in the floor frame of the plan.
"""

from collections import deque

from hardware.cycle_data import cycle_data
from hardware.robots.model import Side
from hardware.units import FlatPoint, Point
from motions.kinematics.geometry import Pose2, Pose3, Rotation, rotate, rotation_from_rpy
from motions.locomotion.preview.balance.parameters import FeedbackParameters
from motions.locomotion.preview.lipm import CartState
from motions.scalars import clamp


@cycle_data
class SeenRobot:
    """Measurements of the robot, with the joint offsets of its legs removed.

    Attributes:
        cycle: Length of the control cycle, s.
        roll: Roll of the torso, rad.
        pitch: Pitch of the torso, rad.
        com: Centre of mass in the hip frame, m.
        left_sole: Pose of the left sole in the hip frame.
        right_sole: Pose of the right sole in the hip frame.
        blind: Whether the tilt of the torso is not measured.
    """

    cycle: float
    roll: float
    pitch: float
    com: Point
    left_sole: Pose3
    right_sole: Pose3
    blind: bool = False

    def sole(self, side: Side) -> Pose3:
        """Return the pose of a sole in the hip frame."""
        return self.left_sole if side is Side.LEFT else self.right_sole


class MeasuredCentre:
    """Compares the measured centre of mass with the planned one.

    Attributes:
        gap: Measured minus planned position, m.
        gap_speed: Measured minus planned velocity, m/s.
        mean: Integral of the gap over `mean_time`, limited, m, by which the hips are moved back
            until no gap lasts.
    """

    def __init__(self, parameters: FeedbackParameters) -> None:
        self._parameters = parameters
        self._planned: deque[tuple[FlatPoint, tuple[float, float]]] = deque(
            maxlen=parameters.delay + 1
        )
        self.begin()

    def begin(self) -> None:
        """Begin a walk without measurements."""
        self._planned.clear()
        self._last: dict[Side, tuple[Pose2, FlatPoint]] | None = None
        self._speed = (0.0, 0.0)
        self.gap = self.gap_speed = self.mean = (0.0, 0.0)

    def update(
        self,
        robot: SeenRobot,
        feet: dict[Side, Pose2],
        load: dict[Side, float],
        x: CartState,
        y: CartState,
    ) -> None:
        """Update the gap with one cycle; it is zero without an inertial unit.

        Args:
            robot: The robot now.
            feet: Planned poses of the feet.
            load: Share of the weight on each foot, with a sum of 1.
            x: Commanded state along x in this cycle.
            y: Commanded state along y.
        """
        self._planned.append(((x.position, y.position), (x.speed, y.speed)))
        if robot.blind:
            self._last = None
            self.gap = self.gap_speed = (0.0, 0.0)
            return
        level = rotation_from_rpy(robot.roll, robot.pitch, 0.0)
        spots = {side: self._over(robot, level, side, feet[side]) for side in feet}
        now = self._mean(spots, load)
        last = self._last
        self._last = {side: (feet[side], spots[side]) for side in feet}
        if last is not None:
            keep = self._parameters.low_pass
            # Both relative to the same foot at its present planned place, so that neither a foot
            # off its plan nor a landing elsewhere causes a speed.
            then = self._mean({side: moved(last[side], feet[side]) for side in feet}, load)
            vx, vy = (now[0] - then[0]) / robot.cycle, (now[1] - then[1]) / robot.cycle
            x_speed, y_speed = self._speed
            self._speed = (
                keep * x_speed + (1.0 - keep) * vx,
                keep * y_speed + (1.0 - keep) * vy,
            )
        if len(self._planned) <= self._parameters.delay:
            self.gap = self.gap_speed = (0.0, 0.0)
            return
        place, speed = self._planned[0]
        self.gap = (now[0] - place[0], now[1] - place[1])
        share, most = robot.cycle / self._parameters.mean_time, self._parameters.mean_limit
        self.mean = (
            clamp(self.mean[0] + share * self.gap[0], -most, most),
            clamp(self.mean[1] + share * self.gap[1], -most, most),
        )
        self.gap_speed = (self._speed[0] - speed[0], self._speed[1] - speed[1])

    def draw(self, x: CartState, y: CartState, share: float) -> None:
        """Draw the plan towards the measurement by a share of the gap."""
        moves = [share * gap for gap in (*self.gap, *self.gap_speed)]
        x.position, y.position = x.position + moves[0], y.position + moves[1]
        x.speed, y.speed = x.speed + moves[2], y.speed + moves[3]
        for number, (place, speed) in enumerate(self._planned):
            self._planned[number] = (
                (place[0] + moves[0], place[1] + moves[1]),
                (speed[0] + moves[2], speed[1] + moves[3]),
            )

    def divergent(self, rate: float) -> FlatPoint:
        """Return the gap of the divergent component, m; the rate is the pendulum's, 1/s."""
        return (
            self.gap[0] + self.gap_speed[0] / rate,
            self.gap[1] + self.gap_speed[1] / rate,
        )

    @staticmethod
    def _over(robot: SeenRobot, level: Rotation, side: Side, foot: Pose2) -> FlatPoint:
        """Return the centre of mass with this foot at its planned place, m."""
        sole, com = robot.sole(side), robot.com
        x, y, _ = rotate(level, (com[0] - sole.x, com[1] - sole.y, com[2] - sole.z))
        # In the axes of the torso, whose heading is that of the foot less the turn of the hips.
        spot = Pose2(foot.x, foot.y, foot.heading - sole.yaw) @ Pose2(x, y)
        return spot.x, spot.y

    @staticmethod
    def _mean(spots: dict[Side, FlatPoint], load: dict[Side, float]) -> FlatPoint:
        x = y = 0.0
        for side, share in load.items():
            spot = spots[side]
            x, y = x + share * spot[0], y + share * spot[1]
        return x, y


def moved(seen: tuple[Pose2, FlatPoint], foot: Pose2) -> FlatPoint:
    """Return a point fixed to a foot after that foot's pose has changed, m."""
    stood, spot = seen
    there = foot @ stood.inverse() @ Pose2(*spot)
    return there.x, there.y
