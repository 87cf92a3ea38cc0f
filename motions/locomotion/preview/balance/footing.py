"""A sole that stands on an edge is turned until its pressure is where it is wanted.

A foot lands level, and the ground slopes. So it stands on an edge until the whole robot has tipped
over far enough: the pressure, half a sole beside its plan, pushes the body over the other edge. The
cells below the sole tell that at once, and the ankle gives. A robot that falls to a side wants its
pressure there.
Source: Kajita et al. 2010, control of the moments about both feet.
"""

from hardware.robots.model import RobotModel, Side
from motions.locomotion.preview.parameters import FootingParameters, SoleParameters
from motions.perception.state import RobotState
from motions.scalars import clamp, toward


class Footing:
    """Rolls the ankles of soles that stand on an edge.

    Attributes:
        rolls: Of each foot, rad.
    """

    def __init__(
        self, model: RobotModel, parameters: FootingParameters, sole: SoleParameters
    ) -> None:
        """Keep the robot.

        Args:
            model: The robot.
            parameters: See there.
            sole: Where the pressure is wanted.
        """
        self._legs = model.legs
        self._parameters = parameters
        self._inward = sole.centre_inward
        ahead_left, ahead_right, left, right = (cell[1] for cell in model.dimensions.sole.fsr)
        mirrored = (-ahead_right, -ahead_left, -right, -left)
        self._cells = {Side.LEFT: (ahead_left, ahead_right, left, right), Side.RIGHT: mirrored}
        self._half = 0.5 * (ahead_left - ahead_right)
        self.begin()

    def begin(self) -> None:
        """Begin a walk: no ankle is turned."""
        self.rolls = dict.fromkeys(Side, 0.0)

    def update(self, robot: RobotState, swing: Side | None, falls: float) -> None:
        """Take in one cycle.

        Args:
            robot: The robot now.
            swing: The foot in the air.
            falls: What the divergent component has beyond its plan to the left, m.
        """
        own = self._parameters
        shown = {Side.LEFT: robot.support.cells[:4], Side.RIGHT: robot.support.cells[4:]}
        for side, cells in self._cells.items():
            load = sum(shown[side])
            if side is swing or load < own.least_load:
                self.rolls[side] = toward(self.rolls[side], 0.0, own.fade * robot.cycle)
                continue
            pressure = sum(map(float.__mul__, shown[side], cells)) / load
            # What lies outside the cells is not seen by them.
            low, high = max(cells[1::2]), min(cells[::2])
            wanted = clamp(own.hold * falls - side.sign * self._inward, low, high)
            roll = self.rolls[side]
            speed = own.speed * (pressure - wanted) / self._half - roll / own.time
            self.rolls[side] = clamp(roll + speed * robot.cycle, -own.limit, own.limit)

    def apply(self, joints: list[float]) -> None:
        """Roll the ankles, in place, rad."""
        for side, roll in self.rolls.items():
            joints[self._legs[side].ankle_roll] += roll
