"""`hsm measure intercept`: how often a foot gets into the path of a passing ball."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from hardware.props import Ball
from hsm.campaigns.changed import changed
from hsm.campaigns.context import CampaignConfig, TrialContext
from hsm.campaigns.report import CampaignReport, Findings, Group, lines_of
from hsm.campaigns.statistics import Rate, distribution
from hsm.campaigns.streams import Stream, stream
from hsm.campaigns.trials import run_campaign
from hsm.campaigns.walking.walking_trial import FallWatch
from hsm.chart.leaves import IN_WALK_KICK_KICK_STEP
from motions.kicks.wish import Intercept, KickKind
from motions.limbs.wishes import HeadMode, HeadWish
from motions.requests import Motion, MotionRequest

PASSES = 2.5
"""Time after which the ball passes the robot, unless given, s."""
ASIDE = (0.15, 0.40)
"""Range of the lateral distance at which it passes, m."""
SPEED = (0.5, 1.0)
"""Range of its speed when it passes, unless another largest one is given, m/s."""
BANDS = (0.15, 0.20, 0.25, 0.30, 0.35, 0.40)
"""Bounds of the reported bands of lateral distance, m."""
_AFTER = 2.5
"""Time of observation after the ball has passed, s."""
_TOUCH = 0.1
"""Change of the ball's velocity within a cycle that counts as a touch, m/s."""


@dataclass(frozen=True, slots=True)
class InterceptTrial:
    """One passing ball.

    Attributes:
        number: Chooses the robot, the seed, and the side, distance and speed at which it passes.
        kick: Kick that sends the ball away; None stops it.
        inside_step: Whether steps in progress follow the ball; None for the configured value.
        oblique: Largest angle between the ball's origin and straight ahead, either side, rad.
        passes: Time after which the ball passes the robot, s.
        fastest: Largest speed of the ball when it passes, m/s.
    """

    number: int
    kick: KickKind | None = None
    inside_step: bool | None = None
    oblique: float = 0.0
    passes: float = PASSES
    fastest: float = SPEED[1]

    @property
    def ball(self) -> tuple[float, float]:
        """Return how far to the left the ball passes, m, and its speed then, m/s."""
        rng = stream(self.number, Stream.PASSING_BALL)
        side = 1.0 if self.number % 2 == 0 else -1.0
        return side * float(rng.uniform(*ASIDE)), float(rng.uniform(SPEED[0], self.fastest))

    @property
    def beside(self) -> float:
        """Return the direction that the ball comes from, left of straight ahead positive, rad."""
        return self.oblique * float(stream(self.number, Stream.PASSING_FROM).uniform(-1.0, 1.0))


@dataclass(frozen=True, slots=True)
class InterceptResult:
    """Result of one trial.

    Attributes:
        fell: The robot fell.
        touched: A foot or leg touched the ball.
        aside: Lateral distance at which it would have passed, left positive, m.
        kicked: A kick was executed.
        away: Largest speed of the ball away from the robot after the touch, m/s.
    """

    fell: bool
    touched: bool
    aside: float
    kicked: bool = False
    away: float = 0.0


