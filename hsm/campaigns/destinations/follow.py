"""`hsm measure follow`: a ball rolls sideways in a duel and the robot follows, in the step model.

The robot stands behind the ball when it starts to roll sideways and slightly back. The robot walks
to its pose behind the ball, keeping it in view and starting with the foot on the ball's side. Both
walks use the same generator, with and without delaying the turn to the closing step.
"""

import math
from dataclasses import dataclass, replace
from random import Random

from hardware.robots.model import Side
from hsm.campaigns.report import CampaignReport, Findings
from hsm.campaigns.statistics import Rate, mean
from hsm.control.assembly import load_settings
from motions.generators.parameters import ToPoseParameters
from motions.generators.situation import PoseTarget, Situation
from motions.generators.to_pose import WalkToPose
from motions.kinematics.geometry import Pose2
from motions.perception.world import RollingBall
from motions.walking.planning.limits import StepLimits
from motions.walking.step import Step

_BEHIND = 0.2
"""Distance of the robot's pose from the ball's centre, m."""
_AT_ONCE = 0.5
"""A first step of at least this share of the widest one counts as a side step."""
_AHEAD = 1.0
"""The robot walks to the pose behind the ball's position this much later, s."""
_NEAR, _STRAIGHT = 0.03, math.radians(10.0)
"""The robot has the ball within this distance and heading of its pose, m and rad."""
_MOST_STEPS = 100
_FAR = (0.2, 0.35)
_BEARING = (50.0, 80.0)
_SPEED = (0.1, 0.3)
_BACK = (95.0, 120.0)
_HEADING = (-20.0, 20.0)
"""Ranges: distance, m, bearing, deg, speed, m/s, direction, deg, of the ball; heading, deg."""


@dataclass(frozen=True, slots=True)
class Duel:
    """A ball that starts to roll.

    Attributes:
        ball: The ball at the start, in the robot's frame.
        heading: Heading of the robot at its pose behind the ball, rad.
    """

    ball: RollingBall
    heading: float

    def place(self, time: float) -> Pose2:
        """Return the robot's pose behind the ball at a time."""
        now = self.ball.at(time)
        c, s = math.cos(self.heading), math.sin(self.heading)
        return Pose2(now.x - _BEHIND * c, now.y - _BEHIND * s, self.heading)


@dataclass(frozen=True, slots=True)
class FollowResult:
    """Results of a duel with and without the delayed turn.

    Attributes:
        at_once: With the delayed turn, the first step was a side step.
        on: Time until the robot had the ball, with the delayed turn, s.
        off: The same without it, s.
    """

    at_once: bool
    on: float
    off: float


@dataclass(frozen=True, slots=True)
class FollowReport(CampaignReport):
    """Results of all duels."""

    results: tuple[FollowResult, ...]

    def findings(self) -> Findings:
        """Return the findings."""
        results = self.results
        return {
            "trials": len(results),
            "first_side_step": Rate.of(results, lambda each: each.at_once),
            "seconds": {
                "on": mean([each.on for each in results]),
                "off": mean([each.off for each in results]),
            },
            "saved_seconds": mean([each.off - each.on for each in results]),
        }


def measure_follow(profile: str, *, trials: int) -> FollowReport:
    """Measure random duels, one after the other."""
    settings = load_settings(profile)
    limits = StepLimits(settings.robot, settings.walking, settings.profile)
    duration = settings.walking.step.duration
    on = settings.generators.to_pose
    off = replace(on, turn_later=replace(on.turn_later, active=False))
    results = []
    for number in range(trials):
        duel = drawn_duel(number, settings.perception.world.ball_deceleration)
        with_it = _followed(duel, on, duration, limits)
        without = _followed(duel, off, duration, limits)
        aside = abs(with_it[0].y) >= _AT_ONCE * limits.possible().side
        results.append(FollowResult(aside, duration * len(with_it), duration * len(without)))
    return FollowReport(tuple(results))


def drawn_duel(number: int, deceleration: float) -> Duel:
    """Return a duel, drawn from its number alone, with this deceleration of the ball, m/s2."""
    rng = Random(f"duel {number}")
    side = rng.choice((1.0, -1.0))
    far, bearing = rng.uniform(*_FAR), math.radians(rng.uniform(*_BEARING))
    speed, back = rng.uniform(*_SPEED), math.radians(rng.uniform(*_BACK))
    return Duel(
        RollingBall(
            0.0,
            far * math.cos(bearing),
            side * far * math.sin(bearing),
            speed * math.cos(back),
            side * speed * math.sin(back),
            deceleration,
        ),
        side * math.radians(rng.uniform(*_HEADING)),
    )


def _followed(
    duel: Duel, parameters: ToPoseParameters, duration: float, limits: StepLimits
) -> tuple[Step, ...]:
    """Return the steps until the robot has the ball."""
    walk = WalkToPose(parameters)
    swing = Side.LEFT if duel.ball.vy > 0.0 else Side.RIGHT
    robot, last = Pose2(), Step()
    steps: list[Step] = []
    while len(steps) < _MOST_STEPS:
        time = duration * len(steps)
        place = duel.place(time + _AHEAD)
        ball = duel.ball.at(time).seen_from(robot)
        pose = robot.inverse() @ place
        if math.hypot(pose.x, pose.y) <= _NEAR and abs(pose.heading) <= _STRAIGHT:
            break
        target = PoseTarget(pose, interest=(ball.x, ball.y))
        last = walk.step(target, Situation(swing, last, limits))
        steps.append(last)
        robot, swing = robot @ Pose2(last.x, last.y, last.turn), swing.other
    return tuple(steps)
