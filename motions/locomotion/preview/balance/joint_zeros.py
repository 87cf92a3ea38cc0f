"""What the zeros of a leg's joints are wrong by: a sole that stands is flat, whatever they say.

Attitude and joints tell how a standing sole is tilted. It is not: what they tell is the error of
all zeros of that leg together. It is learnt while both feet carry before the first step, and taken
out of commands and measurements alike. Later it is not: a robot in its steps stands on edges. Which
joint it is nobody can see; each gets its share.
"""

from collections.abc import Mapping, Sequence

from hardware.robots.model import RobotModel, Side
from motions.kinematics.sole_tilt import Tilt, tilt_over_floor, turn_sole
from motions.locomotion.preview.parameters import TrimParameters
from motions.perception.state import RobotState
from motions.scalars import clamp, toward


class LegTrim:
    """By how much standing soles seem to be tilted, and what is added to the joints for it.

    Attributes:
        tilt: Of each sole, learnt, rad.
    """

    def __init__(self, model: RobotModel, parameters: TrimParameters) -> None:
        """Keep the robot: nothing is known of it."""
        self._model = model
        self._parameters = parameters
        self.begin()

    def begin(self) -> None:
        """Begin a walk from a stance that nothing was taken out of."""
        self.tilt = {side: Tilt() for side in Side}
        self._added = {side: Tilt() for side in Side}
        self._time = dict.fromkeys(Side, 0.0)

    def update(self, robot: RobotState, load: Mapping[Side, float], *, stands: bool) -> None:
        """Learn from one cycle, and go on towards what is known.

        Args:
            robot: The robot now.
            load: Share of the weight that each foot carries by the plan.
            stands: No foot was lifted yet.
        """
        own = self._parameters
        most = own.speed * robot.cycle
        for side in Side:
            known, added = self.tilt[side], self._added[side]
            if stands and robot.contact and load[side] > own.least_load:
                sole = tilt_over_floor(robot.sole(side), robot.roll, robot.pitch)
                self._time[side] += robot.cycle
                share = robot.cycle / max(self._time[side], own.first_time)
                known.roll += share * (sole.roll - known.roll)
                known.pitch += share * (sole.pitch - known.pitch)
            roll = clamp(known.roll, -own.roll_limit, own.roll_limit)
            pitch = clamp(known.pitch, -own.pitch_limit, own.pitch_limit)
            added.roll = toward(added.roll, roll, most)
            added.pitch = toward(added.pitch, pitch, most)

    def apply(self, joints: list[float], sign: float = 1.0) -> None:
        """Take the errors out of commands, in place, rad; with a sign of -1 put them in."""
        for side, added in self._added.items():
            turn = Tilt(sign * added.roll, sign * added.pitch)
            turn_sole(joints, self._model.legs[side], turn, self._parameters.shares)

    def true(self, positions: Sequence[float]) -> list[float]:
        """Return measured joints as they likely are, rad."""
        joints = list(positions)
        self.apply(joints, -1.0)
        return joints
