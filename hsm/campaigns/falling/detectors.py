"""A row of fall detectors that differ in one threshold and watch the same robot."""

import math
from dataclasses import replace

from hsm.control.assembly import MotionSettings
from motions.perception.attitude import level_rotation
from motions.perception.fall import FallDetector, TorsoPosture
from motions.perception.parameters import PerceptionParameters
from motions.perception.state import Fall, RobotState
from motions.perception.tipping import TippingGeometry

_NEVER = 1e3
"""An excess that no robot reaches, m."""


def without_detector(perception: PerceptionParameters) -> PerceptionParameters:
    """Return the parameters of a perception that never announces a fall."""
    return replace(perception, fall=replace(perception.fall, excess=_NEVER, tilt=2.0 * math.pi))


class DetectorRow:
    """Detectors with different thresholds of the capture point's excess.

    Attributes:
        thresholds: m.
        fell: Which of them announce a fall in this cycle.
    """

    def __init__(self, settings: MotionSettings, thresholds: tuple[float, ...]) -> None:
        self.thresholds = thresholds
        self.fell = [False] * len(thresholds)
        self._geometry = TippingGeometry(settings.robot.dimensions)
        self._cycle = settings.robot.cycle
        self._parameters = settings.perception.fall
        self._detectors = [self._fresh(threshold) for threshold in thresholds]

    def look(self, state: RobotState) -> None:
        """Take in one cycle of a robot, as perception sees it."""
        tipping = self._geometry.evaluate(
            level_rotation(state.up), state.gyro, state.com, state.left_sole, state.right_sole
        )
        posture = TorsoPosture(state.up, state.gyro, tipping, state.contact, state.imu_quiet_time)
        for index, detector in enumerate(self._detectors):
            self.fell[index] = detector.update(posture) in (Fall.FALLING, Fall.FALLEN)

    def forget(self, index: int) -> None:
        """Put a fresh detector in the place of one whose alarm was false."""
        self._detectors[index] = self._fresh(self.thresholds[index])
        self.fell[index] = False

    def _fresh(self, threshold: float) -> FallDetector:
        return FallDetector(replace(self._parameters, excess=threshold), self._cycle)
