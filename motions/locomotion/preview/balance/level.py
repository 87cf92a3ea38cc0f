"""Levelling of the swing foot, so that it lands flat and in place although the torso tilts.

The robot tilts about the support foot. Turned back about that foot, the swing foot is at its
planned place over the floor.
"""

from hardware.robots.model import Side
from motions.kinematics.geometry import Pose3, multiply, rotate, rotation_from_rpy, transpose
from motions.kinematics.sole_tilt import Tilt
from motions.locomotion.preview.balance.parameters import LevellingParameters
from motions.perception.state import RobotState
from motions.scalars import clamp, toward


class Levelling:
    """Compensation of the tilt in the swing foot, which fades on the ground.

    Attributes:
        turns: Turn of each foot, rad.
    """

    def __init__(self, parameters: LevellingParameters) -> None:
        self._parameters = parameters
        self.begin(0.0, 0.0)

    def begin(self, roll: float, pitch: float) -> None:
        """Begin with the present roll and pitch of the torso, rad."""
        self._mean = [roll, pitch]
        self._tilt = [roll, pitch]
        self.turns = {side: Tilt() for side in Side}

    def update(self, robot: RobotState, lean: tuple[float, float], swing: Side | None) -> None:
        """Update with one cycle; turns also fade while the tilt is not measured.

        Args:
            robot: The robot now.
            lean: Commanded roll and pitch, rad.
            swing: The swing foot; the turn of any other foot fades.
        """
        own = self._parameters
        share = robot.cycle / own.mean_time
        tilts = [0.0, 0.0]
        now = () if robot.blind else (robot.roll - lean[0], robot.pitch - lean[1])
        for axis, tilted in enumerate(now):
            self._tilt[axis] += (1.0 - own.low_pass) * (tilted - self._tilt[axis])
            self._mean[axis] += share * (tilted - self._mean[axis])
            tilt = own.gain * (self._tilt[axis] - self._mean[axis])
            tilts[axis] = clamp(tilt, -own.limit, own.limit)
        for side, turn in self.turns.items():
            flies = side is swing and not robot.blind
            roll, pitch = tilts if flies else (0.0, 0.0)
            step = (own.speed if flies else own.fade) * robot.cycle
            turn.roll = toward(turn.roll, roll, step)
            turn.pitch = toward(turn.pitch, pitch, step)

    def apply(self, left: Pose3, right: Pose3, heading: float) -> tuple[Pose3, Pose3]:
        """Return both feet, each turned back about the other one."""
        turn = rotation_from_rpy(0.0, 0.0, heading)
        feet = {Side.LEFT: left, Side.RIGHT: right}
        for side, own in self.turns.items():
            if own.roll == 0.0 and own.pitch == 0.0:
                continue
            foot, other = feet[side], feet[side.other]
            back = rotation_from_rpy(-own.roll, -own.pitch, 0.0)
            tilt = multiply(multiply(turn, back), transpose(turn))
            x, y, z = rotate(tilt, (foot.x - other.x, foot.y - other.y, foot.z - other.z))
            rotation = multiply(tilt, foot.rotation)
            feet[side] = Pose3(other.x + x, other.y + y, other.z + z, rotation)
        return feet[Side.LEFT], feet[Side.RIGHT]
