"""Both legs carry what the plan has put on each: one that carries too little is made longer.

After a landing the plan takes the weight over in a double support. A sole that is on the ground a
little late or a little high leaves it on the other foot, and the robot falls over that one. The
difference of both soles' forces says so at once. Source: Kajita et al. 2010, foot force difference
control.
"""

from collections import deque
from collections.abc import Mapping

from hardware.robots.model import Side
from motions.kinematics.geometry import Pose3
from motions.locomotion.preview.parameters import PressParameters
from motions.perception.state import RobotState
from motions.scalars import clamp, toward


class FootPress:
    """By how much the left foot is lower and the right one higher than planned.

    Attributes:
        lower: m.
    """

    def __init__(self, parameters: PressParameters) -> None:
        self._parameters = parameters
        self._planned: deque[float] = deque(maxlen=parameters.delay + 1)
        self.lower = 0.0

    def begin(self) -> None:
        """Begin a walk: both feet are where they are planned."""
        self._planned.clear()
        self.lower = 0.0

    def update(self, robot: RobotState, pressed: Mapping[Side, float]) -> None:
        """Take in one cycle.

        Args:
            robot: The robot now.
            pressed: Share of the weight on each foot, by the plan.
        """
        own = self._parameters
        self._planned.append(pressed[Side.LEFT])
        support = robot.support
        carried = support.left_force + support.right_force
        if not robot.contact or carried < own.least_force:
            self.lower = toward(self.lower, 0.0, own.fade * robot.cycle)
            return
        missing = self._planned[0] - support.left_force / carried
        change = own.gain * missing - self.lower / own.time
        self.lower = clamp(self.lower + change * robot.cycle, -own.limit, own.limit)

    def apply(self, left: Pose3, right: Pose3) -> tuple[Pose3, Pose3]:
        """Return both feet, moved up and down."""
        half = 0.5 * self.lower
        return (
            Pose3(left.x, left.y, left.z - half, left.rotation),
            Pose3(right.x, right.y, right.z + half, right.rotation),
        )
