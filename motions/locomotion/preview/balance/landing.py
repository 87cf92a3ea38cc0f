"""The foot in the air lands where it is planned: beside the real foot that carries, and not beyond.

Hip and knee of the leg that carries give with every sway, and the torso goes with them. A foot that
swings would land as far beside its plan as the torso is, though its own joints do what they are
told; the joints of the leg that carries tell at once. What a foot lands beyond its plan by all the
same, step by step, because its leg runs on when it is stopped, is learnt where it has landed.
"""

from collections import deque
from collections.abc import Mapping
from typing import Final

from hardware.robots.model import Side
from motions.kinematics.geometry import Pose2, Pose3
from motions.locomotion.preview.parameters import LandingParameters
from motions.perception.state import RobotState
from motions.scalars import clamp, toward

_NOTHING: Final = (0.0, 0.0)

Offset = tuple[float, float]
"""Forward and left of the robot, m."""


class Landing:
    """Moves the foot in the air so that it lands where it is planned.

    Attributes:
        shifts: Of each foot, m.
        beyond: How far from its plan each foot usually lands, m.
    """

    def __init__(self, parameters: LandingParameters) -> None:
        """Build it with both feet where they are planned."""
        self._parameters = parameters
        self._commanded: deque[tuple[Pose3, Pose3]] = deque(maxlen=parameters.delay + 1)
        self.begin()

    def begin(self) -> None:
        """Begin a walk: both feet are where they are planned, and nothing is known of them."""
        self._commanded.clear()
        self._seen: dict[Side, Offset] = dict.fromkeys(Side, _NOTHING)
        self.shifts: dict[Side, Offset] = dict.fromkeys(Side, _NOTHING)
        self.beyond: dict[Side, Offset] = dict.fromkeys(Side, _NOTHING)

    def update(self, robot: RobotState, soles: tuple[Pose3, Pose3], swing: Side | None) -> None:
        """Take in one cycle.

        Args:
            robot: The robot now.
            soles: Where both were commanded last, left first, in the frame of the hips.
            swing: The foot in the air; what the others are moved by fades.
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
            goal = self._wanted(side) if flies else _NOTHING
            step = (own.speed if flies else own.fade) * robot.cycle
            self.shifts[side] = toward(shift[0], goal[0], step), toward(shift[1], goal[1], step)

    def _wanted(self, side: Side) -> Offset:
        own, away, beyond = self._parameters, self._seen[side.other], self.beyond[side]
        return (
            clamp(own.gain * away[0] - beyond[0], -own.limit, own.limit),
            clamp(own.gain * away[1] - beyond[1], -own.limit, own.limit),
        )

    def landed(self, side: Side, move: Pose2, feet: Mapping[Side, Pose2], heading: float) -> None:
        """Learn from a foot that has landed.

        Args:
            side: The foot.
            move: Where it stands, in the frame of the other one.
            feet: Where both are planned.
            heading: Of the robot, rad.
        """
        own, other = self._parameters, feet[side.other]
        planned = other.inverse() @ feet[side]
        off = Pose2(heading=other.heading - heading) @ Pose2(move.x - planned.x, move.y - planned.y)
        x, y = self.beyond[side]
        self.beyond[side] = (
            clamp(x + own.learns * off.x, -own.most, own.most),
            clamp(y + own.learns * off.y, -own.most, own.most),
        )

    def apply(self, left: Pose3, right: Pose3, heading: float) -> tuple[Pose3, Pose3]:
        """Return both feet where they are to be commanded; the heading is the robot's, rad."""
        moved = []
        for foot, shift in zip((left, right), self.shifts.values(), strict=True):
            way = Pose2(heading=heading) @ Pose2(*shift)
            moved.append(Pose3(foot.x + way.x, foot.y + way.y, foot.z, foot.rotation))
        return moved[0], moved[1]
