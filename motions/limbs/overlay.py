"""Overlays the wishes for head and arms on the command of a motion that leaves them free.

Without a wish the command stays the same object; after a wish ends, the limb returns to it. When
the next motion keeps its limbs for itself, all limbs are released: that motion begins at the last
command and brings an arm forward from the back.
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
    """Limbs that a motion leaves free."""

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
"""Names of the wishes in a request."""

_ARMS = {Side.LEFT: FreeLimbs.LEFT_ARM, Side.RIGHT: FreeLimbs.RIGHT_ARM}


class _LimbMover(Protocol):
    """Controller of the joints of a limb: `Head` or `Arm`."""

    active: bool

    def reset(self) -> None: ...

    def step(
        self, wish: Any, robot: RobotState, *, asked: Pose2, own: Any, last: Any
    ) -> tuple[float, ...]: ...


class _Limb:
    """The head or an arm, its wish, and the odometry when the wish arrived."""

    def __init__(self, joints: tuple[int, ...], mover: _LimbMover, stiffness: float = 0.0) -> None:
        """Keep the joint indices and their least stiffness with the feet on the ground."""
        self._joints = joints
        self._mover = mover
        self._stiffness = stiffness
        self.wish: HeadWish | ArmWish | None = None
        self._last: HeadWish | ArmWish | None = None
        self._asked = Pose2()

    def hear(self, wish: HeadWish | ArmWish | None, robot: RobotState) -> None:
        """Accept the wish of a request unless it repeats the last one."""
        if wish != self._last:
            self.wish = self._last = wish
            self._asked = robot.odometry

    def forget_place(self) -> None:
        """Forget a wish that depends on where the robot was, which is no longer known."""
        if self.wish is not None and self.wish.refers_to_a_place:
            self.wish = None

    def waits(self, *, free: bool) -> bool:
        """Return whether the last wish is not followed: limb not free, or place forgotten."""
        return self._last is not None and not (free and self.wish is not None)

    @property
    def busy(self) -> bool:
        """Return whether the limb has a wish or is returning."""
        return self.wish is not None or self._mover.active

    def reset(self) -> None:
        """Release the limb."""
        if self._mover.active:
            self._mover.reset()

    def lay(
        self, joints: list[float], stiffness: list[float], robot: RobotState, last: JointCommand
    ) -> None:
        """Overwrite its joints and stiffness according to the wish, in place."""
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
            if robot.contact:  # while it is carried, the motion's own, soft value is kept
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
        """Release all limbs and hands."""
        for limb in self._limbs.values():
            limb.reset()
        for hand in self._hands.values():
            hand.reset()

    def forget_places(self) -> None:
        """Forget wishes that depend on where the robot was."""
        for limb in self._limbs.values():
            limb.forget_place()

    def unfollowed(self, free: FreeLimbs) -> tuple[str, ...]:
        """Return the names of the wishes that are not followed now.

        Args:
            free: Limbs that the running motion leaves free.
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
        """Return the motion's command with the wishes for its free limbs applied.

        Args:
            command: Command of the motion.
            free: Limbs that it leaves free.
            request: The request that contains the wishes.
            robot: The robot now.
            last: The last command that was sent, from which limbs continue.
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
