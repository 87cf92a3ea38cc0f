"""Feet press on the ground as planned: one that carries too little is lowered, the other raised.

In every double support the plan hands the weight over from one foot to the other. A sole that comes
to the ground a little late, or a leg that gives, leaves it on the old one, and the robot falls over
that. A swing foot that meets the ground before its time pushes the robot over the other one:
its descent ends there. The forces under both soles tell either at once.

Source: Kajita et al. 2010, control of the difference of both feet's forces.
"""

from collections import deque
from collections.abc import Mapping

from hardware.robots.model import Side
from motions.kinematics.geometry import Pose3
from motions.locomotion.preview.balance.parameters import PressParameters
from motions.perception.state import RobotState
from motions.scalars import clamp, toward


class FootPress:
    """Moves both feet up and down against each other.

    Attributes:
        lower: How much lower the left foot is commanded than it is planned, and the right one
            higher, m.
    """

    def __init__(self, parameters: PressParameters) -> None:
        """Build it with both feet where they are planned."""
        self._parameters = parameters
        self._planned: deque[float] = deque(maxlen=parameters.delay + 1)
        self.lower = 0.0

    def begin(self) -> None:
        """Begin a walk: both feet are where they are planned."""
        self._planned.clear()
        self.lower = 0.0

    def update(
        self, robot: RobotState, pressed: Mapping[Side, float], swing: Side | None, descent: float
    ) -> None:
        """Take in one cycle.

        Args:
            robot: The robot now.
            pressed: Share of the weight on each foot, by the plan.
            swing: The swing foot.
            descent: How fast it is commanded down, m/s; 0 while it rises.
        """
        own, support = self._parameters, robot.support
        self._planned.append(pressed[Side.LEFT])
        carried = support.left_force + support.right_force
        if not robot.contact or carried < own.least_force:
            self.lower = toward(self.lower, 0.0, own.fade * robot.cycle)
            return
        shares = {
            Side.LEFT: support.left_force / carried,
            Side.RIGHT: support.right_force / carried,
        }
        missing = self._planned[0] - shares[Side.LEFT]
        change = own.gain * missing - self.lower / own.time
        if swing is not None and shares[swing] > own.touch:
            change -= swing.sign * descent
        self.lower = clamp(self.lower + change * robot.cycle, -own.limit, own.limit)

    def apply(self, left: Pose3, right: Pose3) -> tuple[Pose3, Pose3]:
        """Return both feet where they are to be commanded."""
        half = 0.5 * self.lower
        return (
            Pose3(left.x, left.y, left.z - half, left.rotation),
            Pose3(right.x, right.y, right.z + half, right.rotation),
        )
