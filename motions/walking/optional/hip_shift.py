"""Moves the hips against the momentum that a side step leaves behind.

The step that closes the feet after a wide side step ends with the torso still moving sideways. Both
feet end such a step shifted the way the torso comes from, so that it has room to swing out.
"""

from dataclasses import dataclass

from hardware.robots.model import Side
from hardware.units import LengthRange, UnsignedLength
from motions.scalars import ramp
from motions.walking.trajectories import FeetOffsets


@dataclass(frozen=True, slots=True)
class HipShiftParameters:
    """Side hip shift.

    Attributes:
        active: Closing steps shift the hips.
        max_shift: Largest shift, shared by both feet, m.
        closing: Over this range by which a step closes the feet the shift grows from nothing, m.
        outward: Over this range of a new step outwards it fades again, m.
    """

    active: bool
    max_shift: UnsignedLength
    closing: LengthRange
    outward: LengthRange


def hip_shift(
    parameters: HipShiftParameters,
    start: FeetOffsets,
    measured_gap: float,
    swing: Side,
    side: float,
) -> float:
    """Return by how much both feet shall end further to the left, m.

    Args:
        parameters: Of the shift.
        start: The feet when the step begins, as commanded.
        measured_gap: How much further apart than in the stance they are measured to be, m.
        swing: The swing foot.
        side: The planned side step, m to the left.
    """
    gap = max(start.gap, measured_gap)
    ratio = ramp(gap - abs(side), *parameters.closing)
    free = 1.0 - ramp(swing.sign * side, *parameters.outward)
    return -swing.sign * parameters.max_shift * ratio * free
