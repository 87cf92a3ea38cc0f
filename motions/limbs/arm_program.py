"""Arm programs: sequences of poses, played forwards and backwards from the arm's position."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Annotated

from hardware.units import PositiveTime, Unit
from motions.scalars import clamp, smooth


class ArmProfile(Enum):
    """Speed profile from one pose to the next."""

    LINEAR = "linear"
    SOFT_START = "soft_start"
    SOFT_END = "soft_end"
    SOFT = "soft"
    """Soft start and soft end."""

    def share(self, ratio: float) -> float:
        """Return the share of the distance covered at a share of the time, both 0..1."""
        match self:
            case ArmProfile.LINEAR:
                return ratio
            case ArmProfile.SOFT_START:
                return 1.0 - math.cos(0.5 * math.pi * ratio)
            case ArmProfile.SOFT_END:
                return math.sin(0.5 * math.pi * ratio)
            case ArmProfile.SOFT:
                return smooth(ratio)

    @property
    def steepest(self) -> float:
        """Return the peak speed over the mean speed."""
        return 1.0 if self is ArmProfile.LINEAR else 0.5 * math.pi


@dataclass(frozen=True, slots=True)
class ArmPose:
    """A pose of a program.

    Attributes:
        angles: From the shoulder down, as of a left arm, rad; an arm with fewer joints leaves the
            last ones out.
        duration: Time to reach it, s; longer if a joint would be too fast.
        profile: Speed profile of the motion to it.
    """

    angles: Annotated[tuple[float, ...], Unit("deg")]
    duration: PositiveTime
    profile: ArmProfile = ArmProfile.SOFT


class ArmWay:
    """Path of one arm through a sequence of poses.

    Attributes:
        duration: Duration of the path, s.
        time: Current time on the path, s; it decreases on the way back.
    """

    def __init__(self, start: Sequence[float], poses: Sequence[ArmPose], fastest: float) -> None:
        """Begin.

        Args:
            start: Current angles of the arm, rad.
            poses: The poses, with the angles of this arm.
            fastest: Largest joint speed, above which durations are lengthened, rad/s.
        """
        self._points = [tuple(start), *(pose.angles for pose in poses)]
        self._profiles = [pose.profile for pose in poses]
        self._durations = [
            max(pose.duration, pose.profile.steepest * _furthest(before, after) / fastest)
            for pose, (before, after) in zip(poses, pairwise(self._points), strict=True)
        ]
        self.duration = sum(self._durations)
        self.time = 0.0

    def go(self, time: float) -> tuple[float, ...]:
        """Advance by a time, s, or go back if it is negative; return the angles there, rad."""
        self.time = left = clamp(self.time + time, 0.0, self.duration)
        if left >= self.duration:
            return self._points[-1]
        ways = zip(pairwise(self._points), self._durations, self._profiles, strict=True)
        for (before, after), duration, profile in ways:
            if left < duration:
                share = profile.share(left / duration)
                return tuple(a + share * (b - a) for a, b in zip(before, after, strict=True))
            left -= duration
        return self._points[-1]


def _furthest(before: Sequence[float], after: Sequence[float]) -> float:
    return max(abs(b - a) for a, b in zip(before, after, strict=True))
