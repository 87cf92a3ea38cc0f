"""A step that is stuck: late, hardly moving, and the swing foot is down without any weight on it.

Then waiting does not help: the foot hangs on something, or the robot leans on somebody.

Source: emergency step conditions of the B-Human code release.
"""

import math
from dataclasses import dataclass

from hardware.robots.model import Side
from hardware.units import AngularSpeed, Length, Milliseconds, Ratio
from motions.perception.state import RobotState


@dataclass(frozen=True, slots=True)
class StuckStepParameters:
    """When a late step counts as stuck.

    Attributes:
        active: Stuck steps end early; otherwise they wait for the quiet robot's time.
        late: Later than the planned duration by this, s.
        com_side: Centre of mass over the ground this near to the middle of the feet, m.
        above: Swing sole at most this far above the support sole, m.
        mean: Largest mean of each gyro, rad/s.
        deviation: Largest deviation of the gyros about x and y, rad/s.
        yaw_deviation: Likewise about z, rad/s.
        sample: Share of a new sample in mean and deviation.
    """

    active: bool
    late: Milliseconds
    com_side: Length
    above: Length
    mean: AngularSpeed
    deviation: AngularSpeed
    yaw_deviation: AngularSpeed
    sample: Ratio


class StuckDetector:
    """Mean and variance of the gyros, rad/s and (rad/s)2, over about a step."""

    def __init__(self, parameters: StuckStepParameters) -> None:
        self._parameters = parameters
        self._max_variance = (
            parameters.deviation**2,
            parameters.deviation**2,
            parameters.yaw_deviation**2,
        )
        self._mean = [0.0, 0.0, 0.0]
        self._variance = list(self._max_variance)

    def update(self, state: RobotState, swing: Side, late: float) -> bool:
        """Take one cycle of a step and return whether it is stuck.

        Args:
            state: The robot now.
            swing: The swing foot.
            late: Time since the planned end of the step, s.
        """
        limits, mean, variance = self._parameters, self._mean, self._variance
        # Mean and variance over an exponential window: about a step, without a buffer.
        for axis in range(3):
            away = state.gyro[axis] - mean[axis]
            mean[axis] += limits.sample * away
            variance[axis] += limits.sample * (away * away - variance[axis])
        if late <= limits.late or not state.contact:
            return False
        quiet = all(
            abs(mean[axis]) < limits.mean and variance[axis] < self._max_variance[axis]
            for axis in range(3)
        )
        return quiet and self._between_the_feet(state, swing)

    def _between_the_feet(self, state: RobotState, swing: Side) -> bool:
        """Return whether the robot stands on both feet, in the level frame."""
        limits = self._parameters
        foot, other = state.sole(swing), state.sole(swing.other)
        c, s = math.cos(state.roll), math.sin(state.roll)
        x, y, z = state.com
        middle = 0.5 * (foot.y + other.y), 0.5 * (foot.z + other.z)
        # Rx(roll) of what lies between the points: sideways and up against gravity.
        com_side = c * (y - middle[0]) - s * (z - middle[1])
        above = s * (foot.y - other.y) + c * (foot.z - other.z)
        return abs(com_side) < limits.com_side and above < limits.above
