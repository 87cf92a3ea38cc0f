"""Where limbs are: in the frame of the torso, of the robot between its feet, and of the world.

Feet that stand are flat. Joints that tell otherwise have wrong zeros, and those of hips and knees
put the torso up to 30 mm beside where it is over the feet. So what the soles seem to be tilted by
is taken out of the joints first, each with its share.
"""

from typing import Final

from hardware.robots.model import RobotModel, Side
from hsm.apps.naoqi.link.report import RobotReport
from hsm.apps.naoqi.parameters import NaoqiParameters
from motions.kinematics.chains import Chain
from motions.kinematics.geometry import Pose2, Pose3, angle_difference, rotation_from_rpy
from motions.kinematics.sole_tilt import Tilt, tilt_over_floor, turn_sole
from motions.scalars import clamp

TORSO: Final = 0
WORLD: Final = 1
ROBOT: Final = 2
SPACES: Final = (TORSO, WORLD, ROBOT)


class Effectors:
    """The ends of a robot's limbs: the neck, the hands, the soles."""

    def __init__(self, model: RobotModel, tuned: NaoqiParameters) -> None:
        """Keep the chains of a robot."""
        self._legs, self._standing = model.legs, tuned.standing_soles
        sole = (0.0, 0.0, -model.dimensions.foot_height)
        self._soles = {
            side: Chain(model, model.tip(leg.ankle_roll), sole) for side, leg in model.legs.items()
        }
        hand = (tuned.hand_ahead, 0.0, -tuned.hand_below)
        self._chains = {
            "Head": Chain(model, model.tip(model.head[1])),
            "LArm": Chain(model, model.tip(model.arms[Side.LEFT][-1]), hand),
            "RArm": Chain(model, model.tip(model.arms[Side.RIGHT][-1]), hand),
            "LLeg": self._soles[Side.LEFT],
            "RLeg": self._soles[Side.RIGHT],
        }

    @property
    def names(self) -> tuple[str, ...]:
        """Return what has a place."""
        return ("Torso", *self._chains)

    def place(self, name: str, space: int, report: RobotReport, *, sensed: bool) -> Pose3:
        """Return where a limb's end is in a frame.

        Args:
            name: One of `names`.
            space: One of `SPACES`.
            report: Of the robot.
            sensed: By measured angles, not by commanded ones.
        """
        positions = report.positions if sensed else report.commanded
        if space != TORSO:
            positions = self._flattened(positions, report.tilt)
        pose = Pose3() if name == "Torso" else self._chains[name].pose(positions)
        if space != TORSO:
            pose = self._over_feet(positions, report.tilt) @ pose
        if space == WORLD:
            at = self.robot(report)
            pose = Pose3(at.x, at.y, 0.0, rotation_from_rpy(0.0, 0.0, at.heading)) @ pose
        return pose

    def robot(self, report: RobotReport) -> Pose2:
        """Return the robot's frame in the world: odometry tells where the torso is."""
        torso = self._torso(report)
        return report.odometry @ Pose2(torso.x, torso.y, torso.yaw).inverse()

    def stance(self, standing: RobotReport) -> Pose2:
        """Return how far ahead of its feet the torso of a robot is that stands."""
        return Pose2(self._torso(standing).x)

    def _torso(self, report: RobotReport) -> Pose3:
        return self._over_feet(self._flattened(report.positions, report.tilt), report.tilt)

    def _over_feet(self, positions: tuple[float, ...], tilt: tuple[float, float]) -> Pose3:
        """Return the torso in the robot's frame: midway between the feet, upright, their heading.

        The lower of both soles is on the floor.
        """
        level = Pose3(rotation=rotation_from_rpy(*tilt, 0.0))
        left, right = (level @ self._soles[side].pose(positions) for side in Side)
        heading = right.yaw + 0.5 * angle_difference(left.yaw, right.yaw)
        middle = Pose3(
            0.5 * (left.x + right.x),
            0.5 * (left.y + right.y),
            min(left.z, right.z),
            rotation_from_rpy(0.0, 0.0, heading),
        )
        return middle.inverse() @ level

    def _flattened(
        self, positions: tuple[float, ...], tilt: tuple[float, float]
    ) -> tuple[float, ...]:
        """Return joints without what the soles seem to be tilted by forward, rad."""
        own, joints = self._standing, list(positions)
        for side, leg in self._legs.items():
            sole = tilt_over_floor(self._soles[side].pose(positions), *tilt)
            pitch = clamp(sole.pitch, -own.pitch_limit, own.pitch_limit)
            turn_sole(joints, leg, Tilt(pitch=-pitch), own.shares)
        return tuple(joints)
