"""Head and arms laid over the command of a motion that leaves them free.

Without a wish the command stays the same object; a wish that ends leads back to it. When the next
motion keeps its limbs for itself, everything here is let go: that motion begins at the last
command, so an arm comes forward from the back by its way.
"""

from enum import Flag
from typing import Generic, TypeVar

from hardware.robots.model import RobotModel, Side
from hardware.sensors_and_commands import JointCommand
from motions.kinematics.geometry import Pose2
from motions.limbs.arm_motion import Arm, ArmsParameters
from motions.limbs.hand import Hand
from motions.limbs.head import Head, HeadParameters
from motions.limbs.wishes import ArmWish, HeadWish
from motions.perception.state import RobotState
from motions.requests import MotionRequest


class FreeLimbs(Flag):
    """Limbs that a motion leaves to others."""

    NONE = 0
    HEAD = 1
    LEFT_ARM = 2
    RIGHT_ARM = 4
    ALL = 7


_ARMS = {Side.LEFT: FreeLimbs.LEFT_ARM, Side.RIGHT: FreeLimbs.RIGHT_ARM}

_Wish = TypeVar("_Wish", HeadWish, ArmWish)


class HeardWish(Generic[_Wish]):
    """What is wished of one limb, and from where it was told.

    Attributes:
        wish: What is followed; None if there is nothing, or it has been forgotten.
        asked: Odometry when it came.
    """

    def __init__(self) -> None:
        self.wish: _Wish | None = None
        self.asked = Pose2()
        self._said: _Wish | None = None

    def hear(self, wish: _Wish | None, robot: RobotState) -> None:
        """Take in what a request says; what it says again is not new."""
        if wish != self._said:
            self.wish = self._said = wish
            self.asked = robot.odometry

    def forget_place(self) -> None:
        """Forget a wish that rests on where the robot was: nobody knows any more."""
        if self.wish is not None and self.wish.refers_to_a_place:
            self.wish = None


class LimbOverlay:
    """Head and arms of one robot.

    Attributes:
        head: The head.
        arms: Both arms.
    """

    def __init__(self, model: RobotModel, head: HeadParameters, arms: ArmsParameters) -> None:
        self._pan, self._tilt = model.head
        self._joints = model.arms
        step = model.cycle * arms.hand_speed
        self._hands = {
            side: Hand(joint, step) for side, joint in zip(Side, model.hands, strict=False)
        }
        self._stiffness = arms.stiffness
        self.head = Head(model, head)
        self.arms = {side: Arm(model, side, arms) for side in Side}
        self._heard_head: HeardWish[HeadWish] = HeardWish()
        self._heard_arms: dict[Side, HeardWish[ArmWish]] = {side: HeardWish() for side in Side}
        self._request: MotionRequest | None = None

    def reset(self) -> None:
        """Let go of everything."""
        if self.head.active:
            self.head.reset()
        for arm in self.arms.values():
            if arm.active:
                arm.reset()
        for hand in self._hands.values():
            hand.reset()

    def forget_places(self) -> None:
        """Forget wishes that rest on where the robot was."""
        self._heard_head.forget_place()
        for heard in self._heard_arms.values():
            heard.forget_place()

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
        if request is not self._request:
            self._hear(request, robot)
        if not free:
            self.reset()
            return command
        if not self._busy:
            return command
        joints, stiffness = list(command.positions), list(command.stiffness)
        if FreeLimbs.HEAD in free:
            self._lay_head(joints, robot, last)
        else:
            self.head.reset()
        for side, limb in _ARMS.items():
            if limb in free:
                self._lay_arm(joints, stiffness, robot, last, side)
                self._lay_hand(joints, last, side)
            else:
                self.arms[side].reset()
                if side in self._hands:
                    self._hands[side].reset()
        return JointCommand(tuple(joints), tuple(stiffness), command.lights)

    @property
    def _busy(self) -> bool:
        """Return whether anything is wished, or on its way back."""
        return (
            self._heard_head.wish is not None
            or self.head.active
            or any(heard.wish is not None for heard in self._heard_arms.values())
            or any(arm.active for arm in self.arms.values())
            or any(hand.active for hand in self._hands.values())
        )

    def _hear(self, request: MotionRequest, robot: RobotState) -> None:
        self._request = request
        self._heard_head.hear(request.head, robot)
        self._heard_arms[Side.LEFT].hear(request.left_arm, robot)
        self._heard_arms[Side.RIGHT].hear(request.right_arm, robot)

    def _lay_head(
        self,
        joints: list[float],
        robot: RobotState,
        last: JointCommand,
    ) -> None:
        heard, pan, tilt = self._heard_head, self._pan, self._tilt
        if heard.wish is None and not self.head.active:
            return
        joints[pan], joints[tilt] = self.head.step(
            heard.wish,
            robot,
            asked=heard.asked,
            own=(joints[pan], joints[tilt]),
            last=(last.positions[pan], last.positions[tilt]),
            ball=robot.ball,
        )

    def _lay_arm(
        self,
        joints: list[float],
        stiffness: list[float],
        robot: RobotState,
        last: JointCommand,
        side: Side,
    ) -> None:
        heard, arm, places = self._heard_arms[side], self.arms[side], self._joints[side]
        if heard.wish is None and not arm.active:
            return
        angles = arm.step(
            heard.wish,
            robot,
            asked=heard.asked,
            own=tuple(joints[joint] for joint in places),
            last=tuple(last.positions[joint] for joint in places),
        )
        for joint, angle in zip(places, angles, strict=True):
            joints[joint] = angle
            if robot.contact:  # in somebody's hands it stays as soft as the motion has it
                stiffness[joint] = max(stiffness[joint], self._stiffness)

    def _lay_hand(self, joints: list[float], last: JointCommand, side: Side) -> None:
        wish, hand = self._heard_arms[side].wish, self._hands.get(side)
        wished = None if wish is None else wish.hand
        if hand is None or (wished is None and not hand.active):
            return
        joints[hand.joint] = hand.step(
            wished, own=joints[hand.joint], last=last.positions[hand.joint]
        )
