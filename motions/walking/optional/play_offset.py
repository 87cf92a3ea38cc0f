"""Joint play offset: no new way towards where a joint hangs already.

A joint in the play of its gear hangs on one side of its request. A request that moves to that side
would be followed by nothing at first and then by too much, so that part of the change is not sent.

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
    """Joint play offset.

    Attributes:
        active: Changes of the request towards where a joint hangs are not sent.
        hip_pitch: Share of such a change that is kept back, hip pitch.
        ankle_pitch: Likewise the ankle pitch.
        other: Likewise all other joints of the support leg, and the hips' yaw.
        filter_slow: Share of a new sample that turns back, in the filter of what a joint misses.
        filter_fast: Share of one that goes on in the direction of the last.
    """

    active: bool
    hip_pitch: Ratio
    ankle_pitch: Ratio
    other: Ratio
    filter_slow: Ratio
    filter_fast: Ratio


class PlannedJoints(BalanceTerm):
    """Notes what is planned: only plans are kept back."""

    group = "play_offset"

    def joints(self, joints: list[float], walk: WalkState) -> None:
        """Note the joints so far."""
        walk.planned = tuple(joints)


class JointPlayOffset(BalanceTerm):
    """What each leg joint hangs beside its request, and the last request.

    Attributes:
        missed: Filtered measured angle minus executed request, in wire order, rad.
        kept: What was kept back of the support leg in the last cycle, sum, rad.
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
        """Return the offset of a robot's joints."""
        return cls(parameters, context.model)

    def reset(self) -> None:
        """Forget the last request: another motion has moved the joints."""
        self._last: Sequence[float] | None = None
        self._measured: Sequence[float] | None = None
        self.missed = [0.0] * self._count
        self._direction = [0.0] * self._count
        self.kept = 0.0

    def update(self, robot: RobotState, walk: WalkState) -> None:
        """Compare the joints with the request that they should show."""
        measured, executed = robot.positions, walk.tracking.sent.executed
        before, self._measured = self._measured, measured
        if executed is None or before is None:
            return
        slow, fast = self._parameters.filter_slow, self._parameters.filter_fast
        missed, direction = self.missed, self._direction
        for joint in self._joints:
            # A joint that moves is on its way: what its speed makes good within a cycle is no play.
            error = measured[joint] - executed[joint]
            moving = measured[joint] - before[joint]
            error -= clamp(-moving, min(error, 0.0), max(error, 0.0))
            change = error - missed[joint]
            share = fast if change * direction[joint] > 0.0 else slow
            direction[joint] = change
            missed[joint] += share * change

    def joints(self, joints: list[float], walk: WalkState) -> None:
        """Keep back what leads to where the joints hang; rolls and yaw begin free."""
        step, planned = walk.running, walk.planned
        if step is None:
            return
        last, self._last = self._last, planned
        if last is None:
            return
        eased = min(step.phase, 1.0)
        self.kept = 0.0
        for joint, share, grows in self._shares[walk.support]:
            # Of the change only the part that leads to where the joint hangs anyway is kept back:
            # the play has made it already.
            change = planned[joint] - last[joint]
            missed = self.missed[joint]
            hangs = clamp(change, min(missed, 0.0), max(missed, 0.0))
            kept = share * (eased if grows else 1.0) * hangs
            joints[joint] -= kept
            self.kept += abs(kept)

    def values(self, walk: WalkState) -> tuple[Value, ...]:
        """Return what was kept back."""
        return (self.angle("kept back", self.kept),)
