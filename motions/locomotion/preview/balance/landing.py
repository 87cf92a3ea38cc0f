"""A footstep lands where it is planned: beside the real place of the support foot.

Hip and knee of the support leg give with every sway, and the torso goes with them. A foot that
swings would land as far beside its plan as the torso is, though its own joints do what they are
told; the joints of the support leg tell at once. Where a speed or a pose is asked the
footholds answer those sways, and only what feet land further on average is taken out.
"""

from collections import deque
from typing import Final

from hardware.robots.model import Side
from hardware.units import FlatPoint
from motions.kinematics.geometry import Pose2, Pose3
from motions.locomotion.preview.balance.measured import SeenRobot
from motions.locomotion.preview.balance.parameters import LandingParameters
from motions.scalars import clamp, toward

_NOTHING: Final = (0.0, 0.0)


class Landing:
    """Moves the swing foot along with the one that carries.

    Attributes:
        shifts: Of each foot, forward and left of the robot, m.
    """

    def __init__(self, parameters: LandingParameters) -> None:
        """Build it with both feet where they are planned."""
        self._parameters = parameters
        self._commanded: deque[tuple[Pose3, Pose3]] = deque(maxlen=parameters.delay + 1)
        self.begin()

    def begin(self) -> None:
        """Begin a walk: both feet are where they are planned."""
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
        """Take in one cycle.

        Args:
            robot: The robot now.
            soles: Where both were commanded last, left first, in the frame of the hips.
            swing: The swing foot; what the other one is moved by fades.
            beyond: By how much feet land further than planned, forward and left, m, where a speed
                or a pose is asked; None where this footstep is.
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
        """Return both feet where they are to be commanded; the heading is the robot's, rad."""
        moved = []
        for foot, shift in zip((left, right), self.shifts.values(), strict=True):
            way = Pose2(heading=heading) @ Pose2(*shift)
            moved.append(Pose3(foot.x + way.x, foot.y + way.y, foot.z, foot.rotation))
        return moved[0], moved[1]
