"""What the zeros of a leg's joints are wrong by, taken out of a robot that stands.

The walk goes on with it (`walking/terms/trim.py`): a robot that leans back by it
holds its weight behind its feet, and falls when it stops, or when a get-up hands it over.

To the side nothing is taken out. A sole that carries little stands on its edge, most of all at the
end of a get-up: it is tilted indeed, and turned by what it tells it would tilt further.

A robot that has just been switched on knows little of its attitude yet. But one that leans far back
is on its heels before it knows better, so what is sure of it is taken out at once.
"""

from collections.abc import Mapping
from dataclasses import replace

from hardware.robots.model import RobotModel, Side
from hardware.sensors_and_commands import JointCommand
from motions.kinematics.sole_tilt import Tilt, tilt_over_floor
from motions.perception.state import RobotState
from motions.scalars import ramp
from motions.walking.configuration import WalkingParameters
from motions.walking.joints.sole_trim import SoleTrim
from motions.walking.terms.trim import WalkTrim, WalkTrimParameters

_BELIEVED = 0.2
"""Time of looking after which what was seen is believed in full, s: a robot that has just been
switched on, or has just stopped, does not know yet how it stands."""


class StandingTrim:
    """Learns how standing soles seem to be tilted, and takes it out."""

    def __init__(self, model: RobotModel, parameters: WalkTrimParameters) -> None:
        self._legs = model.legs
        self._parameters = parameters
        self.begin()

    def begin(self) -> None:
        """Begin to stand: nothing is known, nothing was taken out."""
        self._soles = SoleTrim(self._parameters)
        self._seen = dict.fromkeys(Side, 0.0)
        self._time = 0.0

    @property
    def added(self) -> Mapping[Side, Tilt]:
        """Return what is added to each sole by now."""
        return self._soles.added

    def look(self, robot: RobotState) -> None:
        """Look at the soles of a robot that stands."""
        own = self._parameters
        if not own.active or not robot.contact or robot.blind:
            return
        self._time += robot.cycle
        weight = robot.cycle / self._time
        for side, seen in self._seen.items():
            tilt = tilt_over_floor(robot.sole(side), robot.roll, robot.pitch)
            self._seen[side] = seen + weight * (tilt.pitch - seen)
        back = -0.5 * sum(self._seen.values())
        doubt = own.young_doubt if robot.young else 0.0
        share = ramp(self._time, 0.0, _BELIEVED) * ramp(back, doubt, doubt + own.back_full)
        for side, known in self._soles.known.items():
            known.pitch = share * self._seen[side]

    def trimmed(self, command: JointCommand, robot: RobotState, *, stands: bool) -> JointCommand:
        """Return a command without what is known; while the soles stand they are looked at."""
        if stands:
            self.look(robot)
        joints = list(command.positions)
        self.apply(joints, robot.cycle)
        return replace(command, positions=tuple(joints))

    def apply(self, joints: list[float], cycle: float) -> None:
        """Take out what is known a little further, in place, rad."""
        self._soles.update(cycle)
        self._soles.apply(joints, self._legs)

    def put_back(self, joints: list[float]) -> None:
        """Put in again what was taken out, in place, rad."""
        self._soles.apply(joints, self._legs, -1.0)


def standing_trim(model: RobotModel, walking: WalkingParameters) -> StandingTrim:
    """Return one that takes out what the walk would: the robot is the same."""
    parameters: WalkTrimParameters = getattr(walking, WalkTrim.group)
    return StandingTrim(model, parameters)
