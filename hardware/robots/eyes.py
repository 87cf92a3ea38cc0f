"""Cameras in the robot's head: their poses and fields of view, and the head's range of motion."""

from dataclasses import dataclass
from itertools import pairwise

from hardware.units import Angle, AngleRange, LengthPoint, PositiveAngle


@dataclass(frozen=True, slots=True)
class HeadCamera:
    """One camera in the head.

    Attributes:
        place: Position in the head's frame, whose origin is the head pitch joint, m.
        pitch: Downward pitch relative to the head, rad.
    """

    place: LengthPoint
    pitch: Angle


@dataclass(frozen=True, slots=True)
class TiltRange:
    """Tilt range of the head at one pan, limited by contact with the shell of the shoulders.

    Attributes:
        pan: Magnitude of the pan, to either side, rad.
        tilt: Limits up (negative) and down, rad.
    """

    pan: Angle
    tilt: AngleRange


@dataclass(frozen=True, slots=True)
class Eyes:
    """The cameras and the range of motion of the head that carries them.

    Attributes:
        upper: The upper camera, which sees far.
        lower: The lower camera, which sees the feet.
        width: Horizontal field of view of each camera, rad.
        height: Vertical field of view of each camera, rad.
        reach: Tilt limits by pan, from pan 0 outwards, interpolated linearly.

    Raises:
        ValueError: If the pans do not begin at 0 and increase.
    """

    upper: HeadCamera
    lower: HeadCamera
    width: PositiveAngle
    height: PositiveAngle
    reach: tuple[TiltRange, ...]

    def __post_init__(self) -> None:
        pans = [each.pan for each in self.reach]
        if not pans or pans[0] != 0.0 or any(a >= b for a, b in pairwise(pans)):
            raise ValueError("the pans of 'reach' must begin at 0 and increase")

    @property
    def furthest(self) -> float:
        """Return the largest pan to either side, rad."""
        return self.reach[-1].pan

    def tilts(self, pan: float) -> tuple[float, float]:
        """Return the upper and lower tilt limit of the head at a pan, rad."""
        pan = abs(pan)
        for inner, outer in pairwise(self.reach):
            if pan <= outer.pan:
                share = (pan - inner.pan) / (outer.pan - inner.pan)
                (a, b), (c, d) = inner.tilt, outer.tilt
                return a + share * (c - a), b + share * (d - b)
        return self.reach[-1].tilt
