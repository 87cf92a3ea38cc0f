"""Reference and allowed region of the zero moment point over the plan.

In single support it is over the support sole, in double support on its path from one sole to the
other, inside the hull of both. Soles have their actual headings, so a turn couples both axes. The
effect of the swing leg's acceleration on the zero moment point, which the cart-table model lacks,
is known in advance and subtracted. Points are in the floor frame of the plan.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from hardware.cycle_data import cycle_data
from hardware.robots.model import Side
from hardware.sensors_and_commands import GRAVITY
from hardware.units import FlatPoint
from motions.kinematics.geometry import Pose2
from motions.locomotion.preview.lipm import Matrix
from motions.locomotion.preview.parameters import HorizonParameters, SoleParameters
from motions.locomotion.preview.qp import Bounds
from motions.locomotion.preview.swing import SwingShape
from motions.locomotion.queue import FootstepQueue, TimedStep
from motions.scalars import clamp

_SLACK: Final = 1e-9
"""Tolerance within which a zero moment point counts as inside, m."""
_SPARE: Final = 0.1
"""Time beyond the preview for which phases are built, s, so as not to rebuild in every cycle."""


class SupportArea:
    """Support area of a phase: the convex hull of the soles on the ground.

    Attributes:
        around: Distance around the path of the reference that is surely inside, m.
    """

    __slots__ = ("_edges", "_feet", "_sole", "around")

    def __init__(self, sole: SoleParameters, *feet: tuple[Side, Pose2]) -> None:
        """Keep one foot or both, each with its pose on the floor."""
        self._sole, self._feet = sole, feet
        (back, front), (inner, outer) = sole.forward, sole.side
        ahead, inward = sole.centre_forward, sole.centre_inward
        least = min(front - ahead, ahead - back, outer + inward, -inward - inner)
        self.around = max(0.0, least)
        self._edges: tuple[Matrix, Matrix] | None = None

    @property
    def edges(self) -> tuple[Matrix, Matrix]:
        """Return outward normals, (edges, 2), and limits, m: normal . z <= limit inside.

        Computed on demand, as most plans stay far from them.
        """
        if self._edges is None:
            corners = [corner for side, foot in self._feet for corner in self._corners(side, foot)]
            self._edges = edges_of(corners if len(self._feet) == 1 else convex_hull(corners))
        return self._edges

    def _corners(self, side: Side, foot: Pose2) -> list[FlatPoint]:
        """Return the corners of a sole, anticlockwise."""
        (back, front), (inner, outer) = self._sole.forward, self._sole.side
        left, right = (outer, inner) if side is Side.LEFT else (-inner, -outer)
        c, s = math.cos(foot.heading), math.sin(foot.heading)
        return [
            (foot.x + c * x - s * y, foot.y + s * x + c * y)
            for x, y in ((front, left), (back, left), (back, right), (front, right))
        ]


@cycle_data
class Phase:
    """An interval with the same feet on the ground.

    Attributes:
        begins: Its beginning, s.
        ends: Its end, s.
        start: Reference at the beginning, m.
        goal: Reference at the end, m; it moves straight from one to the other.
        support: The support area.
        swing: Displacement of the swing foot, m; None in double support.
    """

    begins: float
    ends: float
    start: FlatPoint
    goal: FlatPoint
    support: SupportArea
    swing: FlatPoint | None = None

    def holds(self, x: float, y: float) -> bool:
        """Return whether a zero moment point is inside the support area."""
        way_x, way_y = self.goal[0] - self.start[0], self.goal[1] - self.start[1]
        from_x, from_y = x - self.start[0], y - self.start[1]
        length = way_x * way_x + way_y * way_y
        share = clamp((from_x * way_x + from_y * way_y) / length, 0.0, 1.0) if length else 0.0
        off_x, off_y = from_x - share * way_x, from_y - share * way_y
        if off_x * off_x + off_y * off_y <= self.support.around * self.support.around:
            return True
        normals, limits = self.support.edges
        return bool((normals @ (x, y) <= limits + _SLACK).all())

    def reference(self, time: float) -> FlatPoint:
        """Return the reference of the zero moment point at a time, m."""
        if time >= self.ends or self.start is self.goal:
            return self.goal
        share = max(0.0, (time - self.begins) / (self.ends - self.begins))
        return (
            self.start[0] + share * (self.goal[0] - self.start[0]),
            self.start[1] + share * (self.goal[1] - self.start[1]),
        )

    def swing_speed(self, shape: SwingShape, time: float) -> float:
        """Return the speed of the swing foot at a time, in displacements per second."""
        length = self.ends - self.begins
        return shape.speed((time - self.begins) / length) / length


@cycle_data
class PreviewRoom:
    """Allowed region of the samples' zero moment points.

    Attributes:
        phases: Phase of each sample.
        pushes: Contribution of the swing leg to each, m.
    """

    phases: list[Phase]
    pushes: list[FlatPoint]

    def hold(self, zmp: Matrix) -> bool:
        """Return whether all zero moment points of the cart, (N, 2), m, are inside."""
        return all(
            phase.holds(x + push_x, y + push_y)
            for phase, (push_x, push_y), (x, y) in zip(
                self.phases, self.pushes, zmp.tolist(), strict=True
            )
        )

    def rows(self) -> Bounds:
        """Return the bounds of the cart's zero moment points."""
        edges = [phase.support.edges for phase in self.phases]
        samples = np.repeat(np.arange(len(edges), dtype=np.intp), [len(own) for _, own in edges])
        normals = np.concatenate([own for own, _ in edges])
        limits = np.concatenate([own for _, own in edges])
        limits -= np.einsum("ij,ij->i", normals, np.array(self.pushes)[samples])
        return Bounds(samples, normals, limits)


