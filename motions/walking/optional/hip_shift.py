"""Hip shift against the momentum of a wide side step.

The step that closes the feet after a wide side step ends with the torso still moving sideways. In
such a step, both feet end shifted to the side the torso comes from, so that it can swing out.
"""

from dataclasses import dataclass

from hardware.robots.model import Side
from hardware.units import LengthRange, UnsignedLength
from motions.scalars import ramp
from motions.walking.trajectories import FeetOffsets


@dataclass(frozen=True, slots=True)
class HipShiftParameters:
    """Parameters of the hip shift.

    Attributes:
        active: Whether closing steps shift the hips.
        max_shift: Largest shift, shared by both feet, m.
        closing: Range of the closing distance over which the shift grows from 0, m.
        outward: Range of a new outward step over which the shift fades again, m.
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
    """Return the shift of both feet to the left at the end of the step, m.

    Args:
        parameters: Parameters of the shift.
        start: Commanded offsets of the feet at the start of the step.
        measured_gap: Measured distance of the feet beyond that of the stance, m.
        swing: The swing foot.
        side: The planned side step, m to the left.
    """
    gap = max(start.gap, measured_gap)
    ratio = ramp(gap - abs(side), *parameters.closing)
    free = 1.0 - ramp(swing.sign * side, *parameters.outward)
    return -swing.sign * parameters.max_shift * ratio * free
