"""How worn the robot is: the part of a joint's way that it does not follow while walking.

What hip, knee and ankle pitch miss of the request that they should show by now is low-passed over
the walk. A reference is what a sound robot misses too; the rest, weighted and summed over both
legs, is the joint play. The hardware quality made of it is 0 at the start: as long as nothing is
known the robot is treated as worn out.

Source: joint play measure and quality of the B-Human code release.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from hardware.robots.model import RobotModel
from hardware.units import Gain, PositiveTime, Ratio, UnsignedAngle
from motions.scalars import ramp


@dataclass(frozen=True, slots=True)
class PlayMeasureParameters:
    """Joint play and hardware quality.

    Attributes:
        active: The play is measured; otherwise every robot counts as new.
        hip_pitch: What the hip pitch of a sound robot misses, rad.
        knee_pitch: Likewise the knee.
        ankle_pitch: Likewise the ankle pitch.
        hip_weight: Weight of what a hip pitch misses beyond that.
        knee_weight: Likewise the knee.
        ankle_weight: Likewise the ankle pitch.
        share_first: Share of the new sample in the filter at the beginning.
        share_later: ... and after `learning` of walking.
        learning: Time of walking over which the filter becomes slow, s.
        sound: Play of a robot whose quality is 1, rad.
        worn_out: Play of a robot whose quality is 0, rad.
        trust_after: Time of walking in which the quality rises from 0 to what is measured, s.
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
    """What the pitch joints of the legs miss.

    Attributes:
        missed: Low-passed, of both hips, knees and ankles, (6,), rad.
        walked: Time of walking so far, s.
        play: Weighted sum of what they miss beyond the references, rad.
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
        """Take one cycle of a step.

        Args:
            measured: Joint angles, in wire order, rad.
            executed: Joint targets that they should show, in wire order, rad; None while unknown.
        """
        parameters = self._parameters
        if not parameters.active or executed is None:
            return
        # A low pass that is fast at first, to know the robot soon, and slow later: motors grow hot,
        # but joints do not wear while one watches. Play is what is missed beyond a sound robot's.
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
        """Return whether the robot has walked long enough to be judged."""
        return not self._parameters.active or self.walked >= self._parameters.trust_after

    @property
    def quality(self) -> float:
        """Return the hardware quality: 1 for a sound robot, 0 for a worn one and at the start."""
        parameters = self._parameters
        if not parameters.active:
            return 1.0
        trust = min(self.walked / parameters.trust_after, 1.0)
        return trust * (1.0 - ramp(self.play, parameters.sound, parameters.worn_out))
