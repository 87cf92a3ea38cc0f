"""Follows the plan of a drive: its velocity as feedforward, and a correction of the pose error.

The base responds to commands with a lag, so it is compared with the plan of that time ago.
"""

import math
from collections import deque

from hardware.base import BaseModel, ThreeNumbers
from motions.kinematics.geometry import Pose2, angle_difference
from motions.locomotion.wheeled.drive import DriveState
from motions.locomotion.wheeled.parameters import BaseControlParameters
from motions.locomotion.wheeled.wheels import WheelGeometry
from motions.scalars import clamp


class PlanFollower:
    """Wheel speeds that follow a plan.

    Attributes:
        off: Position error of the base, m.
        turned_off: Heading error of the base, rad.
    """

    def __init__(self, model: BaseModel, parameters: BaseControlParameters) -> None:
        """Begin with a plan at rest."""
        self.off = self.turned_off = 0.0
        self._geometry = WheelGeometry(model)
        self._parameters = parameters
        cycles = parameters.lag / model.cycle
        self._part = cycles - math.floor(cycles)
        self._poses: deque[Pose2] = deque(maxlen=math.floor(cycles) + 2)
        self._share = min(1.0, model.cycle / parameters.smoothing)
        self._correction: tuple[float, ...] = (0.0, 0.0, 0.0)

    def begin(self, pose: Pose2) -> None:
        """Restart with a plan at rest at a pose."""
        self._poses.clear()
        self._poses.append(pose)
        self._correction = (0.0, 0.0, 0.0)

    def wheels(self, planned: DriveState, measured: Pose2) -> ThreeNumbers:
        """Return the wheel speeds to command, rad/s.

        Args:
            planned: Present state of the plan.
            measured: Present pose of the base.
        """
        self._poses.append(planned.pose)
        due = self._due()
        x, y = due.x - measured.x, due.y - measured.y
        turn = angle_difference(due.heading, measured.heading)
        self.off, self.turned_off = math.hypot(x, y), abs(turn)
        most, most_turn = self._parameters.most_correction, self._parameters.most_turn_correction
        gain = min(self._parameters.gain, most / max(self.off, 1e-9))
        rate = clamp(self._parameters.gain * turn, -most_turn, most_turn)
        new = (gain * x, gain * y, rate)
        # Smoothed, as one count of an encoder would be a jerk.
        self._correction = tuple(
            old + self._share * (now - old) for old, now in zip(self._correction, new, strict=True)
        )
        vx, vy = (
            planned.velocity[0] + self._correction[0],
            planned.velocity[1] + self._correction[1],
        )
        # The base will have the same heading error as now when it responds.
        heading = planned.pose.heading - turn
        c, s = math.cos(heading), math.sin(heading)
        return self._geometry.turns(
            c * vx + s * vy, c * vy - s * vx, planned.turn + self._correction[2]
        )

    def _due(self) -> Pose2:
        """Return the planned pose one lag ago."""
        if len(self._poses) < 2:
            return self._poses[0]
        before, after, part = self._poses[0], self._poses[1], self._part
        turn = angle_difference(before.heading, after.heading)
        return Pose2(
            after.x + part * (before.x - after.x),
            after.y + part * (before.y - after.y),
            after.heading + part * turn,
        )
