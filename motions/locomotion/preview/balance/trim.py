"""What the zeros of a leg's joints are wrong by, in commands and measurements alike.

It is learnt while both feet carry before the first step, and taken out from then on (`SoleTrim`).
Later it is not learnt: a robot in its steps stands on edges. By what is alike in both soles the
inertial unit may be off as well; what they differ by is the joints' alone, the hips' as likely as
the ankles'.
"""

from collections.abc import Mapping, Sequence

from hardware.robots.model import RobotModel, Side
from motions.kinematics.sole_tilt import tilt_over_floor
from motions.locomotion.preview.balance.parameters import TrimParameters
from motions.perception.state import RobotState
from motions.walking.joints.sole_trim import SoleTrim


class PreviewTrim:
    """Learns by how much standing soles seem to be tilted, and takes it out.

    Attributes:
        soles: What is known of each, and what is added for it.
    """

    def __init__(self, model: RobotModel, parameters: TrimParameters) -> None:
        """Keep the robot: nothing is known of it."""
        self._legs = model.legs
        self._parameters = parameters
        self.begin()

    def begin(self) -> None:
        """Begin a walk from a stance that nothing was taken out of, of a robot not known yet."""
        self.soles = SoleTrim(self._parameters, self._parameters.differing)
        self._time = dict.fromkeys(Side, 0.0)

    def update(self, robot: RobotState, load: Mapping[Side, float], *, stands: bool) -> None:
        """Learn from one cycle, unless the torso's tilt is unknown, and go on to what is known.

        Args:
            robot: The robot now.
            load: Share of the weight that each foot carries by the plan.
            stands: No foot was lifted yet.
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
        """Take the errors out of commands, in place, rad."""
        self.soles.apply(joints, self._legs)

    def true(self, positions: Sequence[float]) -> list[float]:
        """Return measured joints as they likely are, rad."""
        joints = list(positions)
        self.soles.apply(joints, self._legs, -1.0)
        return joints
