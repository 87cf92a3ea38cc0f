"""Energy saving: requests yield to where the joints rest, so that friction holds them.

A joint at rest under load hangs a little below its request, and its motor keeps pulling against
that difference. Once the robot rests, each request first moves to the measured position at once,
then creeps after every joint whose motor still draws current. If joints would have to move too far,
the posture has slipped, and all offsets are returned to zero.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from hardware.robots.model import RobotModel
from hardware.units import (
    Angle,
    Count,
    Current,
    LengthRange,
    Milliseconds,
    PositiveMilliseconds,
    demand_order,
)
from motions.perception.state import RobotState
from motions.scalars import clamp


@dataclass(frozen=True, slots=True)
class EnergySavingParameters:
    """Everything in `config/energy_saving.yaml`.

    Attributes:
        active: Whether energy saving is used.
        settle: Time at rest before the first step, s.
        every: Time between two steps of a joint, s.
        base_limit: Largest initial offset of a joint, rad.
        base_time: Time over which the initial offset is applied, s.
        legs: Current above which a leg joint's request yields, A.
        legs_far: The same for leg joints with an offset beyond `far`, A.
        arms: The same for an arm joint, A.
        step: Size of a step, rad; one tooth of the gear.
        leg_jump: Size of a leg joint's step after `patience` steps without effect, rad.
        arm_jump: Likewise for an arm joint, rad.
        patience: Number of consecutive steps without effect before a jump.
        far: Offset beyond which a joint counts as far, rad.
        furthest: Largest offset of a joint, rad.
        far_legs: Number of far leg joints at which the posture has slipped.
        give_back: Time in which the offsets then return to zero, s.
        com_forward: Allowed range of the centre of mass ahead of midway between the points below
            the ankles, m.
        com_left: Likewise to the left of it, m.
    """

    active: bool
    settle: Milliseconds
    every: Milliseconds
    base_limit: Angle
    base_time: Milliseconds
    legs: Current
    legs_far: Current
    arms: Current
    step: Angle
    leg_jump: Angle
    arm_jump: Angle
    patience: Count
    far: Angle
    furthest: Angle
    far_legs: Count
    give_back: PositiveMilliseconds
    com_forward: LengthRange
    com_left: LengthRange

    def __post_init__(self) -> None:
        demand_order(self, "legs", "legs_far")
        demand_order(self, "far", "furthest")


class _SavingPhase(Enum):
    OFF = "off"
    SETTLING = "settling"
    WORKING = "working"
    GIVING_BACK = "giving back"


class EnergySaving:
    """Request offsets of a resting robot.

    Call `apply` in every cycle in which the robot rests and `stop` otherwise. `stop` drops the
    offsets at once, which is safe because the next motion starts from the last command.
    """

    def __init__(self, model: RobotModel, parameters: EnergySavingParameters) -> None:
        self._count = len(model.names)
        self._legs = model.leg_joints
        self._cycle = model.cycle
        self._parameters = parameters
        self._forget()

    def stop(self) -> None:
        """Drop all offsets, because the robot moves again."""
        if self._phase is not _SavingPhase.OFF:
            self._forget()

    def _forget(self) -> None:
        self._phase = _SavingPhase.OFF
        self._time = 0.0
        self._contact = False
        self._offsets = [0.0] * self._count
        self._goal = [0.0] * self._count
        self._from = [0.0] * self._count
        self._currents = [0.0] * self._count
        self._vain = [0] * self._count

    @property
    def offsets(self) -> tuple[float, ...]:
        """Return the offsets added to the requests, in wire order, rad."""
        return tuple(self._offsets)

    def apply(
        self, request: Sequence[float], state: RobotState, joints: Iterable[int]
    ) -> tuple[float, ...]:
        """Return the requests of this cycle, in wire order, rad.

        Args:
            request: Joint angles of the posture, in wire order, rad.
            state: Current state of the robot.
            joints: Joints that may yield: all or some of legs and arms.
        """
        if not self._parameters.active:
            return tuple(request)
        joints = tuple(joints)
        self._time += self._cycle
        if self._phase is not _SavingPhase.OFF and state.contact is not self._contact:
            self._give_back()
        self._contact = state.contact
        match self._phase:
            case _SavingPhase.OFF:
                self._begin(request, state, joints)
            case _SavingPhase.SETTLING:
                self._settle()
            case _SavingPhase.WORKING:
                self._work(request, state, joints)
            case _SavingPhase.GIVING_BACK:
                self._return()
        return tuple(at + offset for at, offset in zip(request, self._offsets, strict=True))

    def _begin(self, request: Sequence[float], state: RobotState, joints: tuple[int, ...]) -> None:
        """Set the initial offset of every joint to its error, within limits."""
        most = self._parameters.base_limit
        for joint in joints:
            self._goal[joint] = clamp(state.positions[joint] - request[joint], -most, most)
        self._enter(_SavingPhase.SETTLING)

    def _settle(self) -> None:
        own = self._parameters
        share = min(self._time / own.base_time, 1.0) if own.base_time > 0.0 else 1.0
        self._offsets = [share * goal for goal in self._goal]
        if self._time >= max(own.settle, own.base_time):
            self._enter(_SavingPhase.WORKING)

    def _work(self, request: Sequence[float], state: RobotState, joints: tuple[int, ...]) -> None:
        for joint in joints:
            self._currents[joint] += abs(state.currents[joint])
        if self._time < self._parameters.every:
            return
        mean = self._cycle / self._time
        for joint in joints:
            lag = state.positions[joint] - request[joint] - self._offsets[joint]
            self._creep(joint, self._currents[joint] * mean, lag)
        self._enter(_SavingPhase.WORKING)
        if self._has_slipped(state):
            self._give_back()

    def _creep(self, joint: int, current: float, lag: float) -> None:
        """Move a joint's offset towards its measured position if its motor draws current."""
        own = self._parameters
        leg, offset = joint in self._legs, self._offsets[joint]
        far = leg and abs(offset) >= own.far
        enough = (own.legs_far if far else own.legs) if leg else own.arms
        if current <= enough:
            self._vain[joint] = 0
            return
        self._vain[joint] += 1
        step = own.step
        if self._vain[joint] >= own.patience:
            self._vain[joint] = 0
            step = own.leg_jump if leg else own.arm_jump
        moved = offset + math.copysign(step, lag)
        self._offsets[joint] = clamp(moved, -own.furthest, own.furthest)

    def _has_slipped(self, state: RobotState) -> bool:
        own = self._parameters
        sizes = [abs(self._offsets[joint]) for joint in self._legs]
        if sum(size >= own.far for size in sizes) >= own.far_legs:
            return True
        left, right = state.left_sole, state.right_sole
        forward = state.com[0] - 0.5 * (left.x + right.x)
        aside = state.com[1] - 0.5 * (left.y + right.y)
        inside = (
            own.com_forward[0] <= forward <= own.com_forward[1]
            and own.com_left[0] <= aside <= own.com_left[1]
        )
        return max(sizes) >= own.furthest and not inside

    def _give_back(self) -> None:
        self._from = list(self._offsets)
        self._enter(_SavingPhase.GIVING_BACK)

    def _return(self) -> None:
        share = min(self._time / self._parameters.give_back, 1.0)
        self._offsets = [(1.0 - share) * start for start in self._from]
        if share >= 1.0:
            self._enter(_SavingPhase.WORKING)

    def _enter(self, phase: _SavingPhase) -> None:
        self._phase, self._time = phase, 0.0
        self._currents = [0.0] * self._count