class SupportPlan:
    """The phases of the known footsteps.

    Attributes:
        phases: Phases within the preview.
        until: Time up to which they cover the preview, s.
    """

    def __init__(self, sole: SoleParameters, horizon: HorizonParameters, shape: SwingShape) -> None:
        self._shape = shape
        self._sole = sole
        self._horizon = horizon
        self._lever = horizon.leg_share * horizon.height / GRAVITY
        self.phases: list[Phase] = []
        self.until = math.inf
        self._start: FlatPoint = (0.0, 0.0)

    def begin(self, start: FlatPoint) -> None:
        """Begin at the zero moment point of the standing robot, m."""
        self._start = start

    def rebuild(self, queue: FootstepQueue, end: float) -> None:
        """Build the phases of a changed queue.

        Args:
            queue: The footsteps.
            end: Duration of the last double support, s, in which it moves to the middle.
        """
        phases = self.phases = []
        self.until, seen = math.inf, queue.time + self._horizon.length + _SPARE
        for timed in queue.steps:
            if timed.begins > seen:
                self.until = queue.time + _SPARE
                return
            goal = self.centre(timed.support, timed.last_foot(timed.support))
            start, both = self._standing(timed.carried, timed.last_left, timed.last_right)
            begins = timed.begins
            if timed.carried is timed.support:
                # The same foot steps twice: no foot would land outside to catch a robot that tips
                # over the support foot, so the weight moves back in between.
                turns, turn = 0.5 * (begins + timed.lifts), self._back(timed, goal)
                phases.append(Phase(begins, turns, start, turn, both))
                begins, start = turns, turn
            phases.append(Phase(begins, timed.lifts, start, goal, both))
            one = SupportArea(self._sole, (timed.support, timed.last_foot(timed.support)))
            last, then = timed.last_foot(timed.step.swing), timed.foot(timed.step.swing)
            way = (then.x - last.x, then.y - last.y)
            phases.append(Phase(timed.lifts, timed.lands, goal, goal, one, way))
        left, right, lands = queue.end
        if not queue.steps:
            lands = queue.landed
        goal = self.middle(left, right)
        carried = queue.steps[-1].support if queue.steps else queue.carried
        start, both = self._standing(carried, left, right)
        phases.append(Phase(lands, lands + end, start, goal, both))

    def centre(self, side: Side, foot: Pose2) -> FlatPoint:
        """Return the target of the zero moment point in single support on this foot, m."""
        spot = foot @ Pose2(self._sole.centre_forward, -side.sign * self._sole.centre_inward)
        return spot.x, spot.y

    def _standing(
        self, carried: Side | None, left: Pose2, right: Pose2
    ) -> tuple[FlatPoint, SupportArea]:
        """Return the reference at the beginning of a double support, m, and its support area.

        Args:
            carried: Support foot until then; None if the robot stood.
            left: Pose of the left foot.
            right: Pose of the right foot.
        """
        both = SupportArea(self._sole, (Side.LEFT, left), (Side.RIGHT, right))
        if carried is None:
            both.around = 0.0  # a robot that stood may have its weight at an edge
            return self._start, both
        return self.centre(carried, left if carried is Side.LEFT else right), both

    def _back(self, timed: TimedStep, carries: FlatPoint) -> FlatPoint:
        """Return the reference to move back to between two steps of the same foot, m."""
        share = self._sole.back_share
        x, y = self.middle(timed.last_left, timed.last_right)
        return carries[0] + share * (x - carries[0]), carries[1] + share * (y - carries[1])

    def load(self, feet: Mapping[Side, Pose2], com: FlatPoint) -> dict[Side, float]:
        """Return the share of the weight on each foot in double support.

        Args:
            feet: Poses of the feet.
            com: The point on the floor, m, that determines the shares.
        """
        a = self.centre(Side.LEFT, feet[Side.LEFT])
        b = self.centre(Side.RIGHT, feet[Side.RIGHT])
        across = (a[0] - b[0], a[1] - b[1])
        length = across[0] ** 2 + across[1] ** 2
        along = (com[0] - b[0]) * across[0] + (com[1] - b[1]) * across[1]
        left = clamp(along / length, 0.0, 1.0)
        return {Side.LEFT: left, Side.RIGHT: 1.0 - left}

    def middle(self, left: Pose2, right: Pose2) -> FlatPoint:
        """Return the target of the zero moment point while standing on both feet, m."""
        a, b = self.centre(Side.LEFT, left), self.centre(Side.RIGHT, right)
        return 0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])

    def preview(self, time: float) -> tuple[Matrix, PreviewRoom]:
        """Return the references of the samples, (N, 2), m, and their allowed region."""
        sample, phases = self._horizon.sample, self.phases
        half, factor = 0.5 * sample, self._lever / sample
        reference: list[float] = []
        pushes, seen = [], []
        place, last = 0, len(phases) - 1
        phase, then = phases[0], None
        for number in range(1, self._horizon.samples + 1):
            at = time + number * sample
            while place < last and at >= phase.ends:
                place += 1
                phase, then = phases[place], None
            seen.append(phase)
            x, y = phase.reference(at)
            push_x = push_y = 0.0
            if phase.swing is not None:
                # Averaged over a sample, as a foot that starts and stops has peaks in between.
                before = phase.swing_speed(self._shape, at - half) if then is None else then
                then = phase.swing_speed(self._shape, at + half)
                push = factor * (then - before)
                push_x, push_y = push * phase.swing[0], push * phase.swing[1]
            pushes.append((push_x, push_y))
            # The cart does not include the leg, whose share of the zero moment point is subtracted.
            reference += (x - push_x, y - push_y)
        # From a flat list: an array of pairs takes three times as long to build.
        return np.array(reference).reshape(-1, 2), PreviewRoom(seen, pushes)


def convex_hull(points: Sequence[FlatPoint]) -> list[FlatPoint]:
    """Return the corners of the convex hull, anticlockwise (Andrew's monotone chain)."""
    ordered = sorted(set(points))

    def chain(along: Sequence[FlatPoint]) -> list[FlatPoint]:
        kept: list[FlatPoint] = []
        for point in along:
            while len(kept) > 1 and _turn(kept[-2], kept[-1], point) <= 0.0:
                kept.pop()
            kept.append(point)
        return kept[:-1]

    return chain(ordered) + chain(ordered[::-1])


def edges_of(corners: Sequence[FlatPoint]) -> tuple[Matrix, Matrix]:
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


def _turn(a: FlatPoint, b: FlatPoint, c: FlatPoint) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
