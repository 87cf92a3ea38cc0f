"""What the zeros of a leg's joints are wrong by, taken out of a robot that stands.

It is what the walk takes out of its steps (`walking/terms/trim.py`): a robot that leans back by it
holds its weight behind its feet, and falls when it stops, or when a get-up hands it over.
"""

from dataclasses import replace

from hardware.frames import JointCommand
from hardware.robots.model import RobotModel, Side
from motions.kinematics.sole_tilt import Tilt, tilt_over_floor
from motions.perception.state import RobotState
from motions.scalars import ramp
from motions.walking.joints.sole_trim import SoleTrim
from motions.walking.terms.trim import StandingTrimParameters

_FIRST = 0.2
"""Until then the first look counts in full, s; later it is a mean of all looks."""


class StandTrim:
    """Learns how standing soles seem to be tilted, and takes it out."""

    def __init__(self, model: RobotModel, parameters: StandingTrimParameters) -> None:
        self._legs = model.legs
        self._parameters = parameters
        self._soles = SoleTrim(parameters)
        self._seen = {side: Tilt() for side in Side}
        self._time = 0.0

    def begin(self) -> None:
        """Begin to stand: nothing is known, nothing was taken out."""
        self._soles = SoleTrim(self._parameters)
        self._seen = {side: Tilt() for side in Side}
        self._time = 0.0

    def look(self, robot: RobotState) -> None:
        """Look at the soles of a robot that stands."""
        own = self._parameters
        if not own.active or not robot.contact or robot.blind:
            return
        self._time += robot.cycle
        weight = 1.0 if self._time <= robot.cycle else robot.cycle / max(self._time, _FIRST)
        for side, seen in self._seen.items():
            tilt = tilt_over_floor(robot.sole(side), robot.roll, robot.pitch)
            seen.roll += weight * (tilt.roll - seen.roll)
            seen.pitch += weight * (tilt.pitch - seen.pitch)
        back = -0.5 * sum(seen.pitch for seen in self._seen.values())
        share = ramp(back, 0.0, own.back_full)
        for side, known in self._soles.known.items():
            known.roll, known.pitch = self._seen[side].roll, share * self._seen[side].pitch

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
