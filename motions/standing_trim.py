"""Compensation of the errors of a leg's joint zeros in a standing robot.

Walking and standing share it (`walking/terms/trim.py`): a robot that leans back because of these
errors has its weight too far back and falls when it stops or after a get-up.

Only the walk learns the roll errors, and their compensation is kept. A sole with little load stands
on its edge, especially at the end of a get-up, and compensating that tilt would increase it.

Just after power-on the attitude is uncertain. But a robot that leans far back tips onto its heels
before the attitude has improved, so the part beyond the uncertainty is compensated at once.

Known errors are kept: a robot that is put down or has walked stands as before until it measures
anew.
"""

from collections.abc import Sequence
from dataclasses import replace

from hardware.robots.model import RobotModel, Side
from hardware.sensors_and_commands import JointCommand
from motions.kinematics.sole_tilt import tilt_over_floor
from motions.perception.state import Fall, RobotState
from motions.pose_approach import Pose
from motions.scalars import ramp
from motions.walking.configuration import WalkingParameters
from motions.walking.joints.sole_trim import SoleTrim
from motions.walking.terms.trim import WalkTrim, WalkTrimParameters


class StandingTrim:
    """Learns the apparent pitch of standing soles and compensates it."""

    def __init__(self, model: RobotModel, parameters: WalkTrimParameters) -> None:
        self._legs = model.legs
        self._parameters = parameters
        self.soles = SoleTrim(self._parameters)
        self._seen = dict.fromkeys(Side, 0.0)
        self._time = 0.0

    def begin(self, start: Sequence[float]) -> Pose:
        """Start standing or moving from a pose; return the pose without the compensation, rad.

        The known errors are kept and soon outweighed by new measurements.
        """
        if not self._time:  # a robot that walked first keeps the trim of its walk
            self._seen = {side: tilt.pitch for side, tilt in self.soles.known.items()}
            self._time = self._parameters.believed_after if any(self._seen.values()) else 0.0
        self._time = min(self._time, self._parameters.believed_after)
        joints = list(start)
        self.put_back(joints)
        return tuple(joints)

    def look(self, robot: RobotState) -> None:
        """Measure the tilt of the soles of a standing robot."""
        own = self._parameters
        upright = robot.fall is Fall.UPRIGHT  # a tipping robot stands on the edges of its soles
        if not own.active or not robot.contact or robot.blind or not upright:
            return
        self._time += robot.cycle
        weight = robot.cycle / self._time
        for side, seen in self._seen.items():
            tilt = tilt_over_floor(robot.sole(side), robot.roll, robot.pitch)
            self._seen[side] = seen + weight * (tilt.pitch - seen)
        doubt = own.young_doubt if robot.young else 0.0
        believed = ramp(self._time, 0.0, self._parameters.believed_after)
        share = believed * own.share_forward(self._seen.values(), doubt)
        for side, known in self.soles.known.items():
            known.pitch = share * self._seen[side]
        self.soles.sure = self.soles.sure or (
            self._time >= self._parameters.believed_after and not robot.young
        )

    def trimmed(self, command: JointCommand, robot: RobotState, *, stands: bool) -> JointCommand:
        """Return a compensated command; measure the soles if they stand on the ground."""
        if stands:
            self.look(robot)
        joints = list(command.positions)
        self.update(robot.cycle)
        self.apply(joints)
        return replace(command, positions=tuple(joints))

    def update(self, cycle: float) -> None:
        """Advance the compensation towards the known errors by a cycle, s."""
        self.soles.update(cycle)

    def apply(self, joints: list[float]) -> None:
        """Apply the present compensation to joint targets, rad, in place."""
        self.soles.apply(joints, self._legs)

    def put_back(self, joints: list[float]) -> None:
        """Remove the present compensation from joint targets, rad, in place."""
        self.soles.apply(joints, self._legs, -1.0)


def standing_trim(model: RobotModel, walking: WalkingParameters) -> StandingTrim:
    """Return a standing trim with the parameters of the walk's trim."""
    parameters: WalkTrimParameters = getattr(walking, WalkTrim.group)
    return StandingTrim(model, parameters)
