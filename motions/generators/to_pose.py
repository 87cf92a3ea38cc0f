"""Walks to a pose: what is left of the way becomes a step."""

from motions.generators.damping import TurnDamping
from motions.generators.heading import outward, wanted_turn
from motions.generators.parameters import ToPoseParameters
from motions.generators.situation import Point2, PoseTarget, Situation
from motions.scalars import clamp
from motions.walking.planning.region import StepRegion
from motions.walking.step import Step


class WalkToPose:
    """The step towards a pose; a way that one step can go is that step, no way is no step.

    Planned is a left step: a right one is the mirrored plan of the mirrored scene.
    """

    def __init__(self, parameters: ToPoseParameters) -> None:
        self._parameters = parameters
        self._damping = TurnDamping(parameters.damping)

    def reset(self) -> None:
        """Forget the steps so far."""
        self._damping.reset()

    def step(self, target: PoseTarget, situation: Situation) -> Step:
        """Return the coming step."""
        mirror = situation.swing.sign
        pose, last = target.pose, situation.last
        end = pose.x, mirror * pose.y
        heading = outward(mirror * pose.heading)
        interest = target.interest
        if interest is not None:
            interest = interest[0], mirror * interest[1]
        limits, share = situation.limits, target.share
        possible = limits.possible(share.forward, share.side)

        turn = self._turn(end, heading, interest, possible, target, situation)
        region = limits.region(turn, last.x, share.forward, share.side)
        if region.contains(*end):
            x, y = end
        else:
            x, y = region.nearest(*_pace(end, possible))
        if y < 0.0:
            y = 0.0
        x = self._softened(x, end[0], possible.front)
        return Step(x, mirror * y + 0.0, mirror * turn + 0.0)  # no negative zeros

    def _turn(
        self,
        end: Point2,
        heading: float,
        interest: Point2 | None,
        possible: StepRegion,
        target: PoseTarget,
        situation: Situation,
    ) -> float:
        """Return the turn of the step."""
        limits, parameters = situation.limits, self._parameters
        inwards, outwards = limits.turn_range(target.share.turn)
        x, y = end
        near = x * x + y * y <= parameters.heading.close**2
        if target.keep_rotation or near:
            turn = heading
        else:
            wanted, rate = wanted_turn(
                end,
                heading,
                interest,
                possible,
                0.5 * (inwards + outwards),
                target.side_walking,
                parameters.heading,
            )
            ahead, aside = _pace(end, possible)
            _, fastest = limits.ratchet(situation.last.x)
            free = limits.free_turn(min(ahead, fastest), max(aside, 0.0))
            if aside > 0.0 and y > parameters.postponed_from and ahead < possible.front:
                turn = _postponed(wanted, rate, free, inwards, outwards)
            else:
                most = max(rate, free)
                turn = clamp(wanted, -most, most)
        mirror = situation.swing.sign
        turn = self._damping.damped(turn, mirror * situation.last.turn)
        return clamp(turn, -inwards, outwards)

    def _softened(self, x: float, left: float, longest: float) -> float:
        """Return the way forward of a step, shorter if next to nothing is left after it."""
        soft = self._parameters.soft_stop
        if x > soft.above * longest and left - x < soft.below * longest:
            return soft.factor * x
        return x


def _pace(end: Point2, steps: StepRegion) -> Point2:
    """Return the step that is repeated on a straight way; y is what an outward step makes."""
    x, y = end
    needed = steps.steps_for(x, y)
    return x / max(needed, 1.0), y / max(0.5 * needed, 1.0)


def _postponed(wanted: float, rate: float, free: float, inwards: float, outwards: float) -> float:
    """Return the turn of a step aside: what the closing step cannot do after it, or costs nothing.

    The next swing foot is the other one: its outwards is this one's inwards.
    """
    whole = clamp(wanted, -max(rate, free), max(rate, free))
    must = whole - clamp(whole, -outwards, inwards)
    now = clamp(whole, -free, free)
    return max(now, must) if whole >= 0.0 else min(now, must)
