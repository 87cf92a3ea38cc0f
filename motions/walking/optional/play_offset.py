"""Joint play offset: holds back changes of a request that the play has already made.

A joint in the play of its gear rests on one side of its request. A request that moves to that side
would first have no effect and then too much, so part of the change is held back.

Source: joint play offset of the B-Human code release; its neural prediction of the joints is
replaced by the request that the measurement should show by now.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from hardware.robots.model import RobotModel
from hardware.units import Ratio
from motions.perception.state import RobotState
from motions.scalars import clamp
from motions.walking.terms.term import BalanceTerm, TermContext, Value, WalkState


@dataclass(frozen=True, slots=True)
class PlayOffsetParameters:
    """Parameters of the joint play offset.

    Attributes:
        active: Whether changes towards a joint's resting side are held back.
        hip_pitch: Share of such a change that is held back for the hip pitch.
        ankle_pitch: Likewise for the ankle pitch.
        other: Likewise for all other joints of the support leg, including the hip yaw.
        filter_slow: Filter share of a new error sample that reverses direction.
        filter_fast: Filter share of one that continues in the last direction.
    """

    active: bool
    hip_pitch: Ratio
    ankle_pitch: Ratio
    other: Ratio
    filter_slow: Ratio
    filter_fast: Ratio


class PlannedJoints(BalanceTerm):
    """Stores the planned joint targets, as only changes of the plan are held back."""

    group = "play_offset"

    def joints(self, joints: list[float], walk: WalkState) -> None:
        """Store the joint targets so far."""
        walk.planned = tuple(joints)


class JointPlayOffset(BalanceTerm):
    """Holds back changes of the request towards a joint's resting side.

    Attributes:
        missed: Filtered measured angle minus executed request, in wire order, rad.
        kept: Sum of the changes held back in the support leg in the last cycle, rad.
    """

    group = "play_offset"

    def __init__(self, parameters: PlayOffsetParameters, model: RobotModel) -> None:
        self._parameters: PlayOffsetParameters = parameters
        self._count = len(model.names)
        self._joints = model.leg_joints
        self._shares = {
            side: (
                (leg.hip_yaw, parameters.other, True),
                (leg.hip_roll, parameters.other, True),
                (leg.hip_pitch, parameters.hip_pitch, False),
                (leg.knee_pitch, parameters.other, False),
                (leg.ankle_pitch, parameters.ankle_pitch, False),
                (leg.ankle_roll, parameters.other, False),
            )
            for side, leg in model.legs.items()
        }
        self.reset()

    @classmethod
    def of(cls, parameters: PlayOffsetParameters, context: TermContext) -> "JointPlayOffset":
        """Return the offset for the robot of a walk."""
        return cls(parameters, context.model)

    def reset(self) -> None:
        """Discard the last request, as another motion has moved the joints."""
        self._last: Sequence[float] | None = None
        self._measured: Sequence[float] | None = None
        self.missed = [0.0] * self._count
        self._direction = [0.0] * self._count
        self.kept = 0.0

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Update the errors of the joints against the requests that they should show."""
        measured, executed = robot.positions, walk.tracking.sent.executed
        before, self._measured = self._measured, measured
        if executed is None or before is None:
            return
        slow, fast = self._parameters.filter_slow, self._parameters.filter_fast
        missed, direction = self.missed, self._direction
        for joint in self._joints:
            # An error that a moving joint corrects within a cycle is lag, not play.
            error = measured[joint] - executed[joint]
            moving = measured[joint] - before[joint]
            error -= clamp(-moving, min(error, 0.0), max(error, 0.0))
            change = error - missed[joint]
            share = fast if change * direction[joint] > 0.0 else slow
            direction[joint] = change
            missed[joint] += share * change

    def joints(self, joints: list[float], walk: WalkState) -> None:
        """Hold back changes towards the resting side; all but the pitches are eased in."""
        step, planned = walk.running, walk.planned
        if step is None:
            return
        last, self._last = self._last, planned
        if last is None:
            return
        eased = min(step.phase, 1.0)
        self.kept = 0.0
        for joint, share, grows in self._shares[walk.support]:
            # Only the part of the change towards the resting side is held back, as the play has
            # already made it.
            change = planned[joint] - last[joint]
            missed = self.missed[joint]
            hangs = clamp(change, min(missed, 0.0), max(missed, 0.0))
            kept = share * (eased if grows else 1.0) * hangs
            joints[joint] -= kept
            self.kept += abs(kept)

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return the sum of the changes held back."""
        return (self.angle("kept back", self.kept),)
