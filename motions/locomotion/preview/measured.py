"""Where the centre of mass really is, over the feet of the plan, and what that changes.

The foot that carries is taken to stand where the plan has put it; joints and attitude say where the
centre of mass is over it. What was commanded some cycles ago is what can be seen now.
"""

from collections import deque

from hardware.robots.model import Side
from motions.kinematics.geometry import Pose2, rotate, rotation_from_rpy
from motions.locomotion.preview.lipm import CartState
from motions.locomotion.preview.parameters import FeedbackParameters
from motions.perception.state import RobotState

Place = tuple[float, float]
"""On the floor, m."""


class MeasuredCentre:
    """Compares the measured centre of mass with the planned one.

    Attributes:
        gap: Measured less planned place, m.
        gap_speed: Measured less planned speed, m/s.
    """

    def __init__(self, parameters: FeedbackParameters) -> None:
        self._parameters = parameters
        self._planned: deque[tuple[Place, Place]] = deque(maxlen=parameters.delay + 1)
        self._last: Place | None = None
        self._speed = (0.0, 0.0)
        self.gap = (0.0, 0.0)
        self.gap_speed = (0.0, 0.0)

    def begin(self) -> None:
        """Begin a walk: nothing is known of it."""
        self._planned.clear()
        self._last = None
        self._speed = (0.0, 0.0)
        self.gap = self.gap_speed = (0.0, 0.0)

    def update(
        self,
        robot: RobotState,
        feet: dict[Side, Pose2],
        load: dict[Side, float],
        x: CartState,
        y: CartState,
    ) -> None:
        """Take in one cycle.

        Args:
            robot: The robot now.
            feet: Where the plan has the feet.
            load: Share of the weight that each carries, together 1.
            x: What is commanded in this cycle.
            y: Likewise.
        """
        self._planned.append(((x.place, y.place), (x.speed, y.speed)))
        now = self._look(robot, feet, load)
        last, self._last = self._last, now
        if last is not None:
            keep = self._parameters.low_pass
            new = ((now[0] - last[0]) / robot.cycle, (now[1] - last[1]) / robot.cycle)
            self._speed = tuple(  # type: ignore[assignment]
                keep * old + (1.0 - keep) * value
                for old, value in zip(self._speed, new, strict=True)
            )
        if len(self._planned) <= self._parameters.delay:
            self.gap = self.gap_speed = (0.0, 0.0)
            return
        place, speed = self._planned[0]
        self.gap = (now[0] - place[0], now[1] - place[1])
        self.gap_speed = (self._speed[0] - speed[0], self._speed[1] - speed[1])

    def correct(self, x: CartState, y: CartState) -> None:
        """Blend what is measured into the plan's state."""
        own = self._parameters
        for cart, gap, speed in zip((x, y), self.gap, self.gap_speed, strict=True):
            cart.place += own.place * gap
            cart.speed += own.speed * speed

    @staticmethod
    def _look(robot: RobotState, feet: dict[Side, Pose2], load: dict[Side, float]) -> Place:
        level = rotation_from_rpy(robot.roll, robot.pitch, 0.0)
        at_x = at_y = 0.0
        for side, share in load.items():
            if share <= 0.0:
                continue
            sole = robot.sole(side)
            away = tuple(c - s for c, s in zip(robot.com, sole.position, strict=True))
            x, y, _ = rotate(level, (away[0], away[1], away[2]))
            # Seen along the torso's heading, which has the sole's turned by what the hips turn it.
            spot = Pose2(feet[side].x, feet[side].y, feet[side].heading - sole.yaw) @ Pose2(x, y)
            at_x += share * spot.x
            at_y += share * spot.y
        return at_x, at_y
