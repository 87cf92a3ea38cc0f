"""Quiet detectors for the gyros, over a window, and for the legs."""

import math

from hardware.units import Point
from motions.perception.parameters import QuietParameters


class QuietDetector:
    """Detects quiet gyros by their mean and deviation over a sliding window.

    Attributes:
        quiet: Whether the whole window was quiet.
    """

    def __init__(self, parameters: QuietParameters):
        self._window = parameters.window
        self._mean = parameters.mean * parameters.window
        self._variance = parameters.deviation**2
        self._samples: list[Point] = [(0.0, 0.0, 0.0)] * self._window
        self._filled = 0
        self._index = 0
        self._sum = [0.0, 0.0, 0.0]
        self._squares = [0.0, 0.0, 0.0]
        self.quiet = False

    def update(self, gyro: Point) -> bool:
        """Add a sample of the angular velocity, rad/s, and return whether the window is quiet."""
        total, squares, n = self._sum, self._squares, self._window
        # Sliding sums: the cost of mean and deviation does not depend on the window's length.
        oldest = self._samples[self._index]
        self._samples[self._index] = gyro
        self._index = (self._index + 1) % n
        if self._filled < n:
            self._filled += 1
            for axis in range(3):
                total[axis] += gyro[axis]
                squares[axis] += gyro[axis] ** 2
            self.quiet = self._filled == n and self._judge()
            return self.quiet
        if self._index == 0:
            # Recompute the sums once per window, because incremental updates of floats drift.
            for axis in range(3):
                total[axis] = math.fsum(sample[axis] for sample in self._samples)
                squares[axis] = math.fsum(sample[axis] ** 2 for sample in self._samples)
        else:
            for axis in range(3):
                total[axis] += gyro[axis] - oldest[axis]
                squares[axis] += gyro[axis] ** 2 - oldest[axis] ** 2
        self.quiet = self._judge()
        return self.quiet

    @property
    def mean(self) -> Point:
        """Return the mean angular velocity over the window, rad/s."""
        x, y, z = self._sum
        return (x / self._window, y / self._window, z / self._window)

    def _judge(self) -> bool:
        n = self._window
        for total, squares in zip(self._sum, self._squares, strict=True):
            if abs(total) >= self._mean or squares / n - (total / n) ** 2 >= self._variance:
                return False
        return True


class LegsQuiet:
    """Measures for how long the legs have kept their pose.

    Attributes:
        time: Time for which the pose has been kept, s.
    """

    def __init__(self, parameters: QuietParameters, legs: tuple[int, ...]) -> None:
        """Create the detector; `legs` are the indices of the leg joints."""
        self._joints = legs
        self._change = parameters.leg_change
        self._pose: list[float] | None = None
        self.time = 0.0

    def update(self, positions: tuple[float, ...], gap: float) -> float:
        """Add the measured joint angles, rad, `gap` s after the last, and return the time.

        A joint that deviates from the stored pose by more than the allowed change starts a new
        pose, so that a slow creep counts as well as a quick motion.
        """
        legs = [positions[joint] for joint in self._joints]
        pose = self._pose
        if pose is None or any(
            abs(now - then) > self._change for now, then in zip(legs, pose, strict=True)
        ):
            self._pose, self.time = legs, 0.0
        else:
            self.time += gap
        return self.time
