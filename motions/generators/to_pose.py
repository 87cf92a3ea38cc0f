"""Walks to a pose: turns the remaining path into the next step."""

import math

from hardware.units import FlatPoint
from motions.destinations import PathShape
from motions.generators.along_twist import step_along_twist
from motions.generators.damping import TurnDamping
from motions.generators.heading import WayAhead, keep_turn_direction, outward, wanted_turn
from motions.generators.obstacle_path import Chosen, ObstaclePath
from motions.generators.parameters import ToPoseParameters
from motions.generators.situation import PoseTarget, Situation
from motions.kinematics.geometry import Pose2
from motions.scalars import clamp
from motions.sight import Circle
from motions.walking.planning.region import StepRegion, repeated_step
from motions.walking.step import Step

_DIGITS = 12
"""Of a heading in rad: a heading given a whole turn further rounds to the same number."""


class WalkToPose:
    """Plans the step towards a pose; a pose within the reach of one step is that step.

    It plans a left step: a right one is the mirrored plan of the mirrored scene.
    """

    def __init__(self, parameters: ToPoseParameters) -> None:
        self._parameters = parameters
        self._damping = TurnDamping(parameters.damping)
        self._path = ObstaclePath(parameters.obstacles)
        self._sense = 0.0

    @property
    def passing(self) -> tuple[Chosen, ...]:
        """Return the obstacles that the path passes, relative to the end of the last step."""
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
            target: Final pose, and how to get there.
            situation: The planning situation.
            keep_out: Circle that the robot's centre must not enter, in addition to the obstacles.
            hurried: Whether steps start faster.
        """
        mirror, limits, share = situation.swing.sign, situation.limits, target.share
        possible = limits.possible(share.forward, share.side)
        # No negative zeros: half turns to both sides are one.
        x, y = end = target.pose.x, mirror * target.pose.y + 0.0
        # The heading is that of a free path: a turn to pass an obstacle would be undone after it.
        needed = possible.steps_for(x, y)
        pace = repeated_step(x, y, needed)
        arrival = needed * limits.step_duration
        ahead = self._path.ahead(end, situation.obstacles, keep_out, mirror, arrival)
        way = self._way(target, end, needed, mirror, ahead)
        twist = self._twist(target, situation, way)
        if twist is not None:
            wanted = twist[0].turn
        else:
            wanted = self._wanted(way, possible, pace, target, situation)
        turn = self._turn(wanted, target, situation)
        region = limits.region(turn, situation.last.x, share.forward, share.side, hurried=hurried)
        if ahead is not None:
            x, y = _past(ahead, possible, region, keep_out)
        elif twist is not None:
            x, y = region.nearest(twist[0].x, twist[0].y)
            x = self._softened(x, twist[1], possible.front)
        else:
            if not region.contains(x, y):
                x, y = region.nearest(*pace)
            x = self._softened(x, end[0], possible.front)
        step = Step(x, mirror * (0.0 if y < 0.0 else y) + 0.0, mirror * turn + 0.0)
        self._path.made(step)
        return step

    def _way(
        self,
        target: PoseTarget,
        end: FlatPoint,
        needed: float,
        mirror: float,
        ahead: FlatPoint | None,
    ) -> WayAhead:
        """Return the path to a target, mirrored for a left step.

        Args:
            target: Final pose.
            end: Its position, mirrored, m.
            needed: Number of steps without a turn.
            mirror: +1 for a left step, -1 for a right one.
            ahead: Where to walk instead of straight to it, m; None if nothing is in the way.
        """
        x, y = end
        distance, interest, seen = math.hypot(x, y), target.interest, None
        if interest is not None and distance >= self._parameters.heading.blind_within:
            seen = math.atan2(mirror * interest[1] + 0.0, interest[0])
        direction = math.atan2(y, x)
        heading = round(outward(mirror * target.pose.heading), _DIGITS)
        sense, detour = mirror * self._sense, ahead is not None
        side_walking, sway = target.side_walking, target.sway
        # Positional arguments: keywords take three times as long, in every step.
        return WayAhead(
            end, direction, distance, needed, heading, sense, seen, side_walking, sway, detour
        )

    def _twist(
        self, target: PoseTarget, situation: Situation, way: WayAhead
    ) -> tuple[Step, float] | None:
        """Return the left step along the twist to a target, and what is left of the twist, m.

        None if the path has another shape, passes an obstacle, or is a step or less.
        """
        parameters = self._parameters.heading
        if target.path is not PathShape.CONSTANT_TWIST or way.detour:
            return None
        if way.distance <= parameters.close:
            return None
        heading = keep_turn_direction(way.heading, way.sense, parameters)
        return step_along_twist(Pose2(*way.end, heading), situation, target.share, way.needed)

    def _wanted(
        self,
        way: WayAhead,
        possible: StepRegion,
        pace: FlatPoint,
        target: PoseTarget,
        situation: Situation,
    ) -> float:
        """Return the wanted turn of a left step on a straight path, rad.

        Args:
            way: The remaining path.
            possible: Region of steps without a turn.
            pace: The step that is repeated on the straight path, m.
            target: As in `step`.
            situation: As in `step`.
        """
        parameters = self._parameters
        x, y = way.end
        if target.keep_rotation or x * x + y * y <= parameters.heading.close**2:
            return keep_turn_direction(way.heading, way.sense, parameters.heading)
        turns = situation.limits.turn_range(target.share.turn)
        wanted, rate = wanted_turn(way, possible, 0.5 * sum(turns), parameters.heading)
        aside = y > parameters.turn_later.beyond and pace[0] < possible.front
        if not aside:
            if -rate <= wanted <= rate:
                return wanted
            most = max(rate, _free_turn(pace, situation))
            return clamp(wanted, -most, most)
        if parameters.turn_later.active and wanted != 0.0:
            return _postponed(wanted, rate, _free_turn(pace, situation), *turns)
        return wanted

    def _turn(self, wanted: float, target: PoseTarget, situation: Situation) -> float:
        """Return the turn of a left step, rad, and remember to which side it is."""
        parameters, mirror = self._parameters, situation.swing.sign
        turn = self._damping.damped(wanted, mirror * situation.last.turn)
        inwards, outwards = situation.limits.turn_range(target.share.turn)
        turn = clamp(turn, -inwards, outwards)
        if abs(turn) > parameters.sense_from:
            self._sense = math.copysign(1.0, mirror * turn)
        return turn

    def _softened(self, x: float, left: float, longest: float) -> float:
        """Return the forward length of a step, reduced if next to nothing is left after it, m."""
        soft = self._parameters.soft_stop
        if x > soft.above * longest and left - x < soft.below * longest:
            return soft.factor * x
        return x


def _past(
    ahead: FlatPoint, possible: StepRegion, region: StepRegion, keep_out: Circle | None
) -> FlatPoint:
    """Return the end of a left step that passes an obstacle, m.

    Args:
        ahead: Where to walk now instead of straight to the end, m.
        possible: Region of steps without a turn.
        region: Region of this step.
        keep_out: Circle that the robot's centre must not enter.
    """
    x, y = possible.pace_on(*ahead)
    inside = _depth(keep_out)
    if y < 0.0 < inside:  # sidestepping is up to the other foot: step back rather than into it
        x = min(x, -inside)
    return region.nearest(x, y)


def _depth(circle: Circle | None) -> float:
    """Return the robot's depth inside a circle, m; 0 outside."""
    if circle is None:
        return 0.0
    return max(circle.radius - math.hypot(circle.x, circle.y), 0.0)


def _free_turn(pace: FlatPoint, situation: Situation) -> float:
    """Return the largest turn, to either side, that does not shorten the coming step, rad."""
    limits, (x, y) = situation.limits, pace
    _, fastest = limits.ratchet(situation.last.x)
    return limits.free_turn(fastest if x > fastest else x, 0.0 if y < 0.0 else y)


def _postponed(wanted: float, rate: float, free: float, inwards: float, outwards: float) -> float:
    """Return the turn of a sidestep, rad: what the closing step cannot make, or what is free.

    The next swing foot is the other one: its outward turn is inward for this one.
    """
    whole = clamp(wanted, -max(rate, free), max(rate, free))
    must = whole - clamp(whole, -outwards, inwards)
    now = clamp(whole, -free, free)
    return max(now, must) if whole >= 0.0 else min(now, must)
