"""Choice of the heading while walking: fewest steps, with the point of interest in view.

The heading on the way is free, as long as the robot arrives soon, sees the point of interest, and
ends with the requested heading. A candidate costs the steps that the path takes with it, and the
turns to it and from it to the final heading. Only few headings can be best: the present one, the
final one, and those with which the path leads to a corner of the step region.

Everything here is planned for a left step; the caller mirrors right steps.
"""

import math
from collections.abc import Sequence

from hardware.cycle_data import cycle_data
from hardware.units import FlatPoint
from motions.destinations import SideWalking
from motions.generators.parameters import WalkingHeadingParameters
from motions.scalars import beyond, clamp
from motions.walking.planning.region import StepRegion

_RIGHT_ANGLE = 0.5 * math.pi
_WHOLE = 2.0 * math.pi
_UNKNOWN = -1.0
_ALIKE = 1e-9
"""Costs that differ by fewer steps are equal: the first candidate wins whatever the rounding."""


@cycle_data
class WayAhead:
    """The remaining path, in the frame of a left step.

    Attributes:
        end: Its end, m.
        direction: Direction to the end, rad.
        distance: Distance to the end, m.
        needed: Number of steps without a turn.
        heading: Heading at the end, rad, in (-pi, pi].
        sense: Sign of the turns so far; 0 without any.
        seen: Direction of the point of interest, rad; None without one.
        side_walking: Whether the robot may walk sideways.
        sway: Angle by which the view is narrowed for the sway of the torso, rad.
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
    """Return the angle wrapped to (-pi, pi], rad: a half turn is to the side of the swing foot."""
    return math.pi - (math.pi - angle) % _WHOLE


def keep_turn_direction(angle: float, sense: float, parameters: WalkingHeadingParameters) -> float:
    """Return the turn, or its complement to a whole turn, so as to keep the direction of turning.

    Args:
        angle: The turn, rad, in (-pi, pi].
        sense: Sign of the turns so far; 0 without any.
        parameters: Turn in the other sense beyond which the sense is kept.
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
    """Return the turn to the best heading, and how much of it one step should make, rad.

    Args:
        way: The remaining path.
        steps: Region of steps without a turn.
        turn_per_step: Average of the largest turns of a step, rad.
        parameters: Prices and limits.
    """
    seen, view = way.seen, parameters.view - way.sway
    turn, needed = _best_turn(way, steps, turn_per_step, parameters)
    # The last steps of the path turn to the final heading, as far as the view allows.
    rest = keep_turn_direction(outward(way.heading - turn), way.sense, parameters)
    sooner = beyond(rest, parameters.end_rate * needed)
    if seen is not None:
        off = outward(turn - seen)
        most = max(view - parameters.view_spare, abs(off))
        sooner = clamp(off + sooner, -most, most) - off
    if way.side_walking is not SideWalking.ALLOWED:
        return turn + sooner, math.pi  # a requested walking direction is turned to at once
    rate = _rate_for(1.0 - needed / way.needed, parameters)
    return turn + sooner, rate if seen is None else max(rate, abs(seen) - view)


def _best_turn(
    way: WayAhead,
    steps: StepRegion,
    turn_per_step: float,
    parameters: WalkingHeadingParameters,
) -> tuple[float, float]:
    """Return the turn with the lowest cost, and the steps that the path takes after it.

    The arguments are those of `wanted_turn`.
    """
    seen, view = way.seen, parameters.view - way.sway
    worth = parameters.worth_in_detour if way.detour else parameters.worth
    price = parameters.turn_price / turn_per_step
    direction, distance = way.direction, way.distance
    best, least = (0.0, way.needed), math.inf
    for turn, needed in _candidates(way, steps, parameters):
        if seen is not None:
            off = outward(turn - seen)
            if not -view <= off <= view:
                turn, needed = outward(seen + clamp(off, -view, view)), _UNKNOWN
        if needed == _UNKNOWN:
            off = direction - turn
            needed = steps.steps_for(distance * math.cos(off), distance * math.sin(off))
        back = outward(way.heading - turn)
        cost = needed + price * (abs(turn) + abs(back))
        if turn != 0.0:
            cost += worth if way.sense * turn >= 0.0 else parameters.worth_of_return
        if cost < least - _ALIKE:
            best, least = (turn, needed), cost
    return best


def _rate_for(saved: float, parameters: WalkingHeadingParameters) -> float:
    """Return the turn per step, rad, for the share of steps that the turn saves."""
    rate = parameters.turn_rate * math.sqrt(saved) if saved > 0.0 else 0.0
    return rate if rate > parameters.end_rate else parameters.end_rate


def _candidates(
    way: WayAhead, steps: StepRegion, parameters: WalkingHeadingParameters
) -> Sequence[tuple[float, float]]:
    """Return candidate turns, rad, each with the steps that the path takes after it."""
    direction, heading = way.direction, way.heading
    if way.side_walking is SideWalking.FORCED:
        return (
            (outward(direction - _RIGHT_ANGLE), _UNKNOWN),
            (outward(direction + _RIGHT_ANGLE), _UNKNOWN),
        )
    corner_x, corner_y = steps.corner()
    diagonal = clamp(math.atan2(corner_y, corner_x), -parameters.diagonal, parameters.diagonal)
    if way.side_walking is SideWalking.NOT_ALLOWED:
        to_heading = outward(direction - heading)
        return (
            (outward(beyond(direction, diagonal)), _UNKNOWN),
            (outward(direction - clamp(to_heading, -diagonal, diagonal)), _UNKNOWN),
        )
    found = [(0.0, way.needed), (heading, _UNKNOWN)]
    # No useful turn leads away from both the path and the final heading.
    least, most = (direction, heading) if direction < heading else (heading, direction)
    fastest = way.distance * math.cos(diagonal) / corner_x
    for corner in (outward(direction - diagonal), outward(direction + diagonal)):
        if (least <= corner or corner >= 0.0) and (corner <= most or corner <= 0.0):
            found.append((corner, fastest))
    return found
