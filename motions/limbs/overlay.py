"""Head and arms laid over the command of a motion that leaves them free.

Without a wish the command stays the same object; a wish that ends leads back to it. When the next
motion keeps its limbs for itself, everything here is forgotten: that motion begins at the last
command, so an arm comes forward from the back by its way.
"""

from enum import Flag

from hardware.frames import JointCommand
from hardware.robots.model import RobotModel, Side
from motions.limbs.arm import Arm, ArmsParameters
from motions.limbs.head import Head, HeadParameters
from motions.perception.state import RobotState
from motions.requests import MotionRequest


class FreeLimbs(Flag):
    """Limbs that a motion leaves to others."""

    NONE = 0
    HEAD = 1
    LEFT_ARM = 2
    RIGHT_ARM = 4
    ALL = 7


class LimbOverlay:
    """Head and arms of one robot.

    Attributes:
        head: The head.
        arms: Both arms.
    """

    def __init__(self, model: RobotModel, head: HeadParameters, arms: ArmsParameters) -> None:
        self._pan, self._tilt = model.head
        self._joints = model.arms
        self._arm_stiffness = arms.stiffness
        self.head = Head(model, head)
        self.arms = {side: Arm(model, side, arms) for side in Side}
        left, right = self.arms[Side.LEFT], self.arms[Side.RIGHT]
        self._left, self._right = left, right

    def reset(self) -> None:
        """Let go of everything."""
        for limb in (self.head, self._left, self._right):
            if limb.active:
                limb.reset()

    def lay(
        self,
        command: JointCommand,
        free: FreeLimbs,
        request: MotionRequest,
        robot: RobotState,
        last: JointCommand,
    ) -> JointCommand:
        """Return a motion's command with what is wished of its free limbs.

        Args:
            command: What the motion does.
            free: Limbs that it leaves to others.
            request: With the wishes.
            robot: The robot now.
            last: The last command that was sent: limbs go on from it.
        """
        if not free:
            self.reset()
            return command
        if (
            request.head is None
            and request.left_arm is None
            and request.right_arm is None
            and not (self.head.active or self._left.active or self._right.active)
        ):
            return command
        joints, stiffness = list(command.positions), list(command.stiffness)
        self._lay_head(joints, free, request, robot, last)
        for side, limb, wish in (
            (Side.LEFT, FreeLimbs.LEFT_ARM, request.left_arm),
            (Side.RIGHT, FreeLimbs.RIGHT_ARM, request.right_arm),
        ):
            arm, places = self.arms[side], self._joints[side]
            if limb not in free:
                arm.reset()
            elif wish is not None or arm.active:
                own = tuple(joints[joint] for joint in places)
                before = tuple(last.positions[joint] for joint in places)
                moved = arm.step(wish, robot, own=own, last=before)
                for joint, angle in zip(places, moved, strict=True):
                    joints[joint] = angle
                    if robot.contact:  # in somebody's hands it stays as soft as the motion has it
                        stiffness[joint] = max(stiffness[joint], self._arm_stiffness)
        return JointCommand(tuple(joints), tuple(stiffness), command.lights)

    def _lay_head(
        self,
        joints: list[float],
        free: FreeLimbs,
        request: MotionRequest,
        robot: RobotState,
        last: JointCommand,
    ) -> None:
        if FreeLimbs.HEAD not in free:
            self.head.reset()
        elif request.head is not None or self.head.active:
            pan, tilt = self._pan, self._tilt
            joints[pan], joints[tilt] = self.head.step(
                request.head,
                robot,
                own=(joints[pan], joints[tilt]),
                last=(last.positions[pan], last.positions[tilt]),
                ball=robot.ball,
            )
