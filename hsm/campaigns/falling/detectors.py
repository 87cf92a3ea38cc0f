"""Fall detectors with different thresholds that observe the same robot."""

import math
from dataclasses import replace

from hsm.campaigns.changed import changed
from hsm.campaigns.context import TrialContext
from hsm.control.assembly import MotionSettings
from motions.perception.attitude import level_rotation
from motions.perception.fall import FallDetector, TorsoPosture
from motions.perception.state import Fall, RobotState
from motions.perception.tipping import TippingGeometry

_NEVER = 1e3
"""An excess that no robot reaches, m."""


def without_detector(context: TrialContext) -> TrialContext:
    """Return a context in which no fall is ever announced."""
    fall = replace(context.settings.perception.fall, excess=_NEVER, tilt=2.0 * math.pi)
    return changed(context, "settings.perception.fall", fall)


class DetectorRow:
    """Detectors with different thresholds of the capture point's excess.

    Attributes:
        thresholds: Thresholds, m.
        fell: Whether each detector announces a fall in this cycle.
    """

    def __init__(self, settings: MotionSettings, thresholds: tuple[float, ...]) -> None:
        self.thresholds = thresholds
        self.fell = [False] * len(thresholds)
        self._geometry = TippingGeometry(settings.robot.dimensions)
        self._cycle = settings.robot.cycle
        self._parameters = settings.perception.fall
        self._detectors = [self._fresh(threshold) for threshold in thresholds]

    def look(self, state: RobotState) -> None:
        """Update all detectors with one cycle's estimated state."""
        tipping = self._geometry.evaluate(
            level_rotation(state.up), state.gyro, state.com, state.left_sole, state.right_sole
        )
        posture = TorsoPosture(state.up, state.gyro, tipping, state.contact, state.imu_quiet_time)
        for index, detector in enumerate(self._detectors):
            self.fell[index] = detector.update(posture) in (Fall.FALLING, Fall.FALLEN)

    def forget(self, index: int) -> None:
        """Reset a detector after a false alarm."""
        self._detectors[index] = self._fresh(self.thresholds[index])
        self.fell[index] = False

    def _fresh(self, threshold: float) -> FallDetector:
        return FallDetector(replace(self._parameters, excess=threshold), self._cycle)
