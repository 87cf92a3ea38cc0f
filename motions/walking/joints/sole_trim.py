"""Compensates the errors of a leg's joint zeros, using that a standing sole is flat.

A tilt of a standing sole computed from attitude and joint angles is the combined error of all zeros
of that leg. It cannot be attributed to a single joint, so each joint gets a share, the ankle most.
The users of this module decide when the tilt is measured and how much of it is trusted.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from hardware.robots.model import Leg, Side
from hardware.units import PositiveAngularSpeed, UnsignedAngle
from motions.kinematics.sole_tilt import Tilt, TiltShares, turn_sole
from motions.scalars import clamp, toward


@dataclass(frozen=True, slots=True)
class SoleTrimParameters:
    """Compensation of the errors of a leg's joint zeros.

    Attributes:
        roll_limit: Largest compensated roll error of a leg, rad.
        pitch_limit: Largest compensated pitch error of a leg, rad.
        speed: Rate of change of the compensation, rad/s.
        shares: Shares of the joints.
    """

    roll_limit: UnsignedAngle
    pitch_limit: UnsignedAngle
    speed: PositiveAngularSpeed
    shares: TiltShares


class SoleTrim:
    """Apparent tilt of the standing soles, and its compensation in the joints.

    Attributes:
        known: Learnt tilt of each sole, set by the user of this object.
        added: Tilt of each sole compensated so far.
        sure: Whether the pitch was observed long enough that a single measurement is no better.
    """

    def __init__(self, parameters: SoleTrimParameters, differing: TiltShares | None = None) -> None:
        """Create a trim without known errors.

        Args:
            parameters: Limits, speed and shares of the compensation.
            differing: Shares of the joints for the part in which the soles differ, where the
                parameters' shares apply to the common part; None if they apply to all of it.
        """
        self._parameters = parameters
        self._differing = differing
        self.known = {side: Tilt() for side in Side}
        self.sure = False
        self.begin()

    def begin(self) -> None:
        """Restart the compensation from zero; the known tilts are kept."""
        self.added = {side: Tilt() for side in Side}

    def turned_by(self, pitch: float) -> bool:
        """Return whether the remaining pitch compensation of a sole exceeds an angle, rad."""
        most = self._parameters.pitch_limit
        return any(
            abs(clamp(known.pitch, -most, most) - self.added[side].pitch) > pitch
            for side, known in self.known.items()
        )

    def update(self, cycle: float) -> None:
        """Move the compensation towards the known tilt within the limits, for a cycle, s."""
        own = self._parameters
        most = own.speed * cycle
        for side, added in self.added.items():
            known = self.known[side]
            roll = clamp(known.roll, -own.roll_limit, own.roll_limit)
            pitch = clamp(known.pitch, -own.pitch_limit, own.pitch_limit)
            added.roll = toward(added.roll, roll, most)
            added.pitch = toward(added.pitch, pitch, most)

    def apply(self, joints: list[float], legs: Mapping[Side, Leg], sign: float = 1.0) -> None:
        """Subtract the errors from joint commands, rad, in place; a sign of -1 adds them."""
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
