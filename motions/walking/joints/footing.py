"""Turns soles that stand on an edge until the centre of pressure is where it should be.

A foot that lands level on sloping ground stands on an edge until the whole robot has tipped: the
pressure, half a sole off its plan, pushes the body over the other edge. The pressure cells show
this at once, and the ankle yields. A robot that falls to one side needs its pressure on that side.

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
    """Turning of soles that stand on an edge.

    Attributes:
        roll: Roll rate per error of the centre of pressure across the sole, rad/(m s).
        pitch: Pitch rate per error along the sole, rad/(m s).
        hold: Shift of the desired centre of pressure per DCM error.
        time: Time constant with which the turn decays on the ground, s.
        limit: Largest turn, rad.
        least_load: Load on a sole, as a share of one cell's range, below which the pressure is
            unknown.
        fade: Rate at which the turn of an unloaded or swing foot returns to zero, rad/s.
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
        turns: Turn of each foot, rad.
    """

    def __init__(self, model: RobotModel, parameters: FootingParameters, wanted: FlatPoint) -> None:
        """Create the control with no ankle turned.

        Args:
            model: The robot model.
            parameters: Parameters of the control.
            wanted: Desired centre of pressure, ahead of the point below the ankle and towards the
                other foot, m.
        """
        self._legs = model.legs
        self._parameters = parameters
        self._ahead, self._inward = wanted
        self._cells = cells_below(model.dimensions.sole)
        # The cells cannot measure a centre of pressure outside the area between them.
        self._seen = {side: _reach(cells) for side, cells in self._cells.items()}
        self.begin()

    def begin(self) -> None:
        """Start a walk with no ankle turned."""
        self.turns = {side: Tilt() for side in Side}

    def update(self, robot: RobotState, swing: Side | None, fall: tuple[float, float]) -> None:
        """Update the turns for one cycle.

        Args:
            robot: Current state of the robot.
            swing: The swing foot; None if both feet stand.
            fall: DCM error, forward and left, m.
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
        """Add the turns to the ankle joint targets, rad, in place."""
        for side, turn in self.turns.items():
            leg = self._legs[side]
            joints[leg.ankle_roll] += turn.roll
            joints[leg.ankle_pitch] += turn.pitch


def _reach(cells: Sequence[FlatPoint]) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the range of pressure centres measurable by the cells, along and across, m."""
    front_left, front_right, rear_left, rear_right = cells
    along = max(rear_left[0], rear_right[0]), min(front_left[0], front_right[0])
    across = max(front_right[1], rear_right[1]), min(front_left[1], rear_left[1])
    return along, across
