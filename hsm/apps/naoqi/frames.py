"""Poses of limbs in the frames of the torso, the robot (between its feet) and the world.

Standing feet are flat on the floor. If the joint angles show a tilt, joint zeros are wrong, and
errors in hips and knees displace the torso by up to 30 mm relative to the feet. The apparent tilt
of the soles is therefore first removed from the joints, each by its share.
"""

from typing import Final

from hardware.robots.model import RobotModel, Side
from hsm.apps.naoqi.link.report import RobotReport
from hsm.apps.naoqi.names import ARMS, LEG_OF, LEGS
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
        """Build the kinematic chains of a robot."""
        self._legs, self._standing = model.legs, tuned.standing_soles
        sole = (0.0, 0.0, -model.dimensions.foot_height)
        self._soles = {
            side: Chain(model, model.tip(leg.ankle_roll), sole) for side, leg in model.legs.items()
        }
        hand = (tuned.hand_ahead, 0.0, -tuned.hand_below)
        self._chains = {
            "Head": Chain(model, model.tip(model.head[1])),
            **{n: Chain(model, model.tip(model.arms[s][-1]), hand) for n, s in ARMS.items()},
            **{name: self._soles[side] for name, side in LEGS.items()},
        }

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all effectors."""
        return ("Torso", *self._chains)

    def place(self, name: str, space: int, report: RobotReport, *, sensed: bool) -> Pose3:
        """Return the pose of an effector in a frame.

        Args:
            name: One of `names`.
            space: One of `SPACES`.
            report: Report of the robot.
            sensed: Use measured instead of commanded angles.
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
        """Return the robot frame in the world; odometry is that of the torso."""
        torso = self._torso(report)
        return report.odometry @ Pose2(torso.x, torso.y, torso.yaw).inverse()

    def robot_next(self, report: RobotReport) -> Pose2:
        """Return the robot frame in the world after the running step, or the present one."""
        step = report.footstep
        if step is None:
            return self.robot(report)
        move = step.move
        half = Pose2(0.5 * move.x, 0.5 * move.y, 0.5 * move.heading)
        return self.foot(step.swing.other, report) @ half

    def foot(self, side: Side, report: RobotReport) -> Pose2:
        """Return the pose of a foot in the world."""
        at = self.place(LEG_OF[side], WORLD, report, sensed=True)
        return Pose2(at.x, at.y, at.yaw)

    def stance(self, standing: RobotReport) -> Pose2:
        """Return the offset of a standing robot's torso ahead of its feet."""
        return Pose2(self._torso(standing).x)

    def _torso(self, report: RobotReport) -> Pose3:
        return self._over_feet(self._flattened(report.positions, report.tilt), report.tilt)

    def _over_feet(self, positions: tuple[float, ...], tilt: tuple[float, float]) -> Pose3:
        """Return the torso in the robot frame: midway between the feet, upright, mean heading.

        The lower sole is on the floor.
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
        """Return joint angles without the apparent pitch of the soles, rad."""
        own, joints = self._standing, list(positions)
        for side, leg in self._legs.items():
            sole = tilt_over_floor(self._soles[side].pose(positions), *tilt)
            pitch = clamp(sole.pitch, -own.pitch_limit, own.pitch_limit)
            turn_sole(joints, leg, Tilt(pitch=-pitch), own.shares)
        return tuple(joints)
