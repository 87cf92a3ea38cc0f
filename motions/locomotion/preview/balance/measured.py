"""Where the centre of mass really is, over the feet of the plan, and what that changes.

The support foot is taken to stand where the plan has put it; joints and attitude say where the
centre of mass is over it. What was commanded some cycles ago is what can be seen now. Points are on
the floor of the plan, where its feet are.
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
    """A robot with the joints of its legs as they likely are.

    Attributes:
        cycle: Length of the control cycle, s.
        roll: Of the torso, rad.
        pitch: Likewise.
        com: Centre of mass in the hip frame, m.
        left_sole: Pose of the left sole in the hip frame.
        right_sole: Likewise.
        blind: Nobody measures how the torso is tilted.
    """

    cycle: float
    roll: float
    pitch: float
    com: Point
    left_sole: Pose3
    right_sole: Pose3
    blind: bool = False

    def sole(self, side: Side) -> Pose3:
        """Return the pose of the sole of that side in the hip frame."""
        return self.left_sole if side is Side.LEFT else self.right_sole


class MeasuredCentre:
    """Compares the measured centre of mass with the planned one.

    Attributes:
        gap: Measured less planned place, m.
        gap_speed: Measured less planned speed, m/s.
        mean: The gap summed up over `mean_time`, within limits, m: the hips are commanded back by
            it until nothing lasts.
    """

    def __init__(self, parameters: FeedbackParameters) -> None:
        self._parameters = parameters
        self._planned: deque[tuple[FlatPoint, tuple[float, float]]] = deque(
            maxlen=parameters.delay + 1
        )
        self.begin()

    def begin(self) -> None:
        """Begin a walk: nothing is known of it."""
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
        """Take in one cycle: without an inertial unit nobody knows where the robot is, or its gap.

        Args:
            robot: The robot now.
            feet: Where the plan has the feet.
            load: Share of the weight that each carries, together 1.
            x: What is commanded in this cycle.
            y: Likewise.
        """
        self._planned.append(((x.place, y.place), (x.speed, y.speed)))
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
            # Each over the same foot, where the plan has it now: neither a foot that is not where
            # it is planned nor one that has just landed elsewhere makes a speed.
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
        """Draw the plan towards what is measured, by a share of the gap."""
        moves = [share * gap for gap in (*self.gap, *self.gap_speed)]
        x.place, y.place = x.place + moves[0], y.place + moves[1]
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
        """Return where the centre of mass is, with this foot where the plan has it, m."""
        sole, com = robot.sole(side), robot.com
        x, y, _ = rotate(level, (com[0] - sole.x, com[1] - sole.y, com[2] - sole.z))
        # Seen along the torso's heading, which has the sole's turned by what the hips turn it.
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
    """Return a spot that was seen from a foot, with that foot elsewhere, m."""
    stood, spot = seen
    there = foot @ stood.inverse() @ Pose2(*spot)
    return there.x, there.y
