"""The next step on a constant twist: a line or an arc along which the heading changes evenly.

Planned for a left step; the caller mirrors right steps.
"""

from typing import Final

from motions.destinations import SpeedShare
from motions.generators.situation import Situation
from motions.kinematics.geometry import Pose2
from motions.kinematics.twist import part_of_twist
from motions.walking.step import Step

_BISECTIONS: Final = 12
"""Of the share of a step: its length is then exact to less than 0.1 mm."""


def step_along_twist(
    end: Pose2, situation: Situation, share: SpeedShare, needed: float
) -> tuple[Step, float]:
    """Return the step, and the forward length that is left of the twist before it, m.

    The step is the largest part of the twist that both feet can repeat: only every other step goes
    sideways, and then twice as far. A walk that speeds up does so along the whole twist. A step
    to the side of the other foot is negative; the swing foot cannot make it.

    Args:
        end: Remaining displacement, with a heading beyond half a turn to keep the sense of turning.
        situation: The planning situation.
        share: Shares of the profile's speeds.
        needed: Number of steps without a turn, above 0.
    """
    limits, last = situation.limits, situation.last.x
    inwards, outwards = limits.turn_range(share.turn)
    whole = limits.region(end.heading, last, share.forward, share.side)
    if end.y >= 0.0 and -inwards <= end.heading <= outwards and whole.contains(end.x, end.y):
        return Step(end.x, end.y, end.heading), end.x

    def part(of: float) -> Step:
        gone = part_of_twist(end, of)
        return Step(gone.x, min(2.0, 1.0 / of) * gone.y, gone.heading)

    def repeatable(of: float) -> bool:
        # After a step as long as this, the ratchet does not limit it.
        step = part(of)
        region = limits.region(step.turn, step.x, share.forward, share.side)
        return region.contains(step.x, step.y)

    high = 1.0 / max(1.0, needed, abs(end.heading) / (0.5 * (inwards + outwards)))
    low = high if repeatable(high) else high / 2**_BISECTIONS
    for _ in range(_BISECTIONS if low < high else 0):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if repeatable(middle) else (low, middle)
    step = part(low)
    slowest, fastest = limits.ratchet(last)
    most = fastest if step.x > 0.0 else slowest
    if most * step.x > 0.0 and abs(step.x) > abs(most):
        low *= most / step.x
        step = part(low)
    return step, step.x / low
