"""Lands a footstep at its planned place relative to the actual place of the support foot.

Hip and knee of the support leg yield with every sway, and the torso moves along. The swing foot
would land off its plan by the same distance, although its own joints follow their commands; the
joints of the support leg show this at once. With a speed or a pose the footholds react to such
sways, and only the mean foothold error is compensated.
"""

from collections import deque
from typing import Final

from hardware.robots.model import Side
from hardware.units import FlatPoint
from motions.kinematics.geometry import Pose3, rotate_flat
from motions.locomotion.preview.balance.measured import SeenRobot
from motions.locomotion.preview.balance.parameters import LandingParameters
from motions.scalars import clamp, toward

_NOTHING: Final = (0.0, 0.0)


class Landing:
    """Shifts the swing foot along with the support foot.

    Attributes:
        shifts: Shift of each foot, forward and left of the robot, m.
    """

    def __init__(self, parameters: LandingParameters) -> None:
        """Build it without a shift."""
        self._parameters = parameters
        self._commanded: deque[tuple[Pose3, Pose3]] = deque(maxlen=parameters.delay + 1)
        self.begin()

    def begin(self) -> None:
        """Begin a walk without a shift."""
        self._commanded.clear()
        self._seen: dict[Side, FlatPoint] = dict.fromkeys(Side, _NOTHING)
        self.shifts: dict[Side, FlatPoint] = dict.fromkeys(Side, _NOTHING)

    def update(
        self,
        robot: SeenRobot,
        soles: tuple[Pose3, Pose3],
        swing: Side | None,
        beyond: FlatPoint | None = None,
    ) -> None:
        """Update with one cycle.

        Args:
            robot: The robot now.
            soles: Last commanded soles, left first, in the frame of the hips.
            swing: The swing foot; the shift of any other foot fades.
            beyond: Mean error of footholds, forward and left, m, with a speed or a pose; None with
                exact footsteps.
        """
        own, keep = self._parameters, self._parameters.low_pass
        self._commanded.append(soles)
        for side, was in zip(Side, self._commanded[0], strict=True):
            now, (x, y) = robot.sole(side), self._seen[side]
            self._seen[side] = (
                keep * x + (1.0 - keep) * (now.x - was.x),
                keep * y + (1.0 - keep) * (now.y - was.y),
            )
        for side, shift in self.shifts.items():
            flies = side is swing
            x, y = self._wanted(side, beyond) if flies else _NOTHING
            step = (own.speed if flies else own.fade) * robot.cycle
            self.shifts[side] = (
                toward(shift[0], clamp(x, -own.limit, own.limit), step),
                toward(shift[1], clamp(y, -own.limit, own.limit), step),
            )

    def _wanted(self, side: Side, beyond: FlatPoint | None) -> FlatPoint:
        if beyond is not None:
            return -beyond[0], -beyond[1]
        x, y = self._seen[side.other]
        return self._parameters.gain * x, self._parameters.gain * y

    def apply(self, left: Pose3, right: Pose3, heading: float) -> tuple[Pose3, Pose3]:
        """Return the shifted feet; the heading is the robot's, rad."""
        moved = []
        for foot, shift in zip((left, right), self.shifts.values(), strict=True):
            x, y = rotate_flat(*shift, heading)
            moved.append(Pose3(foot.x + x, foot.y + y, foot.z, foot.rotation))
        return moved[0], moved[1]
