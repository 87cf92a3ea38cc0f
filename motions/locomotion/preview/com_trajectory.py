"""Trajectory of the centre of mass ahead of the feet: a cart-table model driven by its jerk."""

import logging
import math
from collections.abc import Mapping
from typing import Final

from hardware.robots.model import Side
from hardware.sensors_and_commands import GRAVITY
from hardware.units import FlatPoint
from motions.kinematics.geometry import Pose2
from motions.locomotion.preview.lipm import CartState, PreviewMatrices
from motions.locomotion.preview.parameters import PreviewParameters
from motions.locomotion.preview.qp import PreviewProblem
from motions.locomotion.preview.swing import SwingShape
from motions.locomotion.preview.zmp_reference import SupportPlan
from motions.locomotion.queue import FootstepQueue, TimedStep

_LOG = logging.getLogger("hsm")


class ComTrajectory:
    """Moves the centre of mass over the footsteps of a queue.

    Attributes:
        x: State of the centre of mass along x of the plan.
        y: State along y.
        rate: Rate of the pendulum, 1/s.
    """

    def __init__(self, parameters: PreviewParameters, shape: SwingShape) -> None:
        """Build the quadratic program."""
        horizon = parameters.horizon
        matrices = PreviewMatrices(horizon.samples, horizon.sample, horizon.height)
        self._problem = PreviewProblem(matrices, horizon.jerk_weight)
        self._support = SupportPlan(parameters.sole, horizon, shape)
        self._lever: Final = horizon.height / GRAVITY
        self._end = parameters.timing.end
        self._front = parameters.sole.forward[1]
        self._built = -1
        self._warned = False
        self.x, self.y = CartState(), CartState()
        self.rate = math.sqrt(GRAVITY / horizon.height)

    def begin(self, spot: Pose2) -> None:
        """Begin at rest at a position, m."""
        self.x, self.y = CartState(spot.x), CartState(spot.y)
        self._support.begin((spot.x, spot.y))
        self._built = -1
        if not self._problem.solves and not self._warned:
            self._warned = True
            _LOG.warning(
                "daqp is not installed: the preview walk ignores the edges of its soles;"
                " pip install 'nao-hsm[naoqi]'"
            )

    def advance(self, queue: FootstepQueue, cycle: float) -> None:
        """Advance by a cycle, s, along the footsteps of a queue."""
        if queue.version != self._built or queue.time > self._support.until:
            self._support.rebuild(queue, self._end)
            self._built = queue.version
        reference, room = self._support.preview(queue.time)
        jerk = self._problem.solve(self.x, self.y, reference, room)[0]
        self.x.advance(float(jerk[0]), cycle)
        self.y.advance(float(jerk[1]), cycle)

    def shares(self, feet: Mapping[Side, Pose2]) -> dict[Side, float]:
        """Return each foot's share of the weight by the centre of mass, in double support."""
        return self._support.load(feet, (self.x.position, self.y.position))

    def loads(self, feet: Mapping[Side, Pose2]) -> dict[Side, float]:
        """Return each foot's share of the weight by the zero moment point, in double support."""
        zmp = (
            self.x.position - self._lever * self.x.acceleration,
            self.y.position - self._lever * self.y.acceleration,
        )
        return self._support.load(feet, zmp)

    def stops_from(self, running: TimedStep, left: float) -> float:
        """Return how far ahead of the support foot the other one must land to end the walk, m.

        Until then the zero moment point stays over the support foot, and the divergent component
        moves away from it; it must not end up in front of the landing sole.

        Args:
            running: The running step.
            left: Time until it lands, s.
        """
        support = running.last_foot(running.support)
        zmp = self._support.centre(running.support, support)
        growth = math.exp(self.rate * left)
        there: FlatPoint = (
            zmp[0] + growth * (self.x.position + self.x.speed / self.rate - zmp[0]),
            zmp[1] + growth * (self.y.position + self.y.speed / self.rate - zmp[1]),
        )
        return (support.inverse() @ Pose2(*there)).x - self._front
