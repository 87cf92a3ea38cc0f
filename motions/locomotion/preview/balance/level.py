"""A swinging foot that lands flat and where it should, though the torso tilts.

The robot tilts about the foot that carries. Turned back about that foot, the swinging one is where
the plan has it over the floor.
"""

from motions.kinematics.geometry import Pose3, rotate, rotation_from_rpy
from motions.locomotion.preview.parameters import LevellingParameters
from motions.perception.state import RobotState
from motions.scalars import clamp, toward


class Levelling:
    """The tilt that is taken out of the swinging foot.

    Attributes:
        roll: rad.
        pitch: rad.
    """

    def __init__(self, parameters: LevellingParameters) -> None:
        self._parameters = parameters
        self.begin(0.0, 0.0)

    def begin(self, roll: float, pitch: float) -> None:
        """Begin with a torso that leans so, rad."""
        self._mean = [roll, pitch]
        self._tilt = [roll, pitch]
        self.roll = self.pitch = 0.0

    def update(self, robot: RobotState, lean: tuple[float, float], *, swings: bool) -> None:
        """Take in one cycle.

        Args:
            robot: The robot now.
            lean: Roll and pitch that are commanded, rad.
            swings: A foot is in the air; otherwise what was turned fades.
        """
        own = self._parameters
        share = robot.cycle / own.mean_time
        step = own.speed * robot.cycle
        wanted = [0.0, 0.0]
        for axis, now in enumerate((robot.roll - lean[0], robot.pitch - lean[1])):
            self._tilt[axis] += (1.0 - own.low_pass) * (now - self._tilt[axis])
            self._mean[axis] += share * (now - self._mean[axis])
            if swings:
                tilt = own.gain * (self._tilt[axis] - self._mean[axis])
                wanted[axis] = clamp(tilt, -own.limit, own.limit)
        self.roll = toward(self.roll, wanted[0], step)
        self.pitch = toward(self.pitch, wanted[1], step)

    def apply(self, swing: Pose3, support: Pose3, heading: float) -> Pose3:
        """Return the swinging foot turned back about the one that carries, both over the floor."""
        turn = Pose3(0.0, 0.0, 0.0, rotation_from_rpy(0.0, 0.0, heading))
        back = Pose3(0.0, 0.0, 0.0, rotation_from_rpy(-self.roll, -self.pitch, 0.0))
        tilt = (turn @ back @ turn.inverse()).rotation
        away = (swing.x - support.x, swing.y - support.y, swing.z - support.z)
        x, y, z = rotate(tilt, away)
        placed = Pose3(0.0, 0.0, 0.0, tilt) @ Pose3(0.0, 0.0, 0.0, swing.rotation)
        return Pose3(support.x + x, support.y + y, support.z + z, placed.rotation)
