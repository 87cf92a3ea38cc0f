"""Walks to a pose: what is left of the way becomes a step."""

import math

from hardware.units import FlatPoint
from motions.generators.damping import TurnDamping
from motions.generators.heading import kept_sense, outward, wanted_turn
from motions.generators.obstacle_path import Chosen, ObstaclePath
from motions.generators.parameters import ToPoseParameters
from motions.generators.situation import PoseTarget, Situation
from motions.scalars import clamp
from motions.sight import Circle
from motions.walking.planning.region import StepRegion
from motions.walking.step import Step

_DIGITS = 12
"""Of a heading, rad: told a whole turn further it is the same number, whatever was rounded."""


class WalkToPose:
    """The step towards a pose; a way that one step can go is that step, no way is no step.

    Planned is a left step: a right one is the mirrored plan of the mirrored scene.
    """

    def __init__(self, parameters: ToPoseParameters) -> None:
        self._parameters = parameters
        self._damping = TurnDamping(parameters.damping)
        self._path = ObstaclePath(parameters.obstacles)
        self._sense = 0.0

    @property
    def passing(self) -> tuple[Chosen, ...]:
        """Return the obstacles that are passed, seen from the end of the last step."""
        return self._path.chosen

    def step(
        self,
        target: PoseTarget,
        situation: Situation,
        keep_out: Circle | None = None,
        *,
        hurried: bool = False,
    ) -> Step:
        """Return the coming step.

        Args:
            target: Where to end, and how to get there.
            situation: What the step is planned in.
            keep_out: Where the robot's middle shall not come, beside the obstacles.
            hurried: Steps start faster.
        """
        mirror = situation.swing.sign
        pose, last = target.pose, situation.last
        end = pose.x, mirror * pose.y + 0.0  # no negative zeros: half turns to both sides are one
        heading = round(outward(mirror * pose.heading), _DIGITS)
        interest = target.interest
        if interest is not None:
            interest = interest[0], mirror * interest[1] + 0.0
        limits, share = situation.limits, target.share
        possible = limits.possible(share.forward, share.side)

        # The heading is that of a free way: who turned to pass an obstacle would turn back again.
        pace = possible.pace(*end)
        ahead = self._path.ahead(end, situation.obstacles, keep_out, mirror)
        detour = ahead is not None
        turn = self._turn(end, heading, interest, possible, pace, target, situation, detour=detour)
        region = limits.region(turn, last.x, share.forward, share.side, hurried=hurried)
        if ahead is not None:
            x, y = possible.pace_on(*ahead)
            inside = _depth(keep_out)
            if y < 0.0 < inside:  # the other foot steps aside: rather back than into it
                x = min(x, -inside)
            x, y = region.nearest(x, y)
        elif region.contains(*end):
            x, y = end
        else:
            x, y = region.nearest(*pace)
        if y < 0.0:
            y = 0.0
        if ahead is None:
            x = self._softened(x, end[0], possible.front)
        step = Step(x, mirror * y + 0.0, mirror * turn + 0.0)
        self._path.made(step)
        return step

    def _turn(
        self,
        end: FlatPoint,
        heading: float,
        interest: FlatPoint | None,
        possible: StepRegion,
        pace: FlatPoint,
        target: PoseTarget,
        situation: Situation,
        *,
        detour: bool,
    ) -> float:
        """Return the turn of the step."""
        parameters = self._parameters
        mirror = situation.swing.sign
        inwards, outwards = situation.limits.turn_range(target.share.turn)
        x, y = end
        near = x * x + y * y <= parameters.heading.close**2
        sense = mirror * self._sense
        if target.keep_rotation or near:
            turn = kept_sense(heading, sense)
        else:
            wanted, rate = wanted_turn(
                end,
                heading,
                sense,
                interest,
                possible,
                0.5 * (inwards + outwards),
                target.side_walking,
                parameters.heading,
                detour=detour,
                sway=target.sway,
            )
            turn = wanted
            later = parameters.turn_later
            if y > later.beyond and pace[0] < possible.front:
                if later.active and wanted != 0.0:
                    free = _free_turn(pace, situation)
                    turn = _postponed(wanted, rate, free, inwards, outwards)
            elif not -rate <= wanted <= rate:
                most = max(rate, _free_turn(pace, situation))
                turn = clamp(wanted, -most, most)
        turn = self._damping.damped(turn, mirror * situation.last.turn)
        turn = clamp(turn, -inwards, outwards)
        if abs(turn) > self._parameters.sense_from:
            self._sense = math.copysign(1.0, mirror * turn)
        return turn

    def _softened(self, x: float, left: float, longest: float) -> float:
        """Return the way forward of a step, shorter if next to nothing is left after it."""
        soft = self._parameters.soft_stop
        if x > soft.above * longest and left - x < soft.below * longest:
            return soft.factor * x
        return x


def _depth(circle: Circle | None) -> float:
    """Return how far inside a circle the robot is, m; 0 outside."""
    if circle is None:
        return 0.0
    return max(circle.radius - math.hypot(circle.x, circle.y), 0.0)


def _free_turn(pace: FlatPoint, situation: Situation) -> float:
    """Return the largest turn, to any side, that leaves the coming step its way, rad."""
    _, fastest = situation.limits.ratchet(situation.last.x)
    return situation.limits.free_turn(min(pace[0], fastest), max(pace[1], 0.0))


def _postponed(wanted: float, rate: float, free: float, inwards: float, outwards: float) -> float:
    """Return the turn of a step aside: what the closing step cannot do after it, or costs nothing.

    The next swing foot is the other one: its outwards is this one's inwards.
    """
    whole = clamp(wanted, -max(rate, free), max(rate, free))
    must = whole - clamp(whole, -outwards, inwards)
    now = clamp(whole, -free, free)
    return max(now, must) if whole >= 0.0 else min(now, must)
