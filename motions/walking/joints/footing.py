"""A sole that stands on an edge is turned until its pressure is where it is wanted.

A foot lands level, and the ground slopes. So it stands on an edge until the whole robot has tipped
over far enough: the pressure, half a sole beside its plan, pushes the body over the other edge. The
cells below the sole tell that at once, and the ankle gives. A robot that falls to a side wants its
pressure there.

Source: Kajita et al. 2010, control of the moments about both feet.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from hardware.robots.model import RobotModel, Side
from hardware.units import (
    AngularSpeedPerLength,
    FlatPoint,
    Gain,
    PositiveAngularSpeed,
    Ratio,
    TimeConstant,
    UnsignedAngle,
)
from motions.kinematics.pressure_centre import cells_below, pressure_centre
from motions.kinematics.sole_tilt import Tilt
from motions.perception.state import RobotState
from motions.scalars import clamp, toward


@dataclass(frozen=True, slots=True)
class FootingParameters:
    """Soles that stand on an edge are turned.

    Attributes:
        roll: How fast, per distance of the pressure across the sole from its place, rad/(m s).
        pitch: Likewise along it.
        hold: Share of the gap of the divergent component that its place is beside the plan.
        time: What was answered is forgotten in, s.
        limit: Of the turn, rad.
        least_load: With less on a sole, as a share of one cell's range, nothing is known.
        fade: How fast the turn goes in the air, rad/s.
    """

    roll: AngularSpeedPerLength
    pitch: AngularSpeedPerLength
    hold: Gain
    time: TimeConstant
    limit: UnsignedAngle
    least_load: Ratio
    fade: PositiveAngularSpeed


class Footing:
    """Turns the ankles of soles that stand on an edge.

    Attributes:
        turns: Of each foot, rad.
    """

    def __init__(self, model: RobotModel, parameters: FootingParameters, wanted: FlatPoint) -> None:
        """Keep the robot.

        Args:
            model: The robot.
            parameters: See there.
            wanted: Where the pressure is to be, ahead of the point below the ankle and towards the
                other foot, m.
        """
        self._legs = model.legs
        self._parameters = parameters
        self._ahead, self._inward = wanted
        self._cells = cells_below(model.dimensions.sole)
        # What lies outside the cells is not seen by them.
        self._seen = {side: _reach(cells) for side, cells in self._cells.items()}
        self.begin()

    def begin(self) -> None:
        """Begin a walk: no ankle is turned."""
        self.turns = {side: Tilt() for side in Side}

    def update(self, robot: RobotState, swing: Side | None, fall: tuple[float, float]) -> None:
        """Take in one cycle.

        Args:
            robot: The robot now.
            swing: The swing foot.
            fall: What the divergent component has beyond its plan, forward and left, m.
        """
        own, cycle = self._parameters, robot.cycle
        for side, turn in self.turns.items():
            shown = robot.support.cells_of(side)
            if side is swing or sum(shown) < own.least_load:
                turn.roll = toward(turn.roll, 0.0, own.fade * cycle)
                turn.pitch = toward(turn.pitch, 0.0, own.fade * cycle)
                continue
            reach_x, reach_y = self._seen[side]
            x, y = pressure_centre(self._cells[side], shown)
            x -= clamp(own.hold * fall[0] + self._ahead, *reach_x)
            y -= clamp(own.hold * fall[1] - side.sign * self._inward, *reach_y)
            roll = turn.roll + cycle * (own.roll * y - turn.roll / own.time)
            pitch = turn.pitch - cycle * (own.pitch * x + turn.pitch / own.time)
            turn.roll = clamp(roll, -own.limit, own.limit)
            turn.pitch = clamp(pitch, -own.limit, own.limit)

    def apply(self, joints: list[float]) -> None:
        """Turn the ankles, in place, rad."""
        for side, turn in self.turns.items():
            leg = self._legs[side]
            joints[leg.ankle_roll] += turn.roll
            joints[leg.ankle_pitch] += turn.pitch


def _reach(cells: Sequence[FlatPoint]) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return from where to where all pairs of cells reach along a sole, and across it, m."""
    front_left, front_right, rear_left, rear_right = cells
    along = max(rear_left[0], rear_right[0]), min(front_left[0], front_right[0])
    across = max(front_right[1], rear_right[1]), min(front_left[1], rear_left[1])
    return along, across
