"""Which way the robot looks while it walks: what takes the fewest steps and keeps things in view.

It does not matter which way a robot looks on its way, as long as it gets there soon, sees what it
wants to see, and ends as it shall. So a heading is judged by the steps that the way takes under it
and by the turns to it and from it to the last heading. Only few headings can be best: the present
one, the last one, and those under which the way lies in a corner of what steps can be.

Everything here is seen from a left step; the caller mirrors what a right step needs.
"""

import math

from motions.destinations import SideWalking
from motions.generators.parameters import WalkingHeadingParameters
from motions.generators.situation import Point2
from motions.kinematics.geometry import wrap_angle
from motions.walking.planning.region import StepRegion

_RIGHT_ANGLE = 0.5 * math.pi
_UNKNOWN = -1.0


def outward(angle: float) -> float:
    """Return the angle, rad, in (-pi, pi]: a half turn goes to the side of the swing foot."""
    return -wrap_angle(-angle)


def wanted_turn(
    end: Point2,
    heading: float,
    interest: Point2 | None,
    steps: StepRegion,
    turn_per_step: float,
    side_walking: SideWalking,
    parameters: WalkingHeadingParameters,
) -> tuple[float, float]:
    """Return the turn to the heading of the way, and how much of it one step should make, rad.

    Args:
        end: Of the way.
        heading: At the end.
        interest: What shall be seen; None if nothing.
        steps: What steps without a turn can be.
        turn_per_step: What a step turns on average, rad.
        side_walking: Whether the way may be gone sideways.
        parameters: Prices and limits.
    """
    x, y = end
    way, distance = math.atan2(y, x), math.hypot(x, y)
    price = parameters.turn_price / turn_per_step
    corner_x, corner_y = steps.corner()
    diagonal = min(math.atan2(corner_y, corner_x), parameters.diagonal)
    fastest = distance * math.cos(diagonal) / corner_x
    now = steps.steps_for(x, y)

    candidates = [(0.0, now), (heading, _UNKNOWN)]
    if side_walking is SideWalking.ALLOWED:
        # No turn leads away from both the way and the end's heading.
        for corner in (outward(way - diagonal), outward(way + diagonal)):
            if _on_the_way(corner, way) or _on_the_way(corner, heading):
                candidates.append((corner, fastest))
    elif side_walking is SideWalking.NOT_ALLOWED:
        off = outward(way - heading)
        candidates = [
            (outward(way - _within(way, diagonal)), _UNKNOWN),
            (outward(way - _within(off, diagonal)), _UNKNOWN),
        ]
    else:
        candidates = [
            (outward(way - _RIGHT_ANGLE), _UNKNOWN),
            (outward(way + _RIGHT_ANGLE), _UNKNOWN),
        ]
    view = parameters.view if interest is not None else math.pi
    seen = math.atan2(interest[1], interest[0]) if interest is not None else 0.0
    best_turn, best_steps, least = 0.0, now, math.inf
    for turn, needed in candidates:
        if interest is not None:
            off = outward(turn - seen)
            if not -view <= off <= view:
                turn, needed = outward(seen + _within(off, view)), _UNKNOWN
        if needed == _UNKNOWN:
            off = way - turn
            needed = steps.steps_for(distance * math.cos(off), distance * math.sin(off))
        cost = needed + price * (abs(turn) + abs(outward(heading - turn)))
        if cost < least:
            best_turn, best_steps, least = turn, needed, cost

    # The last heading is come to on the last steps of the way.
    rest = outward(heading - best_turn)
    late = _within(rest, parameters.end_rate * best_steps)
    if late != rest:
        best_turn = outward(heading - late)
    gained = 1.0 - best_steps / now if now > best_steps else 0.0
    rate = max(parameters.turn_rate * math.sqrt(gained), parameters.end_rate)
    if interest is not None:
        best_turn = outward(seen + _within(outward(best_turn - seen), view))
        rate = max(rate, abs(seen) - view)
    return best_turn, rate


def _on_the_way(turn: float, whole: float) -> bool:
    """Return whether a turn is a part of another one."""
    return 0.0 < turn <= whole or whole <= turn < 0.0


def _within(value: float, most: float) -> float:
    return most if value > most else -most if value < -most else value
