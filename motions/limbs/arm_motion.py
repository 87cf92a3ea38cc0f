"""One arm: it plays a program and returns along it, points somewhere, or moves to joint angles.

Without a wish it returns to the motion's own arm angles at a limited speed. A program is never
interrupted: it is played to its end, held while it is wished, and played backwards before anything
else begins. An arm behind the back thus never takes a shortcut through the body.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from annotated_types import Gt

from hardware.errors import HsmError
from hardware.robots.model import RobotModel, Side
from hardware.units import Percent, PositiveAngularSpeed, PositiveRatio, Unit, UnsignedLength
from motions.kinematics.geometry import Pose2
from motions.limbs.arm_program import ArmPose, ArmWay
from motions.limbs.tracked_point import carried, in_hips
from motions.limbs.wishes import ArmProgram, ArmWish
from motions.perception.state import RobotState
from motions.scalars import clamp, toward

Angles = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class PointingParameters:
    """An arm that points somewhere.

    Attributes:
        straight: Angles of the joints below the shoulder, as of a left arm, rad.
        near: Points nearer to the shoulder than this are not pointed at, m.
        smoothness: Share of the remaining distance covered in one cycle, 0..1.
        speed: Largest joint speed, rad/s.
    """

    straight: Annotated[tuple[float, ...], Unit("deg")]
    near: UnsignedLength
    smoothness: PositiveRatio
    speed: PositiveAngularSpeed


@dataclass(frozen=True, slots=True)
class ArmsParameters:
    """Parameters in `config/arms.yaml`.

    Attributes:
        stiffness: Least stiffness of an arm with a wish, with the feet on the ground, 0..1.
        fastest: Largest joint speed of a program, which is slowed down to keep it, rad/s.
        hand_speed: Speed at which a hand opens and closes, openings per s.
        own_speed: Largest speed of the return to the motion's own arm angles, rad/s.
        programs: Poses of each program, as of a left arm.
        pointing: How an arm points.

    Raises:
        ValueError: If a program is missing or has no pose.
    """

    stiffness: Percent
    fastest: PositiveAngularSpeed
    hand_speed: Annotated[float, Unit(""), Gt(0.0)]
    own_speed: PositiveAngularSpeed
    programs: dict[ArmProgram, tuple[ArmPose, ...]]
    pointing: PointingParameters

    def __post_init__(self) -> None:
        for program in ArmProgram:
            if not self.programs.get(program):
                raise ValueError(f"the program '{program.value}' has no pose")


class ArmPoseError(HsmError):
    """A pose of `config/arms.yaml` has fewer angles than the robot's arm has joints."""

    hint = "Give an angle for every joint from the shoulder down; shorter arms ignore the last."


