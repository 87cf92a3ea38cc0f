"""Joint play measure: estimates wear from the tracking errors of leg joints while walking.

The absolute errors of hip, knee and ankle pitch against the requests that they should show by now
are low-pass filtered over the walk. The excess over the errors of a sound robot, weighted and
summed over both legs, is the joint play. The hardware quality derived from it starts at 0: an
unknown robot is treated as worn out.

Source: joint play measure and quality of the B-Human code release.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from hardware.robots.model import RobotModel
from hardware.units import Gain, PositiveTime, Ratio, UnsignedAngle
from motions.scalars import ramp


@dataclass(frozen=True, slots=True)
class PlayMeasureParameters:
    """Measurement of joint play and hardware quality.

    Attributes:
        active: Whether the play is measured; otherwise every robot counts as new.
        hip_pitch: Tracking error of a sound robot's hip pitch, rad.
        knee_pitch: Likewise of the knee, rad.
        ankle_pitch: Likewise of the ankle pitch, rad.
        hip_weight: Weight of a hip pitch's excess error.
        knee_weight: Likewise of a knee's.
        ankle_weight: Likewise of an ankle pitch's.
        share_first: Filter share of a new sample at the beginning.
        share_later: Filter share of a new sample after `learning` of walking.
        learning: Walking time over which the filter slows down, s.
        sound: Play of a robot whose quality is 1, rad.
        worn_out: Play of a robot whose quality is 0, rad.
        trust_after: Walking time over which the quality rises from 0 to the measured value, s.
    """

    active: bool
    hip_pitch: UnsignedAngle
    knee_pitch: UnsignedAngle
    ankle_pitch: UnsignedAngle
    hip_weight: Gain
    knee_weight: Gain
    ankle_weight: Gain
    share_first: Ratio
    share_later: Ratio
    learning: PositiveTime
    sound: UnsignedAngle
    worn_out: UnsignedAngle
    trust_after: PositiveTime

    def __post_init__(self) -> None:
        if not self.sound < self.worn_out:
            raise ValueError("a sound robot must have less play than a worn-out one")


class JointPlay:
    """Measures the play of the legs' pitch joints.

    Attributes:
        missed: Filtered errors of both hips, knees and ankles, (6,), rad.
        walked: Walking time so far, s.
        play: Weighted sum of the errors in excess of a sound robot's, rad.
    """

    def __init__(self, parameters: PlayMeasureParameters, model: RobotModel) -> None:
        self._parameters = p = parameters
        self._cycle = model.cycle
        legs = model.legs.values()
        self._joints = tuple(
            (joint, reference, weight)
            for joints, reference, weight in (
                ([leg.hip_pitch for leg in legs], p.hip_pitch, p.hip_weight),
                ([leg.knee_pitch for leg in legs], p.knee_pitch, p.knee_weight),
                ([leg.ankle_pitch for leg in legs], p.ankle_pitch, p.ankle_weight),
            )
            for joint in joints
        )
        self.missed = [0.0] * len(self._joints)
        self.walked = 0.0
        self.play = 0.0

    def update(self, measured: Sequence[float], executed: Sequence[float] | None) -> None:
        """Update the play from one cycle of a step.

        Args:
            measured: Joint angles, in wire order, rad.
            executed: Targets that these angles should show, in wire order, rad; None while unknown.
        """
        parameters = self._parameters
        if not parameters.active or executed is None:
            return
        # The filter is fast at first, to assess the robot early, and slow later: errors also grow
        # as motors heat up, but wear does not change during a walk.
        learnt = self.walked / parameters.learning
        first, later = parameters.share_first, parameters.share_later
        share = later if learnt >= 1.0 else first + (later - first) * learnt
        play, missed = 0.0, self.missed
        for index, (joint, reference, weight) in enumerate(self._joints):
            now = missed[index]
            now += share * (abs(measured[joint] - executed[joint]) - now)
            missed[index] = now
            if now > reference:
                play += weight * (now - reference)
        self.play = play
        self.walked += self._cycle

    @property
    def known(self) -> bool:
        """Return whether the robot has walked long enough for a judgement."""
        return not self._parameters.active or self.walked >= self._parameters.trust_after

    @property
    def quality(self) -> float:
        """Return the hardware quality: 1 for a sound robot, 0 for a worn one and at the start."""
        parameters = self._parameters
        if not parameters.active:
            return 1.0
        trust = min(self.walked / parameters.trust_after, 1.0)
        return trust * (1.0 - ramp(self.play, parameters.sound, parameters.worn_out))
