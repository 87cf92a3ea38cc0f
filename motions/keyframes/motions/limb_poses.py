"""Poses of soles and wrists in space, converted to joint angles when a block is loaded.

A pose is relative to the torso's origin: x forward, y left, z up. For a leg it is that of the sole
below the ankle, for an arm that of the wrist, with x along the forearm. Both legs are solved
together, as one motor may turn both hips. The redundant joint of an arm stays near a hanging arm.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from hardware.robots.model import RobotModel
from motions.keyframes.engine.parameters import PoseTolerance
from motions.keyframes.motions.keyframe import BOTH, Held, Keyframe, Limb, LimbPose, Target
from motions.keyframes.motions.motion import Block
from motions.keyframes.motions.posture import joints_of
from motions.keyframes.motions.rules import DataPath, MotionProblem
from motions.kinematics.chains import Chain
from motions.kinematics.geometry import Pose3, rotation_from_rpy
from motions.kinematics.limb_inverse_kinematics import Goal, reach

_ARMS = (Limb.LEFT_ARM, Limb.RIGHT_ARM)
_LEGS = (Limb.LEFT_LEG, Limb.RIGHT_LEG)
# Initial postures of the solver, degrees: knees slightly and strongly bent; arms hanging, ahead, to
# the side.
_LEG_STARTS = ((0.0, 0.0, -25.0, 50.0, -25.0, 0.0), (0.0, 0.0, -60.0, 110.0, -50.0, 0.0))
_ARM_STARTS = (
    (85.0, 10.0, 0.0, -20.0, 0.0),
    (20.0, 10.0, -60.0, -60.0, 0.0),
    (60.0, 60.0, 0.0, -40.0, 0.0),
    (-60.0, 20.0, 0.0, -40.0, 0.0),
)
_STARTS = 4


@dataclass(frozen=True, slots=True)
class PoseSolver:
    """Converts poses to angles for one robot.

    Attributes:
        model: The robot.
        tolerance: Tolerance within which a pose counts as reached.
    """

    model: RobotModel
    tolerance: PoseTolerance

    def resolve(self, name: str, block: Block) -> tuple[Block, tuple[MotionProblem, ...]]:
        """Return the block with angles in place of poses, and the poses that are out of reach.

        A pose out of reach is replaced by the nearest posture.
        """
        problems: list[MotionProblem] = []
        keyframes = []
        for index, keyframe in enumerate(block.keyframes):
            if keyframe.poses:
                keyframe = self._solved(keyframe, f"blocks/{name}", index, problems)
            keyframes.append(keyframe)
        return replace(block, keyframes=tuple(keyframes)), tuple(problems)

    def _solved(
        self, keyframe: Keyframe, file: str, index: int, problems: list[MotionProblem]
    ) -> Keyframe:
        assert keyframe.poses is not None
        angles = dict(keyframe.angles)
        joints = joints_of(self.model)
        fixed = _hip_yaw(angles) if self.model.shares_hip_yaw else None
        goals: dict[Limb, tuple[Limb, Goal]] = {}
        for written, pose in keyframe.poses.items():
            for limb, wanted in _sides(written, pose):
                turned = pose.rotation is not None
                goals[limb] = (written, self._goal(limb, wanted, turned=turned))
        starts = [_start(self.model, number, fixed) for number in range(_STARTS)]
        hips = frozenset(leg.hip_yaw for leg in self.model.legs.values())
        frozen = frozenset[int]() if fixed is None else hips
        positions = reach([goal for _, goal in goals.values()], starts, self.model, fixed=frozen)
        for limb, (written, goal) in goals.items():
            angles[limb] = tuple(positions[joint] for joint in joints[limb])
            path = ("keyframes", index, "poses", written.value)
            problems += self._misses(file, path, limb, goal, positions)
        return replace(keyframe, angles=angles, poses=None)

    def _goal(self, limb: Limb, pose: Pose3, *, turned: bool) -> Goal:
        is_leg = limb in _LEGS
        offset = (0.0, 0.0, -self.model.dimensions.foot_height if is_leg else 0.0)
        tip = self.model.tip(joints_of(self.model)[limb][-1])
        return Goal(Chain(self.model, tip, offset), pose, turned or is_leg)

    def _misses(
        self, file: str, path: DataPath, limb: Limb, goal: Goal, positions: tuple[float, ...]
    ) -> Iterator[MotionProblem]:
        distance, angle = goal.miss(positions)
        if distance > self.tolerance.distance or angle > self.tolerance.angle:
            end = "wrist" if limb in _ARMS else "sole"
            text = (
                f"out of reach: the {limb.value.replace('_', ' ')} gets its {end} only within"
                f" {distance * 1e3:.0f} mm and {math.degrees(angle):.0f} deg of the pose"
            )
            yield MotionProblem(file, path, f"KF130 {text}")


def _hip_yaw(angles: Mapping[Limb, tuple[Target, ...]]) -> float | None:
    """Return the shared hip yaw if a leg is given by its angles, rad."""
    for limb in (*_LEGS, Limb.LEGS):
        value = angles[limb][0] if limb in angles else None
        if value is not None and not isinstance(value, Held):
            return value
    return None


def _sides(limb: Limb, pose: LimbPose) -> Iterator[tuple[Limb, Pose3]]:
    """Yield single limbs with their pose; for both limbs, the right one is mirrored."""
    x, y, z = pose.translation
    wanted = Pose3(x, y, z, rotation_from_rpy(*(pose.rotation or (0.0, 0.0, 0.0))))
    left, *right = BOTH.get(limb, (limb,))
    yield left, wanted
    for side in right:
        yield side, wanted.mirrored()


def _start(model: RobotModel, number: int, hip_yaw: float | None) -> tuple[float, ...]:
    joints = joints_of(model)
    positions = [0.0] * len(model.names)
    legs = _LEG_STARTS[number % len(_LEG_STARTS)]
    for limb in _LEGS:
        for joint, value in zip(joints[limb], legs, strict=True):
            positions[joint] = math.radians(value)
    arms = _ARM_STARTS[number % len(_ARM_STARTS)]
    for limb in _ARMS:
        for joint, value in zip(joints[limb], arms, strict=False):  # arms may be shorter
            sign = model.mirror[joint][1] if limb is Limb.RIGHT_ARM else 1.0
            positions[joint] = math.radians(value) * sign
    if hip_yaw is not None:
        positions[joints[Limb.LEFT_LEG][0]] = hip_yaw
    return tuple(positions)
