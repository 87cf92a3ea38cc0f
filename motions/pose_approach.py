"""The way of all joints from one pose into another: at rest at both ends, all at once."""

from collections.abc import Sequence
from dataclasses import dataclass

from motions.scalars import smooth

Pose = tuple[float, ...]


@dataclass(slots=True)
class PoseApproach:
    """An interpolation into a pose.

    Attributes:
        start: Pose at its beginning, in wire order, rad.
        duration: s.
        time: Since the beginning, s.
    """

    start: Pose
    duration: float
    time: float = 0.0

    @property
    def over(self) -> bool:
        """Return whether its end is reached."""
        return self.time >= self.duration

    @property
    def progress(self) -> float:
        """Return 0 at the beginning to 1 at the end, at rest at both."""
        return 1.0 if self.over else smooth(self.time / self.duration)

    def pose(self, goal: Sequence[float]) -> list[float]:
        """Return where the joints are now on their way to a goal, rad."""
        share = self.progress
        return [at + share * (to - at) for at, to in zip(self.start, goal, strict=True)]


def longest_way(start: Sequence[float], goal: Sequence[float]) -> float:
    """Return the way of the joint that has the longest one, rad."""
    return max(abs(to - at) for at, to in zip(start, goal, strict=True))
