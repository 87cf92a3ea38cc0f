"""Trim of the offsets of a leg's joints, in commands and measurements alike.

The offsets are learnt in the double support before the first step, and compensated from then on
(`SoleTrim`). They are not learnt later, as a stepping robot stands on edges. A tilt common to both
soles may also be an error of the inertial unit; their difference is due to the joints, the hips as
likely as the ankles.
"""

from collections.abc import Mapping, Sequence

from hardware.robots.model import RobotModel, Side
from motions.kinematics.sole_tilt import tilt_over_floor
from motions.locomotion.preview.balance.parameters import TrimParameters
from motions.perception.state import RobotState
from motions.walking.joints.sole_trim import SoleTrim


class PreviewTrim:
    """Learns the apparent tilt of standing soles, and compensates it.

    Attributes:
        soles: Learnt tilt of each sole, and its compensation.
    """

    def __init__(self, model: RobotModel, parameters: TrimParameters) -> None:
        """Keep the robot, without any knowledge of it."""
        self._legs = model.legs
        self._parameters = parameters
        self.begin()

    def begin(self) -> None:
        """Begin a walk from an untrimmed stance, without any knowledge of the robot."""
        self.soles = SoleTrim(self._parameters, self._parameters.differing)
        self._time = dict.fromkeys(Side, 0.0)

    def update(self, robot: RobotState, load: Mapping[Side, float], *, stands: bool) -> None:
        """Learn from one cycle, unless the torso's tilt is unknown, and update the compensation.

        Args:
            robot: The robot now.
            load: Planned share of the weight on each foot.
            stands: Whether no foot was lifted yet.
        """
        own = self._parameters
        learns = stands and robot.contact and not robot.blind
        for side, known in self.soles.known.items():
            if learns and load[side] > own.least_load:
                sole = tilt_over_floor(robot.sole(side), robot.roll, robot.pitch)
                self._time[side] += robot.cycle
                share = robot.cycle / max(self._time[side], own.first_time)
                known.roll += share * (sole.roll - known.roll)
                known.pitch += share * (sole.pitch - known.pitch)
        self.soles.update(robot.cycle)

    def apply(self, joints: list[float]) -> None:
        """Compensate the offsets in commands, in place, rad."""
        self.soles.apply(joints, self._legs)

    def true(self, positions: Sequence[float]) -> list[float]:
        """Return the measured joints with their offsets removed, rad."""
        joints = list(positions)
        self.soles.apply(joints, self._legs, -1.0)
        return joints
