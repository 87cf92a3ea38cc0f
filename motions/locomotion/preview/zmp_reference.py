"""Where the zero moment point should be, and where it may be, at every moment of the plan.

While one foot carries, over its sole; while both do, on the way from one to the other, inside the
hull of both soles. Soles are turned as they stand, so a turn couples both axes. A leg that swings
is lighter and lower than the cart on the table: what it does to the zero moment point by being
accelerated is known ahead, and taken off.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from hardware.robots.model import Side
from hardware.sensors_and_commands import GRAVITY
from motions.kinematics.geometry import Pose2
from motions.locomotion.preview.lipm import Matrix
from motions.locomotion.preview.parameters import HorizonParameters, SoleParameters
from motions.locomotion.preview.qp import Bounds
from motions.locomotion.preview.swing import SwingShape
from motions.locomotion.queue import FootstepQueue
from motions.scalars import clamp

Place = tuple[float, float]
"""On the floor, m."""
_SPARE: Final = 0.1
"""Phases that begin so much after the preview are built with it, s: not in every cycle."""


@dataclass(frozen=True, slots=True)
class Phase:
    """A time with the same feet on the ground.

    Attributes:
        begins: s.
        ends: s.
        start: Reference at its beginning, m.
        goal: At its end; it goes straight from one to the other, m.
        normals: Of the edges of what carries, outwards, (edges, 2).
        limits: normal . z <= limit inside, m, (edges,).
        swing: Way of the foot in the air, m; none while both carry.
    """

    begins: float
    ends: float
    start: Place
    goal: Place
    normals: Matrix
    limits: Matrix
    swing: Place = (0.0, 0.0)

    def reference(self, time: float) -> Place:
        """Return where the zero moment point should be at a time, m."""
        if time >= self.ends:
            return self.goal
        share = max(0.0, (time - self.begins) / (self.ends - self.begins))
        return (
            self.start[0] + share * (self.goal[0] - self.start[0]),
            self.start[1] + share * (self.goal[1] - self.start[1]),
        )

    def swing_speed(self, shape: SwingShape, time: float) -> Place:
        """Return how fast the foot in the air goes at a time, m/s."""
        length = self.ends - self.begins
        speed = shape.speed((time - self.begins) / length) / length
        return speed * self.swing[0], speed * self.swing[1]


class SupportPlan:
    """The phases of the footsteps that are known.

    Attributes:
        phases: Those that the preview sees.
        until: Up to this time it sees no others, s.
    """

    def __init__(self, sole: SoleParameters, horizon: HorizonParameters, shape: SwingShape) -> None:
        self._shape = shape
        self._sole = sole
        self._horizon = horizon
        self._lever = horizon.leg_share * horizon.height / GRAVITY
        self.phases: list[Phase] = []
        self.until = math.inf
        self._start: Place = (0.0, 0.0)

    def begin(self, start: Place) -> None:
        """Begin where the robot stands: its zero moment point now, m."""
        self._start = start

    def rebuild(self, queue: FootstepQueue, end: float) -> None:
        """Build the phases of a changed queue.

        Args:
            queue: The footsteps.
            end: Time of the last double support, s: the zero moment point gets to the middle.
        """
        phases = self.phases = []
        self.until, seen = math.inf, queue.time + self._horizon.length + _SPARE
        for timed in queue.steps:
            if timed.begins > seen:
                self.until = queue.time + _SPARE
                return
            goal = self.centre(timed.support, timed.last_foot(timed.support))
            if timed.carried is None:
                start = self._start
            else:
                start = self.centre(timed.carried, timed.last_foot(timed.carried))
            both = self._edges(((Side.LEFT, timed.last_left), (Side.RIGHT, timed.last_right)))
            phases.append(Phase(timed.begins, timed.lifts, start, goal, *both))
            one = self._edges(((timed.support, timed.last_foot(timed.support)),))
            last, then = timed.last_foot(timed.step.swing), timed.foot(timed.step.swing)
            way = (then.x - last.x, then.y - last.y)
            phases.append(Phase(timed.lifts, timed.lands, goal, goal, *one, way))
        left, right, lands = queue.end
        if not queue.steps:
            lands = queue.landed
        goal = self.middle(left, right)
        carried = queue.steps[-1].support if queue.steps else queue.carried
        if carried is None:
            start = self._start
        else:
            start = self.centre(carried, left if carried is Side.LEFT else right)
        both = self._edges(((Side.LEFT, left), (Side.RIGHT, right)))
        phases.append(Phase(lands, lands + end, start, goal, *both))

    def centre(self, side: Side, foot: Pose2) -> Place:
        """Return where the zero moment point should be while this foot carries, m."""
        spot = foot @ Pose2(self._sole.centre_forward, -side.sign * self._sole.centre_inward)
        return spot.x, spot.y

    def load(self, feet: Mapping[Side, Pose2], com: Place) -> dict[Side, float]:
        """Return the share of the weight on each foot while both carry.

        Args:
            feet: Where they stand.
            com: The centre of mass over the floor, m.
        """
        a = self.centre(Side.LEFT, feet[Side.LEFT])
        b = self.centre(Side.RIGHT, feet[Side.RIGHT])
        across = (a[0] - b[0], a[1] - b[1])
        length = across[0] ** 2 + across[1] ** 2
        along = (com[0] - b[0]) * across[0] + (com[1] - b[1]) * across[1]
        left = clamp(along / length, 0.0, 1.0)
        return {Side.LEFT: left, Side.RIGHT: 1.0 - left}

    def middle(self, left: Pose2, right: Pose2) -> Place:
        """Return where it should be while the robot stands on both feet, m."""
        a, b = self.centre(Side.LEFT, left), self.centre(Side.RIGHT, right)
        return 0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])

    def preview(self, time: float) -> tuple[Matrix, Bounds]:
        """Return references of the samples, (N, 2), m, and what bounds them."""
        horizon, phases = self._horizon, self.phases
        reference, normals, limits, counts = [], [], [], []
        pushes = []
        place, last = 0, len(phases) - 1
        for number in range(1, horizon.samples + 1):
            at = time + number * horizon.sample
            while place < last and at >= phases[place].ends:
                place += 1
            phase = phases[place]
            pushes.append(self._push(phase, at))
            reference.append(phase.reference(at))
            normals.append(phase.normals)
            limits.append(phase.limits)
            counts.append(len(phase.limits))
        samples = np.repeat(np.arange(horizon.samples, dtype=np.intp), counts)
        # The cart knows nothing of the leg: its share of the zero moment point is taken off.
        push, edges = np.array(pushes), np.concatenate(normals)
        room = np.concatenate(limits) - np.einsum("ij,ij->i", edges, push[samples])
        return np.array(reference) - push, Bounds(samples, edges, room)

    def _push(self, phase: Phase, at: float) -> Place:
        """Return by how much the swinging leg moves the zero moment point at a time, m.

        On average over a sample: a foot that starts and stops has peaks between them.
        """
        if phase.swing == (0.0, 0.0):
            return 0.0, 0.0
        half, shape = 0.5 * self._horizon.sample, self._shape
        before, after = phase.swing_speed(shape, at - half), phase.swing_speed(shape, at + half)
        factor = self._lever / self._horizon.sample
        return factor * (after[0] - before[0]), factor * (after[1] - before[1])

    def _edges(self, feet: Sequence[tuple[Side, Pose2]]) -> tuple[Matrix, Matrix]:
        corners = [corner for side, foot in feet for corner in self._corners(side, foot)]
        return edges_of(corners if len(feet) == 1 else convex_hull(corners))

    def _corners(self, side: Side, foot: Pose2) -> list[Place]:
        """Return the corners of a sole, anticlockwise."""
        (back, front), (inner, outer) = self._sole.forward, self._sole.side
        left, right = (outer, inner) if side is Side.LEFT else (-inner, -outer)
        c, s = math.cos(foot.heading), math.sin(foot.heading)
        return [
            (foot.x + c * x - s * y, foot.y + s * x + c * y)
            for x, y in ((front, left), (back, left), (back, right), (front, right))
        ]


def convex_hull(points: Sequence[Place]) -> list[Place]:
    """Return the corners of the convex hull, anticlockwise (Andrew's monotone chain)."""
    ordered = sorted(set(points))

    def chain(along: Sequence[Place]) -> list[Place]:
        kept: list[Place] = []
        for point in along:
            while len(kept) > 1 and _turn(kept[-2], kept[-1], point) <= 0.0:
                kept.pop()
            kept.append(point)
        return kept[:-1]

    return chain(ordered) + chain(ordered[::-1])


def edges_of(corners: Sequence[Place]) -> tuple[Matrix, Matrix]:
    """Return outward unit normals and limits of a convex polygon's edges, anticlockwise."""
    normals, limits = [], []
    x, y = corners[-1]
    for to_x, to_y in corners:
        along = to_x - x, to_y - y
        length = math.hypot(*along)
        normal = along[1] / length, -along[0] / length
        normals.append(normal)
        limits.append(normal[0] * x + normal[1] * y)
        x, y = to_x, to_y
    return np.array(normals), np.array(limits)


def _turn(a: Place, b: Place, c: Place) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
