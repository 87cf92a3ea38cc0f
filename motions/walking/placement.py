"""Conversion between foot offsets and joint angles."""

from collections.abc import Sequence

from hardware.robots.model import RobotModel, Side
from motions.kinematics.geometry import Pose3, rotation_from_rpy
from motions.kinematics.robot_legs import legs_of
from motions.walking.arm_swing import ArmParameters, set_arms
from motions.walking.parameters import StanceParameters
from motions.walking.trajectories import FeetOffsets, FootOffset


class FeetPlacement:
    """Places the feet relative to the stance, in the hip frame."""

    def __init__(self, model: RobotModel, stance: StanceParameters, arms: ArmParameters) -> None:
        self._model = model
        self._hip_offset = model.dimensions.hip_offset_y
        self._legs = legs_of(model)
        self._stance = stance
        self._arms = arms
        self.stance_joints = tuple(self.joints(FeetOffsets(FootOffset(), FootOffset())))

    def joints(self, feet: FeetOffsets) -> list[float]:
        """Return the targets of all joints, rad: legs, swinging arms, straight head."""
        solution = self._legs.solve(
            self._sole(Side.LEFT, feet.left, feet.turn),
            self._sole(Side.RIGHT, feet.right, -feet.turn),
            clip=self._stance.leg_clip,
        )
        joints = [0.0] * len(self._model.names)
        set_arms(self._model, joints, self._arms, feet.left, feet.right)
        for joint, angle in zip(self._model.leg_joints, solution.angles, strict=True):
            joints[joint] = angle
        return joints

    def offsets(self, positions: Sequence[float]) -> FeetOffsets:
        """Return the foot offsets for joint angles in wire order, rad."""
        left, right = self._legs.soles(positions)
        return FeetOffsets(
            self._offset(Side.LEFT, left),
            self._offset(Side.RIGHT, right),
            0.5 * (left.yaw - right.yaw),
        )

    def _sole(self, side: Side, foot: FootOffset, yaw: float) -> Pose3:
        return Pose3(
            foot.forward - self._stance.torso_forward,
            side.sign * self._hip_offset + foot.side,
            foot.lift - self._stance.hip_height,
            rotation_from_rpy(foot.roll, foot.pitch, yaw),
        )

    def _offset(self, side: Side, sole: Pose3) -> FootOffset:
        return FootOffset(
            sole.x + self._stance.torso_forward,
            sole.y - side.sign * self._hip_offset,
            sole.z + self._stance.hip_height,
            sole.roll,
            sole.pitch,
        )
