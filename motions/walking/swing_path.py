"""A swing foot that goes through points of its own, as one does that kicks."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, Self

from hardware.robots.model import Side
from motions.scalars import clamp, cubic
from motions.walking.step import Step
from motions.walking.trajectories import FeetOffsets, swing_progress


class FootPace(Enum):
    """How a foot goes from one point to the next."""

    EVEN = "even"
    """At one speed."""
    SMOOTH = "smooth"
    """From rest to rest."""
    FASTER = "faster"
    """From rest to its fastest."""
    SLOWER = "slower"
    """From its fastest to rest."""


_PROGRESS: Final[dict[FootPace, Callable[[float], float]]] = {
    FootPace.EVEN: lambda u: u,
    FootPace.SMOOTH: swing_progress,
    FootPace.FASTER: lambda u: 1.0 - math.cos(0.5 * math.pi * u),
    FootPace.SLOWER: lambda u: math.sin(0.5 * math.pi * u),
}


_AT_REST: Final = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class PathPoint:
    """Where the swing foot is at a time, seen from where it would be closed up.

    Attributes:
        time: Since the step has begun, s.
        forward: In the direction of the support foot, m.
        side: To the left, m.
        turn: To the left, against the support foot, rad.
        toes: Turn of the sole that raises its toes, rad.
        pace: How it goes there from the point before, when it rests at both.
        speed: How fast it passes there, forward and to the left, m/s; it rests there if None.
    """

    time: float
    forward: float
    side: float
    turn: float = 0.0
    toes: float = 0.0
    pace: FootPace = FootPace.SMOOTH
    speed: tuple[float, float] | None = None

    def placed(self, before: "PathPoint", time: float) -> tuple[float, float]:
        """Return where the foot is on its way here, forward and to the left, m.

        Args:
            before: Where it comes from.
            time: Since the step has begun, s.
        """
        duration = self.time - before.time
        u = clamp((time - before.time) / duration, 0.0, 1.0)
        if self.speed is None and before.speed is None:
            gone = _PROGRESS[self.pace](u)
            return (
                before.forward + gone * (self.forward - before.forward),
                before.side + gone * (self.side - before.side),
            )
        leave, arrive = before.speed or _AT_REST, self.speed or _AT_REST
        return (
            cubic(before.forward, leave[0], self.forward, arrive[0], duration, u),
            cubic(before.side, leave[1], self.side, arrive[1], duration, u),
        )


class SwingPath:
    """The way of a swing foot over the ground, from where the step has found it."""

    def __init__(self, begin: PathPoint, points: Sequence[PathPoint]) -> None:
        """Go from a place, through the points, in the order of their times; stay at the last."""
        self._points = (begin, *points)

    @classmethod
    def from_feet(
        cls,
        start: FeetOffsets,
        swing: Side,
        hip_offset: float,
        points: Sequence[PathPoint],
        time: float = 0.0,
    ) -> "SwingPath":
        """Return the path of a step with these feet.

        Args:
            start: Where the feet are.
            swing: The foot that swings.
            hip_offset: Half the distance between the hip joints, m.
            points: Where it goes.
            time: Since the step has begun, s.
        """
        foot, other = start.of(swing), start.of(swing.other)
        turn = swing.sign * 2.0 * start.turn
        apart = swing.sign * 2.0 * hip_offset
        x, y = turned(foot.forward - other.forward, apart + foot.side - other.side, 0.5 * turn)
        return cls(PathPoint(time, x, y - apart, turn), points)

    def at(self, time: float) -> PathPoint:
        """Return where the foot is at a time of the step."""
        points = self._points
        before = points[0]
        for point in points[1:]:
            if time < point.time:
                u = clamp((time - before.time) / (point.time - before.time), 0.0, 1.0)
                gone = _PROGRESS[point.pace](u)
                forward, side = point.placed(before, time)
                return PathPoint(
                    time,
                    forward,
                    side,
                    before.turn + gone * (point.turn - before.turn),
                    before.toes + gone * (point.toes - before.toes),
                )
            before = point
        return before

    def renewed(self, time: float, points: Sequence[PathPoint]) -> "SwingPath":
        """Return a path that goes on from here through other points."""
        leaves = max(time, self._points[0].time)
        here = replace(self.at(time), time=leaves)
        return SwingPath(here, [point for point in points if point.time > time])


@dataclass(frozen=True, slots=True)
class KickStep:
    """A step that kicks: it is made as it is asked for, without the limits of a walk.

    Attributes:
        swing: The foot that kicks.
        points: Its way.
        lift: By how much higher it is lifted than in a walk, m.
        duration: Planned duration, s.
        ankle: Stiffness of its ankle, 0..1.
        touched_until: Whatever it touches before is the ball, s.
        leaves: It goes nowhere before, as it still carries, s.
        high_until: It stays up until then, s.
        against_pitch: Share of the torso's pitch since the step's beginning against which it goes.
        against_roll: Share of the torso's roll by which it is levelled, however small that is.
        gives_up: The foot comes down at once when the torso falls to it by more: DCM error, m.
        levels_ahead: Its sole is level to the torso as that will be after so long, s.
        goes_on: Share of its way that the step after it goes.
    """

    swing: Side
    points: tuple[PathPoint, ...]
    lift: float
    duration: float
    ankle: float
    touched_until: float
    leaves: float = 0.0
    high_until: float = 0.0
    against_pitch: float = 0.0
    against_roll: float = 0.0
    gives_up: float = math.inf
    levels_ahead: float = 0.0
    goes_on: float = 1.0

    def landing(self, time: float) -> Self:
        """Return a step whose foot only comes down beside the other one, at a time, s."""
        return replace(
            self,
            points=(PathPoint(time, 0.0, 0.0),),
            duration=time,
            touched_until=0.0,
            high_until=0.0,
        )

    def step(self, hip_offset: float) -> Step:
        """Return the step that ends where the path ends.

        Args:
            hip_offset: Half the distance between the hip joints, m.
        """
        end = self.points[-1]
        h = self.swing.sign * hip_offset
        # The zero point midway between closed feet turns about the sole.
        return Step(
            end.forward + h * math.sin(end.turn),
            end.side - h * (math.cos(end.turn) - 1.0),
            end.turn,
        )


def turned(x: float, y: float, angle: float) -> tuple[float, float]:
    """Return a way on the floor, m, turned to the left by an angle, rad."""
    c, s = math.cos(angle), math.sin(angle)
    return c * x - s * y, s * x + c * y
