"""Joint play offset: no new way towards where a joint hangs already.

A joint in the play of its gear hangs on one side of its request. A request that moves to that side
would be followed by nothing at first and then by too much, so that part of the change is not sent.

Source: joint play offset of the B-Human code release; its neural prediction of the joints is
replaced by the request that the measurement should show by now.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from hardware.limbs import HIP_YAW_PITCH, LEG
from hardware.nao import JOINT_COUNT, LEG_JOINTS, Side
from hardware.units import Ratio
from motions.scalars import clamp


@dataclass(frozen=True, slots=True)
class PlayOffset:
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


class JointPlayOffset:
    """What each leg joint hangs beside its request, and the last request.

    Attributes:
        missed: Filtered measured angle minus executed request, (25,), rad.
    """

    def __init__(self, parameters: PlayOffset) -> None:
        self._parameters = parameters
        self._shares = {
            side: (
                (HIP_YAW_PITCH, parameters.other, True),
                (leg.hip_roll, parameters.other, True),
                (leg.hip_pitch, parameters.hip_pitch, False),
                (leg.knee_pitch, parameters.other, False),
                (leg.ankle_pitch, parameters.ankle_pitch, False),
                (leg.ankle_roll, parameters.other, False),
            )
            for side, leg in LEG.items()
        }
        self.missed = [0.0] * JOINT_COUNT
        self._direction = [0.0] * JOINT_COUNT
        self._measured: Sequence[float] | None = None
        self._last: list[float] | None = None

    def reset(self) -> None:
        """Forget the last request: another motion has moved the joints."""
        self._last = self._measured = None
        self.missed = [0.0] * JOINT_COUNT

    def update(self, measured: Sequence[float], executed: Sequence[float] | None) -> None:
        """Take one cycle: measured joints and the request that they should show, (25,), rad."""
        before, self._measured = self._measured, measured
        if executed is None or before is None:
            return
        slow, fast = self._parameters.filter_slow, self._parameters.filter_fast
        missed, direction = self.missed, self._direction
        for joint in LEG_JOINTS:
            # A joint that moves is on its way: what its speed makes good within a cycle is no play.
            error = measured[joint] - executed[joint]
            moving = measured[joint] - before[joint]
            error -= clamp(-moving, min(error, 0.0), max(error, 0.0))
            change = error - missed[joint]
            share = fast if change * direction[joint] > 0.0 else slow
            direction[joint] = change
            missed[joint] += share * change

    def apply(
        self,
        joints: list[float],
        planned: Sequence[float],
        support: Side,
        progress: float,
    ) -> None:
        """Keep back what leads to where the joints hang; changes the targets, rad, in place.

        Args:
            joints: Joint targets, (25,), rad.
            planned: The targets before balance was added, (25,), rad: only plans are kept back.
            support: The support foot.
            progress: Share of the step's duration; rolls and yaw are free at its beginning.
        """
        last, self._last = self._last, list(planned)
        if last is None:
            return
        eased = min(progress, 1.0)
        for joint, share, grows in self._shares[support]:
            change = planned[joint] - last[joint]
            missed = self.missed[joint]
            kept = clamp(change, min(missed, 0.0), max(missed, 0.0))
            joints[joint] -= share * (eased if grows else 1.0) * kept
