"""Head and arms laid over the command of a motion that leaves them free.

Without a wish the command stays the same object; a wish that ends leads back to it. When the next
motion keeps its limbs for itself, everything here is let go: that motion begins at the last
command, so an arm comes forward from the back by its way.
"""

from enum import Flag
from typing import Any, Protocol

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


_NAMES = {
    FreeLimbs.HEAD: "head",
    FreeLimbs.LEFT_ARM: "left_arm",
    FreeLimbs.RIGHT_ARM: "right_arm",
}
"""Of the wishes in a request."""

_ARMS = {Side.LEFT: FreeLimbs.LEFT_ARM, Side.RIGHT: FreeLimbs.RIGHT_ARM}


class _LimbMover(Protocol):
    """What moves the joints of a limb: `Head`, `Arm`."""

    active: bool

    def reset(self) -> None: ...

    def step(
        self, wish: Any, robot: RobotState, *, asked: Pose2, own: Any, last: Any
    ) -> tuple[float, ...]: ...


class _Limb:
    """The head or an arm, what is wished of it, and from where it was told."""

    def __init__(self, joints: tuple[int, ...], mover: _LimbMover, stiffness: float = 0.0) -> None:
        """Keep its joints, in wire order, and their least stiffness with the feet on the ground."""
        self._joints = joints
        self._mover = mover
        self._stiffness = stiffness
        self.wish: HeadWish | ArmWish | None = None
        self._said: HeadWish | ArmWish | None = None
        self._asked = Pose2()

    def hear(self, wish: HeadWish | ArmWish | None, robot: RobotState) -> None:
        """Take in what a request says; what it says again is not new."""
        if wish != self._said:
            self.wish = self._said = wish
            self._asked = robot.odometry

    def forget_place(self) -> None:
        """Forget a wish that rests on where the robot was: nobody knows any more."""
        if self.wish is not None and self.wish.refers_to_a_place:
            self.wish = None

    def waits(self, *, free: bool) -> bool:
        """Return whether what was told is not done: it is kept from it, or its place forgotten."""
        return self._said is not None and not (free and self.wish is not None)

    @property
    def busy(self) -> bool:
        """Return whether anything is wished of it, or it is on its way back."""
        return self.wish is not None or self._mover.active

    def reset(self) -> None:
        """Let go of it."""
        if self._mover.active:
            self._mover.reset()

    def lay(
        self, joints: list[float], stiffness: list[float], robot: RobotState, last: JointCommand
    ) -> None:
        """Put its joints where they are wished, in place."""
        if not self.busy:
            return
        angles = self._mover.step(
            self.wish,
            robot,
            asked=self._asked,
            own=tuple(joints[joint] for joint in self._joints),
            last=tuple(last.positions[joint] for joint in self._joints),
        )
        for joint, angle in zip(self._joints, angles, strict=True):
            joints[joint] = angle
            if robot.contact:  # in somebody's hands it stays as soft as the motion has it
                stiffness[joint] = max(stiffness[joint], self._stiffness)


class LimbOverlay:
    """Head and arms of one robot.

    Attributes:
        head: The head.
        arms: Both arms.
    """

    def __init__(self, model: RobotModel, head: HeadParameters, arms: ArmsParameters) -> None:
        self.head = Head(model, head)
        self.arms = {side: Arm(model, side, arms) for side in Side}
        self._limbs = {FreeLimbs.HEAD: _Limb(model.head, self.head)}
        for side, flag in _ARMS.items():
            self._limbs[flag] = _Limb(model.arms[side], self.arms[side], arms.stiffness)
        step = model.cycle * arms.hand_speed
        self._hands = {
            flag: Hand(joint, step)
            for flag, joint in zip(_ARMS.values(), model.hands, strict=False)
        }
        self._request: MotionRequest | None = None

    def reset(self) -> None:
        """Let go of everything."""
        for limb in self._limbs.values():
            limb.reset()
        for hand in self._hands.values():
            hand.reset()

    def forget_places(self) -> None:
        """Forget wishes that rest on where the robot was."""
        for limb in self._limbs.values():
            limb.forget_place()

    def unfollowed(self, free: FreeLimbs) -> tuple[str, ...]:
        """Return the names of the wishes that are not followed now.

        Args:
            free: Limbs that the running motion leaves to others.
        """
        return tuple(
            _NAMES[flag] for flag, limb in self._limbs.items() if limb.waits(free=flag in free)
        )

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
            self._request = request
            wishes = (request.head, request.left_arm, request.right_arm)
            for limb, wish in zip(self._limbs.values(), wishes, strict=True):
                limb.hear(wish, robot)
        if not free:
            self.reset()
            return command
        if not self._busy:
            return command
        joints, stiffness = list(command.positions), list(command.stiffness)
        for flag, limb in self._limbs.items():
            if flag in free:
                limb.lay(joints, stiffness, robot, last)
            else:
                limb.reset()
        for flag, hand in self._hands.items():
            if flag in free:
                self._lay_hand(hand, self._limbs[flag].wish, joints, last)
            else:
                hand.reset()
        return JointCommand(tuple(joints), tuple(stiffness), command.lights)

    @property
    def _busy(self) -> bool:
        return any(limb.busy for limb in self._limbs.values()) or any(
            hand.active for hand in self._hands.values()
        )

    def _lay_hand(
        self, hand: Hand, wish: HeadWish | ArmWish | None, joints: list[float], last: JointCommand
    ) -> None:
        wished = wish.hand if isinstance(wish, ArmWish) else None
        if wished is not None or hand.active:
            own, before = joints[hand.joint], last.positions[hand.joint]
            joints[hand.joint] = hand.step(wished, own=own, last=before)