@dataclass(frozen=True, slots=True)
class InterceptReport(CampaignReport):
    """Results of all trials.

    Attributes:
        results: The requested trials.
        inside_step: The same balls with steps in progress that follow them or do not; empty without
            this comparison.
    """

    results: tuple[InterceptResult, ...]
    inside_step: Mapping[str, tuple[InterceptResult, ...]] = field(default_factory=dict)

    @property
    def unmeasured(self) -> str:
        """Return why nothing was measured; empty if something was."""
        stood = any(result.touched or not result.fell for result in self.results)
        return "" if stood else "every robot fell before it touched a ball"

    def findings(self) -> Findings:
        """Return the findings.

        Keys:
            touched: balls that a foot or leg touched.
            kicked: trials in which the robot kicked.
            away_m_per_s: largest speed of a touched ball away from the robot.
            inside_step: balls touched with and without steps in progress that follow the ball.
            lateral_m: per range of lateral distance at which a ball would have passed, from and to,
                m: balls touched, and all balls.
        """
        away = [result.away if result.touched else math.nan for result in self.results]
        return {
            "touched": Rate.of(self.results, lambda result: result.touched),
            "trials": len(self.results),
            "falls": Rate.of(self.results, lambda result: result.fell),
            "kicked": Rate.of(self.results, lambda result: result.kicked),
            "away_m_per_s": distribution(away, "median", digits=2),
            "inside_step": {
                word: Rate.of(results, lambda result: result.touched)
                for word, results in self.inside_step.items()
            },
            "lateral_m": [[low, high, rate, rate.trials] for (low, high), rate in self._bands()],
        }

    def text(self) -> str:
        """Return the findings as lines for people, with a heading for each lateral distance."""
        bands = {f"{low:g} to {high:g} m": rate for (low, high), rate in self._bands()}
        return "\n".join(lines_of(self.findings() | {"lateral_m": Group(bands)}))

    def _bands(self) -> Iterator[tuple[tuple[float, float], Rate]]:
        """Yield ranges of the lateral distance, m, with the rate of touched balls."""
        for low, high in pairwise(BANDS):
            if band := [r for r in self.results if low <= abs(r.aside) < high]:
                yield (low, high), Rate.of(band, lambda result: result.touched)


def measure_intercept(
    config: CampaignConfig,
    asked: InterceptTrial,
    *,
    trials: int,
    jobs: int,
    inside_step: bool = False,
) -> InterceptReport:
    """Roll many balls past the robot.

    Args:
        config: Settings shared by all trials.
        asked: The trial to repeat; its number is ignored.
        trials: Number of balls.
        jobs: Number of processes.
        inside_step: Steps in progress follow the balls; for comparison, the same balls are rolled
            again past robots whose steps do not.
    """

    def run(asked: InterceptTrial) -> tuple[InterceptResult, ...]:
        numbered = [replace(asked, number=number) for number in range(trials)]
        return run_campaign(config, numbered, intercept_once, jobs=jobs, label="intercept")

    if not inside_step:
        return InterceptReport(run(asked))
    found = {
        "on": run(replace(asked, inside_step=True)),
        "off": run(replace(asked, inside_step=False)),
    }
    return InterceptReport(found["on"], found)


def intercept_once(context: TrialContext, trial: InterceptTrial) -> InterceptResult:
    """Roll one ball past a standing robot."""
    aside, speed = trial.ball
    begin = speed + context.plant_of(trial.number).ball.deceleration * trial.passes
    way = 0.5 * (speed + begin) * trial.passes
    c, s = math.cos(trial.beside), math.sin(trial.beside)
    ball = Ball(way * c, aside + way * s, speed=begin, direction=math.pi + trial.beside)
    if trial.inside_step is not None:
        switch = "settings.generators.intercept.inside_step.active"
        context = changed(context, switch, trial.inside_step)
    simulation = context.simulation(trial.number, props=(ball,), sight=True)
    watch = FallWatch(simulation.observed.torso_height)
    follow = HeadWish(HeadMode.BALL)
    # An oblique ball may start out of view, so the head is turned to its starting point first.
    there = HeadWish(HeadMode.TARGET, target=(ball.x, ball.y, 0.0)) if trial.oblique else follow
    request = MotionRequest(Motion.INTERCEPT, intercept=Intercept(trial.kick), head=there)
    before = simulation.observed.ball_velocity
    fell = touched = kicked = False
    away = 0.0
    while not fell and simulation.time < trial.passes + _AFTER:
        outcome = simulation.step(request)
        if outcome.robot.world.ball is not None and request.head is not follow:
            request = replace(request, head=follow)
        now = simulation.observed.ball_velocity
        if before is not None and now is not None:
            touched = touched or math.dist(before[:2], now[:2]) > _TOUCH
        before = now
        kicked = kicked or outcome.leaf in IN_WALK_KICK_KICK_STEP
        if touched and now is not None:
            away = max(away, now[0])
        fell = watch.look(simulation, outcome)
    return InterceptResult(fell, touched, aside, kicked, away)
