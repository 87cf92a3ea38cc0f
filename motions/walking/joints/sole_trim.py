"""Takes the errors of a leg's zeros out of its joints: a sole that stands is flat.

Attitude and joints tell how a standing sole is tilted. It is not: what they tell is the error of
all zeros of that leg together. Which joint it is nobody can see; each gets its share, the ankle
most. When soles tell it, and how much of it is believed, each walk decides.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from hardware.robots.model import Leg, Side
from hardware.units import PositiveAngularSpeed, UnsignedAngle
from motions.kinematics.sole_tilt import Tilt, TiltShares, turn_sole
from motions.scalars import clamp, toward


@dataclass(frozen=True, slots=True)
class SoleTrimParameters:
    """How what the zeros of a leg's joints are wrong by is taken out.

    Attributes:
        roll_limit: Largest error of a leg that is taken out, rad.
        pitch_limit: Likewise forward, rad.
        speed: How fast it is taken out, rad/s.
        shares: Which joints take it out.
    """

    roll_limit: UnsignedAngle
    pitch_limit: UnsignedAngle
    speed: PositiveAngularSpeed
    shares: TiltShares


class SoleTrim:
    """By how much standing soles seem to be tilted, and what is added to the joints for it.

    Attributes:
        known: Of each sole, as it was learnt; who learns changes it.
        added: Of each sole, by now.
        sure: It was seen for a while forward and backward: what a glance shows is no better.
    """

    def __init__(self, parameters: SoleTrimParameters, differing: TiltShares | None = None) -> None:
        """Know nothing yet.

        Args:
            parameters: How much is taken out.
            differing: Which joints take out what the soles differ by, where the parameters' shares
                are for what is alike in both; None if they are for all of it.
        """
        self._parameters = parameters
        self._differing = differing
        self.known = {side: Tilt() for side in Side}
        self.sure = False
        self.begin()

    def begin(self) -> None:
        """Begin anew from a stance that nothing was taken out of. The robot is the same."""
        self.added = {side: Tilt() for side in Side}

    def turned_by(self, pitch: float) -> bool:
        """Return whether a sole has to be turned forward or backward by more than this yet, rad."""
        most = self._parameters.pitch_limit
        return any(
            abs(clamp(known.pitch, -most, most) - self.added[side].pitch) > pitch
            for side, known in self.known.items()
        )

    def update(self, cycle: float) -> None:
        """Go on towards what is known, within the limits, for a cycle, s."""
        own = self._parameters
        most = own.speed * cycle
        for side, added in self.added.items():
            known = self.known[side]
            roll = clamp(known.roll, -own.roll_limit, own.roll_limit)
            pitch = clamp(known.pitch, -own.pitch_limit, own.pitch_limit)
            added.roll = toward(added.roll, roll, most)
            added.pitch = toward(added.pitch, pitch, most)

    def apply(self, joints: list[float], legs: Mapping[Side, Leg], sign: float = 1.0) -> None:
        """Take the errors out of commands, in place, rad; with a sign of -1 put them in."""
        shares, differing = self._parameters.shares, self._differing
        if differing is None:
            for side, own in self.added.items():
                turn_sole(joints, legs[side], Tilt(sign * own.roll, sign * own.pitch), shares)
            return
        half = 0.5 * sign
        for side, own in self.added.items():
            other = self.added[side.other]
            alike = Tilt(half * (own.roll + other.roll), half * (own.pitch + other.pitch))
            apart = Tilt(half * (own.roll - other.roll), half * (own.pitch - other.pitch))
            turn_sole(joints, legs[side], alike, shares)
            turn_sole(joints, legs[side], apart, differing)