class Arm:
    """The joints of one arm.

    Attributes:
        active: Whether the arm follows a wish or is returning.
        angles: Last commanded angles, from the shoulder down, rad; valid while active.
    """

    def __init__(self, model: RobotModel, side: Side, parameters: ArmsParameters) -> None:
        """Begin with the arm released.

        Raises:
            ArmPoseError: If a pose has too few angles for it.
        """
        self._cycle = model.cycle
        self._parameters = parameters
        joints = model.arms[side]
        self._signs = [1.0 if side is Side.LEFT else model.mirror[joint][1] for joint in joints]
        self._limits = [(model.specs[joint].min, model.specs[joint].max) for joint in joints]
        _demand_whole(parameters, len(joints))
        name = model.names[joints[0]]
        x, y, z = next(link.origin for link in model.links if link.joint == name)
        self._shoulder = (x, y, z + model.dimensions.hip_offset_z)
        self._ways = {
            program: [replace(pose, angles=self._own_side(pose.angles)) for pose in poses]
            for program, poses in parameters.programs.items()
        }
        self.angles: Angles = ()
        self.reset()

    def reset(self) -> None:
        """Release the arm to the running motion."""
        self.active = False
        self._program: ArmProgram | None = None
        self._way: ArmWay | None = None
        self._back = False

    def step(
        self, wish: ArmWish | None, robot: RobotState, *, asked: Pose2, own: Angles, last: Angles
    ) -> Angles:
        """Return the angles of this cycle, from the shoulder down, rad.

        Args:
            wish: The wish; None returns to the motion's own angles.
            robot: The robot now.
            asked: Odometry when the wish arrived.
            own: The motion's own angles of the arm, rad.
            last: Last commanded angles, rad.
        """
        if not self.active:
            self.active, self.angles = True, last
        program = wish.program if wish is not None else None
        if self._way is None and program is not None:
            self._program, self._back = program, False
            self._way = ArmWay(self.angles, self._ways[program], self._parameters.fastest)
        if self._way is not None:
            self._play(self._way, program)
        else:
            self._follow(wish, robot, asked, own)
        return self.angles

    def _play(self, way: ArmWay, wished: ArmProgram | None) -> None:
        """Advance a program, or return along it."""
        if way.time >= way.duration and wished is not self._program:
            self._back = True
        self.angles = way.go(-self._cycle if self._back else self._cycle)
        if self._back and way.time <= 0.0:
            self._way = self._program = None

    def _follow(self, wish: ArmWish | None, robot: RobotState, asked: Pose2, own: Angles) -> None:
        """Move to the wished angles, point, or return to the motion's own angles."""
        if wish is not None and wish.angles is not None:
            ways = zip(self.angles, wish.angles, wish.speeds, self._limits, strict=False)
            self.angles = (
                tuple(
                    toward(at, clamp(to, *limits), speed * self._cycle)
                    for at, to, speed, limits in ways
                )
                + self.angles[len(wish.angles) :]
            )
            return
        pointing = self._parameters.pointing
        aim = None
        if wish is not None and wish.point_at is not None:
            point = carried(wish.point_at, asked, robot.odometry)
            aim = self._aim(in_hips(point, robot))
        if aim is not None:
            most, share = pointing.speed * self._cycle, pointing.smoothness
            self.angles = tuple(
                at + clamp(share * (to - at), -most, most)
                for at, to in zip(self.angles, aim, strict=True)
            )
            return
        most = self._parameters.own_speed * self._cycle
        self.angles = tuple(
            to if abs(to - at) <= most else toward(at, to, most)
            for at, to in zip(self.angles, own, strict=True)
        )
        if wish is None and self.angles == own:
            self.reset()

    def _aim(self, point: Sequence[float]) -> Angles | None:
        """Return the angles that point there; None for points too near or behind."""
        x, y, z = (a - b for a, b in zip(point, self._shoulder, strict=True))
        if x < 0.0 or math.sqrt(x * x + y * y + z * z) < self._parameters.pointing.near:
            return None
        # Pre-mirrored, as the point is given for this side; the other angles are as of a left arm.
        roll = self._signs[1] * math.atan2(y, math.hypot(x, z))
        return self._own_side((math.atan2(-z, x), roll, *self._parameters.pointing.straight))

    def _own_side(self, as_left: Sequence[float]) -> Angles:
        """Return angles given as of a left arm for this one, within its limits."""
        return tuple(
            clamp(sign * angle, *limits) + 0.0  # never -0.0
            for sign, angle, limits in zip(self._signs, as_left, self._limits, strict=False)
        )


def _demand_whole(parameters: ArmsParameters, joints: int) -> None:
    """Raise if a pose has fewer angles than an arm has joints."""
    straight = len(parameters.pointing.straight)
    if straight < joints - 2:
        raise ArmPoseError(
            f"'pointing.straight_deg' of arms.yaml has {straight} angles; below the shoulder's two "
            f"the arm has {joints - 2} joints"
        )
    for program, poses in parameters.programs.items():
        for number, pose in enumerate(poses):
            if len(pose.angles) < joints:
                raise ArmPoseError(
                    f"'programs.{program.value}' of arms.yaml has {len(pose.angles)} angles in "
                    f"its pose {number + 1}; the arm has {joints} joints"
                )
