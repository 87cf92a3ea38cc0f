"""From foot offsets to joint angles and back: the only place where the walk meets the legs."""

from collections.abc import Sequence

from hardware.nao import JOINT_COUNT, Dimensions, Joint, Side
from motions.kinematics.geometry import Pose3, rotation_from_rpy
from motions.kinematics.legs import sole_poses, solve_legs
from motions.walking.arm_swing import ArmParameters, set_arms
from motions.walking.parameters import StanceParameters
from motions.walking.trajectories import FeetOffsets, FootOffset

_FIRST_LEG = Joint.L_HIP_YAW_PITCH


class FeetPlacement:
    """Places the feet relative to the stance, in the hip frame."""

    def __init__(
        self, dimensions: Dimensions, stance: StanceParameters, arms: ArmParameters
    ) -> None:
        self._dimensions = dimensions
        self._stance = stance
        self._arms = arms
        self.stance_joints = tuple(self.joints(FeetOffsets(FootOffset(), FootOffset())))

    def joints(self, feet: FeetOffsets) -> list[float]:
        """Return the targets of all joints, (25,), rad: legs, swinging arms, head straight."""
        solution = solve_legs(
            self._sole(Side.LEFT, feet.left, feet.turn),
            self._sole(Side.RIGHT, feet.right, -feet.turn),
            self._dimensions,
            clip=self._stance.leg_clip,
        )
        joints = [0.0] * JOINT_COUNT
        set_arms(joints, self._arms, feet.left, feet.right)
        joints[_FIRST_LEG : _FIRST_LEG + len(solution.angles)] = solution.angles
        return joints

    def offsets(self, positions: Sequence[float]) -> FeetOffsets:
        """Return where the feet are for these joint angles, (25,), rad."""
        left, right = sole_poses(positions, self._dimensions)
        return FeetOffsets(
            self._offset(Side.LEFT, left),
            self._offset(Side.RIGHT, right),
            0.5 * (left.yaw - right.yaw),
        )

    def _sole(self, side: Side, foot: FootOffset, yaw: float) -> Pose3:
        return Pose3(
            foot.forward - self._stance.torso_forward,
            side.sign * self._dimensions.hip_offset_y + foot.side,
            foot.lift - self._stance.hip_height,
            rotation_from_rpy(foot.roll, foot.pitch, yaw),
        )

    def _offset(self, side: Side, sole: Pose3) -> FootOffset:
        return FootOffset(
            sole.x + self._stance.torso_forward,
            sole.y - side.sign * self._dimensions.hip_offset_y,
            sole.z + self._stance.hip_height,
            sole.roll,
            sole.pitch,
        )
