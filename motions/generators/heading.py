"""Which way the robot looks while it walks: what takes the fewest steps and keeps things in view.

It does not matter which way a robot looks on its way, as long as it gets there soon, sees what it
wants to see, and ends as it shall. So a heading is judged by the steps that the way takes under it
and by the turns to it and from it to the last heading. Only few headings can be best: the present
one, the last one, and those under which the way lies in a corner of what steps can be.

Everything here is seen from a left step; the caller mirrors what a right step needs.
"""

import math
from collections.abc import Sequence

from hardware.cycle_data import cycle_data
from hardware.units import FlatPoint
from motions.destinations import SideWalking
from motions.generators.parameters import WalkingHeadingParameters
from motions.walking.planning.region import StepRegion

_RIGHT_ANGLE = 0.5 * math.pi
_WHOLE = 2.0 * math.pi
_UNKNOWN = -1.0
_ALIKE = 1e-9
"""Ways of which neither is better by more steps than this: the first is taken, not a rounding."""


@cycle_data
class WayAhead:
    """A way that is left to go, seen from a left step.

    Attributes:
        end: Where it ends, m.
        direction: To its end, rad.
        distance: To its end, m.
        needed: Steps that it takes without a turn.
        heading: At its end, rad, in (-pi, pi].
        sense: Sign of the turns so far; 0 without any.
        seen: In which direction lies what shall be seen, rad; None if nothing shall be.
        side_walking: Whether it may be gone sideways.
        sway: By so much that is kept further inside the view, rad.
        detour: An obstacle is in the way; past it, the end lies in another direction.
    """

    end: FlatPoint
    direction: float
    distance: float
    needed: float
    heading: float
    sense: float
    seen: float | None
    side_walking: SideWalking
    sway: float
    detour: bool


def outward(angle: float) -> float:
    """Return the angle, rad, in (-pi, pi]: a half turn goes to the side of the swing foot."""
    return math.pi - (math.pi - angle) % _WHOLE


def kept_sense(angle: float, sense: float, parameters: WalkingHeadingParameters) -> float:
    """Return the angle, or what is left of a whole turn beside it, if that goes on as it began.

    Args:
        angle: To turn, rad, in (-pi, pi].
        sense: Sign of the turns so far; 0 without any.
        parameters: How near to half a turn both senses are alike.
    """
    if sense * angle < -parameters.nearly_back:
        return angle + sense * _WHOLE
    return angle


def wanted_turn(
    way: WayAhead,
    steps: StepRegion,
    turn_per_step: float,
    parameters: WalkingHeadingParameters,
) -> tuple[float, float]:
    """Return the turn to the heading of the way, and how much of it one step should make, rad.

    Args:
        way: That is left to go.
        steps: What steps without a turn can be.
        turn_per_step: What a step turns on average, rad.
        parameters: Prices and limits.
    """
    now = way.needed
    seen, view = way.seen, parameters.view - way.sway
    turn, needed = _best_turn(way, now, steps, turn_per_step, parameters)
    # The last heading is come to on the last steps of the way, as far as the view allows.
    rest = kept_sense(outward(way.heading - turn), way.sense, parameters)
    sooner = rest - _within(rest, parameters.end_rate * needed)
    if seen is not None:
        off = outward(turn - seen)
        sooner = _within(off + sooner, max(view - parameters.view_spare, abs(off))) - off
    if way.side_walking is not SideWalking.ALLOWED:
        return turn + sooner, math.pi  # what is asked for is turned to at once
    rate = _rate_for(1.0 - needed / now, parameters)
    return turn + sooner, rate if seen is None else max(rate, abs(seen) - view)


def _best_turn(
    way: WayAhead,
    now: float,
    steps: StepRegion,
    turn_per_step: float,
    parameters: WalkingHeadingParameters,
) -> tuple[float, float]:
    """Return the turn after which the way costs least, and the steps that it takes then.

    Args:
        way: As in `wanted_turn`; so are the others.
        now: Steps that the way takes without a turn.
        steps: See there.
        turn_per_step: See there.
        parameters: See there.
    """
    seen, view = way.seen, parameters.view - way.sway
    worth = parameters.worth_in_detour if way.detour else parameters.worth
    price = parameters.turn_price / turn_per_step
    direction, distance = way.direction, way.distance
    best, least = (0.0, now), math.inf
    for turn, needed in _candidates(way, now, steps, parameters):
        if seen is not None:
            off = outward(turn - seen)
            if not -view <= off <= view:
                turn, needed = outward(seen + _within(off, view)), _UNKNOWN
        if needed == _UNKNOWN:
            off = direction - turn
            needed = steps.steps_for(distance * math.cos(off), distance * math.sin(off))
        back = math.pi - (math.pi - way.heading + turn) % _WHOLE
        cost = needed + price * (abs(turn) + abs(back))
        if turn != 0.0:
            cost += worth if way.sense * turn >= 0.0 else parameters.worth_of_return
        if cost < least - _ALIKE:
            best, least = (turn, needed), cost
    return best


def _rate_for(saved: float, parameters: WalkingHeadingParameters) -> float:
    """Return how much of a turn one step should make, rad, by the share of steps that it saves."""
    rate = parameters.turn_rate * math.sqrt(saved) if saved > 0.0 else 0.0
    return rate if rate > parameters.end_rate else parameters.end_rate


def _candidates(
    way: WayAhead, now: float, steps: StepRegion, parameters: WalkingHeadingParameters
) -> Sequence[tuple[float, float]]:
    """Return turns that may be best, rad, each with the steps that the way takes after it."""
    direction, heading = way.direction, way.heading
    if way.side_walking is SideWalking.FORCED:
        return (
            (outward(direction - _RIGHT_ANGLE), _UNKNOWN),
            (outward(direction + _RIGHT_ANGLE), _UNKNOWN),
        )
    corner_x, corner_y = steps.corner()
    diagonal = _within(math.atan2(corner_y, corner_x), parameters.diagonal)
    if way.side_walking is SideWalking.NOT_ALLOWED:
        return (
            (outward(direction - _within(direction, diagonal)), _UNKNOWN),
            (outward(direction - _within(outward(direction - heading), diagonal)), _UNKNOWN),
        )
    found = [(0.0, now), (heading, _UNKNOWN)]
    # No turn leads away from both the way and the end's heading.
    least, most = (direction, heading) if direction < heading else (heading, direction)
    fastest = way.distance * math.cos(diagonal) / corner_x
    for corner in (outward(direction - diagonal), outward(direction + diagonal)):
        if (least <= corner or corner >= 0.0) and (corner <= most or corner <= 0.0):
            found.append((corner, fastest))
    return found


def _within(value: float, most: float) -> float:
    """Return the value, no further from 0 than this."""
    return -most if value < -most else most if value > most else value
