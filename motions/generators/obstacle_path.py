"""Path around obstacles: which one to pass first, on which side, and where to walk for that.

Obstacles are enlarged by the robot's radius, so that the path is planned for its centre. A moving
obstacle is placed where the robot will meet it. A chosen side is kept until another one is clearly
shorter.
"""

import math
from dataclasses import dataclass

from hardware.units import FlatPoint
from motions.generators.meeting import meeting
from motions.generators.parameters import ObstacleParameters
from motions.generators.taut_path import LEFT, RIGHT, Passing, Round, is_free, shortest_path
from motions.kinematics.geometry import rotate_flat
from motions.sight import Circle
from motions.walking.step import Step


@dataclass(frozen=True, slots=True)
class Chosen:
    """An obstacle that the path passes.

    Attributes:
        x: Its position relative to the robot after the last step, m.
        y: Likewise.
        side: Side on which it is passed: +1 for its left, clockwise around it.
    """

    x: float
    y: float
    side: float


class ObstaclePath:
    """Plans where to walk instead of straight to the end."""

    def __init__(self, parameters: ObstacleParameters) -> None:
        self._parameters = parameters
        self._chosen: tuple[Chosen, ...] = ()

    @property
    def chosen(self) -> tuple[Chosen, ...]:
        """Return the obstacles that the path passes, in order."""
        return self._chosen

    def made(self, step: Step) -> None:
        """Transform the remembered obstacles into the frame at the end of the chosen step."""
        if not self._chosen:
            return
        self._chosen = tuple(
            Chosen(*rotate_flat(each.x - step.x, each.y - step.y, -step.turn), each.side)
            for each in self._chosen
        )

    def ahead(
        self,
        end: FlatPoint,
        obstacles: tuple[Circle, ...],
        keep_out: Circle | None,
        mirror: float,
        arrival: float,
    ) -> FlatPoint | None:
        """Return where to walk now, m; None if the straight path to the end is free.

        Args:
            end: End of the path, mirrored with `mirror`, m.
            obstacles: The obstacles as seen.
            keep_out: Another circle that the robot's centre must not enter.
            mirror: +1 or -1: the result is mirrored like the end.
            arrival: Time to the end on a free path, s.
        """
        if not obstacles and keep_out is None:
            self._chosen = ()
            return None
        wide = self._widened(end, obstacles, keep_out, mirror, arrival)
        # A robot inside a circle is treated as on its edge, so that the path leads out or past it.
        circles = tuple(
            Round(c.x, c.y, min(c.radius, (1.0 - 1e-9) * math.hypot(c.x, c.y))) for c in wide
        )
        if is_free(end, circles):
            self._chosen = ()
            return None
        kept = tuple(self._kept(circle, mirror) for circle in circles)
        path = shortest_path(end, circles, kept, self._parameters.side_price)
        passings = path.passings if path is not None else _past_nearest(end, circles, kept)
        if not passings:
            self._chosen = ()
            return None
        self._chosen = tuple(
            Chosen(circles[each.circle].x, mirror * circles[each.circle].y, mirror * each.side)
            for each in passings
        )
        first = passings[0]
        return self._towards(circles[first.circle], wide[first.circle].radius, first.side)

    def _widened(
        self,
        end: FlatPoint,
        obstacles: tuple[Circle, ...],
        keep_out: Circle | None,
        mirror: float,
        arrival: float,
    ) -> tuple[Round, ...]:
        """Return the nearest obstacles, enlarged to what the robot's centre must not enter."""
        parameters = self._parameters
        found = []
        for each in obstacles if keep_out is None else (keep_out, *obstacles):
            x, y = each.x, mirror * each.y
            radius = each.radius + (0.0 if each is keep_out else parameters.robot_radius)
            if each.moves:
                met = meeting((x, y), (each.vx, mirror * each.vy), end, arrival)
                if met.time > parameters.foresight or met.apart >= radius:
                    continue
                x, y = met.x, met.y
            to_end = math.hypot(end[0] - x, end[1] - y)
            radius = min(radius, (1.0 - 1e-9) * to_end)  # puts an end inside on the edge
            if radius > parameters.smallest:
                found.append(Round(x, y, radius))
        if len(found) > parameters.most:
            found.sort(key=lambda circle: math.hypot(circle.x, circle.y) - circle.radius)
            del found[parameters.most :]
        return tuple(found)

    def _kept(self, circle: Round, mirror: float) -> float:
        """Return the side chosen for this obstacle so far; 0 if it was not passed."""
        best, side = self._parameters.same_within, 0.0
        for each in self._chosen:
            apart = math.hypot(each.x - circle.x, mirror * each.y - circle.y)
            if apart < best:
                best, side = apart, mirror * each.side
        return side

    def _towards(self, circle: Round, radius: float, side: float) -> FlatPoint:
        """Return the point to walk to: the tangent point of the circle, or further around it.

        Args:
            circle: The circle to pass, no larger than the robot's distance from its centre.
            radius: Distance to keep from its centre, m.
            side: Side on which to pass it.
        """
        parameters = self._parameters
        apart = math.hypot(circle.x, circle.y)
        angle = math.asin(min(1.0, circle.radius / apart))
        c, s = math.cos(angle), side * math.sin(angle)
        x, y = c * (c * circle.x - s * circle.y), c * (s * circle.x + c * circle.y)
        if c * apart > parameters.arc_within:
            return x, y
        ox, oy = x - circle.x, y - circle.y
        far = radius / (max(math.hypot(ox, oy), 1e-9) * math.cos(parameters.ahead_on_arc))
        c, s = math.cos(parameters.ahead_on_arc), -side * math.sin(parameters.ahead_on_arc)
        return circle.x + far * (c * ox - s * oy), circle.y + far * (s * ox + c * oy)


def _past_nearest(
    end: FlatPoint, circles: tuple[Round, ...], kept: tuple[float, ...]
) -> tuple[Passing, ...]:
    """Return how to pass the nearest circle in the way, as if there were no other.

    The fallback if circles enclose the robot or the end: it leads as near as possible.
    """
    blocking = [each for each in range(len(circles)) if not is_free(end, (circles[each],))]
    nearest = min(blocking, key=lambda each: math.hypot(circles[each].x, circles[each].y))
    circle = circles[nearest]
    cross = end[0] * circle.y - end[1] * circle.x
    return (Passing(nearest, kept[nearest] or (RIGHT if cross > 0.0 else LEFT)),)
