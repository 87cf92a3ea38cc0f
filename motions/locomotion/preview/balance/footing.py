"""A sole that stands on an edge is turned until its pressure is where it is wanted.

A foot lands level, and the ground slopes. So it stands on an edge until the whole robot has tipped
over far enough: the pressure, half a sole beside its plan, pushes the body over the other edge. The
cells below the sole tell that at once, and the ankle gives. A robot that falls to a side wants its
pressure there.
Source: Kajita et al. 2010, control of the moments about both feet.
"""

from hardware.robots.model import RobotModel, Side
from motions.kinematics.sole_tilt import Tilt
from motions.locomotion.preview.parameters import FootingParameters, SoleParameters
from motions.perception.state import RobotState
from motions.scalars import clamp, toward


class Footing:
    """Turns the ankles of soles that stand on an edge.

    Attributes:
        turns: Of each foot, rad.
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
        self._ahead, self._inward = sole.centre_forward, sole.centre_inward
        cells = [(cell[0], cell[1]) for cell in model.dimensions.sole.fsr]
        mirrored = [(cells[number][0], -cells[number][1]) for number in (1, 0, 3, 2)]
        # What lies outside the cells is not seen by them.
        self._seen = {
            side: (
                tuple(x for x, _ in own),
                tuple(y for _, y in own),
                (max(own[2][0], own[3][0]), min(own[0][0], own[1][0])),
                (max(own[1][1], own[3][1]), min(own[0][1], own[2][1])),
            )
            for side, own in ((Side.LEFT, cells), (Side.RIGHT, mirrored))
        }
        self.begin()

    def begin(self) -> None:
        """Begin a walk: no ankle is turned."""
        self.turns = {side: Tilt() for side in Side}

    def update(self, robot: RobotState, swing: Side | None, fall: tuple[float, float]) -> None:
        """Take in one cycle.

        Args:
            robot: The robot now.
            swing: The foot in the air.
            fall: What the divergent component has beyond its plan, forward and left, m.
        """
        own, cells, cycle = self._parameters, robot.support.cells, robot.cycle
        for side, turn in self.turns.items():
            shown = cells[:4] if side is Side.LEFT else cells[4:]
            load = sum(shown)
            if side is swing or load < own.least_load:
                turn.roll = toward(turn.roll, 0.0, own.fade * cycle)
                turn.pitch = toward(turn.pitch, 0.0, own.fade * cycle)
                continue
            xs, ys, reach_x, reach_y = self._seen[side]
            x = sum(map(float.__mul__, shown, xs)) / load
            y = sum(map(float.__mul__, shown, ys)) / load
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
