"""Force difference control: lowers the foot that carries too little and raises the other.

In every double support the plan shifts the weight from one foot to the other. A sole that reaches
the ground a little late, or a leg that yields, leaves it on the old foot, and the robot falls over
that. A swing foot that meets the ground early pushes the robot over the other foot, so its descent
ends there. The forces under both soles show either at once.

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
        lower: Difference of height by which the left foot is commanded lower than the right one
            compared with the plan, half by each, m.
    """

    def __init__(self, parameters: PressParameters) -> None:
        """Build it without a correction."""
        self._parameters = parameters
        self._planned: deque[float] = deque(maxlen=parameters.delay + 1)
        self.lower = 0.0

    def begin(self) -> None:
        """Begin a walk without a correction."""
        self._planned.clear()
        self.lower = 0.0

    def update(
        self, robot: RobotState, pressed: Mapping[Side, float], swing: Side | None, descent: float
    ) -> None:
        """Update with one cycle.

        Args:
            robot: The robot now.
            pressed: Planned share of the weight on each foot.
            swing: The swing foot; None in double support.
            descent: Its commanded descent speed, m/s; 0 while it rises.
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
        """Return the poses at which both feet are commanded."""
        half = 0.5 * self.lower
        return (
            Pose3(left.x, left.y, left.z - half, left.rotation),
            Pose3(right.x, right.y, right.z + half, right.rotation),
        )
