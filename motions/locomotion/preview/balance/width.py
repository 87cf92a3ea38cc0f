"""Corrects the distance between the feet by the pressure below them.

Offsets of the hip joints put every foot off its plan, and no encoder shows it. But the weight moves
over the planned feet: below feet that stand too wide it presses on the inner sides, first of the
one, then of the other. The feet are then commanded nearer to each other.
"""

from hardware.robots.model import RobotModel, Side
from motions.kinematics.geometry import Pose2
from motions.kinematics.pressure_centre import cells_below, pressure_centre
from motions.locomotion.preview.balance.parameters import WidthParameters
from motions.perception.state import RobotState
from motions.scalars import clamp, toward


class FeetWidth:
    """Learns the correction of the distance between the feet.

    Attributes:
        nearer: Inward shift of each foot, m.
    """

    def __init__(self, model: RobotModel, parameters: WidthParameters) -> None:
        """Keep the robot, without any knowledge of it."""
        self._cells = cells_below(model.dimensions.sole)
        self._parameters = parameters
        self.begin()

    def begin(self) -> None:
        """Begin a walk without any knowledge of the robot."""
        self._time = dict.fromkeys(Side, 0.0)
        self._inward = dict.fromkeys(Side, 0.0)
        self.nearer = 0.0

    def update(self, robot: RobotState, swing: Side | None) -> None:
        """Update with one cycle."""
        own = self._parameters
        if swing is None or not robot.contact:
            return
        side = swing.other
        shown = robot.support.cells_of(side)
        if sum(shown) < own.least_load:
            return
        _, left = pressure_centre(self._cells[side], shown)
        # The pressure as it would be without the present shift.
        inward = self.nearer - side.sign * left
        self._time[side] += robot.cycle
        share = robot.cycle / min(self._time[side], own.time)
        self._inward[side] += share * (inward - self._inward[side])
        if min(self._time.values()) < own.first_time:
            return
        beside = 0.5 * sum(self._inward.values()) - own.inward
        wanted = clamp(own.believed * beside, -own.limit, own.limit)
        self.nearer = toward(self.nearer, wanted, own.speed * robot.cycle)

    def apply(self, left: Pose2, right: Pose2) -> tuple[Pose2, Pose2]:
        """Return the poses at which both feet are commanded, on the floor."""
        out = self._parameters.wider - self.nearer
        return left @ Pose2(0.0, out), right @ Pose2(0.0, -out)
