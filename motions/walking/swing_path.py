"""Swing foot paths through given points, as for a kick."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, Self

from hardware.robots.model import Side
from hardware.units import Milliseconds, Percent, PositiveLength, Ratio, UnsignedLength
from motions.kinematics.geometry import rotate_flat
from motions.scalars import clamp, cubic
from motions.walking.step import Step
from motions.walking.trajectories import FeetOffsets, swing_progress


class FootPace(Enum):
    """Speed profile of the foot between two points."""

    EVEN = "even"
    """At constant speed."""
    SMOOTH = "smooth"
    """From rest to rest."""
    FASTER = "faster"
    """From rest to maximum speed."""
    SLOWER = "slower"
    """From maximum speed to rest."""


_PROGRESS: Final[dict[FootPace, Callable[[float], float]]] = {
    FootPace.EVEN: lambda u: u,
    FootPace.SMOOTH: swing_progress,
    FootPace.FASTER: lambda u: 1.0 - math.cos(0.5 * math.pi * u),
    FootPace.SLOWER: lambda u: math.sin(0.5 * math.pi * u),
}


_AT_REST: Final = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class PathPoint:
    """Pose of the swing foot at a time, relative to its place beside the support foot.

    Attributes:
        time: Time since the step began, s.
        forward: Along the support foot's heading, m.
        side: To the left, m.
        turn: To the left, relative to the support foot, rad.
        toes: Rotation of the sole that raises its toes, rad.
        pace: Speed profile from the previous point, used if the foot rests at both.
        speed: Velocity at the point, forward and to the left, m/s; None if the foot rests there.
    """

    time: float
    forward: float
    side: float
    turn: float = 0.0
    toes: float = 0.0
    pace: FootPace = FootPace.SMOOTH
    speed: tuple[float, float] | None = None

    def placed(self, before: "PathPoint", time: float) -> tuple[float, float]:
        """Return the foot's position on its path to this point, forward and to the left, m.

        Args:
            before: The previous point.
            time: Time since the step began, s.
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
    """Path of a swing foot over the ground, from its position at the start of the step."""

    def __init__(self, begin: PathPoint, points: Sequence[PathPoint]) -> None:
        """Create a path from `begin` through points in order of time, ending at the last one."""
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
        """Return the path of a step that starts with these feet.

        Args:
            start: Offsets of the feet.
            swing: The swing foot.
            hip_offset: Half the distance between the hip joints, m.
            points: Points that the swing foot passes through.
            time: Time since the step began at which the path starts, s.
        """
        foot, other = start.of(swing), start.of(swing.other)
        turn = swing.sign * 2.0 * start.turn
        apart = swing.sign * 2.0 * hip_offset
        x, y = rotate_flat(foot.forward - other.forward, apart + foot.side - other.side, 0.5 * turn)
        return cls(PathPoint(time, x, y - apart, turn), points)

    def at(self, time: float) -> PathPoint:
        """Return the foot's pose at a time since the step began, s."""
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

    def redirected(self, points: Sequence[PathPoint]) -> "SwingPath":
        """Return a path with the same beginning through other points, none of them passed yet."""
        return SwingPath(self._points[0], points)

    def interrupted(self, time: float, points: Sequence[PathPoint]) -> "SwingPath":
        """Return a path that continues from rest at the pose at `time`, s, through other points."""
        leaves = max(time, self._points[0].time)
        here = replace(self.at(time), time=leaves)
        return SwingPath(here, [point for point in points if point.time > time])


@dataclass(frozen=True, slots=True)
class KickStyle:
    """How the walk executes a kicking step, whatever its path.

    Attributes:
        lift: Additional lift of the foot over that of the walk, m.
        against_pitch: Share of the torso's pitch since the beginning of the step that the foot
            compensates: it swings about the hips, so a pitching torso takes speed from it.
        against_roll: Share of the torso's roll by which the foot is levelled even while the walk
            is in rhythm: a sinking foot meets the ball below its middle.
        holds_height: Share of the foot's height error that is corrected: a worn robot's foot hangs
            lower or higher than it is commanded to.
        gives_up: The foot comes down at once when the torso falls towards it by more than this
            DCM error, m.
        levels_ahead: The sole is levelled to the torso attitude predicted this far ahead, s: joints
            lag, and a tilted sole meets the ball with another part.
        goes_on: Share of its stride that the following step makes; 0 only closes the feet.
        ankle: Stiffness of the kicking foot's ankle pitch.
        leaves: The foot, which still carries weight, stays in place until then, s.
    """

    lift: UnsignedLength
    against_pitch: Ratio
    against_roll: Ratio
    holds_height: Ratio
    gives_up: PositiveLength
    levels_ahead: Milliseconds
    goes_on: Ratio
    ankle: Percent
    leaves: Milliseconds


@dataclass(frozen=True, slots=True)
class KickStep:
    """A kicking step, executed as requested: the limits of the walk do not apply.

    Attributes:
        swing: The kicking foot.
        points: Path of the kicking foot.
        style: How it is executed.
        duration: Planned duration, s.
        touched_until: Time before which any contact of the foot counts as the ball, s.
        high_until: Time until which the foot stays at its apex, s.
    """

    swing: Side
    points: tuple[PathPoint, ...]
    style: KickStyle
    duration: float
    touched_until: float
    high_until: float = 0.0

    def landing(self, time: float) -> Self:
        """Return a step whose foot only lands beside the other one, at `time`, s."""
        return replace(
            self,
            points=(PathPoint(time, 0.0, 0.0),),
            duration=time,
            touched_until=0.0,
            high_until=0.0,
        )

    def step(self, hip_offset: float) -> Step:
        """Return the step target that corresponds to the end of the path.

        Args:
            hip_offset: Half the distance between the hip joints, m.
        """
        end = self.points[-1]
        h = self.swing.sign * hip_offset
        # The zero point midway between the closed feet turns about the sole.
        return Step(
            end.forward + h * math.sin(end.turn),
            end.side - h * (math.cos(end.turn) - 1.0),
            end.turn,
        )
