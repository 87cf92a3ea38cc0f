"""Which way the robot looks while it walks: what takes the fewest steps and keeps things in view.

It does not matter which way a robot looks on its way, as long as it gets there soon, sees what it
wants to see, and ends as it shall. So a heading is judged by the steps that the way takes under it
and by the turns to it and from it to the last heading. Only few headings can be best: the present
one, the last one, and those under which the way lies in a corner of what steps can be.

Everything here is seen from a left step; the caller mirrors what a right step needs.
"""

import math
from collections.abc import Sequence

from hardware.units import FlatPoint
from motions.destinations import SideWalking
from motions.generators.parameters import WalkingHeadingParameters
from motions.walking.planning.region import StepRegion

_RIGHT_ANGLE = 0.5 * math.pi
_WHOLE = 2.0 * math.pi
_UNKNOWN = -1.0
_ALIKE = 1e-9
"""Ways of which neither is better by more steps than this: the first is taken, not a rounding."""
_NEARLY_BACK = math.radians(-150.0)
"""Half turns to either side are alike: so near to one, noise does not change its sense."""


def outward(angle: float) -> float:
    """Return the angle, rad, in (-pi, pi]: a half turn goes to the side of the swing foot."""
    return math.pi - (math.pi - angle) % _WHOLE


def kept_sense(angle: float, sense: float) -> float:
    """Return the angle, or what is left of a whole turn beside it, if that goes on as it began.

    Args:
        angle: To turn, rad, in (-pi, pi].
        sense: Sign of the turns so far; 0 without any.
    """
    if sense * angle < _NEARLY_BACK:
        return angle + sense * 2.0 * math.pi
    return angle


def wanted_turn(
    end: FlatPoint,
    heading: float,
    sense: float,
    interest: FlatPoint | None,
    steps: StepRegion,
    turn_per_step: float,
    side_walking: SideWalking,
    parameters: WalkingHeadingParameters,
    *,
    detour: bool = False,
    sway: float = 0.0,
) -> tuple[float, float]:
    """Return the turn to the heading of the way, and how much of it one step should make, rad.

    Args:
        end: Of the way.
        heading: At the end.
        sense: Sign of the turns so far; 0 without any.
        interest: What shall be seen; None if nothing.
        steps: What steps without a turn can be.
        turn_per_step: What a step turns on average, rad.
        side_walking: Whether the way may be gone sideways.
        parameters: Prices and limits.
        detour: An obstacle is in the way; past it, the end lies in another direction.
        sway: By so much the interest is kept further inside the view, rad.
    """
    x, y = end
    way, distance = math.atan2(y, x), math.hypot(x, y)
    now = steps.steps_for(x, y)
    view, worth = parameters.view - sway, parameters.worth
    if detour:
        worth = parameters.worth_in_detour
    seen = None
    if interest is not None and distance >= parameters.blind_within:
        seen = math.atan2(interest[1], interest[0])
    price = parameters.turn_price / turn_per_step
    best_turn, best_steps, least = 0.0, now, math.inf
    for turn, needed in _candidates(way, distance, heading, now, steps, side_walking, parameters):
        if seen is not None:
            off = outward(turn - seen)
            if not -view <= off <= view:
                turn, needed = outward(seen + _within(off, view)), _UNKNOWN
        if needed == _UNKNOWN:
            off = way - turn
            needed = steps.steps_for(distance * math.cos(off), distance * math.sin(off))
        back = math.pi - (math.pi - heading + turn) % _WHOLE
        cost = needed + price * (abs(turn) + abs(back))
        if turn != 0.0:
            cost += worth if sense * turn >= 0.0 else parameters.worth_of_return
        if cost < least - _ALIKE:
            best_turn, best_steps, least = turn, needed, cost
    # The last heading is come to on the last steps of the way, as far as the view allows.
    rest = kept_sense(outward(heading - best_turn), sense)
    sooner = rest - _within(rest, parameters.end_rate * best_steps)
    if seen is not None:
        off = outward(best_turn - seen)
        sooner = _within(off + sooner, max(view - parameters.view_spare, abs(off))) - off
    if side_walking is not SideWalking.ALLOWED:
        return best_turn + sooner, math.pi  # what is asked for is turned to at once
    rate = _rate_for(1.0 - best_steps / now, parameters)
    return best_turn + sooner, rate if seen is None else max(rate, abs(seen) - view)


def _rate_for(saved: float, parameters: WalkingHeadingParameters) -> float:
    """Return how much of a turn one step should make, rad, by the share of steps that it saves."""
    rate = parameters.turn_rate * math.sqrt(saved) if saved > 0.0 else 0.0
    return rate if rate > parameters.end_rate else parameters.end_rate


def _candidates(
    way: float,
    distance: float,
    heading: float,
    now: float,
    steps: StepRegion,
    side_walking: SideWalking,
    parameters: WalkingHeadingParameters,
) -> Sequence[tuple[float, float]]:
    """Return turns that may be best, each with the steps that the way takes after it."""
    if side_walking is SideWalking.FORCED:
        return (
            (outward(way - _RIGHT_ANGLE), _UNKNOWN),
            (outward(way + _RIGHT_ANGLE), _UNKNOWN),
        )
    corner_x, corner_y = steps.corner()
    diagonal = _within(math.atan2(corner_y, corner_x), parameters.diagonal)
    if side_walking is SideWalking.NOT_ALLOWED:
        return (
            (outward(way - _within(way, diagonal)), _UNKNOWN),
            (outward(way - _within(outward(way - heading), diagonal)), _UNKNOWN),
        )
    found = [(0.0, now), (heading, _UNKNOWN)]
    # No turn leads away from both the way and the end's heading.
    least, most = (way, heading) if way < heading else (heading, way)
    fastest = distance * math.cos(diagonal) / corner_x
    for corner in (outward(way - diagonal), outward(way + diagonal)):
        if (least <= corner or corner >= 0.0) and (corner <= most or corner <= 0.0):
            found.append((corner, fastest))
    return found


def _within(value: float, most: float) -> float:
    return most if value > most else -most if value < -most else value
