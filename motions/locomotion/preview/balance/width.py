"""Feet stand as far apart as they are planned: the pressure below them tells.

Wrong zeros of the hips put every foot beside its plan, and no joint tells it. But the weight is
moved over where the feet are planned: below feet that stand too wide it presses on the inner sides,
first of the one, then of the other. The feet are commanded nearer to each other then.
"""

from hardware.robots.model import RobotModel, Side
from motions.kinematics.geometry import Pose2
from motions.kinematics.pressure_centre import cells_below, pressure_centre
from motions.locomotion.preview.balance.parameters import WidthParameters
from motions.perception.state import RobotState
from motions.scalars import clamp, toward


class FeetWidth:
    """Learns by how much feet are to be commanded nearer to each other.

    Attributes:
        nearer: So much each, m.
    """

    def __init__(self, model: RobotModel, parameters: WidthParameters) -> None:
        """Keep the robot: nothing is known of it."""
        self._cells = cells_below(model.dimensions.sole)
        self._parameters = parameters
        self.begin()

    def begin(self) -> None:
        """Begin a walk of a robot not known yet."""
        self._time = dict.fromkeys(Side, 0.0)
        self._inward = dict.fromkeys(Side, 0.0)
        self.nearer = 0.0

    def update(self, robot: RobotState, swing: Side | None) -> None:
        """Take in one cycle."""
        own = self._parameters
        if swing is None or not robot.contact:
            return
        side = swing.other
        shown = robot.support.cells_of(side)
        if sum(shown) < own.least_load:
            return
        _, left = pressure_centre(self._cells[side], shown)
        # As it would be without what the feet are already moved by.
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
        """Return both feet where they are to be commanded, on the floor."""
        out = self._parameters.wider - self.nearer
        return left @ Pose2(0.0, out), right @ Pose2(0.0, -out)
