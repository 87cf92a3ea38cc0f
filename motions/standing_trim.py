"""What the zeros of a leg's joints are wrong by, taken out of a robot that stands.

Walking and standing share it (`walking/terms/trim.py`): a robot that leans back by it
holds its weight behind its feet, and falls when it stops, or when a get-up hands it over.

To the side only the walk learns, and what it has taken out stays. A sole that carries little stands
on its edge, most of all at the end of a get-up: turned by what it tells it would tilt further.

A robot that has just been switched on knows little of its attitude yet. But one that leans far back
is on its heels before it knows better, so what is sure of it is taken out at once.

What is known is kept: a robot that is put down, or has walked, stands as before until it looks.
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
    """Learns how standing soles seem to be tilted, and takes it out."""

    def __init__(self, model: RobotModel, parameters: WalkTrimParameters) -> None:
        self._legs = model.legs
        self._parameters = parameters
        self.soles = SoleTrim(self._parameters)
        self._seen = dict.fromkeys(Side, 0.0)
        self._time = 0.0

    def begin(self, start: Sequence[float]) -> Pose:
        """Begin to stand, or to move, from a pose; return it without what is taken out, rad.

        What is known is kept, and new looks soon outweigh it.
        """
        if not self._time:  # a robot that began with a walk stands as it walked
            self._seen = {side: tilt.pitch for side, tilt in self.soles.known.items()}
            self._time = self._parameters.believed_after if any(self._seen.values()) else 0.0
        self._time = min(self._time, self._parameters.believed_after)
        joints = list(start)
        self.put_back(joints)
        return tuple(joints)

    def look(self, robot: RobotState) -> None:
        """Look at the soles of a robot that stands."""
        own = self._parameters
        upright = robot.fall is Fall.UPRIGHT  # one that tips stands on the edges of its soles
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
        """Return a command without what is known; while the soles stand they are looked at."""
        if stands:
            self.look(robot)
        joints = list(command.positions)
        self.update(robot.cycle)
        self.apply(joints)
        return replace(command, positions=tuple(joints))

    def update(self, cycle: float) -> None:
        """Take out what is known a little further, for a cycle, s."""
        self.soles.update(cycle)

    def apply(self, joints: list[float]) -> None:
        """Take out what is taken out by now, in place, rad."""
        self.soles.apply(joints, self._legs)

    def put_back(self, joints: list[float]) -> None:
        """Put in again what was taken out, in place, rad."""
        self.soles.apply(joints, self._legs, -1.0)


def standing_trim(model: RobotModel, walking: WalkingParameters) -> StandingTrim:
    """Return one that takes out what the walk would: the robot is the same."""
    parameters: WalkTrimParameters = getattr(walking, WalkTrim.group)
    return StandingTrim(model, parameters)
