"""What a robot sees with: where its cameras sit in the head, and how far the head may turn."""

from dataclasses import dataclass
from itertools import pairwise

from hardware.units import Angle, AngleRange, LengthPoint, PositiveAngle


@dataclass(frozen=True, slots=True)
class HeadCamera:
    """One camera in the head.

    Attributes:
        place: In the frame of the head, whose origin is the joint that nods, m.
        pitch: By how much it looks further down than the head, rad.
    """

    place: LengthPoint
    pitch: Angle


@dataclass(frozen=True, slots=True)
class TiltRange:
    """How far the head may nod at one pan, before its shell meets that of the shoulders.

    Attributes:
        pan: To either side, rad.
        tilt: Up (negative) and down, rad.
    """

    pan: Angle
    tilt: AngleRange


@dataclass(frozen=True, slots=True)
class Eyes:
    """The cameras, and the head that turns them.

    Attributes:
        upper: The one that sees far.
        lower: The one that sees the feet.
        width: What a camera sees from side to side, rad.
        height: ... and from top to bottom, rad.
        reach: Tilts by pan, from pan 0 outwards; straight lines in between.

    Raises:
        ValueError: If the pans do not begin at 0 and ascend.
    """

    upper: HeadCamera
    lower: HeadCamera
    width: PositiveAngle
    height: PositiveAngle
    reach: tuple[TiltRange, ...]

    def __post_init__(self) -> None:
        pans = [each.pan for each in self.reach]
        if not pans or pans[0] != 0.0 or any(a >= b for a, b in pairwise(pans)):
            raise ValueError("the pans of 'reach' must begin at 0 and ascend")

    @property
    def furthest(self) -> float:
        """Return how far the head turns to either side, rad."""
        return self.reach[-1].pan

    def tilts(self, pan: float) -> tuple[float, float]:
        """Return how far up and down the head may nod at a pan, rad."""
        pan = abs(pan)
        for inner, outer in pairwise(self.reach):
            if pan <= outer.pan:
                share = (pan - inner.pan) / (outer.pan - inner.pan)
                (a, b), (c, d) = inner.tilt, outer.tilt
                return a + share * (c - a), b + share * (d - b)
        return self.reach[-1].tilt
