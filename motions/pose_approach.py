"""Simultaneous motion of all joints from one pose to another, at rest at both ends."""

from collections.abc import Sequence
from dataclasses import dataclass

from motions.scalars import smooth

Pose = tuple[float, ...]


@dataclass(slots=True)
class PoseApproach:
    """Interpolation from one pose to another.

    Attributes:
        start: Pose at the beginning, in wire order, rad.
        duration: Duration of the interpolation, s.
        time: Time since the beginning, s.
    """

    start: Pose
    duration: float
    time: float = 0.0

    @property
    def over(self) -> bool:
        """Return whether the interpolation has ended."""
        return self.time >= self.duration

    @property
    def progress(self) -> float:
        """Return the smoothed progress, 0 at the beginning to 1 at the end."""
        return 1.0 if self.over else smooth(self.time / self.duration)

    def pose(self, goal: Sequence[float]) -> list[float]:
        """Return the current pose between start and goal, rad."""
        share = self.progress
        return [at + share * (to - at) for at, to in zip(self.start, goal, strict=True)]


def longest_way(start: Sequence[float], goal: Sequence[float]) -> float:
    """Return the largest joint difference between two poses, rad."""
    return max(abs(to - at) for at, to in zip(start, goal, strict=True))
