"""Where the zero moment point should be, and where it may be, at every moment of the plan.

While one foot carries, over its sole; while both do, on the way from one to the other, inside the
hull of both soles. Soles are turned as they stand, so a turn couples both axes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hardware.robots.model import Side
from motions.kinematics.geometry import Pose2
from motions.locomotion.preview.lipm import Matrix
from motions.locomotion.preview.parameters import HorizonParameters, SoleParameters
from motions.locomotion.preview.qp import Bounds
from motions.locomotion.queue import FootstepQueue

Place = tuple[float, float]
"""On the floor, m."""


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
    """

    begins: float
    ends: float
    start: Place
    goal: Place
    normals: Matrix
    limits: Matrix

    def reference(self, time: float) -> Place:
        """Return where the zero moment point should be at a time, m."""
        if time >= self.ends:
            return self.goal
        share = max(0.0, (time - self.begins) / (self.ends - self.begins))
        return (
            self.start[0] + share * (self.goal[0] - self.start[0]),
            self.start[1] + share * (self.goal[1] - self.start[1]),
        )


class SupportPlan:
    """The phases of the footsteps that are known."""

    def __init__(self, sole: SoleParameters, horizon: HorizonParameters) -> None:
        self._sole = sole
        self._horizon = horizon
        self.phases: list[Phase] = []
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
        for timed in queue.steps:
            goal = self.centre(timed.support, timed.last_foot(timed.support))
            if timed.carried is None:
                start = self._start
            else:
                start = self.centre(timed.carried, timed.last_foot(timed.carried))
            both = self._edges(((Side.LEFT, timed.last_left), (Side.RIGHT, timed.last_right)))
            phases.append(Phase(timed.begins, timed.lifts, start, goal, *both))
            one = self._edges(((timed.support, timed.last_foot(timed.support)),))
            phases.append(Phase(timed.lifts, timed.lands, goal, goal, *one))
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

    def middle(self, left: Pose2, right: Pose2) -> Place:
        """Return where it should be while the robot stands on both feet, m."""
        a, b = self.centre(Side.LEFT, left), self.centre(Side.RIGHT, right)
        return 0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])

    def preview(self, time: float) -> tuple[Matrix, Bounds]:
        """Return references of the samples, (N, 2), m, and what bounds them."""
        horizon, phases = self._horizon, self.phases
        reference, normals, limits, counts = [], [], [], []
        place, last = 0, len(phases) - 1
        for number in range(1, horizon.samples + 1):
            at = time + number * horizon.sample
            while place < last and at >= phases[place].ends:
                place += 1
            phase = phases[place]
            reference.append(phase.reference(at))
            normals.append(phase.normals)
            limits.append(phase.limits)
            counts.append(len(phase.limits))
        samples = np.repeat(np.arange(horizon.samples, dtype=np.intp), counts)
        bounds = Bounds(samples, np.concatenate(normals), np.concatenate(limits))
        return np.array(reference), bounds

    def _edges(self, feet: Sequence[tuple[Side, Pose2]]) -> tuple[Matrix, Matrix]:
        corners = [corner for side, foot in feet for corner in self._corners(side, foot)]
        return edges_of(convex_hull(corners))

    def _corners(self, side: Side, foot: Pose2) -> list[Place]:
        (back, front), (inner, outer) = self._sole.forward, self._sole.side
        spots = ((front, outer), (front, inner), (back, inner), (back, outer))
        placed = (foot @ Pose2(x, side.sign * y) for x, y in spots)
        return [(spot.x, spot.y) for spot in placed]


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
    points = np.array(corners)
    along = np.roll(points, -1, axis=0) - points
    normals = np.stack([along[:, 1], -along[:, 0]], axis=1)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return normals, np.einsum("ij,ij->i", normals, points)


def _turn(a: Place, b: Place, c: Place) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
